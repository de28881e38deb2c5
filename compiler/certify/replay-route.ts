import { withActionLimit } from "../engine";
import type { Grade } from "../grade";
import type { OracleResult } from "../oracle";
import type { WitnessStep } from "../oracle/witness";
import { type PublicPlan, type Walk, type WalkFinding, walkPlan } from "../replay";
import { type Finding, finding } from "../spec/finding";
import { LIMITS } from "../spec/limits";
import type { World } from "../spec/world-index";
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

const unhurriedWorlds = new WeakMap<World, World>();

/** The world with actions to spare: harmless acts and wrong entries cost some that the route did not plan for. */
export function unhurried(world: World): World {
  const before = unhurriedWorlds.get(world);
  if (before) return before;
  const made = withActionLimit(world, 2 * LIMITS.actionLimit);
  unhurriedWorlds.set(world, made);
  return made;
}
