import { type Certification, certifyWorld } from "../certify";
import type { Ports } from "../certify/ports";
import { noParaphrases, type Paraphrases } from "../language/paraphrases";
import type { Packet } from "../packet/packet";
import type { Finding } from "../spec/finding";
import type { WorldSpec } from "../spec/world";
import { readWorld } from "../spec/world-index";
import { applyEdits, type Difference, differencesOf, type Edit, weakenings } from "./edits";
import { proposeByRules } from "./rules";

/** Repairs after the first proposal; then a person decides (world.md, section 5). */
export const MOST_REPAIRS = 3;

/** One proposal and what the gates said. `spec` is null when there is no world to speak of. */
export interface Attempt {
  /** 1 is the proposal itself, the rest repair it. */
  number: number;
  by: "rules" | "model";
  spec: WorldSpec | null;
  passed: boolean;
  findings: Finding[];
  /** What it changed of the attempt it repairs. */
  differences: Difference[];
  /** In the proposer's words, why. */
  why: string;
}

/** Whoever repairs: sees the packet, the world and the findings, and nothing else. */
export type Repairer = (given: {
  packet: Packet;
  spec: WorldSpec;
  findings: readonly Finding[];
  repair: number;
}) => Promise<{ edits: readonly Edit[]; why: string }>;

const errorsOf = ({ gates }: Certification): Finding[] =>
  gates.flatMap((gate) =>
    gate.findings.filter((f) => f.severity === "error" && !f.code.endsWith("/not-run")),
  );

/**
 * Propose, run the gates, hand the findings back, at most three repairs. The first proposal is the one by rules. The gates
 * run without a key, so no attempt can be signed; a repair that reaches further than it may is an attempt that
 * failed, and the world before it stands. `onAttempt` is told of each as it ends. Gate 5 tries `paraphrases`, completed by
 * frames of each attempt's labels (L6).
 */
export async function proposeWithRepair(
  packet: Packet,
  repair: Repairer,
  ports: Pick<Ports, "sha256">,
  onAttempt: (attempt: Attempt) => void | Promise<void> = () => {},
  paraphrases: Paraphrases = noParaphrases(""),
): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  const report = async (attempt: Attempt) => {
    attempts.push(attempt);
    await onAttempt(attempt);
    return attempt;
  };
  const judge = async (spec: WorldSpec) => {
    const asked = { ...paraphrases, world: spec.id };
    const certification = await certifyWorld(spec, { sha256: ports.sha256 }, undefined, undefined, asked);
    return { passed: certification.verdict === "proved", findings: errorsOf(certification) };
  };
  const proposed = proposeByRules(packet);
  if (!proposed.ok) {
    await report({
      number: 1,
      by: "rules",
      spec: null,
      passed: false,
      findings: proposed.findings,
      differences: [],
      why: "",
    });
    return attempts;
  }
  let spec = proposed.value;
  let last = await report({
    number: 1,
    by: "rules",
    spec,
    ...(await judge(spec)),
    differences: [],
    why: "",
  });
  for (let number = 1; number <= MOST_REPAIRS && !last.passed; number += 1) {
    const { edits, why } = await repair({ packet, spec, findings: last.findings, repair: number });
    const next = repaired(spec, edits);
    const base = { number: number + 1, by: "model" as const, why };
    if (!next.ok) {
      last = await report({ ...base, spec: null, passed: false, findings: next.findings, differences: [] });
      continue;
    }
    const differences = differencesOf(spec, next.value);
    spec = next.value;
    last = await report({ ...base, spec, ...(await judge(spec)), differences });
  }
  return attempts;
}

function repaired(spec: WorldSpec, edits: readonly Edit[]) {
  const edited = applyEdits(spec, edits);
  if (!edited.ok) return edited;
  const read = readWorld(edited.value);
  if (!read.ok) return read;
  const weaker = weakenings(spec, read.value.spec);
  return weaker.length > 0
    ? { ok: false as const, findings: weaker }
    : { ok: true as const, value: read.value.spec };
}
