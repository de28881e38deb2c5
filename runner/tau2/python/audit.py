"""Carries out the reference actions of a tau2 domain with tau2 itself and prints what happened, as one JSON document.

Run by `baba audit tau2 --python`; needs an importable tau2 and its data. It changes nothing and calls no model.
"""
import copy
import json
import sys

from loguru import logger

logger.remove()

from tau2.data_model.tasks import Task  # noqa: E402
from tau2.registry import registry  # noqa: E402


def fresh(construct, task):
    environment = construct()
    start = task.initial_state
    environment.set_state(
        initialization_data=start.initialization_data if start else None,
        initialization_actions=start.initialization_actions if start else None,
        message_history=(start.message_history if start else None) or [],
    )
    return environment


def hashes(environment):
    return environment.get_db_hash(), environment.get_user_db_hash()


def play(construct, task, actions):
    """The environment after the actions, and for each one its error, or None."""
    environment = fresh(construct, task)
    errors = []
    for action in actions:
        try:
            environment.make_tool_call(
                tool_name=action.name, requestor=action.requestor, **copy.deepcopy(action.arguments)
            )
            environment.sync_tools()
            errors.append(None)
        except Exception as error:  # a tool says by any exception that it refuses
            errors.append(f"{type(error).__name__}: {error}"[:300])
    return environment, errors


def met(environment, task):
    """Whether each assertion about the final state holds."""
    return [
        bool(environment.run_env_assertion(assertion, raise_assertion_error=False))
        for assertion in task.evaluation_criteria.env_assertions or []
    ]


def reordered(construct, task, actions, gold):
    """List arguments whose order alone changes the final database."""
    found = []
    for index, action in enumerate(actions):
        for name, value in action.arguments.items():
            if not isinstance(value, list) or len(value) < 2 or value == value[::-1]:
                continue
            parallel = [k for k, v in action.arguments.items() if isinstance(v, list) and len(v) == len(value)]
            if parallel[0] != name:
                continue  # lists that run in parallel are turned round together, once
            other = [a.model_copy(deep=True) for a in actions]
            for key in parallel:
                other[index].arguments[key] = other[index].arguments[key][::-1]
            environment, errors = play(construct, task, other)
            if errors[index] is None and hashes(environment) != gold:
                found.append({"action": index, "arguments": parallel})
    return found


def audit(construct, task):
    criteria = task.evaluation_criteria
    actions = (criteria.actions if criteria else None) or []
    idle = fresh(construct, task)
    done, errors = play(construct, task, actions)
    gold = hashes(done)
    return {
        "id": task.id,
        "errors": errors,
        "idle_db_matches": hashes(idle) == gold,
        "idle_assertions": met(idle, task) if criteria else [],
        "gold_assertions": met(done, task) if criteria else [],
        "order_matters": reordered(construct, task, actions, gold),
    }


def main():
    domain, tasks_file = sys.argv[1:3]
    construct = registry.get_env_constructor(domain)
    with open(tasks_file, encoding="utf-8") as file:
        tasks = [Task.model_validate(task) for task in json.load(file)]
    print(json.dumps({"tasks": [audit(construct, task) for task in tasks]}))


main()
