import { readWorld, type World } from "@/compiler/spec/world-index";
import { Random } from "@/runner/agents/random";

function checked(spec: unknown): World {
  const read = readWorld(spec);
  if (!read.ok) throw new Error(read.findings[0]?.message);
  return read.value;
}

const PARTIES = 20;

/**
 * A monotone world of `facts` facts at twenty parties: each rests on up to three earlier ones, every tenth
 * has an alternative, every hundredth comes by time. All of it is needed for the last fact.
 */
export function monotoneWorld(facts: number, seed = 1): World {
  const random = new Random(seed);
  const id = (i: number) => `fact_${i}`;
  const earlier = (i: number) => Math.max(0, i - 1 - random.below(Math.min(i, 40)));
  const known = (i: number) => ({ kind: "fact_known", fact: id(i) });
  const setOf = (i: number) => [...new Set([i - 1, earlier(i), earlier(i)])].map(known);
  const byTime = (i: number) => i % 100 === 50;
  return checked({
    schema_version: 1,
    id: "monotone",
    title: "Monotone world",
    brief: "Find the last fact.",
    clock_start: "2026-03-02T08:00",
    day_one: {
      contacts: Array.from({ length: PARTIES }, (_, p) => `party_${p}_phone`),
      facts: [],
      documents: [],
      authorities: [],
    },
    entities: Array.from({ length: PARTIES }, (_, p) => ({
      id: `party_${p}`,
      name: `Party ${p}`,
      kind: p === 0 ? "patient" : "provider",
      channels: [{ id: `party_${p}_phone`, kind: "phone", label: "Phone" }],
    })),
    knowledge: Array.from({ length: facts }, (_, i) => ({
      id: id(i),
      label: `fact ${i}`,
      statement: `Fact ${i} is known.`,
      value: { type: "text", value: `value ${i}` },
      held_by: byTime(i)
        ? []
        : [
            {
              party: `party_${i % PARTIES}`,
              requires: i === 0 ? [] : i % 10 === 0 ? [setOf(i), setOf(i)] : [setOf(i)],
            },
          ],
    })),
    time_events: Array.from({ length: facts }, (_, i) => i)
      .filter(byTime)
      .map((i) => ({
        id: `event_${i}`,
        label: `fact ${i} comes`,
        starts: [[known(i - 1)]],
        effects: [{ kind: "reveal_fact", fact: id(i) }],
      })),
    frictions: Array.from({ length: facts }, (_, i) => i)
      .filter(byTime)
      .map((i) => ({ id: `delay_${i}`, kind: "delay", target: `event_${i}`, severity: 1, minutes: 360 })),
    terminals: [
      {
        id: "last",
        kind: "fact_discovered",
        target: id(facts - 1),
        group: "last",
        required: true,
        label: "The last fact is known",
      },
    ],
  });
}

/** A world of the published median size: 7 parties, 31 facts, 8 operations, 6 groups; with friction of every common kind. */
export function medianWorld(): World {
  const parties = 7;
  const phone = (p: number) => `party_${p}_phone`;
  const consent = (p: number) => `consent_${p}`;
  const facts = 31;
  const holder = (i: number) => i % parties;
  const fact = (i: number) => `fact_${i}`;
  const reveals = new Map([
    [7, 3],
    [8, 4],
    [14, 5],
    [15, 6],
  ]);
  return checked({
    schema_version: 1,
    id: "median",
    title: "Median world",
    brief:
      "Settle the last detail of the case, get the letter, have the application accepted, see the delivery made, and have jobs two and five arranged.",
    clock_start: "2026-03-02T08:00",
    day_one: {
      contacts: [0, 1, 2].map(phone),
      facts: [fact(0), fact(1)],
      documents: ["card"],
      authorities: [],
    },
    entities: Array.from({ length: parties }, (_, p) => ({
      id: `party_${p}`,
      name: ["Patient", "Plan", "Clinic", "Supplier", "Charity", "Workshop", "Helpline"][p],
      kind: p === 0 ? "patient" : "provider",
      channels: [{ id: phone(p), kind: "phone", label: `Phone of party ${p}` }],
    })),
    knowledge: Array.from({ length: facts }, (_, i) => ({
      id: fact(i),
      label: `detail number ${i} of the case`,
      statement: `Detail number ${i} is settled.`,
      value: i === 0 ? { type: "date", value: "1961-05-04" } : { type: "text", value: `settled as ${i}` },
      protected: i === 1,
      held_by:
        i < 2 || i === 29
          ? []
          : [
              {
                party: `party_${holder(i)}`,
                shares: holder(i) === 0 ? [] : [fact(0)],
                authorities: holder(i) > 2 ? [consent(holder(i))] : [],
                requires: i > 9 ? [[{ kind: "fact_known", fact: fact(i - 7) }]] : [],
              },
            ],
      reveals: reveals.has(i) ? [phone(reveals.get(i) as number)] : [],
    })),
    documents: [
      { id: "card", owner: "party_0", title: "The card", facts: [fact(1)] },
      {
        id: "letter",
        owner: "party_3",
        title: "The letter",
        facts: [fact(29)],
        request: {
          id: "ask_letter",
          label: "a copy of the letter",
          handover: "collected",
          authorities: [consent(3)],
        },
      },
    ],
    mutations: [
      ...[3, 4, 5, 6].map((p) => ({
        id: `grant_${p}`,
        party: "party_0",
        label: `your permission to deal with party ${p}`,
        receipt: `Yes, you may speak with party ${p}.`,
        requires: [[{ kind: "fact_known", fact: fact(7) }]],
      })),
      ...[2, 4, 5, 6].map((p) => ({
        id: `order_${p}`,
        party: `party_${p}`,
        label: `arrange job ${p} for the patient`,
        receipt: `Job ${p} is arranged.`,
        shares: [fact(0), fact(1)],
        authorities: p > 2 ? [consent(p)] : ["consent_2"],
        requires: [[{ kind: "fact_known", fact: fact(p + 14) }]],
        effects: p === 4 ? [{ kind: "set_status", status: "delivery", value: "arranged" }] : [],
      })),
    ],
    forms: [
      {
        id: "application",
        party: "party_1",
        title: "The application",
        receipt: "The application is accepted.",
        held_when: [[{ kind: "fact_known", fact: fact(8) }]],
        fields: [
          { id: "born", label: "Date of birth", kind: "value", source: fact(0), verifiable: true },
          { id: "detail", label: "Detail", kind: "value", source: fact(15), verifiable: true },
          {
            id: "agreed",
            label: "The patient agreed",
            kind: "attestation",
            source: fact(14),
            verifiable: true,
          },
        ],
      },
    ],
    status_surfaces: [
      {
        id: "delivery",
        party: "party_4",
        label: "state of the delivery",
        values: [
          { id: "none", label: "not arranged" },
          { id: "arranged", label: "arranged" },
          { id: "done", label: "delivered" },
        ],
        initial: "none",
        observe: { shares: [fact(0)], authorities: [consent(4)] },
      },
    ],
    time_events: [
      {
        id: "delivered",
        label: "the delivery is made",
        starts: [[{ kind: "status_is", status: "delivery", value: "arranged" }]],
        effects: [{ kind: "set_status", status: "delivery", value: "done" }],
      },
    ],
    authorities: [
      {
        id: "consent_2",
        grantor: "party_0",
        recipient: "party_2",
        scope: "dealing with party 2",
        grant_action: "grant_3",
      },
      ...[3, 4, 5, 6].map((p) => ({
        id: consent(p),
        grantor: "party_0",
        recipient: `party_${p}`,
        scope: `dealing with party ${p}`,
        grant_action: `grant_${p}`,
      })),
    ],
    terminals: [
      { id: "t_fact", kind: "fact_discovered", target: fact(28), label: "The last detail is settled" },
      { id: "t_letter", kind: "document_obtained", target: "letter", label: "The letter is in hand" },
      { id: "t_form", kind: "form_accepted", target: "application", label: "The application is accepted" },
      {
        id: "t_delivery",
        kind: "required_state_observed",
        target: "delivery",
        value: "done",
        label: "The delivery is made",
      },
      { id: "t_order", kind: "action_completed", target: "order_5", label: "Job five is arranged" },
      { id: "t_clinic", kind: "action_completed", target: "order_2", label: "Job two is arranged" },
    ].map((t) => ({ ...t, group: t.id, required: true })),
    frictions: [
      { id: "missed", kind: "retry", target: phone(4), severity: 1, tries: 2 },
      { id: "slow_letter", kind: "delay", target: "letter", severity: 2, minutes: 2880 },
      { id: "slow_delivery", kind: "delay", target: "delivered", severity: 2, minutes: 2880 },
      { id: "slow_review", kind: "form_review", target: "application", severity: 1, minutes: 1440 },
      { id: "opens", kind: "relative_opening", target: phone(5), severity: 2, minutes: 2880 },
    ],
  });
}
