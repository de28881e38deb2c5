import { scoreDifficulty } from "../difficulty";
import { ladder } from "../friction";
import { type OracleResult, proveReachable } from "../oracle";
import { sameJson } from "../spec/canonical";
import { type Finding, finding, verdictOf } from "../spec/finding";
import type { WorldSpec } from "../spec/world";
import { indexSpec, type World } from "../spec/world-index";
import type { GateResult, LadderRow } from "./certificate";
import type { Machinery } from "./machinery";
import { replayOracle } from "./replay-route";
import { count } from "./words";

/** Gates 2 and 3 on a changed world: what they find, and what the change does to score and route. */
export interface Checked {
  findings: Finding[];
  S: number;
  operations: number;
}

/**
 * Runs gate 2 on a world and, given an engine, gate 3; the check behind each rung of the ladder and of the
 * friction bench.
 */
export function checkReachable(spec: WorldSpec, machinery: Machinery | null): Checked {
  const read = indexSpec(spec);
  if (!read.ok) return { findings: read.findings, S: 0, operations: 0 };
  const world = read.value;
  const oracle = proveReachable(world, { routes: false });
  const { S } = scoreDifficulty(world);
  const { operations, verdict } = oracle;
  if (verdict !== "proved") return { findings: oracle.findings, S, operations };
  return {
    findings: machinery ? replayOracle(world, oracle, machinery).replayed.findings : [],
    S,
    operations,
  };
}

/** Mechanisms times steps of the route up to which each is tried; what is beyond would take minutes. */
const MOST_TRIED = 100_000;

/**
 * Gate 6: from the friction-free world upwards, one mechanism at a time, gates 2 and 3 again after each. Every
 * mechanism must be kept, and what is reached in the end must be this world, of which `oracle` and gate 3 are known.
 * With `walk` false, the other worlds of the ladder are proved but not walked. Of a huge world it is `unknown`.
 */
export function frictionGate(
  world: World,
  oracle: OracleResult,
  machinery: Machinery,
  walk = true,
): { result: GateResult; ladder: LadderRow[] } {
  const mechanisms = world.spec.frictions.length;
  if (mechanisms * oracle.operations > MOST_TRIED) {
    const tooMany = finding(
      "friction/too-many",
      `${count(mechanisms, "mechanism")} on a route of ${count(oracle.operations, "step")} are too many to try one at a time.`,
      { severity: "caution", path: "$.frictions", fix: "Take some away, or make the case shorter." },
    );
    const result = { verdict: "unknown" as const, summary: tooMany.message, findings: [tooMany] };
    return { ladder: [], result: { ...result, gate: "friction", figures: { mechanisms } } };
  }
  const checked: Checked[] = [];
  const { base, rungs, spec } = ladder(world.spec, (tried) => {
    const known =
      oracle.verdict === "proved" &&
      tried.frictions.length === world.spec.frictions.length &&
      sameJson(tried, world.spec);
    checked.push(
      known
        ? { findings: [], S: scoreDifficulty(world).S, operations: oracle.operations }
        : checkReachable(tried, walk ? machinery : null),
    );
    return checked.at(-1)?.findings ?? [];
  });
  const start = checked[0] ?? { findings: [], S: 0, operations: 0 };
  let before = start;
  const rows: LadderRow[] = [
    {
      friction: null,
      kept: base.length === 0,
      reason: "Without friction.",
      S: start.S,
      operations: start.operations,
    },
    ...rungs.map(({ friction, kept, findings }, i): LadderRow => {
      const now = checked[i + 1] ?? before;
      const grown = now.operations - before.operations;
      const reason = kept
        ? grown === 0
          ? "Kept. The route is as long as before."
          : `Kept. The route is ${count(Math.abs(grown), "step")} ${grown > 0 ? "longer" : "shorter"}.`
        : `Refused. ${findings[0]?.message ?? ""}`;
      if (kept) before = now;
      return { friction: friction.id, kept, reason, S: now.S, operations: now.operations };
    }),
  ];
  const refused = rungs.filter((rung) => !rung.kept);
  const findings = [
    ...base
      .filter((f) => f.severity === "error")
      .map((f) =>
        finding("friction/without", `Without any friction this world does not pass: ${f.message}`, {
          fix: "Something that only a mechanism brings is needed on every route. Give it another way.",
          nodes: f.nodes,
        }),
      ),
    ...refused.map(({ friction, findings: why }) =>
      finding(
        "friction/refused",
        `With "${friction.id}" added, the world no longer passes: ${why[0]?.message ?? ""}`,
        {
          path: `$.frictions[${world.spec.frictions.findIndex((f) => f.id === friction.id)}]`,
          fix: "Make it milder or take it away.",
          nodes: [friction.id, ...(why[0]?.nodes ?? [])],
        },
      ),
    ),
  ];
  if (findings.length === 0 && !sameJson(spec, world.spec))
    findings.push(
      finding(
        "friction/not-the-world",
        "With every mechanism added again, something of this world is still missing.",
        {
          path: "$.frictions",
          fix: "A look-alike party needs a decoy mechanism.",
          nodes: world.spec.entities.filter((e) => e.decoy).map((e) => e.id),
        },
      ),
    );
  const kept = rungs.length - refused.length;
  return {
    ladder: rows,
    result: {
      gate: "friction",
      verdict: verdictOf(findings),
      summary:
        rungs.length === 0
          ? "There is no friction."
          : `${kept} kept, ${refused.length} refused. Gates 2 and 3 ran again after each; without friction it passes too.`,
      findings,
      figures: { mechanisms: rungs.length, kept, refused: refused.length },
    },
  };
}
