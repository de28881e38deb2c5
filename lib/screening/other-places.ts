import type { RecordField } from "./finding";
import { groupBy } from "./group-by";
import type { IdentifierKind } from "./kinds";
import { type Person, parseName, type peopleOf } from "./people";
import type { Place, ReplaceableRecord } from "./plan";
import { type DateHabits, datesIn } from "./shift-dates";
import { codeKey, type StandIns } from "./stand-ins";
import { isNeutral, isOrdinary, MONTHS, WEEKDAYS } from "./words";

interface KnownValue {
  key: string;
  kind: IdentifierKind;
  label: string;
  identity: string;
  person?: Person;
  findings: { text: string }[];
  becomes: (text: string) => string;
}

interface Means {
  standIns: StandIns;
  habits: DateHabits;
  people: ReturnType<typeof peopleOf>;
}

interface Home {
  recordKey: string;
  field: RecordField;
  text: string;
  /** 1 where a place stands already. */
  owner: Uint8Array;
}

const SAYS =
  /^\s+(?:says?|said|told|tells|is|was|has|had|will|would|can|could|may|might|wants?|needs?|did|does|called|calls|asked|asks|also|and \p{Lu}|\p{L}{2,}ed)\b/u;
const WORD = /[\p{L}\p{M}]+(?:['’](?![sS](?![\p{L}]))[\p{L}\p{M}]+)*/gu;

/**
 * Where the values of a case stand that nobody marked: parts of names that are known, the same number in another format or
 * only its end, the same place, every date. On word boundaries, and a name that is also an everyday word only where it is
 * written like a name.
 */
export function otherPlaces(
  records: readonly ReplaceableRecord[],
  marked: readonly Place[],
  values: readonly KnownValue[],
  means: Means,
): Place[] {
  const places: Place[] = [];
  const words = nameWords(values, means);
  const initials = initialsOf(values, means);
  const numbers = numbersOf(values);
  const phrases = phrasesOf(values);
  const dates = values.find((value) => value.kind === "date");
  const markedIn = groupBy(marked, (place) => `${place.field} ${place.recordKey}`);
  for (const record of records)
    for (const field of ["title", "sender", "text"] as const) {
      const text = record[field];
      if (!text) continue;
      const home: Home = { recordKey: record.key, field, text, owner: new Uint8Array(text.length) };
      for (const place of markedIn.get(`${field} ${record.key}`) ?? [])
        home.owner.fill(1, place.start, place.end);
      const add = (start: number, end: number, kind: IdentifierKind, groups: string[], becomes: string) => {
        if (home.owner.subarray(start, end).some(Boolean)) return;
        home.owner.fill(1, start, end);
        const { recordKey } = home;
        places.push({
          recordKey,
          field,
          start,
          end,
          text: text.slice(start, end),
          kind,
          groups,
          becomes,
          marked: false,
        });
      };
      if (dates)
        for (const date of datesIn(text, { ...means.habits, near: record.at ?? means.habits.near }))
          add(date.start, date.end, "date", [dates.key], date.shifted(means.standIns.weeks));
      numbersIn(text, numbers, add);
      phrasesIn(text, phrases, add);
      namesIn(text, words, add);
      initialsIn(text, initials, add);
    }
  return places;
}

type Add = (start: number, end: number, kind: IdentifierKind, groups: string[], becomes: string) => void;

interface NameWord {
  groups: string[];
  becomes: string;
  /** It is an everyday word as well, or a month, a people, a state. */
  everyday: boolean;
}

function nameWords(values: readonly KnownValue[], { standIns, people }: Means): Map<string, NameWord> {
  const words = new Map<string, NameWord>();
  for (const value of values) {
    if (value.kind !== "name") continue;
    for (const { text } of value.findings) {
      const parsed = people.parsed.get(text) ?? parseName(text);
      for (const { base, role } of parsed.words) {
        if (role !== "given" && role !== "family") continue;
        if (base.length < 3 && isOrdinary(base)) continue;
        if (base.length < 2) continue;
        const parts = role === "family" ? base.split("-") : [base];
        for (const part of parts) {
          const known = words.get(part);
          if (known) {
            if (!known.groups.includes(value.key)) known.groups.push(value.key);
            continue;
          }
          const becomes = role === "family" ? standIns.family(part) : standIns.given(part, parsed.gender);
          const everyday = isOrdinary(part) || isNeutral(part) || MONTHS.has(part);
          words.set(part, { groups: [value.key], becomes, everyday });
        }
      }
    }
  }
  return words;
}

const likeWord = (model: string, word: string) =>
  model.length > 1 && model === model.toUpperCase()
    ? word.toUpperCase()
    : model[0] === model[0]!.toLowerCase()
      ? word.toLowerCase()
      : word;

function namesIn(text: string, words: ReadonlyMap<string, NameWord>, add: Add): void {
  if (words.size === 0) return;
  for (const match of text.matchAll(WORD)) {
    const written = match[0];
    const base = written.normalize("NFC").toLowerCase();
    const plural =
      base.endsWith("s") && /\bthe\s+$/i.test(text.slice(Math.max(0, match.index - 5), match.index));
    const known = words.get(base) ?? (plural ? words.get(base.slice(0, -1)) : undefined);
    if (!known || (known.everyday && !writtenAsName(text, match.index, written, words))) continue;
    const ending = words.has(base) ? "" : "s";
    const becomes = likeWord(written, known.becomes + ending);
    add(match.index, match.index + written.length, "name", known.groups, becomes);
  }
}

/** Whether a word that is also an everyday word ("Will", "Bill", "May") is a name where it stands. */
function writtenAsName(
  text: string,
  start: number,
  word: string,
  words: ReadonlyMap<string, NameWord>,
): boolean {
  if (!/^\p{Lu}/u.test(word)) return false;
  const after = text.slice(start + word.length, start + word.length + 40);
  const before = text.slice(Math.max(0, start - 40), start);
  if (/^\s+of\b/.test(after) || /^,?\s+\d/.test(after)) return false;
  if (WEEKDAYS.has(word.toLowerCase()) && /^,?\s+\p{L}{3,9}\.?\s+\d/u.test(after)) return false;
  const next = /^\s+(\p{L}+)/u.exec(after)?.[1]?.toLowerCase();
  const last = /(\p{L}+)\.?,?\s+$/u.exec(before)?.[1]?.toLowerCase();
  if ((next && words.has(next)) || (last && words.has(last))) return true;
  if (/\b(?:mr|mrs|ms|miss|dr|mx|hi|hello|dear|hey|thanks|regards|love|best)[.,]?\s+$/i.test(before))
    return true;
  if (
    MONTHS.has(word.toLowerCase()) &&
    /\b(?:in|since|until|by|last|next|this|early|late|mid)\s+$/i.test(before)
  )
    return false;
  if (word.length > 1 && word === word.toUpperCase()) return false;
  const opens = before.trim() === "" || /[.!?:;\n>•*"“(-]\s*$/.test(before);
  if (!opens) return true;
  const alone = /(?:^|\n)[\s>*~-]*$/.test(before) && /^[\s.,!-]*(?:\n|$)/.test(after);
  return (
    alone ||
    /^['’][sS]\b/.test(after) ||
    (/^\s*:/.test(after) && /(?:^|\n)\s*$/.test(before)) ||
    SAYS.test(after)
  );
}

const MONOGRAM = /(?<![\p{L}.])(\p{Lu})\.\s?(\p{Lu})\.(?![\p{L}])/gu;
const NO_MONOGRAM = /^(?:am|pm|md|rn|us|dc|po|pa|np|do|eg|ie|od|bp|er|ed|id|iv|pt|ot|la|ny)$/;

/** "D.W." of the one person whose name begins so; of two such persons it is neither's. */
function initialsOf(values: readonly KnownValue[], { standIns }: Means) {
  const known = new Map<string, { group: string; becomes: [string, string] } | null>();
  for (const { key, person } of values) {
    if (!person?.given || !person.family) continue;
    const letters = person.given[0]! + person.family[0]!;
    const becomes: [string, string] = [
      standIns.given(person.given, person.gender)[0]!,
      standIns.family(person.family)[0]!,
    ];
    known.set(letters, known.has(letters) || NO_MONOGRAM.test(letters) ? null : { group: key, becomes });
  }
  return known;
}

function initialsIn(text: string, known: ReturnType<typeof initialsOf>, add: Add): void {
  for (const match of text.matchAll(MONOGRAM)) {
    const of = known.get((match[1]! + match[2]!).toLowerCase());
    if (!of) continue;
    const gap = match[0].slice(match[1]!.length + 1, -match[2]!.length - 1);
    const becomes = `${of.becomes[0]}.${gap}${of.becomes[1]}.`;
    add(match.index, match.index + match[0].length, "name", [of.group], becomes);
  }
}

interface KnownNumber {
  value: KnownValue;
}

function numbersOf(values: readonly KnownValue[]) {
  const whole = new Map<string, KnownNumber>();
  const tails = new Map<string, KnownNumber | null>();
  for (const value of values) {
    if (!value.identity.startsWith("number ")) continue;
    const key = value.identity.slice(7);
    if (key.length >= 4) whole.set(key, { value });
    if (/\d{7,}$/.test(key)) {
      const tail = key.slice(-4);
      tails.set(tail, tails.has(tail) ? null : { value });
    }
  }
  return { whole, tails };
}

const RUN =
  /(?<![\p{L}\p{N}])(?:\+?\(?\d[\d\s().\-–/]{3,}\d|[\p{L}\p{N}]+(?:[-./][\p{L}\p{N}]+)*)(?![\p{L}\p{N}])/gu;
const TAIL = /(?<![\d.,:/$€£-])\d{4}(?![\d:/%]|[.,]\d)/gu;
const TAIL_BEFORE =
  /(?:\bend(?:s|ing)?(?: in| with)?|\blast (?:four|4)(?: digits)?(?: (?:are|is|of))?:?|[x*#•]+|\.\.\.|…)\s*$/i;

function numbersIn(text: string, { whole, tails }: ReturnType<typeof numbersOf>, add: Add): void {
  if (whole.size === 0) return;
  for (const match of text.matchAll(RUN)) {
    const known = whole.get(codeKey(match[0]));
    if (known)
      add(
        match.index,
        match.index + match[0].length,
        known.value.kind,
        [known.value.key],
        known.value.becomes(match[0]),
      );
  }
  for (const match of text.matchAll(TAIL)) {
    const known = tails.get(match[0]);
    if (!known) continue;
    const year = /^(?:19|20)/.test(match[0]);
    const before = text.slice(Math.max(0, match.index - 24), match.index);
    if (year && !TAIL_BEFORE.test(before)) continue;
    add(match.index, match.index + 4, known.value.kind, [known.value.key], known.value.becomes(match[0]));
  }
  for (const match of text.matchAll(/(?<=[x*#•-])\d{4}(?!\d)/giu)) {
    const known = tails.get(match[0]);
    if (known)
      add(match.index, match.index + 4, known.value.kind, [known.value.key], known.value.becomes(match[0]));
  }
}

interface Phrase {
  value: KnownValue;
  words: string[];
}

function phrasesOf(values: readonly KnownValue[]): Map<string, Phrase[]> {
  const phrases = new Map<string, Phrase[]>();
  for (const value of values) {
    if (value.kind !== "geography" && value.kind !== "email" && value.kind !== "url") continue;
    const written = value.findings.flatMap(({ text }) =>
      value.kind === "geography" ? [text, ...text.split(/\s*[,\n]\s*/)] : [text],
    );
    for (const text of new Set(written.map((one) => one.toLowerCase()))) {
      const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
      const [first] = words;
      if (
        !first ||
        (words.length === 1 && (isOrdinary(first) || isNeutral(first) || /^\d{1,4}$/.test(first)))
      )
        continue;
      const list = phrases.get(first) ?? [];
      list.push({ value, words });
      phrases.set(first, list);
    }
  }
  for (const list of phrases.values()) list.sort((a, b) => b.words.length - a.words.length);
  return phrases;
}

function phrasesIn(text: string, phrases: ReadonlyMap<string, Phrase[]>, add: Add): void {
  if (phrases.size === 0) return;
  const tokens = [...text.matchAll(/[\p{L}\p{N}]+/gu)];
  for (let i = 0; i < tokens.length; i++) {
    for (const { value, words } of phrases.get(tokens[i]![0].toLowerCase()) ?? []) {
      const last = tokens[i + words.length - 1];
      if (!last || !words.every((word, j) => tokens[i + j]![0].toLowerCase() === word)) continue;
      const start = tokens[i]!.index;
      const end = last.index + last[0].length;
      if (end - start > words.join(" ").length + words.length * 3) continue;
      add(start, end, value.kind, [value.key], value.becomes(text.slice(start, end)));
      break;
    }
  }
}
