import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { machinery, replayOracle } from "@/compiler/certify";
import { type WorldSpec, worldSpecSchema } from "@/compiler/spec/world";
import { worldDiff } from "@/lib/contracts/world-diff";
import { analyse } from "./analyse";
import { withObject } from "./edit/world-objects";
import { reachedBefore, stepOf } from "./playback";
import { playbackOfRun } from "./run-playback";
import { nodesShown, outcomesOf, search } from "./views";
import { playbackOfRoute } from "./witness-playback";
import { buildWorldGraph } from "./world-graph";

const spec: WorldSpec = worldSpecSchema.parse(
  JSON.parse(readFileSync(new URL("../../corpus/52955ee1/world.json", import.meta.url), "utf8")),
);
const graph = buildWorldGraph(spec);
const analysis = analyse(spec);
const oracle = analysis.oracle!;
const { session } = replayOracle(analysis.world!, oracle, machinery).replayed;
const walked = playbackOfRun("walked", "Walked", session.log(), analysis.world!, graph);

describe("playback of the walker world", () => {
  test("the proved route is 27 steps, ends on day 5 and reaches every node that a required outcome sits on", () => {
    const route = playbackOfRoute("witness", "Route", oracle.witness, spec, graph, walked);
    expect(route.steps).toHaveLength(27);
    expect(route.steps.at(-1)?.minute).toBe(5 * 1440);
    const { before } = reachedBefore(route, 27, []);
    for (const n of graph.nodes) if (n.outcomes.some((o) => o.required)) expect(before, n.id).toContain(n.id);
    const left = route.steps.map((s) => s.actionsLeft);
    expect(left).toEqual([...left].sort((a, b) => b - a));
  });

  test("a document that was only asked for is not reached yet", () => {
    const route = playbackOfRoute("witness", "Route", oracle.witness, spec, graph, walked);
    const letter = "non_repairable_letter_document";
    const asked = stepOf(route, letter);
    expect(route.steps[asked]?.touched).toContain(letter);
    expect(route.steps[asked]?.reached).not.toContain(letter);
    expect(route.steps.findIndex((s) => s.reached.includes(letter))).toBeGreaterThan(asked);
  });

  test("a run shows what the agent had in hand at each step, forwards and backwards", () => {
    const last = walked.steps.length;
    const end = walked.caseFileAt?.(last);
    expect(end).toEqual(session.environment().caseFile());
    const start = walked.caseFileAt?.(0);
    expect(start?.facts).toHaveLength(5);
    for (let i = 0; i <= last; i++)
      expect(walked.caseFileAt?.(i)?.actions_left).toBe(
        i === 0 ? spec.action_limit : walked.steps[i - 1]?.actionsLeft,
      );
  });

  test("a run of a thousand steps is ready in a second", () => {
    const [header, ...records] = session.log();
    const note = records.find((r) => r.kind === "step")!;
    const many = Array.from({ length: 1000 }, (_, i) => ({ ...note, step: i + 1 }) as typeof note);
    const from = performance.now();
    const long = playbackOfRun("long", "Long", [header!, ...many], analysis.world!, graph);
    for (let i = 0; i < 1000; i += 50) reachedBefore(long, i, []);
    expect(performance.now() - from).toBeLessThan(1000);
    expect(long.steps).toHaveLength(1000);
  });
});

describe("views of the walker world", () => {
  test("nine required outcomes are numbered in the world's order, and a slice holds only what one of them needs", () => {
    expect(outcomesOf(graph).filter((o) => o.required)).toHaveLength(9);
    const slice = nodesShown("outcome:out_prescriber_identified", graph, spec, null)!;
    expect(slice).toContain("prescriber_clue");
    expect(slice).not.toContain("arrange_parish_delivery");
    expect(nodesShown("required", graph, spec, null)!.size).toBeLessThan(graph.nodes.length);
  });

  test("the search finds nodes by label, kind and party", () => {
    expect(search(graph, "letter repair")).toContain("non_repairable_letter_document");
    expect(search(graph, "permission patient").length).toBe(7);
    expect(search(graph, "  ")).toEqual([]);
  });
});

describe("editing", () => {
  test("a changed, an added and a removed object are named with their fields", () => {
    const fact = spec.knowledge[0]!;
    const changed = withObject(spec, "knowledge", fact.id, { ...fact, label: "her name" });
    const added = withObject(changed, "red_lines", "new_1", {
      id: "new_1",
      kind: "conduct_rule",
      text: "Be kind",
      evidence: [],
    });
    const removed = withObject(added, "frictions", spec.frictions[0]!.id, null);
    expect(worldDiff(spec, removed)).toEqual([
      {
        kind: "changed",
        list: "knowledge",
        id: fact.id,
        fields: [{ name: "label", before: JSON.stringify(fact.label), now: '"her name"' }],
      },
      { kind: "added", list: "red_lines", id: "new_1", fields: [] },
      { kind: "removed", list: "frictions", id: spec.frictions[0]!.id, fields: [] },
    ]);
  });

  test("a fact that nobody tells any more makes its outcome unreachable, with words and a node for it", () => {
    const fact = spec.knowledge.find((k) => k.id === "parish_charity_contact")!;
    const { oracle: now, findings } = analyse(
      withObject(spec, "knowledge", fact.id, { ...fact, held_by: [] }),
    );
    expect(now?.verdict).toBe("refuted");
    expect(findings.some((f) => f.severity === "error" && f.nodes.length > 0)).toBe(true);
  });
});
