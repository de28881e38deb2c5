import type { WorldSpec } from "@/compiler/spec/world";
import { inSpec, inWorld, NO_NEEDS, type Operator, operationOf, terminal } from "./operators";

/** A fact that nobody would think of, told by the party of an operation's first channel. */
const aside = (id: string, label: string, party: string): WorldSpec["knowledge"][number] => ({
  id,
  label,
  statement: `Nothing speaks against it, as far as ${id.replaceAll("_", " ")} goes.`,
  value: { type: "text", value: `Nothing against ${id.replaceAll("_", " ")}` },
  protected: false,
  held_by: [{ party, ...NO_NEEDS }],
  reveals: [],
  evidence: [],
});

const planSpec = (spec: WorldSpec) => spec.entities.find((e) => e.kind === "payer" && !e.decoy);
const patientOf = (spec: WorldSpec) => spec.entities.find((e) => e.kind === "patient");

/** Faults of what is said and asked: in texts, labels, grounding, outcomes and the order of states. */
export const SAID: readonly Operator[] = [
  inWorld("C27", "an operation rests on something that nothing asks for", (spec, c) => {
    const operation = inSpec(spec.mutations, operationOf(c)?.id);
    if (!operation) return null;
    spec.knowledge.push(aside("quarterly_ledger", "how the quarterly ledger balances", operation.party));
    operation.grounding = [
      ...(operation.grounding.length > 0 ? operation.grounding : [[]]).map((set) => [
        ...set,
        { kind: "fact_known" as const, fact: "quarterly_ledger" },
      ]),
    ];
    return "quarterly_ledger";
  }),
  inWorld("C7", "the brief asks for something that is not graded", (spec) => {
    spec.brief = `${spec.brief} Make sure that the quarterly ledger balances.`;
    return "quarterly ledger";
  }),
  inWorld("C7", "an outcome is graded that the brief does not ask for", (spec) => {
    const patient = patientOf(spec);
    if (!patient) return null;
    spec.knowledge.push(aside("ledger", "how the quarterly ledger balances", patient.id));
    spec.terminals.push(terminal("ledger_known", "ledger", "The quarterly ledger balances"));
    return "ledger_known";
  }),
  inWorld("C15", "a receipt asks for a form that nobody has", (spec, c) => {
    const operation = inSpec(spec.mutations, operationOf(c)?.id);
    if (!operation) return null;
    operation.receipt = `${operation.receipt} Now submit the quarterly ledger form to us.`;
    return operation.id;
  }),
  inWorld("C15", "a party speaks of a fax of its own and has none", (spec, c) => {
    const operation = inSpec(spec.mutations, operationOf(c)?.id);
    const party = inSpec(spec.entities, operation?.party);
    if (!operation || !party || party.channels.some((channel) => channel.kind === "fax")) return null;
    operation.receipt = `${operation.receipt} Our fax is always on.`;
    return operation.id;
  }),
  inWorld("C22", "an operation sets a state that a later one has overtaken", (spec, c) => {
    const operation = inSpec(spec.mutations, operationOf(c)?.id);
    if (!operation) return null;
    spec.status_surfaces.push({
      id: "ledger_state",
      party: operation.party,
      label: "how the quarterly ledger stands",
      values: ["none", "cancelled", "balanced"].map((id) => ({ id, label: id })),
      initial: "none",
      observe: NO_NEEDS,
      reveals: [],
      evidence: [],
    });
    const status = "ledger_state";
    spec.mutations.push({
      id: "cancel_ledger",
      party: operation.party,
      label: "cancel the quarterly ledger",
      ...NO_NEEDS,
      requires: [[{ kind: "status_is", status, value: "balanced" }]],
      effects: [{ kind: "set_status", status, value: "cancelled" }],
      receipt: "It is cancelled.",
      evidence: [],
    });
    operation.effects.push({ kind: "set_status", status, value: "balanced" });
    return "cancel_ledger";
  }),
  inWorld("C5", "a label differs from another by one look-alike letter", (spec) => {
    const fact = spec.knowledge.find((k) => k.held_by.length > 0 && /[aeo]/u.test(k.label));
    if (!fact) return null;
    const label = fact.label.replace(/[aeo]/u, (letter) => ({ a: "а", e: "е", o: "о" })[letter] ?? letter);
    spec.knowledge.push({ ...structuredClone(fact), id: "look_alike", label });
    return "look_alike";
  }),
  inWorld("C15", "the patient speaks as of somebody else", (spec) => {
    const patient = patientOf(spec);
    if (!patient) return null;
    spec.knowledge.push({
      ...aside("ledger", "how the quarterly ledger balances", patient.id),
      statement: "She has balanced the quarterly ledger.",
    });
    return "ledger";
  }),
  inWorld("C15", "a label ends with a mark", (spec) => {
    const fact = spec.knowledge.find((k) => k.held_by.length > 0);
    if (!fact) return null;
    fact.label = `${fact.label}?`;
    return fact.id;
  }),
  inWorld("C27", "nobody can give the permission to speak with the plan", (spec) => {
    const plan = planSpec(spec);
    if (!plan) return null;
    const mine = new Set(spec.authorities.filter((a) => a.recipient === plan.id).map((a) => a.id));
    spec.authorities = spec.authorities.filter((a) => !mine.has(a.id));
    spec.day_one.authorities = spec.day_one.authorities.filter((a) => !mine.has(a));
    const drop = (e: { authorities: string[] }) => {
      e.authorities = e.authorities.filter((a) => !mine.has(a));
    };
    for (const k of spec.knowledge) for (const h of k.held_by) drop(h);
    for (const d of spec.documents) if (d.request) drop(d.request);
    for (const x of [...spec.mutations, ...spec.forms]) drop(x);
    for (const s of spec.status_surfaces) drop(s.observe);
    const asksFor = (set: { kind: string; authority?: string }[]) =>
      set.some((atom) => atom.authority !== undefined && mine.has(atom.authority));
    const asked = [...spec.mutations, ...spec.forms].some((x) => x.requires.some(asksFor));
    return asked ? null : plan.id;
  }),
  inWorld("C27", "something is sent off and nobody can say how it stands", (spec, c) => {
    const operation = inSpec(spec.mutations, operationOf(c)?.id);
    if (!operation) return null;
    spec.mutations.push({
      id: "send_ledger",
      party: operation.party,
      label: "send the quarterly ledger off as an appeal",
      ...NO_NEEDS,
      effects: [],
      receipt: "It has been sent.",
      evidence: [],
    });
    return "send_ledger";
  }),
];
