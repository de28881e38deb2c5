import type { Outline, SourceRecord } from "./draft-outline";
import type { Said, Turn } from "./draft-said";

type Party = Outline["parties"][number];

const MOST_PARTIES = 30;
const KINDS: readonly (readonly [Party["kind"], RegExp])[] = [
  ["patient", /^(?:the )?(?:patient|client|member|caller)\b/i],
  [
    "caregiver",
    /\b(?:daughter|son|wife|husband|mother|father|sister|brother|caregiver|carer|guardian|niece|nephew|neighbor|friend)\b/i,
  ],
  ["pharmacy", /\bpharmac/i],
  ["directory", /\bdirector(?:y|ies)\b/i],
  ["payer", /\b(?:plan|insur\w+|payer|medicaid|medicare|member services|benefits?)\b/i],
  [
    "community",
    /\b(?:charity|helpline|pantry|church|parish|closet|community|library|county|food bank|volunteer\w*|transport\w*|ride)\b/i,
  ],
  [
    "supplier",
    /\b(?:supplier|shop|vendor|repairs?|store|dme|equipment|medical supply|company|oxygen|supply|supplies)\b/i,
  ],
  [
    "provider",
    /\b(?:clinic|hospital|office|doctor|physician|dr|nurse|nursing|provider|therap\w+|specialist|surgery|lab|dentist|imaging|center|scheduling)\b/i,
  ],
  ["case_record", /\b(?:care record|chart|record system)\b/i],
];
/** Senders who write about the case and are no party to it. */
export const OURS =
  /\b(?:advocate|care[- ]plan|care team|intake|system|coordinator|call centre|call center|unknown|agency|case manager|guest)\b/i;

const NAME =
  "(?:(?:Dr|Mr|Mrs|Ms)\\.? )?\\p{Lu}[\\p{L}’'&-]+(?:[ ](?:of |the |and )?\\p{Lu}[\\p{L}’'&-]+){0,4}";
const ROLE =
  "(?:the |her |his |their |my |our )?(?:[\\p{Ll}-]+ ){0,2}(?:pharmacy|plan|insurance|clinic|hospital|office|doctor|nurse|supplier|shop|store|helpline|charity|church|county|daughter|son|wife|husband|mother|father|sister|brother|caregiver|company|lab|member services|scheduling)";
const WHO = `(${NAME}|${ROLE})(?:['’]s (office|clinic|nurse|desk))?`;
const REACHED = new RegExp(
  `\\b(?:[Cc]alled|[Pp]honed|[Ss]poke (?:with|to)|[Tt]alked (?:with|to)|[Cc]all (?:to|from|with)|[Mm]essage (?:to|from)|[Ff]ax(?:ed)? (?:to|from)|[Ww]rote to|[Ee]-?mailed|[Ll]etter (?:to|from)|[Vv]isit (?:to|at)|[Ll]eft (?:a )?(?:message|voicemail) (?:with|for|at))\\s+(?:the )?${WHO}`,
  "u",
);
const SPEAKS = new RegExp(
  `^(?:The )?${WHO}(?:,[^,]{2,40},)?\\s+(?:called|phoned|wrote|faxed|replied|answered|says?|said|told|confirmed|asked|explained|left a message|will (?:call|fax|send))\\b`,
  "u",
);
const RELATIVE =
  /\b(?:[Mm]y|[Hh]er|[Hh]is|[Tt]heir|[Tt]he patient['’]s) (husband|wife|daughter|son|mother|father|sister|brother|niece|nephew|caregiver|neighbor)(?!['’]s\b)(?: (\p{Lu}[\p{L}’'-]+)| (?:called|says?|said|will|may|can|drives?|helps?|picks?|wrote|asked|asks|lives)\b)/u;
const PATIENT_NAMED =
  /^\s*(?:patient|member|client)?(?: name)?\s*:\s*(\p{Lu}[\p{L}’'-]+(?:,? \p{Lu}[\p{L}’'.-]+){1,3})/iu;
/** "The pharmacy round the corner, [phone number]": a party that is named beside its number. */
const NAMED_WITH_NUMBER =
  /(?:^|[.;:]\s|\b\d\.\s|-\s)(?:an? |the )?([^\s,.;:[\]\d-][^,.;:[\]\d]{3,60}),\s*(?:direct number |fax )?(?:\[(?:phone|fax) number\]|\(?\d{3}\)?[- .]\s?\d{3}[- .]\d{4}|\d{3}[- .]\d{4})/iu;
/** A line that is only a name: the head of a letter. */
const LETTERHEAD = /^(?:\p{Lu}[\p{L}’'&.-]*|of|the|and)(?: (?:\p{Lu}[\p{L}’'&.-]*|of|the|and)){1,5}$/u;
const NUMBER = /\[phone number\]|\b\d{3}\)?[- .]\s?\d{3,4}\b/;
const STOP = new Set("the and their her his for with from member services".split(" "));
const GENERIC = new Set(
  "the and their member health plan office medical services care center clinic team patient supply called call".split(
    " ",
  ),
);

export const kindOf = (name: string): Party["kind"] | null =>
  KINDS.find(([, words]) => words.test(name))?.[0] ?? null;
const upper = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const plain = (name: string) =>
  name
    .replace(/\s*<[^>]*>/g, "")
    .replace(/^["']|["']$/g, "")
    .trim();
/** The words by which a name is known again; those that many names have weigh less. */
const wordsOf = (name: string) =>
  (name.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter((word) => !STOP.has(word));
const weightOf = (words: Iterable<string>) =>
  [...words].reduce((sum, word) => sum + (GENERIC.has(word) ? 1 : 3), 0);

export interface Cast {
  parties: Party[];
  /** The party a label, a sender or a phrase names. */
  named(words: string): string | null;
  /** The party an entry of a log or a record is a contact with. */
  reached(words: string): string | null;
  /** The party that a sentence begins with: "The plan says …". */
  subject(words: string): string | null;
  behind(record: SourceRecord): string | null;
}

class Casting {
  readonly parties = new Map<string, Party>();
  private readonly words = new Map<string, Set<string>>();

  add(name: string, kind: Party["kind"], from: Said | undefined): string | null {
    const known = this.find(name);
    if (known) {
      for (const word of wordsOf(name)) this.words.get(known)?.add(word);
      return known;
    }
    if (!from || this.parties.size >= MOST_PARTIES) return null;
    const ref = kind === "patient" ? "patient" : name.toLowerCase();
    if (!this.parties.has(ref)) {
      const quotes = [{ record: from.record.key, quote: from.text.slice(0, 600).trimEnd() }];
      const shown = kind === "patient" ? "The patient" : upper(name);
      this.parties.set(ref, { ref, name: shown, kind, look_alike: false, contacts: [], quotes });
      this.words.set(ref, new Set(wordsOf(name)));
    }
    return ref;
  }

  alias(ref: string, name: string): void {
    for (const word of wordsOf(name)) this.words.get(ref)?.add(word);
  }

  /** The party with most of these words; of two alike none; "the office" is the only office there is. */
  find(name: string): string | null {
    const said = new Set(name.toLowerCase().match(/\p{L}+/gu) ?? []);
    if (said.has("patient") && this.parties.has("patient")) return "patient";
    const scored = [...this.words]
      .map(([ref, words]) => ({ ref, hits: weightOf([...words].filter((word) => said.has(word))) }))
      .filter((one) => one.hits > 0)
      .sort((a, b) => b.hits - a.hits);
    const [best, next] = scored;
    if (best && best.hits > (next?.hits ?? 0)) return best.ref;
    const kind = said.size <= 3 ? kindOf(name) : null;
    const alike =
      kind && (kind !== "caregiver" || said.has("caregiver"))
        ? [...this.parties.values()].filter((party) => party.kind === kind)
        : [];
    const generic = [...said].every(
      (word) => GENERIC.has(word) || KINDS.some(([, words]) => words.test(word)),
    );
    return !best && generic && alike.length === 1 ? alike[0]!.ref : null;
  }
}

/** Reads who a phrase names: "Dr. Poe's office" is the office. */
function whoIn(match: RegExpExecArray | null): string | null {
  if (!match) return null;
  const [, name = "", named] = match;
  const possessive = /['’]s$/.test(name);
  const rest = possessive
    ? /^ (office|clinic|nurse|desk)\b/.exec(match.input.slice(match.index + match[0].length))
    : null;
  const place = named ?? rest?.[1];
  const who = `${name.replace(/['’]s$/, "")}${place ? `’s ${place}` : ""}`
    .replace(/^(?:the|my|her|his|their|our) /i, "")
    .trim();
  return /^(?:I|We|They|She|He|It|No|Yes|This|That|Told|Asked|Then)$/.test(who) ? null : who;
}

/** Who takes part: speakers, senders and addressees, whom calls were made to, relatives, and who is named beside a number. */
export function castOf(records: readonly SourceRecord[], turns: readonly Turn[]): Cast {
  const casting = new Casting();
  const sentences = turns.flatMap((turn) => turn.sentences);
  const firstOf = (record: SourceRecord) => sentences.find((one) => one.record === record);
  castPatient(casting, turns, sentences);
  const behind = new Map<string, string>();
  for (const turn of turns) {
    const [head] = turn.sentences;
    const kind = head && turn.opens && LETTERHEAD.test(head.words) ? kindOf(head.words) : null;
    const ref =
      head && kind && kind !== "patient" && kind !== "case_record"
        ? casting.add(head.words, kind, head)
        : null;
    if (ref) behind.set(turn.record.key, ref);
  }
  for (const record of records) {
    const title =
      /\b(?:calls?|messages?|visit|search|fax|letter|mail) (?:to|with|from|in|at|of) (?:the )?([^:,;]{3,60})/i.exec(
        record.title,
      );
    const noted =
      record.kind === "call_note"
        ? record.title
            .split(/[,:]\s*/)
            .at(-1)!
            .replace(/^the /i, "")
        : "";
    const names = [plain(record.sender), title?.[1]?.trim() ?? "", noted].filter(
      (name) => name && !OURS.test(name),
    );
    for (const name of names) {
      if (behind.has(record.key)) continue;
      const kind = kindOf(name);
      const ref = casting.find(name) ?? (kind ? casting.add(name, kind, firstOf(record)) : null);
      if (ref) behind.set(record.key, ref);
    }
  }
  for (const turn of turns) {
    if (turn.speaker && !OURS.test(turn.speaker)) {
      const kind = kindOf(turn.speaker);
      if (kind) casting.add(plain(turn.speaker), kind, turn.sentences[0]);
    }
    for (const one of turn.sentences) castSentence(casting, one);
  }
  addContacts(casting, records, sentences, behind);
  const reached = (words: string) => {
    const who = whoIn(REACHED.exec(words)) ?? whoIn(SPEAKS.exec(words));
    return who ? casting.find(who) : null;
  };
  return {
    parties: [...casting.parties.values()],
    named: (words) => casting.find(words),
    reached,
    subject: (words) => {
      const who = whoIn(SPEAKS.exec(words));
      return who ? casting.find(who) : null;
    },
    behind: (record) => behind.get(record.key) ?? null,
  };
}

/** What somebody says of their own care. */
const OF_MINE =
  /\b(?:my (?:member|order|doctor|plan|insurance|walker|wheelchair|oxygen|appointment|medicine|prescription)|I (?:need|have|can ?not|can['’]t))\b/i;

function castPatient(casting: Casting, turns: readonly Turn[], sentences: readonly Said[]): void {
  const labelled = turns.find((turn) => turn.speaker && kindOf(turn.speaker) === "patient");
  const named = sentences.find(
    (one) => PATIENT_NAMED.test(one.words) || /\b(?:patient|client|member)\b/i.test(one.words),
  );
  const own = turns.filter(
    ({ speaker }) => speaker !== null && !OURS.test(speaker) && kindOf(speaker) === null,
  );
  const self =
    own.find((turn) => OF_MINE.test(turn.words)) ??
    own.find((turn) => turn.record.kind === "email" && /\b(?:I|me|my)\b/i.test(turn.words));
  const from = labelled?.sentences[0] ?? self?.sentences[0] ?? named;
  if (!from) return;
  casting.add("The patient", "patient", from);
  if (self?.speaker && !labelled) casting.alias("patient", plain(self.speaker));
  for (const one of sentences) {
    const name = PATIENT_NAMED.exec(one.words)?.[1];
    if (name && !kindOf(name)) casting.alias("patient", name);
  }
}

function castSentence(casting: Casting, one: Said): void {
  const relative = RELATIVE.exec(one.words);
  if (relative) {
    const ref = casting.add(`${relative[1]}`, "caregiver", one);
    if (ref && relative[2]) casting.alias(ref, relative[2]);
  }
  for (const match of [REACHED.exec(one.words), SPEAKS.exec(one.words)]) {
    const who = whoIn(match);
    const kind = who && kindOf(who);
    if (who && kind && !OURS.test(who)) casting.add(who, kind, one);
  }
  const listed = NAMED_WITH_NUMBER.exec(one.words)?.[1]?.trim();
  const kind = listed && kindOf(listed);
  if (listed && kind && kind !== "patient" && !/\b(?:gave|is|are|was|has|call|at)\b/i.test(listed))
    casting.add(listed, kind, one);
  if (/\bcare record\b/i.test(one.words)) casting.add("Care record", "case_record", one);
}

const CHANNEL: Record<string, "message" | "fax" | "email"> = {
  message: "message",
  fax: "fax",
  email: "email",
};

function addContacts(
  casting: Casting,
  records: readonly SourceRecord[],
  sentences: readonly Said[],
  behind: ReadonlyMap<string, string>,
): void {
  for (const party of casting.parties.values()) {
    const isPatient = party.kind === "patient";
    const own = records.find(
      (record) =>
        behind.get(record.key) === party.ref ||
        (isPatient && /\bpatient\b/i.test(`${record.sender} ${record.title}`)),
    );
    const known =
      !isPatient && sentences.some((one) => NUMBER.test(one.words) && casting.find(one.words) === party.ref);
    const called = sentences.some((one) => {
      const who = whoIn(REACHED.exec(one.words));
      return who !== null && casting.find(who) === party.ref;
    });
    if (!known && !own && !called) continue;
    const kind = CHANNEL[own?.kind ?? ""] ?? "phone";
    party.contacts.push({ ref: `${party.ref} ${kind}`, kind, label: kind, at_start: isPatient });
  }
}
