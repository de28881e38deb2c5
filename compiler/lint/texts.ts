import type { Finding } from "../spec/finding";
import type { ChannelKind } from "../spec/world";
import { type Check, type LintContext, lintFinding } from "./lint-context";
import { contentWords } from "./words";

/** Only kinds that are called by a word of their own; “mail”, “message” and “phone” stand in too many texts. */
const CHANNEL_WORDS: readonly { kind: ChannelKind; word: RegExp; name: string }[] = [
  { kind: "fax", word: /\bfax(?:es|ed|ing)?\b/iu, name: "fax" },
  { kind: "voicemail", word: /\bvoice ?mail\b/iu, name: "voicemail" },
  { kind: "portal", word: /\bportal\b/iu, name: "portal" },
  { kind: "email", word: /\be-?mail(?:s|ed|ing)?\b/iu, name: "e-mail address" },
];

/** A text that is shown, with the party that says it; null for the brief. */
interface Shown {
  id: string;
  party: string | null;
  text: string;
  field: string;
  /** Labels and receipts belong to what is done; what somebody tells may speak of ways outside of the case. */
  strict: boolean;
}

function shownTexts({ world: { spec } }: LintContext): Shown[] {
  return [
    ...spec.mutations.flatMap((m): Shown[] => [
      { id: m.id, party: m.party, text: m.label, field: "label", strict: true },
      { id: m.id, party: m.party, text: m.receipt, field: "receipt", strict: true },
    ]),
    ...spec.forms.flatMap((f): Shown[] => [
      { id: f.id, party: f.party, text: f.title, field: "title", strict: true },
      { id: f.id, party: f.party, text: f.receipt, field: "receipt", strict: true },
    ]),
    ...spec.documents.flatMap((d): Shown[] =>
      d.request ? [{ id: d.id, party: d.owner, text: d.request.label, field: "request", strict: true }] : [],
    ),
    ...spec.knowledge.map(
      (k): Shown => ({
        id: k.id,
        party: soleHolder(k),
        text: k.statement,
        field: "statement",
        strict: false,
      }),
    ),
    { id: spec.id, party: null, text: spec.brief, field: "brief", strict: false },
  ];
}

function soleHolder({ held_by }: LintContext["world"]["spec"]["knowledge"][number]): string | null {
  const holders = new Set(held_by.map((h) => h.party));
  return holders.size === 1 ? [...holders][0]! : null;
}

/** Ways, forms and operations that a text speaks of and nobody, or not the party that says so, has (C15). */
export const checkTexts: Check = (context) =>
  shownTexts(context).flatMap((shown) => [...unknownWays(context, shown), ...unknownForms(context, shown)]);

function at(
  context: LintContext,
  shown: Shown,
  slug: string,
  message: string,
  fix: string,
  strict: boolean,
): Finding {
  const about = lintFinding(context, slug, [shown.id], message, fix, shown.field);
  return {
    ...about,
    path: shown.id === context.world.spec.id ? "$.brief" : about.path,
    severity: strict ? "error" : "caution",
  };
}

function unknownWays(context: LintContext, shown: Shown): Finding[] {
  const { world } = context;
  const all = new Set([...world.channels.values()].map(({ channel }) => channel.kind));
  const own = new Set(world.entities.get(shown.party ?? "")?.channels.map((c) => c.kind));
  return CHANNEL_WORDS.flatMap(({ kind, word, name }): Finding[] => {
    if (!word.test(shown.text)) return [];
    if (!all.has(kind))
      return [
        at(
          context,
          shown,
          "no-such-way",
          `This text speaks of a ${name}, but nobody in this case has one.`,
          "Add the channel or change the words.",
          shown.strict,
        ),
      ];
    const ours = new RegExp(`\\b(?:our|my|us (?:a|by)) (?:\\w+ )?(?:${word.source})`, "iu");
    if (shown.party === null || own.has(kind) || !ours.test(shown.text)) return [];
    return [
      at(
        context,
        shown,
        "not-their-way",
        `${world.entities.get(shown.party)?.name} speaks of a ${name} of their own, but has none.`,
        "Give them the channel or change the words.",
        shown.strict,
      ),
    ];
  });
}

/** A sentence that tells the reader to hand in a form, with what it calls it. */
const HAND_IN =
  /(?:^|[.;:!]\s+)(?:(?:now|then|next|please|first|also|you (?:must|can|should|have to|need to|may)),?\s+)*(?:submit|file|fill in|fill out|complete|sign|hand in|send in)\s+(?:the|an?|our|your|this|his|her)\s+((?:[\p{L}'’-]+\s+){0,5}?(?:form|application|appeal|attestation|questionnaire)s?)\b/giu;
const KINDS_OF_PAPER = new Set(
  ["form", "application", "appeal", "attestation", "questionnaire"].map((w) => contentWords(w)[0]),
);

/** A form that a text tells the reader to hand in must be there, or be something that can be done. */
function unknownForms(context: LintContext, shown: Shown): Finding[] {
  const { spec } = context.world;
  const there = [
    ...spec.forms.map((f) => f.title),
    ...spec.mutations.map((m) => m.label),
    ...spec.documents.flatMap((d) => [d.title, d.request?.label ?? ""]),
  ].map((label) => new Set(contentWords(label)));
  return [...shown.text.matchAll(HAND_IN)].flatMap(([, named = ""]): Finding[] => {
    const words = contentWords(named);
    const telling = words.filter((word) => !KINDS_OF_PAPER.has(word));
    const wanted = telling.length > 0 ? telling : words;
    if (there.some((label) => wanted.some((word) => label.has(word)))) return [];
    return [
      at(
        context,
        shown,
        "no-such-form",
        `This text asks for the ${named}, but nobody in this case has such a form, and nothing of the kind can be done.`,
        "Add the form or the operation, or change the words.",
        true,
      ),
    ];
  });
}
