import { z } from "zod";
import { PACKET_SCHEMA_VERSION, type Packet, type Span } from "@/compiler/packet/packet";
import { LIMITS } from "@/compiler/spec/limits";
import { momentSchema } from "@/compiler/spec/moment";
import { channelKindSchema, entityKindSchema } from "@/compiler/spec/world";
import { sha256 } from "@/lib/crypto/hash";

/** A record as a drafter reads it. */
export interface SourceRecord {
  key: string;
  kind: string;
  sender: string;
  at: string | null;
  title: string;
  text: string;
}

/** A name that an outline uses for its own items. Ids of the packet are made from what items say, not from these. */
const ref = z.string().min(1).max(LIMITS.label);
const words = z.string().max(LIMITS.statement);
const quotes = z.array(z.strictObject({ record: z.string(), quote: z.string() })).max(20);

/**
 * What a drafter makes of records: its own schema, much smaller than a packet. Every item has quotes, copied
 * letter by letter. Members are required or nullable, as strict structured outputs want it.
 */
export const outlineSchema = z.strictObject({
  brief: z.strictObject({ text: z.string().max(LIMITS.brief), starts: z.string().nullable(), quotes }),
  parties: z
    .array(
      z.strictObject({
        ref,
        name: words,
        kind: entityKindSchema,
        look_alike: z.boolean(),
        contacts: z
          .array(z.strictObject({ ref, kind: channelKindSchema, label: words, at_start: z.boolean() }))
          .max(20),
        quotes,
      }),
    )
    .max(100),
  exchanges: z
    .array(
      z.strictObject({
        ref,
        teller: ref.nullable(),
        what: words,
        statement: words,
        sensitive: z.boolean(),
        on_file: z.boolean(),
        opens: z.array(ref).max(20),
        give_first: z.array(ref).max(20),
        document: z.boolean(),
        quotes,
      }),
    )
    .max(400),
  steps: z
    .array(
      z.strictObject({
        ref,
        kind: z.enum(["permission", "action", "check"]),
        party: ref,
        for_party: ref.nullable(),
        what: words,
        answer: words,
        states: z.array(words).max(10),
        quotes,
      }),
    )
    .max(400),
  outcomes: z
    .array(z.strictObject({ text: words, required: z.boolean(), reached_by: z.array(ref).max(20), quotes }))
    .max(100),
  prohibited: z.array(z.strictObject({ text: words, step: ref.nullable(), quotes })).max(100),
  blockers: z.array(z.strictObject({ text: words, quotes })).max(100),
  practices: z.array(z.strictObject({ kind: z.enum(["best", "worst"]), text: words, quotes })).max(100),
});
export type Outline = z.infer<typeof outlineSchema>;

/** An item that did not come into the draft, and why. `what` are the drafter's words, never a record's. */
export interface RefusedItem {
  section: string;
  what: string;
  why: string;
}

export interface Draft {
  packet: Packet;
  refused: RefusedItem[];
}

const CONTEXT = 32;
const LEAST_QUOTE = 3;

/** The span of a quote, if the record really has these letters. */
function spanOf(records: ReadonlyMap<string, SourceRecord>, key: string, quote: string): Span | null {
  const text = records.get(key)?.text ?? "";
  const start = quote.trim().length < LEAST_QUOTE ? -1 : text.indexOf(quote);
  if (start < 0 || quote.length > LIMITS.statement) return null;
  const end = start + quote.length;
  return {
    record: key,
    start,
    end,
    quote,
    before: text.slice(Math.max(0, start - CONTEXT), start),
    after: text.slice(end, end + CONTEXT),
    record_hash: sha256(text),
  };
}

/** Ids made from what items say; the same outline always gives the same. */
class Ids {
  readonly #taken = new Set<string>(["brief", "about", "advocate"]);

  make(from: string, otherwise: string): string {
    const words = from
      .toLowerCase()
      .normalize("NFKD")
      .match(/[a-z0-9]+/g);
    const stem = (words ?? [])
      .filter((word) => !["the", "a", "an", "of", "to", "whether", "is", "and"].includes(word))
      .slice(0, 5)
      .join("_")
      .slice(0, 40);
    const base = /^[a-z]/.test(stem) ? stem : `${otherwise}${stem ? `_${stem}` : ""}`;
    let id = base;
    for (let n = 2; this.#taken.has(id); n += 1) id = `${base}_${n}`;
    this.#taken.add(id);
    return id;
  }
}

const short = (text: string) => text.trim().slice(0, LIMITS.label);
const needs = {
  give_first: [] as string[],
  permissions: [] as string[],
  after: [] as [],
  confirmed_by: [] as [],
  over: [] as string[],
  together_with: [] as string[],
};
const freshNeeds = () => structuredClone(needs);

/**
 * Makes the draft packet of an outline. An item with a quote that its record does not have, or with a reference to
 * nothing, is refused and named; it is not repaired. Ids are made here.
 */
export function draftFromOutline(
  outline: Outline,
  of: { caseId: string; title: string; starts: string; records: readonly SourceRecord[]; note: string },
): Draft {
  const records = new Map(of.records.map((record) => [record.key, record]));
  const refused: RefusedItem[] = [];
  const ids = new Ids();
  const refuse = (section: string, what: string, why: string) => {
    refused.push({ section, what: short(what), why });
    return null;
  };
  const evidenceOf = (section: string, what: string, given: z.infer<typeof quotes>): Span[] | null => {
    if (what.trim() === "") return refuse(section, "(no words)", "It says nothing.");
    if (given.length === 0) return refuse(section, what, "It names no quote.");
    const spans = given.map(({ record, quote }) => spanOf(records, record, quote));
    return spans.every((span) => span !== null)
      ? spans
      : refuse(section, what, "A quote of it does not stand in the record it names.");
  };
  const shape = (id: string, evidence: Span[]) => ({
    id,
    origin: "draft" as const,
    decision: "undecided" as const,
    evidence,
    comments: [],
  });

  const partyAt = new Map<string, string>();
  const contactAt = new Map<string, string>();
  const parties = outline.parties.flatMap((party) => {
    const evidence = evidenceOf("parties", party.name, party.quotes);
    if (!evidence || partyAt.has(party.ref)) return [];
    const id = ids.make(party.name, "party");
    partyAt.set(party.ref, id);
    const contacts = party.contacts.map((contact) => {
      const made = ids.make(`${id}_${contact.kind}`, "contact");
      if (!contactAt.has(contact.ref)) contactAt.set(contact.ref, made);
      return {
        id: made,
        kind: contact.kind,
        label: short(contact.label) || contact.kind,
        at_start: contact.at_start,
      };
    });
    return [
      {
        ...shape(id, evidence),
        name: short(party.name),
        kind: party.kind,
        contacts,
        look_alike: party.look_alike,
      },
    ];
  });

  const itemAt = new Map<string, string>();
  const known = outline.exchanges.flatMap((exchange) => {
    const evidence = evidenceOf("exchanges", exchange.what, exchange.quotes);
    if (!evidence || itemAt.has(exchange.ref)) return [];
    if (exchange.teller !== null && !partyAt.has(exchange.teller)) {
      refuse("exchanges", exchange.what, "It names a party that is not in the draft.");
      return [];
    }
    const id = ids.make(exchange.what, "exchange");
    itemAt.set(exchange.ref, id);
    return [{ exchange, evidence, id }];
  });
  const at = (map: ReadonlyMap<string, string>, refs: readonly string[]) =>
    refs.flatMap((one) => map.get(one) ?? []);
  const exchanges = known.map(({ exchange, evidence, id }) => ({
    ...shape(id, evidence),
    teller: exchange.teller === null ? null : partyAt.get(exchange.teller)!,
    also_told_by: [],
    told: "advocate" as const,
    what: short(exchange.what),
    statement: exchange.statement.trim() || short(exchange.what),
    value: null,
    sensitive: exchange.sensitive,
    on_file: exchange.on_file,
    opens: at(contactAt, exchange.opens),
    document: exchange.document
      ? {
          id: ids.make(`${id}_paper`, "paper"),
          title: short(exchange.what),
          contains: [],
          handover: "at_once" as const,
        }
      : null,
    ...freshNeeds(),
    give_first: at(itemAt, exchange.give_first).filter((one) => one !== id),
  }));

  const stateAt = new Map<string, string>();
  const steps = outline.steps.flatMap((step): Packet["steps"] => {
    const evidence = evidenceOf("steps", step.what, step.quotes);
    if (!evidence || itemAt.has(step.ref)) return [];
    const party = partyAt.get(step.party);
    const forParty = step.for_party === null ? undefined : partyAt.get(step.for_party);
    if (!party || (step.kind === "permission" && !forParty)) {
      refuse("steps", step.what, "It names a party that is not in the draft.");
      return [];
    }
    const id = ids.make(step.what, "step");
    itemAt.set(step.ref, id);
    const common = { ...shape(id, evidence), party, what: short(step.what), ...freshNeeds() };
    const answer = step.answer.trim() || short(step.what);
    if (step.kind === "permission")
      return [
        {
          ...common,
          kind: "permission",
          for_party: forParty!,
          scope: short(step.what),
          answer,
          permission: ids.make(`may_${id}`, "permission"),
          on_file: false,
        },
      ];
    if (step.kind === "action")
      return [{ ...common, kind: "action", answer, leaves: [], tells: [], hands_over: [] }];
    const labels = step.states.map(short).filter(Boolean);
    if (labels.length < 2) {
      refuse("steps", step.what, "A check needs at least two states.");
      return [];
    }
    const own = new Ids();
    const states = labels.map((label) => ({ id: own.make(label, "state"), label, in_time_after: null }));
    stateAt.set(id, states.at(-1)!.id);
    return [{ ...common, kind: "check", states, shows: [] }];
  });

  const kindOf = new Map<string, Packet["outcomes"][number]["alternatives"][number]["kind"]>([
    ...exchanges.map(
      (e) => [e.id, e.document ? ("document_obtained" as const) : ("fact_discovered" as const)] as const,
    ),
    ...steps.map(
      (s) =>
        [
          s.id,
          s.kind === "check" ? ("required_state_observed" as const) : ("action_completed" as const),
        ] as const,
    ),
  ]);
  const outcomes = outline.outcomes.flatMap((outcome) => {
    const evidence = evidenceOf("outcomes", outcome.text, outcome.quotes);
    if (!evidence) return [];
    const id = ids.make(outcome.text, "outcome");
    const alternatives = at(itemAt, outcome.reached_by)
      .filter((item) => kindOf.has(item))
      .map((item) => ({
        id: ids.make(`${id}_by_${item}`, "alternative"),
        kind: kindOf.get(item)!,
        item,
        state: stateAt.get(item) ?? null,
        text: short(outcome.text),
      }));
    return [{ ...shape(id, evidence), text: short(outcome.text), required: outcome.required, alternatives }];
  });
  const stepIds = new Set(steps.map((step) => step.id));
  const prohibited = outline.prohibited.flatMap((item) => {
    const evidence = evidenceOf("prohibited", item.text, item.quotes);
    const step = item.step === null ? undefined : itemAt.get(item.step);
    return evidence
      ? [
          {
            ...shape(ids.make(item.text, "prohibited"), evidence),
            text: item.text.trim(),
            step: step && stepIds.has(step) ? step : null,
            field: null,
          },
        ]
      : [];
  });
  const remarks = <K extends "blockers" | "practices">(section: K) =>
    (outline[section] as Outline["practices"]).flatMap((item) => {
      const evidence = evidenceOf(section, item.text, item.quotes);
      return evidence
        ? [{ ...shape(ids.make(item.text, section), evidence), text: item.text.trim(), kind: item.kind }]
        : [];
    });
  const starts = momentSchema.safeParse(outline.brief.starts);
  const briefEvidence = outline.brief.text.trim()
    ? evidenceOf("brief", outline.brief.text, outline.brief.quotes)
    : null;
  const packet: Packet = {
    schema_version: PACKET_SCHEMA_VERSION,
    case_id: of.caseId,
    title: of.title,
    brief: {
      ...shape("brief", briefEvidence ?? []),
      text: briefEvidence ? outline.brief.text.trim() : "",
      starts: starts.success ? starts.data : of.starts,
    },
    parties,
    exchanges,
    steps,
    outcomes,
    prohibited,
    blockers: remarks("blockers").map(({ kind: _, ...item }) => ({ ...item, hardship: null })),
    practices: remarks("practices"),
    source_note: of.note,
  };
  return { packet, refused };
}
