import { PLAYBOOKS } from "../language/playbooks";
import type { Finding } from "../spec/finding";
import { normalText } from "../spec/value";
import { type Check, lintFinding } from "./lint-context";

/** Characters that nobody sees. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/** Letters of other scripts, and digits, that look like a Latin letter. */
const LOOK_ALIKES = new Map(
  Object.entries({
    a: "аα",
    b: "ьв",
    c: "сϲ",
    d: "ԁ",
    e: "еє",
    h: "һн",
    i: "іι",
    j: "ј",
    k: "кκ",
    l: "1ӏ",
    m: "м",
    n: "пη",
    o: "0оο",
    p: "рρ",
    q: "ԛ",
    r: "г",
    s: "ѕ",
    t: "тτ",
    u: "υ",
    v: "ѵν",
    w: "ѡԝω",
    x: "хχ",
    y: "уγ",
  }).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
);

/** What a label looks like: letters that cannot be told apart are one. */
const looksLike = (label: string) =>
  [...normalText(label.replace(UNSEEN, ""))].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join("");

/** Objects that nobody could tell apart: two with one label at one party, two parties with one name (C5). */
export const checkDistinct: Check = (context) => {
  const { world, exchanges } = context;
  const { spec } = world;
  const seen = new Map<string, string>();
  const out: Finding[] = [];
  const claim = (place: string, label: string, id: string) => {
    const key = `${place}\n${looksLike(label)}`;
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

/** Ways to reach somebody that they do not have: in `via`, in `participants` (C15). */
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
  return out;
};
