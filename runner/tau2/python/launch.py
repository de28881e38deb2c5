"""Runs agents in the certified worlds with tau2's own run_domain, in solo mode: there is no caller, the parties are in the world.

tau2 1.0.1 cannot start a solo run as it ships: it makes its DummyUser with arguments that it does not take. NoUser takes them.
"""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import baba_worlds  # noqa: E402
from tau2.data_model.simulation import TextRunConfig  # noqa: E402
from tau2.registry import registry  # noqa: E402
from tau2.runner import run_domain  # noqa: E402
from tau2.user.user_simulator import DummyUser  # noqa: E402


class NoUser(DummyUser):
    def __init__(self, **_):
        super().__init__()


def register():
    baba_worlds.register()
    registry.register_user(NoUser, "no_user")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agent", default="llm_agent_solo")
    parser.add_argument("--llm", required=True, help="a model as litellm names it")
    parser.add_argument("--trials", type=int, default=1)
    parser.add_argument("--split", default="base", help="base, light, standard or hard")
    parser.add_argument("--save-to", default=None)
    given = parser.parse_args()
    register()
    run_domain(
        TextRunConfig(
            domain=baba_worlds.NAME,
            agent=given.agent,
            user="no_user",
            llm_agent=given.llm,
            llm_user=given.llm,
            num_trials=given.trials,
            task_split_name=given.split,
            max_steps=340,  # messages, two for each of 150 actions
            save_to=given.save_to,
        )
    )


if __name__ == "__main__":
    main()
