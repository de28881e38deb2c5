import { type OracleResult, proveReachable } from "../oracle";
import type { WitnessStep } from "../oracle/witness";
import { type Spoil, type Walk, walkPlan } from "../replay";
import { type Finding, finding, verdictOf } from "../spec/finding";
import type { Value } from "../spec/value";
import type { Form, FormField } from "../spec/world";
import { indexSpec, type World } from "../spec/world-index";
import type { GateResult } from "./certificate";
import type { Machinery } from "./machinery";
import { planWitness } from "./plan-witness";
import { asFinding, unhurried } from "./replay-route";
import { count } from "./words";

/** A near miss of a value: it differs by the least that must be noticed (V1: whole values, never substrings). */
export function wrongValue(value: Value): string {
  switch (value.type) {
    case "text":
      return `${value.value} or so`;
    case "date": {
      const year = Number(value.value.slice(0, 4));
      return `${String(year === 9999 ? year - 4 : year + 4).padStart(4, "0")}${value.value.slice(4)}`;
    }
    case "money": {
      const [whole = "0", cents = ""] = value.value.split(".");
      const cent = `${cents}00`.slice(0, 2);
      return `${whole}.${cent.slice(0, 1)}${(Number(cent.slice(1)) + 1) % 10} ${value.currency}`;
    }
    case "phone":
      return value.value.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
    case "identifier":
      return `${value.value}7`;
  }
}

function wrongEntry(world: World, field: FormField): string | boolean | null {
  const value = field.source ? world.knowledge.get(field.source)?.value : field.expected;
  if (field.kind === "attestation") return value?.type === "text" && /^no\.?$/i.test(value.value.trim());
  return value ? wrongValue(value) : null;
}

/** Steps up to the submission of a form, from the witness or, where it leaves the form out, from a route of its own. */
function routeTo(world: World, oracle: OracleResult, form: Form): WitnessStep[] | null {
  const upTo = (witness: readonly WitnessStep[]) => {
    const at = witness.findIndex((step) => step.complete === form.id);
    return at < 0 ? null : witness.slice(0, at + 1);
  };
  const direct = upTo(oracle.witness);
  if (direct) return direct;
  const aside = indexSpec({
    ...world.spec,
    terminals: [
      {
        // No world can have this id, because it is not snake_case.
        id: "form gate",
        kind: "form_accepted",
        target: form.id,
        value: null,
        group: "form_gate",
        required: true,
        label: form.title,
        evidence: [],
      },
    ],
  });
  if (!aside.ok) return null;
  const proof = proveReachable(aside.value, { routes: false });
  return proof.verdict === "proved" ? upTo(proof.witness) : null;
}

/** The least wrong entry of every field that is checked. */
function wrongEntries(world: World, form: Form): Spoil[] {
  return form.fields.flatMap((field) => {
    const entry = field.verifiable ? wrongEntry(world, field) : null;
    const label = field.source ? (world.knowledge.get(field.source)?.label ?? "") : "";
    return entry === null ? [] : [{ field: field.id, entry, label, noticed: "answered" as const }];
  });
}

/** Steps walked up to which the forms of a world are tried; what is beyond would take minutes. */
const MOST_WALKED = 1_000_000;

/**
 * Gate 4: every field that can be checked is filled in wrongly, one at a time, and must be noticed and corrected.
 * One run makes all the wrong entries of a form one after another; where it fails, each gets a run of its own. Of a huge
 * world it is `unknown`.
 */
export function formsGate(world: World, oracle: OracleResult, machinery: Machinery): GateResult {
  const findings: Finding[] = [];
  let tried = 0;
  let noticed = 0;
  let unreached = 0;
  let steps = 0;
  for (const form of world.spec.forms) {
    const entries = wrongEntries(world, form);
    const route = entries.length > 0 ? routeTo(world, oracle, form) : [];
    if (!route) {
      unreached += entries.length;
      continue;
    }
    steps += route.length;
    if (steps > MOST_WALKED) {
      const tooMany = finding(
        "forms/too-many",
        "These forms are too many to fill in wrongly, one at a time.",
        {
          severity: "caution",
          path: "$.forms",
          fix: "Take some away, or make the case shorter.",
        },
      );
      const result = { verdict: "unknown" as const, summary: tooMany.message, findings: [tooMany] };
      return { ...result, gate: "forms", figures: { forms: world.spec.forms.length, tried, noticed } };
    }
    const walk = (...spoils: Spoil[]): Walk =>
      walkPlan(
        machinery.createSession(unhurried(world)).environment(),
        planWitness(world, route, { spoil: { form: form.id, entries: spoils } }),
      );
    tried += entries.length;
    if (entries.length > 0 && walk(...entries).verdict === "proved") {
      noticed += entries.length;
      continue;
    }
    for (const entry of entries) {
      let result = walk(entry);
      const unnoticed = result.findings.some((f) => f.slug.startsWith("wrong-"));
      // The answer may come after the last chance to send it again; a correction while in review must do then.
      if (result.verdict === "refuted" && !unnoticed && world.reviews.has(form.id))
        result = walk({ ...entry, noticed: "in_review" });
      if (result.verdict === "proved") noticed++;
      for (const fault of result.findings)
        findings.push({
          ...asFinding("forms", fault),
          nodes: [...new Set([form.id, entry.field, ...fault.nodes])],
        });
    }
  }
  return {
    gate: "forms",
    verdict: verdictOf(findings),
    summary:
      tried === 0
        ? "No form has a field that is checked."
        : `${noticed} of ${count(tried, "wrong entry", "wrong entries")} were noticed and could be corrected.`,
    findings,
    figures: { forms: world.spec.forms.length, tried, noticed, unreached },
  };
}
