"""Plays calls whose results the engine in TypeScript gave, and compares every result and grade. Needs no tau2."""
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))
from baba_engine import Run  # noqa: E402


def first_difference(world, vector):
    run = Run(world)
    for i, (action, result) in enumerate(vector["calls"]):
        mine = run.call(action)
        if mine != result:
            return f"call {i + 1}: {json.dumps(action)}\n  expected {json.dumps(result)}\n  got      {json.dumps(mine)}"
    mine = run.grade()
    return None if mine == vector["grade"] else f"grade\n  expected {vector['grade']}\n  got      {mine}"


def main():
    data = HERE / "baba_worlds" / "data"
    sequences = calls = wrong = 0
    for file in sorted((data / "vectors").glob("*.json")):
        world = json.loads((data / "worlds" / file.name).read_text(encoding="utf-8"))
        for vector in json.loads(file.read_text(encoding="utf-8")):
            sequences += 1
            calls += len(vector["calls"])
            difference = first_difference(world, vector)
            if difference is not None:
                wrong += 1
                print(f"{file.stem}, {vector['kind']}: {difference}"[:2000])
    print(f"{sequences} sequences with {calls} calls: {wrong} differ")
    sys.exit(1 if wrong or not sequences else 0)


main()
