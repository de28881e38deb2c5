"""tau2's loader, evaluator and run_domain over the exported domain: route 1, nothing 0, a rule broken 0."""
import json, pathlib, sys
from loguru import logger
logger.remove()
sys.path.insert(0, sys.argv[1])
import launch
launch.register()
import baba_worlds
from tau2.agent.llm_agent import LLMSoloAgent
from tau2.data_model.message import AssistantMessage, ToolCall
from tau2.data_model.simulation import SimulationRun, TerminationReason, TextRunConfig
from tau2.evaluator.evaluator import EvaluationType, evaluate_simulation
from tau2.registry import registry
from tau2.runner import run_domain
tasks = registry.get_tasks_loader(baba_worlds.NAME)("base")
vectors = {t.id: {v["kind"]: [{**c[0]} for c in v["calls"]] for v in json.loads((pathlib.Path(sys.argv[1]) / "baba_worlds/data/vectors" / f"{t.id}.json").read_text())} for t in tasks}
result = {"tasks": len(tasks), "tools": sorted(t.name for t in registry.get_env_constructor(baba_worlds.NAME)().get_tools()), "evaluator": {}, "run_domain": {}}
def calls_of(actions):
    return [(a["tool"], {k: v for k, v in a.items() if k != "tool"}) for a in actions]
for task in tasks:
    for kind in ("route", "nothing", "rule broken"):
        if kind not in vectors[task.id]: continue
        env = registry.get_env_constructor(baba_worlds.NAME)(solo_mode=True)
        env.set_state(None, task.initial_state.initialization_actions, [])
        messages = []
        for i, (name, args) in enumerate(calls_of(vectors[task.id][kind])):
            call = ToolCall(id=str(i), name=name, arguments=args)
            messages += [AssistantMessage(role="assistant", content=None, tool_calls=[call]), env.get_response(call)]
        messages.append(AssistantMessage(role="assistant", content="###STOP###"))
        run = SimulationRun(id="s", task_id=task.id, start_time="0", end_time="0", duration=0.0, termination_reason=TerminationReason.AGENT_STOP, messages=messages)
        info = evaluate_simulation(run, task, EvaluationType.ALL, solo_mode=True, domain=baba_worlds.NAME)
        result["evaluator"].setdefault(kind, {})[task.id] = info.reward
class Scripted(LLMSoloAgent):
    def __init__(self, tools, policy, task, steps):
        super().__init__(tools=tools, domain_policy=policy, task=task, llm="none", llm_args={})
        self.steps, self.next = steps, 0
    def generate_next_message(self, message, state):
        if self.next < len(self.steps):
            name, args = self.steps[self.next]; self.next += 1
            return AssistantMessage(role="assistant", content=None, tool_calls=[ToolCall(id=f"c{self.next}", name=name, arguments=args)], cost=0.0), state
        return AssistantMessage(role="assistant", content=self.STOP_TOKEN, cost=0.0), state
for kind in ("route", "nothing"):
    registry.register_agent_factory(lambda tools, domain_policy, kind=kind, **kw: Scripted(tools, domain_policy, kw["task"], calls_of(vectors[kw["task"].id][kind])), kind, metadata={"solo_mode": True})
    done = run_domain(TextRunConfig(domain=baba_worlds.NAME, agent=kind, user="no_user", llm_agent="none", llm_user="none", num_trials=1, max_steps=340, max_concurrency=1, save_to=None))
    result["run_domain"][kind] = {s.task_id: s.reward_info.reward for s in done.simulations}
print("RESULT " + json.dumps(result))
