import { LIMITS } from "@/compiler/spec/limits";
import type { Outline, SourceRecord } from "./draft-outline";

type Party = Outline["parties"][number];
type Quote = Outline["brief"]["quotes"][number];

/** One sentence or one line of a transcript, exactly as it stands in its record. */
interface Said {
  record: SourceRecord;
  text: string;
  /** Who says it in a transcript; null elsewhere. */
  speaker: string | null;
  /** What a transcript's line says without its speaker. */
  words: string;
}

const MOST_PARTIES = 30;
const MOST_OF_A_KIND = 60;
const LONGEST_QUOTE = 600;

const KINDS: readonly (readonly [Party["kind"], RegExp])[] = [
  ["patient", /^(?:the )?(?:patient|client|member)\b/i],
  ["caregiver", /\b(?:daughter|son|wife|husband|mother|father|sister|brother|caregiver|carer|guardian)\b/i],
  ["pharmacy", /\bpharmac/i],
  ["directory", /\bdirector(?:y|ies)\b/i],
  ["payer", /\b(?:plan|insur\w+|payer|medicaid|medicare|member services|benefits?)\b/i],
  [
    "community",
    /\b(?:charity|helpline|pantry|church|parish|closet|community|library|county|food bank|volunteer\w*)\b/i,
  ],
  ["supplier", /\b(?:supplier|shop|vendor|repairs?|store|dme|equipment|medical supply|company)\b/i],
  [
    "provider",
    /\b(?:clinic|hospital|office|doctor|physician|dr|nurse|nursing|provider|therap\w+|specialist|surgery|lab)\b/i,
  ],
  ["case_record", /\b(?:care record|chart|record system)\b/i],
];
/** Senders who write about the case and are no party to it. */
const OURS =
  /\b(?:advocate|care[- ]plan|care team|intake|system|coordinator|call centre|call center|unknown|agency)\b/i;
const ASSIGNS =
  /\b(?:find out|make sure|see (?:that|to it)|stay with|bring .{1,40} in line|what we want|goal|task|please (?:get|obtain|arrange|confirm)|could you take|main interest)\b/i;
const FORBIDS = /\b(?:do not|don['’]t|never|must not|not to be|no advice|without asking)\b/i;
const HINDERS =
  /\b(?:no answer|rang out|voicemail|engaged|busy|closed until|is closed|on hold|nobody (?:picks|will pick|picked)|call (?:back|again)|takes? (?:\w+ )?(?:days?|weeks?)|waiting|denied|refused|lapsed|expired|out of network|not enrolled|only (?:in the )?(?:mornings?|afternoons?))\b/i;
const ASKS_LEAVE = /\b(?:may i|can i|permission|consent|all right if i|okay if i|is it ok)\b/i;
const AGREES =
  /^(?:yes|yeah|sure|fine|okay|ok|of course|please do|go ahead|you may|you can|that['’]s fine|all right)\b|\byes\b|\b(?:you|they) (?:may|can)\b/i;
const DONE =
  /\b(?:asked .{1,60} for|requested|arranged|booked|scheduled|cancelled|canceled|ordered|sent|faxed|submitted|resolved|passed (?:it )?on|declined|applied)\b/i;
const TELLS =
  /\b(?:said|says|told|confirmed|gave (?:me|us)|lists?|is|are|was|were|has|have|needs?|needed|takes?|covers?|offers?|opens?)\b/i;
const PERSONAL = /^\s*(name|date of birth|dob|address|home|member id|member|plan and member id|phone)\s*:/i;

/** "The pharmacy round the corner, [phone number]": a party that is named beside its number. */
const NAMED_WITH_NUMBER =
  /(?:^|[.;:]\s|\b\d\.\s|-\s)(?:an? |the )?([^\s,.;:[\]\d-][^,.;:[\]\d]{3,60}),\s*(?:direct number |fax )?(?:\[(?:phone|fax) number\]|\d{3}[- .]\d{4})/iu;

const clip = (text: string, most: number) => (text.length <= most ? text : text.slice(0, most).trimEnd());
const quoteOf = (said: Said): Quote => ({ record: said.record.key, quote: clip(said.text, LONGEST_QUOTE) });

function saidIn(record: SourceRecord): Said[] {
  const spoken = /transcript|message/.test(record.kind);
  return record.text.split("\n").flatMap((line): Said[] => {
    const speaker = spoken ? /^([\p{L}][\p{L} .'-]{0,40}):\s+/u.exec(line) : null;
    if (speaker) {
      const text = line.trim();
      return [{ record, text, speaker: speaker[1]!, words: line.slice(speaker[0].length).trim() }];
    }
    const sentences = line.match(/[^.!?]+(?:[.!?]+(?=\s|$)|[.!?]+(?=["”)])["”)]|$)|[.!?]+/gu) ?? [];
    return joinShort(sentences).flatMap((sentence) => {
      const text = sentence.trim();
      return text.length > 2 ? [{ record, text, speaker: null, words: text }] : [];
    });
  });
}

/** Puts pieces back together that were cut inside a number or an abbreviation. */
function joinShort(pieces: readonly string[]): string[] {
  const out: string[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    if (last !== undefined && (last.trim().length < 4 || !/^\s/.test(piece)))
      out[out.length - 1] = last + piece;
    else out.push(piece);
  }
  return out;
}

const kindOf = (name: string): Party["kind"] | null =>
  KINDS.find(([, words]) => words.test(name))?.[0] ?? null;

/** The party a record was a call or a fax with, by its title or sender. */
function counterpart(record: SourceRecord): string | null {
  if (record.sender && !OURS.test(record.sender)) return record.sender;
  const title =
    /\b(?:calls?|message|messages|visit|search) (?:to|with|from|in|at|of) (?:the )?([^:,;]{3,60})/i.exec(
      record.title,
    );
  return title ? title[1]!.trim() : null;
}

const upper = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

interface Cast {
  parties: Party[];
  /** The party behind a record, and the one some words speak of. */
  behind(record: SourceRecord): string | null;
  named(words: string): string | null;
}

function castOf(records: readonly SourceRecord[], said: readonly Said[]): Cast {
  const parties = new Map<string, Party>();
  const add = (name: string, kind: Party["kind"], from: Said) => {
    const ref = kind === "patient" ? "patient" : name.toLowerCase();
    if (parties.has(ref) || parties.size >= MOST_PARTIES) return ref;
    parties.set(ref, {
      ref,
      name: kind === "patient" ? "The patient" : upper(name),
      kind,
      look_alike: false,
      contacts: [],
      quotes: [quoteOf(from)],
    });
    return ref;
  };
  const patient = said.find((s) => /\b(?:patient|woman|man|client|member)\b/i.test(s.text));
  if (patient) add("The patient", "patient", patient);
  const behind = new Map<string, string>();
  for (const record of records) {
    const name = counterpart(record);
    const first = said.find((s) => s.record === record);
    const kind = name && kindOf(name);
    if (name && kind && first) behind.set(record.key, add(name, kind, first));
  }
  for (const s of said) {
    const listed = NAMED_WITH_NUMBER.exec(s.words)?.[1]?.trim();
    const kind = listed && kindOf(listed);
    if (listed && kind && kind !== "patient" && !/\b(?:gave|is|are|was|has)\b/i.test(listed))
      add(listed, kind, s);
    if (/\bcare record\b/i.test(s.text)) add("Care record", "case_record", s);
  }
  for (const s of said)
    if (s.speaker && !OURS.test(s.speaker)) {
      const kind = kindOf(s.speaker);
      if (kind) add(s.speaker, kind, s);
    }
  const all = [...parties.values()];
  const wordsOf = (party: Party) =>
    party.name
      .toLowerCase()
      .match(/\p{L}{4,}/gu)
      ?.filter((word) => !["their", "member"].includes(word)) ?? [];
  const named = (words: string) => {
    const low = words.toLowerCase();
    const scored = all
      .filter((party) => party.kind !== "patient")
      .map((party) => ({ party, hits: wordsOf(party).filter((word) => low.includes(word)).length }))
      .sort((a, b) => b.hits - a.hits);
    const [best, next] = scored;
    return best && best.hits > 0 && best.hits > (next?.hits ?? 0) ? best.party.ref : null;
  };
  for (const party of all) {
    const known = said.find(
      (s) =>
        /\[phone number\]|\b\d{3}[- .]\d{4}\b/.test(s.text) &&
        party.kind !== "patient" &&
        named(s.text) === party.ref,
    );
    const own = records.find(
      (record) =>
        behind.get(record.key) === party.ref ||
        (party.kind === "patient" && /\bpatient\b/i.test(`${record.sender} ${record.title}`)),
    );
    const kind = own?.kind === "message" ? "message" : own?.kind === "fax" ? "fax" : "phone";
    if (known || own)
      party.contacts.push({
        ref: `${party.ref} ${kind}`,
        kind,
        label: kind === "phone" ? "phone" : kind,
        at_start: party.kind === "patient",
      });
  }
  return {
    parties: all,
    behind: (record) =>
      behind.get(record.key) ??
      (/\bpatient\b/i.test(`${record.sender} ${record.title}`) && parties.has("patient") ? "patient" : null),
    named,
  };
}

/** How one would ask for it: a question without its courtesies, or the head of a labelled line. */
function labelOf(words: string): string {
  const asked = words
    .replace(/^.*?[.;!]\s+(?=[^.;!]*\?)/u, "")
    .replace(/^(?:and|then|so|now|thank you|thanks|first)\b[,.\s]*/i, "")
    .replace(/^(?:could|can|would|will) you (?:please )?(?:tell|give|confirm|send) me\s+/i, "")
    .replace(/[?!.,:;\s]+$/u, "");
  return clip(asked.charAt(0).toLowerCase() + asked.slice(1), LIMITS.label);
}

/**
 * A thin draft by rules alone: parties from senders, titles and speakers; what was told from answers to questions and
 * from labelled lines; permissions from questions that were answered with yes; blockers, prohibitions and goals from
 * turns of phrase. Everything carries its sentence. It finds little, and decides nothing.
 */
export function outlineByRules(records: readonly SourceRecord[]): Outline {
  const said = records.flatMap(saidIn);
  const cast = castOf(records, said);
  const goals = said.filter((s) => ASSIGNS.test(s.text) && s.speaker === null).slice(0, 20);
  const opening = goals.length > 0 ? goals : said.slice(0, 2);
  const outline: Outline = {
    brief: {
      text: clip(opening.map((s) => s.text).join(" "), LIMITS.brief),
      starts: records.find((record) => record.at)?.at ?? null,
      quotes: opening.map(quoteOf),
    },
    parties: cast.parties,
    exchanges: [],
    steps: [],
    outcomes: goals.map((s) => ({
      text: clip(s.text, LIMITS.label),
      required: true,
      reached_by: [],
      quotes: [quoteOf(s)],
    })),
    prohibited: [],
    blockers: [],
    practices: [],
  };
  const full = (list: readonly unknown[]) => list.length >= MOST_OF_A_KIND;
  const tell = (s: Said, teller: string | null, what: string, statement: string, personal = false) => {
    if (!full(outline.exchanges) && what.length > 2)
      outline.exchanges.push({
        ref: `told ${outline.exchanges.length + 1}`,
        teller,
        what,
        statement: clip(statement, LIMITS.statement),
        sensitive: personal,
        on_file: personal,
        opens: [],
        give_first: [],
        document: false,
        quotes: [quoteOf(s)],
      });
  };
  said.forEach((s, i) => {
    const before = said[i - 1];
    const party =
      s.speaker && !OURS.test(s.speaker)
        ? (cast.named(s.speaker) ?? cast.behind(s.record))
        : cast.behind(s.record);
    const personal = PERSONAL.exec(s.text);
    const labelled = /^([\p{L}][\p{L} -]{2,40}):\s+\S/u.exec(s.words);
    if (personal) tell(s, "patient", `the patient's ${personal[1]!.toLowerCase()}`, s.text, true);
    else if (
      s.speaker &&
      !OURS.test(s.speaker) &&
      before?.record === s.record &&
      before.speaker &&
      OURS.test(before.speaker)
    ) {
      const recipient = cast.named(before.words);
      if (ASKS_LEAVE.test(before.words) && AGREES.test(s.words) && recipient && party && !full(outline.steps))
        outline.steps.push({
          ref: `step ${outline.steps.length + 1}`,
          kind: "permission",
          party,
          for_party: recipient,
          what: clip(`permission: ${labelOf(before.words)}`, LIMITS.label),
          answer: clip(s.words, LIMITS.statement),
          states: [],
          quotes: [quoteOf(before), quoteOf(s)],
        });
      else if (before.words.includes("?")) tell(s, party, labelOf(before.words), s.words);
    } else if (s.speaker === null && labelled && party && TELLS.test(s.words))
      tell(s, party, labelOf(labelled[1]!), s.words);
    else if (
      s.speaker === null &&
      party &&
      DONE.test(s.text) &&
      s.record.kind === "call_note" &&
      !full(outline.steps)
    )
      outline.steps.push({
        ref: `step ${outline.steps.length + 1}`,
        kind: "action",
        party,
        for_party: null,
        what: labelOf(s.text),
        answer: clip(s.text, LIMITS.statement),
        states: [],
        quotes: [quoteOf(s)],
      });
    else if (s.speaker === null && party && s.record.kind === "call_note" && TELLS.test(s.text))
      tell(s, party, labelOf(s.text), s.text);
    if (HINDERS.test(s.text) && !full(outline.blockers))
      outline.blockers.push({ text: clip(s.words, LIMITS.statement), quotes: [quoteOf(s)] });
    if (
      FORBIDS.test(s.text) &&
      !/\bthey (?:do not|don['’]t)\b/i.test(s.text) &&
      s.speaker === null &&
      !full(outline.prohibited)
    )
      outline.prohibited.push({ text: clip(s.words, LIMITS.statement), step: null, quotes: [quoteOf(s)] });
    if (/\bwent well\b/i.test(s.text) && !full(outline.practices))
      outline.practices.push({ kind: "best", text: clip(s.words, LIMITS.statement), quotes: [quoteOf(s)] });
    if (/\b(?:do differently|should not have|nearly told)\b/i.test(s.text) && !full(outline.practices))
      outline.practices.push({ kind: "worst", text: clip(s.words, LIMITS.statement), quotes: [quoteOf(s)] });
  });
  return outline;
}
