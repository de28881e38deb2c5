import { type Grade, passedAtStart } from "../grade";
import type { OracleResult } from "../oracle";
import type { WitnessStep } from "../oracle/witness";
import {
  type PublicPlan,
  probeUnheld,
  type TranscriptEntry,
  type Walk,
  type WalkFinding,
  walkPlan,
} from "../replay";
import { canonicalJson } from "../spec/canonical";
import { type Finding, finding, verdictOf } from "../spec/finding";
import { LIMITS } from "../spec/limits";
import type { World } from "../spec/world-index";
import type { GateResult } from "./certificate";
import type { Machinery, TestedSession } from "./machinery";
import { planWitness } from "./plan-witness";

/** A route that was walked through a fresh environment, and what the grader says of it. */
export interface Replayed {
  witness: readonly WitnessStep[];
  plan: PublicPlan;
  walk: Walk;
  session: TestedSession;
  grade: Grade | null;
  findings: Finding[];
}

const FIX: Record<string, string> = {
  "over-limit": "Shorten the route or raise the action limit.",
  "not-shown": "Let a fact, a receipt or a status reveal it before the route needs it.",
  "value-not-shown": "Let somebody tell it, or put it into a document that the route reads.",
  ambiguous: "Give the things it could mean different labels.",
  parts: "Reword the label so that it reads as one request.",
};

/** A walk's finding as a gate's. */
export function asFinding(gate: string, walked: WalkFinding): Finding {
  const where = walked.witness > 0 ? `Step ${walked.witness} of the route: ` : "";
  return finding(`${gate}/${walked.slug}`, where + walked.message, {
    path: walked.witness > 0 ? `$.witness[${walked.witness - 1}]` : "$",
    fix: FIX[walked.slug] ?? "Compare what the engine did with what the world declares.",
    nodes: walked.nodes,
  });
}

/** Walks a witness and grades the run: it must end as a strict pass (G2). */
export function replayRoute(
  world: World,
  witness: readonly WitnessStep[],
  { createSession, gradeSnapshot }: Machinery,
  join = false,
): Replayed {
  const session = createSession(world);
  const plan = planWitness(world, witness, { join });
  const walk = walkPlan(session.environment(), plan);
  const route = { witness, plan, walk, session };
  const findings = walk.findings.map((f) => asFinding("replay", f));
  if (findings.length > 0) return { ...route, grade: null, findings };
  const grade = gradeSnapshot(world, session.snapshot());
  return { ...route, grade, findings: gradeFindings(world, grade) };
}

function gradeFindings(world: World, grade: Grade): Finding[] {
  const graded = new Set(grade.groups.map((g) => g.group));
  const dropped = [...world.groups.keys()]
    .filter((group) => !graded.has(group))
    .map((group) =>
      finding("replay/group-not-graded", `The grade has no verdict on the outcome "${group}".`, {
        nodes: [group],
      }),
    );
  const open = grade.groups
    .filter((g) => g.required && !g.passed)
    .map((g) =>
      finding("replay/group-open", `The route ends without the outcome "${g.label}".`, { nodes: [g.group] }),
    );
  const unsafe = grade.findings.map((f) =>
    finding("replay/unsafe-route", `The route breaks the world's own rules: ${f.message}`, {
      fix: "The grader holds against the route what the oracle took as safe. Compare the two.",
      nodes: f.nodes,
    }),
  );
  const found = [...dropped, ...open, ...unsafe];
  return found.length === 0 && !grade.strict_pass
    ? [finding("replay/not-strict", "The route is not a strict pass, though nothing is held against it.")]
    : found;
}

/** Full route, then with requests joined, then the shortened one: the first that fits the action limit. */
function routesOf(oracle: OracleResult): { witness: readonly WitnessStep[]; join: boolean; words: string }[] {
  return [
    { witness: oracle.witness, join: false, words: "" },
    { witness: oracle.witness, join: true, words: ", with several requests in one text" },
    { witness: oracle.shortened, join: false, words: ", by the shortened route" },
    {
      witness: oracle.shortened,
      join: true,
      words: ", by the shortened route with several requests in one text",
    },
  ];
}

/** Walks the routes in turn until one fits; any other fault than the limit ends the search. */
export function replayOracle(world: World, oracle: OracleResult, machinery: Machinery) {
  let replayed: Replayed | null = null;
  let words = "";
  for (const route of routesOf(oracle)) {
    if (route.witness.length === 0) continue;
    replayed = replayRoute(world, route.witness, machinery, route.join);
    words = route.words;
    if (!replayed.walk.findings.some((f) => f.slug === "over-limit")) break;
  }
  return { replayed: replayed ?? replayRoute(world, oracle.witness, machinery), words };
}

/** Whoever only finishes has reached nothing (faults.md, C2, C3). */
function nullRun(world: World, { createSession, gradeSnapshot }: Machinery): Finding[] {
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

/** What must not matter does not: other runs, harmless acts, grading twice (faults.md, C9, C12, C13). */
function invariance(world: World, replayed: Replayed, before: string, machinery: Machinery): Finding[] {
  const session = machinery.createSession(unhurried(world));
  const again = walkPlan(session.environment(), replayed.plan, { dawdle: true });
  const different = replayed.walk.transcript.findIndex(
    (entry, i) => shownBy(entry) !== shownBy(again.transcript[i]),
  );
  const findings: Finding[] = [];
  if (different >= 0 || again.transcript.length !== replayed.walk.transcript.length)
    findings.push(
      finding(
        "replay/not-deterministic",
        `Call ${different + 1} of the route shows something else in a second run, after harmless acts in between.`,
        {
          fix: "Look for state that two runs share, or for a clock or chance in the engine.",
          nodes: nodesAt(replayed, different),
        },
      ),
    );
  const records = session.log();
  const log = JSON.stringify(records);
  const read = machinery.gradeRun(records);
  const grades = [
    machinery.gradeSnapshot(world, session.snapshot()),
    machinery.gradeSnapshot(world, session.snapshot()),
    read.ok ? read.value : null,
  ].map((grade) => canonicalJson(grade && verdictsOf(grade)));
  if (new Set(grades).size > 1)
    findings.push(
      finding(
        "replay/grade-not-stable",
        "Grading the same run again, or its log alone, gives another grade.",
        {
          nodes: read.ok ? [world.spec.id] : read.findings.flatMap((f) => f.nodes),
        },
      ),
    );
  else if (grades[0] !== canonicalJson(replayed.grade && verdictsOf(replayed.grade)))
    findings.push(
      finding("replay/grade-not-invariant", "Harmless acts between the steps change the grade.", {
        fix: "The grade may depend on what was reached and on what was broken, on nothing else.",
        nodes: firstDifference(replayed.grade, read.ok ? read.value : null),
      }),
    );
  if (JSON.stringify(session.log()) !== log || JSON.stringify(world.spec) !== before)
    findings.push(
      finding("replay/not-isolated", "Running or grading changed the world or the log.", {
        fix: "A run owns its state and shares nothing; look for what writes into the world.",
        nodes: changedNodes(JSON.parse(before), world),
      }),
    );
  return findings;
}

function changedNodes(before: World["spec"], { spec }: World): string[] {
  const lists = [before, spec].map((s) =>
    Object.values(s).flatMap((list) => (Array.isArray(list) ? (list as { id: string }[]) : [])),
  );
  const [old = [], now = []] = lists;
  return [...old.filter((o, i) => JSON.stringify(o) !== JSON.stringify(now[i])).map((o) => o.id), spec.id];
}

const shownBy = (entry: TranscriptEntry | undefined) =>
  entry ? JSON.stringify({ ...entry, result: { ...entry.result, step: 0, actions_left: 0 } }) : "";

const verdictsOf = ({ strict_pass, groups, findings }: Grade) => ({
  strict_pass,
  groups: groups.map(({ group, passed }) => ({ group, passed })),
  findings: findings.map(({ code, nodes }) => ({ code, nodes })),
});

function firstDifference(one: Grade | null, other: Grade | null): string[] {
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

/** Harmless acts and wrong entries cost actions that the route did not plan for. */
export function unhurried(world: World): World {
  return { ...world, spec: { ...world.spec, action_limit: LIMITS.actionLimit } };
}

/** Gate 3: the witness through public tools against a fresh environment. */
export function replayGate(
  world: World,
  oracle: OracleResult,
  machinery: Machinery,
): { result: GateResult; replayed: Replayed } {
  const before = JSON.stringify(world.spec);
  const { replayed, words } = replayOracle(world, oracle, machinery);
  const held = new Set(world.spec.day_one.documents);
  const unheld = world.spec.documents.map((d) => d.id).filter((id) => !held.has(id));
  const findings = [
    ...replayed.findings,
    ...probeUnheld(machinery.createSession(unhurried(world)).environment(), unheld).map((f) =>
      asFinding("replay", f),
    ),
  ];
  findings.push(...nullRun(world, machinery));
  if (findings.length === 0) findings.push(...invariance(world, replayed, before, machinery));
  if (findings.length === 0 && oracle.shortened.length < oracle.witness.length)
    findings.push(
      ...replayRoute(unhurried(world), oracle.shortened, machinery).findings.map((f) => ({
        ...f,
        message: `On the shortened route: ${f.message}`,
        path: f.path.replace("$.witness", "$.shortened"),
      })),
    );
  const used = replayed.walk.actions_used;
  return {
    replayed,
    result: {
      gate: "replay",
      verdict: verdictOf(findings),
      summary:
        findings.length === 0
          ? `Walked with only what an agent can see${words}. Strict pass, ${used} of ${world.spec.action_limit} actions used.`
          : (findings[0]?.message ?? ""),
      findings,
      figures: { actions_used: used, action_limit: world.spec.action_limit, unheld_documents: unheld.length },
    },
  };
}
