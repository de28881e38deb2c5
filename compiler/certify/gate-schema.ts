import { lintWorld } from "../lint";
import { verdictOf } from "../spec/finding";
import { readWorld, type World } from "../spec/world-index";
import type { GateResult } from "./certificate";
import { count } from "./words";

/** Gate 1: the shape, the references, and everything that is wrong with a world before anyone plays it. */
export function schemaGate(input: unknown): { result: GateResult; world: World | null } {
  const read = readWorld(input);
  if (!read.ok)
    return {
      world: null,
      result: {
        gate: "schema",
        verdict: "refuted",
        summary: `This is not a world: ${count(read.findings.length, "fault")}.`,
        findings: read.findings,
        figures: { faults: read.findings.length },
      },
    };
  const findings = lintWorld(read.value);
  const objects = objectsOf(read.value);
  const errors = findings.filter((f) => f.severity === "error").length;
  return {
    world: read.value,
    result: {
      gate: "schema",
      verdict: verdictOf(findings),
      summary:
        findings.length === 0
          ? `Nothing wrong. ${count(objects, "object")}, every reference leads somewhere, no answer stands in the brief.`
          : `${count(errors, "fault")}, ${count(findings.length - errors, "caution")} in ${count(objects, "object")}.`,
      findings,
      figures: { objects, faults: errors, cautions: findings.length - errors },
    },
  };
}

function objectsOf({ spec }: World): number {
  return (
    spec.entities.length +
    spec.entities.reduce((sum, e) => sum + e.channels.length, 0) +
    spec.knowledge.length +
    spec.documents.length +
    spec.mutations.length +
    spec.forms.length +
    spec.status_surfaces.length +
    spec.time_events.length +
    spec.authorities.length +
    spec.terminals.length +
    spec.red_lines.length +
    spec.frictions.length
  );
}
