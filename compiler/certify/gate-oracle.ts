import { type OracleResult, proveReachable } from "../oracle";
import type { World } from "../spec/world-index";
import type { GateResult } from "./certificate";
import { count } from "./words";

/** Gate 2: every required group has a safe route. */
export function oracleGate(world: World): { result: GateResult; oracle: OracleResult } {
  const oracle = proveReachable(world);
  const open =
    oracle.verdict === "refuted"
      ? oracle.groups.filter((g) => g.required && g.reached_at === null).length
      : 0;
  const summary = {
    proved: `All ${count(oracle.required_groups, "required outcome")} can be reached, in ${count(oracle.operations, "step")} over ${count(oracle.days, "day")}.`,
    refuted: `${open} of ${count(oracle.required_groups, "required outcome")} cannot be reached.`,
    unknown: "Not proved either way: the search limit was reached.",
    unsupported: "This world has something the oracle has no rule for.",
  }[oracle.verdict];
  return {
    oracle,
    result: {
      gate: "oracle",
      verdict: oracle.verdict,
      summary,
      findings: oracle.findings,
      figures: { operations: oracle.operations, days: oracle.days, required_groups: oracle.required_groups },
    },
  };
}
