import { type Grade, passedAtStart } from "../grade";
import { type TranscriptEntry, walkPlan } from "../replay";
import { sameJson } from "../spec/canonical";
import { type Finding, finding } from "../spec/finding";
import type { World } from "../spec/world-index";
import type { Machinery } from "./machinery";
import { type Replayed, unhurried } from "./replay-route";

/** Whoever only finishes has reached nothing (faults.md, C2, C3). */
export function nullRun(world: World, { createSession, gradeSnapshot }: Machinery): Finding[] {
  const session = createSession(world);
  session.environment().step({ tool: "finish", summary: "Nothing was done." });
  const passed = passedAtStart(world);
  return gradeSnapshot(world, session.snapshot())
    .groups.filter((g) => g.passed)
    .map((g) =>
      finding("replay/true-at-start", `The outcome "${g.label}" holds before anything is done.`, {
        fix: "Let it ask for something that the work brings, or take it away.",
        nodes: [...passed.filter((t) => t.group === g.group).map((t) => t.id), g.group],
      }),
    );
}

/**
 * What must not matter does not (faults.md, C9, C12, C13): the same route in a second run, with harmless acts between
 * its steps, shows the same, gets the same grade each time it is graded, and leaves the world as it was.
 */
export function invariance(world: World, replayed: Replayed, machinery: Machinery): Finding[] {
  const before = JSON.stringify(world.spec);
  const session = machinery.createSession(unhurried(world));
  const again = walkPlan(session.environment(), replayed.plan, { dawdle: true });
  const grades = [0, 1].map(() => machinery.gradeSnapshot(world, session.snapshot()));
  return [
    ...transcriptDifference(replayed, again.transcript),
    ...gradeDifference(world, [replayed.grade, ...grades]),
    ...(JSON.stringify(world.spec) === before
      ? []
      : [
          finding("replay/not-isolated", "A run changed the world.", {
            fix: "A run owns its state and shares nothing; look for what writes into the world.",
            nodes: changedNodes(JSON.parse(before), world),
          }),
        ]),
  ];
}

function transcriptDifference(replayed: Replayed, again: readonly TranscriptEntry[]): Finding[] {
  const { transcript } = replayed.walk;
  const different = transcript.findIndex((entry, i) => !showsTheSame(entry, again[i]));
  if (different < 0 && again.length === transcript.length) return [];
  return [
    finding(
      "replay/not-deterministic",
      `Call ${different + 1} of the route shows something else in a second run, after harmless acts in between.`,
      {
        fix: "Look for state that two runs share, or for a clock or chance in the engine.",
        nodes: nodesAt(replayed, different),
      },
    ),
  ];
}

function gradeDifference(
  world: World,
  [first = null, second = null, third = null]: (Grade | null)[],
): Finding[] {
  if (verdictsOf(second) !== verdictsOf(third))
    return [
      finding("replay/grade-not-stable", "Grading the same run again gives another grade.", {
        nodes: [...differingNodes(second, third), world.spec.id],
      }),
    ];
  if (verdictsOf(first) === verdictsOf(second)) return [];
  return [
    finding("replay/grade-not-invariant", "Harmless acts between the steps change the grade.", {
      fix: "The grade may depend on what was reached and on what was broken, on nothing else.",
      nodes: differingNodes(first, second),
    }),
  ];
}

function changedNodes(before: World["spec"], { spec }: World): string[] {
  const lists = [before, spec].map((s) =>
    Object.values(s).flatMap((list) => (Array.isArray(list) ? (list as { id: string }[]) : [])),
  );
  const [old = [], now = []] = lists;
  return [...old.filter((o, i) => JSON.stringify(o) !== JSON.stringify(now[i])).map((o) => o.id), spec.id];
}

/** Harmless acts in between take numbers and actions, nothing else. */
const showsTheSame = ({ action, result }: TranscriptEntry, again: TranscriptEntry | undefined) =>
  again !== undefined &&
  sameJson(action, again.action) &&
  sameJson(result, { ...again.result, step: result.step, actions_left: result.actions_left });

const verdictsOf = (grade: Grade | null) =>
  JSON.stringify(
    grade && [
      grade.strict_pass,
      grade.groups.map(({ group, passed }) => [group, passed]),
      grade.findings.map(({ code, nodes }) => [code, nodes]),
    ],
  );

function differingNodes(one: Grade | null, other: Grade | null): string[] {
  const group = one?.groups.find((g) => other?.groups.find((o) => o.group === g.group)?.passed !== g.passed);
  return group ? [group.group] : (other?.findings[0]?.nodes ?? []);
}

/** Nodes of the plan step that made a call of the transcript. */
function nodesAt({ plan, walk }: Replayed, call: number): string[] {
  const action = walk.transcript[call]?.action;
  const words = action && "request" in action ? action.request : null;
  const step = plan.steps.find(
    (s) =>
      (s.do === "say" && s.requests.map((r) => r.words).join("\n") === words) ||
      (s.do === "read" && action?.tool === "read_document" && action.document === s.document) ||
      (s.do === "submit" && action?.tool === "submit_form" && action.form === s.form),
  );
  return step?.nodes ?? [];
}
