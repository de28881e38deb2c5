"""Certified worlds of BABA-Studio as a tau2 domain. register() is all that the registry needs."""
import json
import pathlib
from typing import Optional, Union

from tau2.data_model.tasks import Task
from tau2.environment.db import DB
from tau2.environment.environment import Environment
from tau2.environment.toolkit import ToolKitBase, ToolType, is_tool

from baba_engine import Run

NAME = "baba_worlds"
DATA = pathlib.Path(__file__).parent / "data"


class WorldDB(DB):
    """Which world is played, and what was called in it. The engine makes everything else of that."""

    world_id: Optional[str] = None
    calls: list[dict] = []


class WorldTools(ToolKitBase):
    db: WorldDB

    def __init__(self, db: WorldDB) -> None:
        super().__init__(db)
        self.run: Optional[Run] = None
        if db.world_id is not None:
            calls, db.calls = db.calls, []
            self.load_world(db.world_id)
            for call in calls:
                self._call(call)

    def _call(self, action: dict) -> str:
        if self.run is None:
            raise ValueError("No world is loaded. Call load_world in the initial state.")
        self.db.calls.append(action)
        return json.dumps(self.run.call(action), ensure_ascii=False)

    @is_tool(ToolType.WRITE)
    def contact(
        self,
        mode: str,
        channels: Optional[list[str]] = None,
        request: Optional[str] = None,
        share: Optional[list[dict[str, str]]] = None,
    ) -> str:
        """Open a call to phone channels (mode call; one call at a time), end it (end_call), or leave a voicemail on one channel (voicemail, with request).

        Args:
            mode: call, end_call or voicemail.
            channels: Handles of channels, one for each party of the call.
            request: Only with voicemail: what you say.
            share: Values that you pass on, each with what (a fact's handle, or words) and value.
        """
        action = {"tool": "contact", "mode": mode, "channels": channels or [], "request": request}
        return self._call({**action, "share": share or []})

    @is_tool(ToolType.WRITE)
    def ask(
        self,
        party: str,
        request: str,
        channel: Optional[str] = None,
        share: Optional[list[dict[str, str]]] = None,
    ) -> str:
        """Ask one party for information, a document or how something stands, in your own words.

        Args:
            party: Handle of the party.
            request: What you say, in plain words.
            channel: Handle of a written channel; leave it out to speak in the open call.
            share: Values that you pass on, each with what (a fact's handle, or words) and value.
        """
        return self._call({"tool": "ask", "party": party, "channel": channel, "request": request, "share": share or []})

    @is_tool(ToolType.WRITE)
    def act(
        self,
        party: str,
        request: str,
        channel: Optional[str] = None,
        share: Optional[list[dict[str, str]]] = None,
    ) -> str:
        """Ask one party to do something: send, arrange, grant a permission, cancel, book.

        Args:
            party: Handle of the party.
            request: What you say, in plain words.
            channel: Handle of a written channel; leave it out to speak in the open call.
            share: Values that you pass on, each with what (a fact's handle, or words) and value.
        """
        return self._call({"tool": "act", "party": party, "channel": channel, "request": request, "share": share or []})

    @is_tool(ToolType.WRITE)
    def submit_form(self, form: str, fields: dict[str, Union[bool, str]], channel: Optional[str] = None) -> str:
        """Fill in and send a form that you hold, or correct and send it again.

        Args:
            form: Handle of the form.
            fields: An entry for each field's handle: a value, or true or false for an attestation.
            channel: Handle of a channel; leave it out to use the open call or the form's own way.
        """
        return self._call({"tool": "submit_form", "form": form, "channel": channel, "fields": fields})

    @is_tool(ToolType.WRITE)
    def read_document(self, document: str) -> str:
        """Read a document that you hold, or load a playbook.

        Args:
            document: Handle of the document or playbook.
        """
        return self._call({"tool": "read_document", "document": document})

    @is_tool(ToolType.WRITE)
    def wait(self, minutes: Optional[int] = None, until: Optional[str] = None) -> str:
        """Let time pass. Only waiting moves the clock.

        Args:
            minutes: How long to wait. Give this or until.
            until: A moment like 2025-03-04T09:00. Give this or minutes.
        """
        return self._call({"tool": "wait", "minutes": minutes, "until": until})

    @is_tool(ToolType.WRITE)
    def memory(self, mode: str, text: str = "") -> str:
        """Free of cost. Keep one plan note (note), or look for words among earlier exchanges (recall).

        Args:
            mode: note or recall.
            text: The note, or the words to look for.
        """
        return self._call({"tool": "memory", "mode": mode, "text": text})

    @is_tool(ToolType.WRITE)
    def finish(self, summary: str) -> str:
        """End the run. Nothing can be done afterwards.

        Args:
            summary: What was done, and what was not.
        """
        return self._call({"tool": "finish", "summary": summary})

    # No tools: the initial state and the assertions reach these by name, the agent does not.

    def load_world(self, world_id: str) -> str:
        world = json.loads((DATA / "worlds" / f"{pathlib.Path(world_id).name}.json").read_text(encoding="utf-8"))
        self.db.world_id = world_id
        self.run = Run(world)
        return world_id

    def assert_outcome(self, group: str) -> bool:
        """Whether a required outcome was reached."""
        return any(g["group"] == group and g["passed"] for g in self.run.grade()["groups"])

    def assert_no_violation(self) -> bool:
        """Whether no permission, source or prohibition was disregarded."""
        return self.run.grade()["findings"] == []


def get_environment(db: Optional[WorldDB] = None, solo_mode: bool = False) -> Environment:
    policy = (DATA / "policy.md").read_text(encoding="utf-8")
    environment = Environment(domain_name=NAME, policy=policy, tools=WorldTools(db or WorldDB()))
    if solo_mode:
        environment.set_solo_mode(True)
    return environment


def get_tasks_split() -> dict[str, list[str]]:
    return json.loads((DATA / "split_tasks.json").read_text(encoding="utf-8"))


def get_tasks(task_split_name: Optional[str] = "base") -> list[Task]:
    tasks = [Task.model_validate(t) for t in json.loads((DATA / "tasks.json").read_text(encoding="utf-8"))]
    kept = None if task_split_name is None else set(get_tasks_split()[task_split_name])
    return [t for t in tasks if kept is None or t.id in kept]


def register() -> None:
    from tau2.registry import registry

    registry.register_domain(get_environment, NAME)
    registry.register_tasks(get_tasks, NAME, get_task_splits=get_tasks_split)
