import { PLAYBOOKS } from "../language/playbooks";
import type { Finding } from "../spec/finding";
import { normalText } from "../spec/value";
import type { ChannelKind } from "../spec/world";
import { type Check, lintFinding } from "./lint-context";

/** Characters that nobody sees. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/** Objects that nobody could tell apart: two with one label at one party, two parties with one name (C5). */
export const checkDistinct: Check = (context) => {
  const { world, exchanges } = context;
  const { spec } = world;
  const seen = new Map<string, string>();
  const out: Finding[] = [];
  const claim = (place: string, label: string, id: string) => {
    const key = `${place}\n${normalText(label.replace(UNSEEN, ""))}`;
    const before = seen.get(key);
    if (before === undefined) seen.set(key, id);
    else if (before !== id)
      out.push(
        lintFinding(
          context,
          "indistinguishable",
          [id, before],
          `“${label}” could mean either of two things here.`,
          "Give each a label of its own.",
        ),
      );
  };
  for (const { party, label, id } of exchanges) claim(`menu of ${party}`, label, id);
  for (const e of spec.entities) {
    claim("parties", e.name, e.id);
    for (const c of e.channels) claim(`channels of ${e.id}`, c.label, c.id);
  }
  for (const d of spec.documents) {
    claim("documents", d.title, d.id);
    if (PLAYBOOKS.some((p) => p.playbook === d.id))
      out.push(
        lintFinding(
          context,
          "playbook-id",
          [d.id],
          "A playbook has this id, and whoever reads it gets the playbook, never this document.",
          "Give the document another id.",
          "id",
        ),
      );
  }
  for (const a of spec.authorities) claim(`permissions of ${a.grantor} for ${a.recipient}`, a.scope, a.id);
  for (const f of spec.forms)
    for (const field of f.fields) claim(`fields of ${f.id}`, field.label, `${f.id}.${field.id}`);
  for (const s of spec.status_surfaces)
    for (const v of s.values) claim(`values of ${s.id}`, v.label, `${s.id}.${v.id}`);
  return out;
};

/** Only kinds that are called by a word of their own; “mail”, “message” and “phone” stand in too many texts. */
const CHANNEL_WORDS: readonly { kind: ChannelKind; word: RegExp; name: string }[] = [
  { kind: "fax", word: /\bfax(?:es|ed|ing)?\b/i, name: "fax" },
  { kind: "voicemail", word: /\bvoice ?mail\b/i, name: "voicemail" },
  { kind: "portal", word: /\bportal\b/i, name: "portal" },
];

/** Ways to reach somebody that they do not have: in `via`, in `participants`, in words (C15). */
export const checkWays: Check = (context) => {
  const { world, exchanges } = context;
  const out: Finding[] = [];
  for (const { id, party, exchange, label } of exchanges) {
    const foreign = exchange.via.find((c) => world.channels.get(c)?.entity.id !== party);
    if (foreign !== undefined)
      out.push(
        lintFinding(
          context,
          "foreign-channel",
          [id, foreign],
          `“${label}” goes over a way to reach somebody else.`,
          "Name only channels of the party that is asked.",
        ),
      );
    const mute = exchange.participants.find(
      (p) =>
        p !== party &&
        !world.entities.get(p)?.channels.some((c) => c.kind === "phone" || c.kind === "in_person"),
    );
    if (mute !== undefined)
      out.push(
        lintFinding(
          context,
          "cannot-join",
          [id, mute],
          `“${label}” needs somebody on the call who has no phone.`,
          "Give them a phone, or do not ask for them to be on the call.",
        ),
      );
  }
  const kinds = new Set([...world.channels.values()].map(({ channel }) => channel.kind));
  const texts: [string, string][] = [
    ...world.spec.mutations.map((m): [string, string] => [m.id, `${m.label}\n${m.receipt}`]),
    ...world.spec.forms.map((f): [string, string] => [f.id, `${f.title}\n${f.receipt}`]),
    ...world.spec.documents.map((d): [string, string] => [d.id, d.request?.label ?? ""]),
  ];
  for (const { kind, word, name } of CHANNEL_WORDS)
    for (const [id, text] of texts)
      if (!kinds.has(kind) && word.test(text))
        out.push(
          lintFinding(
            context,
            "no-such-way",
            [id],
            `This text speaks of a ${name}, but nobody in this case has one.`,
            "Add the channel or change the words.",
          ),
        );
  return out;
};
