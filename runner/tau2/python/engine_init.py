"""The engine of BABA-Studio in Python, with the standard library alone (Python 3.11 or later)."""
from .engine import openRun
from .runtime import get, to_js, to_plain


class Run:
    """One run of a world: tool calls in, public results out, and the grade for whoever judges."""

    def __init__(self, world: dict) -> None:
        self._run = openRun(to_js(world))

    def call(self, action: dict) -> dict:
        return to_plain(get(self._run, "call")(to_js(action)))

    def case_file(self) -> dict:
        return to_plain(get(self._run, "caseFile")())

    def grade(self) -> dict:
        return to_plain(get(self._run, "grade")())
