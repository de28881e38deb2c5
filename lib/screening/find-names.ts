import type { TextSpan } from "./finding";
import { introductionBefore, isRelation, isStrongIntroduction } from "./introductions";
import { NAME_THRESHOLD, type NameFeature, reasonOf, weightOf } from "./name-features";
import { isListed, isNameLike, type Run, runFrom } from "./name-runs";
import { isEponymHead, isEponymUse, isMedicine } from "./not-a-name";
import type { Reading } from "./reading";
import { isCapital, isInitial, isWord, type Token } from "./tokens";
import {
  DOTTED_TITLES,
  FACILITY_NOUNS,
  familyRank,
  givenRank,
  isEponym,
  isFamilyName,
  isGivenName,
  isNeutral,
  isOrdinary,
  isUsuallyCapital,
  MONTHS,
  PERSON_VERBS,
  SOFT_TITLES,
  SPEAKER_ROLES,
  TITLES,
  vocabulary,
  wordSize,
  words,
} from "./words";

/** What the rest of the case says about names. */
export interface NameKnowledge {
  /** Words of names found with confidence, and their short forms. */
  confirmed: ReadonlySet<string>;
  /** Initials of full names that were found: "js" for John Smith. */
  initials: ReadonlySet<string>;
  /** Words that the case writes in small letters too. */
  small: ReadonlySet<string>;
}

export const NOTHING_KNOWN: NameKnowledge = { confirmed: new Set(), initials: new Set(), small: new Set() };

const WEAK_VERBS = words(
  "is was has had will would can could did does and just also already still always never cannot can't couldn't didn't doesn't won't wouldn't isn't wasn't hasn't hadn't needs needed comes came goes went gets got",
);
/** "Martens, can I please …": words that begin what is said to somebody. */
const ADDRESSES = words("can could would will please do did are you i this we thank thanks call");
const DETERMINERS = words(
  "the a an this that these those your my our their his her its it all any each every some no both them",
);
const ORGANIZATIONS = words(
  "inc llc ltd corp corporation company co group insurance bank university college foundation associates partners plc gmbh capital technologies systems solutions services industries trust agency department",
);
const SCORE_TO_CONFIDENCE = 0.06;

const confidenceOf = (score: number) => Math.min(0.98, 0.56 + (score - NAME_THRESHOLD) * SCORE_TO_CONFIDENCE);

/** Names of people: candidates are scored by the features of `name-features.ts`. */
export function findNames(reading: Reading, known: NameKnowledge = NOTHING_KNOWN): TextSpan[] {
  const found = [...fieldNames(reading)];
  const { text, tokens } = reading;
  const add = (run: { first: number; last: number }, features: readonly NameFeature[], least = 0) => {
    const last = tokens[run.last]!;
    const dotted = (isInitial(last) || /^(?:jr|sr)$/.test(last.base)) && text[last.end] === ".";
    found.push({
      start: tokens[run.first]!.start,
      end: last.end + (dotted ? 1 : 0),
      kind: "name",
      confidence: Math.max(least, confidenceOf(weightOf(features))),
      reason: reasonOf(features),
    });
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (!isWord(token) || reading.maskAt(token.start)) continue;
    const titled = titledRun(reading, i);
    if (titled) {
      add(titled, ["title"], 0.95);
      i = titled.last;
      continue;
    }
    const spelled = spelledName(text, tokens, i);
    if (spelled > i) {
      found.push(span(tokens[i]!.start, tokens[spelled]!.end, 0.8, "a word spelled letter by letter"));
      i = spelled;
      continue;
    }
    const letters = initialsAlone(reading, i, known);
    if (letters > i) {
      found.push(span(token.start, letters, 0.65, "initials of a person"));
      while (tokens[i + 1] && tokens[i + 1]!.start < letters) i++;
      continue;
    }
    const small = token.shape === "lower" && !isOtherScript(reading, token);
    if (small ? !worthALook(reading, i, known) : !isCapital(token) && !isOtherScript(reading, token))
      continue;
    const { base } = token;
    if (!isNameLike(token) && !(small && known.confirmed.has(base))) continue;
    const run = withParticles(reading, runFrom(reading, i, small));
    const judged = judge(reading, trimmed(reading, run), known);
    if (judged.score >= NAME_THRESHOLD) {
      add(judged.run, judged.features);
      i = judged.run.last;
    } else if (!small && run.parts.length > 1) i = run.parts.at(-2)!;
  }
  found.push(...camelNames(reading));
  return found;
}

const span = (start: number, end: number, confidence: number, reason: string): TextSpan => ({
  start,
  end,
  kind: "name",
  confidence,
  reason,
});

const EMPTY_VALUES = words(
  "self same unknown none yes no n/a na see pending patient member caller client me myself redacted other others not applicable provided tbd tba null true false undefined blank male female she he mother father parent spouse son daughter wife husband",
);

/** A value in a field for a name is a name, whatever its words. */
function fieldNames({ text, form, maskAt, tokens }: Reading): TextSpan[] {
  const found: TextSpan[] = [];
  let at = 0;
  for (const value of form.values) {
    if (value.meaning !== "name" || maskAt(value.start)) continue;
    let end = value.end;
    const whole = text.slice(value.start, end);
    const cut = /[(<[]|\s-\s|, (?:MD|DO|RN|NP|PA|PhD|LCSW|DDS|DOB|dob)\b|\d/.exec(whole);
    if (cut) end = value.start + cut.index;
    const name = text.slice(value.start, end).replace(/[\s,.;-]+$/, "");
    if (!/^[\p{L}\p{M}][\p{L}\p{M} .,'&/-]*$/u.test(name) || name.length > 80) continue;
    const spoken = name.toLowerCase().match(/[\p{L}\p{M}']+/gu) ?? [];
    if (spoken.length > 6 || spoken.every((word) => EMPTY_VALUES.has(word))) continue;
    const generic = /^(?:\S+ )?name$/i.test(value.label) && !/patient|member|contact/i.test(value.label);
    if (generic && spoken.every((word) => !isListed(word) && (wordSize(word) <= 70 || isNeutral(word))))
      continue;
    while (at < tokens.length && tokens[at]!.start < value.start) at++;
    const capital = isCapital(tokens[at]) || spoken.length === 0;
    if (!capital && spoken.some((word) => !isListed(word) && wordSize(word) <= 50)) continue;
    if (spoken.some((word) => ORGANIZATIONS.has(word)) || spoken.length > 4) {
      if (spoken.every((word) => wordSize(word) <= 50 && !isListed(word))) continue;
    }
    found.push(span(value.start, value.start + name.length, 0.97, "stands in a field for a name"));
  }
  return found;
}

/** A form of address and the name after it. */
function titledRun(reading: Reading, at: number): Run | undefined {
  const { text, tokens } = reading;
  const title = tokens[at]!;
  if (!TITLES.has(title.base) || title.text.length < 2) return undefined;
  let next = at + 1;
  if (tokens[next]?.text === "." && tokens[next]!.start === title.end && DOTTED_TITLES.has(title.base))
    next++;
  const dotted = next > at + 1;
  while (
    tokens[next] &&
    TITLES.has(tokens[next]!.base) &&
    !SOFT_TITLES.has(tokens[next]!.base) &&
    isCapital(tokens[next])
  ) {
    next++;
    if (tokens[next]?.text === ".") next++;
  }
  const follower = tokens[next];
  if (!follower || !isWord(follower) || reading.maskAt(follower.start)) return undefined;
  if (
    !/^\.?[ ]{0,2}$/.test(
      text.slice(
        tokens[next - 1]!.text === "." ? tokens[next - 1]!.start : tokens[next - 1]!.end,
        follower.start,
      ),
    )
  )
    return undefined;
  if (!takesTitle(title, follower, dotted)) return undefined;
  const run = runFrom(reading, next, follower.shape === "lower");
  const name = run.parts.map((part) => tokens[part]!.base).join("");
  return /^(?:x+|xyz|abc|y|z)$/.test(name) ? undefined : run;
}

function takesTitle(title: Token, follower: Token, dotted: boolean): boolean {
  const { base } = follower;
  const soft = SOFT_TITLES.has(title.base) || title.shape === "lower";
  const noWord = wordSize(base) >= 55 || isUsuallyCapital(base);
  if (isCapital(follower)) {
    if (FACILITY_NOUNS.has(base) && !isFamilyName(base)) return false;
    if (follower.shape === "upper" && follower.text.length <= 3 && !dotted && title.shape !== "upper")
      return isListed(base) && noWord;
    if (soft && !dotted)
      return !isNeutral(base) && (isListed(base) ? noWord || isCapital(title) : wordSize(base) === 99);
    return dotted || !isNeutral(base);
  }
  if (follower.shape !== "lower" || PERSON_VERBS.has(base) || base.length < 2) return false;
  if (SOFT_TITLES.has(title.base)) return isListed(base) && wordSize(base) >= 55;
  if (isListed(base) && wordSize(base) >= 35) return true;
  if (/^(?:mr|mrs|ms)$/.test(title.base)) return wordSize(base) === 99 || familyRank(base) < 3_000;
  return wordSize(base) === 99 || (dotted && isListed(base));
}

/** A small-letter word is looked at only where a list, an introduction or the case speaks for it. */
function worthALook(reading: Reading, at: number, known: NameKnowledge): boolean {
  const { tokens } = reading;
  const token = tokens[at]!;
  if (token.base.length < 3) return false;
  const size = wordSize(token.base);
  if (known.confirmed.has(token.base)) return true;
  if (isListed(token.base) && (size >= 55 || isUsuallyCapital(token.base))) return true;
  if (size !== 99 && !isListed(token.base)) return false;
  return introducesSmall(reading, at);
}

function introducesSmall({ text, tokens }: Reading, at: number): boolean {
  const intro = introductionBefore(text, tokens, at);
  return intro !== undefined && (isStrongIntroduction(intro) || intro === "this is" || intro === "name");
}

const LEADING = words("de van von der den del della di du dos ter ten bin ibn ben abu al el le st");

/** "de Boer", "van der Berg": particles in small letters before a name belong to it. */
function withParticles({ text, tokens }: Reading, run: Run): Run {
  let first = run.first;
  while (
    first > 0 &&
    run.first - first < 2 &&
    tokens[run.first]!.shape === "capital" &&
    tokens[first - 1]!.shape === "lower" &&
    LEADING.has(tokens[first - 1]!.base) &&
    text.slice(tokens[first - 1]!.end, tokens[first]!.start) === " "
  )
    first--;
  return first === run.first ? run : { ...run, first };
}

/** Words at the start of a run that only open a sentence: "Will John come?", "Yesterday". */
function trimmed({ tokens }: Reading, run: Run): Run {
  let cut = 0;
  while (cut < run.parts.length - 1) {
    const token = tokens[run.parts[cut]!]!;
    const opener = token.opensSentence && wordSize(token.base) <= 20 && !isUsuallyCapital(token.base);
    const next = tokens[run.parts[cut + 1]!]!;
    if (!opener || isInitial(token) || isInitial(next) || !(givenRank(next.base) < familyRank(next.base)))
      break;
    cut++;
  }
  return cut === 0 ? run : { ...run, first: run.parts[cut]!, parts: run.parts.slice(cut) };
}

interface Judged {
  run: Run;
  score: number;
  features: NameFeature[];
}

function judge(reading: Reading, run: Run, known: NameKnowledge): Judged {
  const { tokens } = reading;
  const names = run.parts.filter((part) => !isInitial(tokens[part]));
  if (names.length === 0) return { run, score: Number.NEGATIVE_INFINITY, features: [] };
  const scored = names.map((part) => wordFeatures(reading, part, known));
  const best = scored.reduce((a, b) => (weightOf(b) > weightOf(a) ? b : a));
  const features = [...best, ...placeFeatures(reading, run, names, known)];
  return { run, score: weightOf(features), features };
}

/** What the word itself says. */
function wordFeatures(reading: Reading, at: number, known: NameKnowledge): NameFeature[] {
  const token = reading.tokens[at]!;
  const { base } = token;
  const size = wordSize(base);
  const given = givenRank(base);
  const family = familyRank(base);
  const listed = isListed(base);
  const out: NameFeature[] = [];
  const neutral = isNeutral(base);
  if (MONTHS.has(base) || (neutral && given < 2_000 && vocabulary().regions.has(base))) out.push("month");
  else if (neutral) out.push("not_a_person");
  if (given < Number.POSITIVE_INFINITY) out.push(given < 2_000 ? "given_name" : "rare_given_name");
  if (family < Number.POSITIVE_INFINITY) out.push(family < 3_000 ? "family_name" : "rare_family_name");
  if (listed && !neutral && isUsuallyCapital(base)) out.push("usually_capital");
  if (listed && !neutral && size === 99) out.push("listed_no_word");
  if (!listed && size === 99)
    out.push(
      isOtherScript(reading, token) ? "other_script" : reading.english ? "unknown_word" : "unknown_foreign",
    );
  if (!listed && size < 99) out.push("dictionary_word");
  if (listed && !isUsuallyCapital(base)) {
    if (size <= 20) out.push("everyday_word");
    else if (size <= 50) out.push("common_word");
  }
  if (listed && isUsuallyCapital(base) && size <= 50 && (token.shape === "lower" || reading.shouted[at]))
    out.push(size <= 20 ? "everyday_word" : "common_word");
  const shortCapitals =
    token.shape === "upper" &&
    token.text.length <= 4 &&
    !reading.shouted[at] &&
    !(isUsuallyCapital(base) && size >= 35);
  if (shortCapitals || (token.shape === "upper" && token.text.length <= 5 && !listed))
    out.push("short_capitals");
  else if (token.shape === "upper" && !reading.shouted[at]) out.push("listed_capitals");
  if (token.shape === "mixed" && !listed)
    out.push(ofKnownWords(token.text) ? "dictionary_word" : "inner_capitals");
  if (token.shape === "lower" && !isOtherScript(reading, token))
    out.push(reading.small ? "small_letters" : "small_among_capitals");
  const opensAsWord = size <= 50 && token.opensSentence;
  if ((opensAsWord || (!listed && size === 99)) && known.small.has(base) && isCapital(token))
    out.push("also_written_small");
  if (known.confirmed.has(base) && !shortCapitals && (size > 50 || token.shape !== "lower"))
    out.push("confirmed");
  return out;
}

/** "SubscriberExample", "CoverMyMeds": words run together. */
function ofKnownWords(text: string): boolean {
  const parts = text.match(/\p{Lu}\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{Ll}+/gu) ?? [];
  return parts.length > 1 && parts.every((part) => isOrdinary(part.toLowerCase()) || /^\p{Lu}+$/u.test(part));
}

/** What stands around the candidate says. */
function placeFeatures(
  reading: Reading,
  run: Run,
  names: readonly number[],
  known: NameKnowledge,
): NameFeature[] {
  const { text, tokens } = reading;
  const first = tokens[run.first]!;
  const last = tokens[run.last]!;
  const out: NameFeature[] = [];
  const size = wordSize(first.base);
  const single = run.parts.length === 1;
  const small = first.shape === "lower";
  const before = tokens[run.first - 1];
  const after = tokens[run.last + 1];
  const sameLine = after && !text.slice(last.end, after.start).includes("\n") ? after : undefined;
  const follows =
    sameLine && /^(?:'s)?[ ]{1,2}$/.test(text.slice(last.end, sameLine.start)) ? sameLine : undefined;
  const acts =
    follows?.shape === "lower" &&
    !last.possessive &&
    PERSON_VERBS.has(follows.base) &&
    !reading.shouted[run.first];
  const everyday = small && size <= 50;
  const perfect =
    /^(?:had|has)$/.test(follows?.base ?? "") &&
    /(?:ed|en|ne|id|ent|old|aid|me)$/.test(tokens[run.last + 2]?.base ?? "");
  if (acts && (perfect || !WEAK_VERBS.has(follows.base)) && !(everyday && !reading.small))
    out.push("person_verb");
  else if (acts && !everyday) out.push("person_verb_weak");
  if (single && first.opensSentence && !small) {
    if (size <= 20) out.push("opens_sentence_everyday");
    else if (size <= 50) out.push("opens_sentence_word");
  }
  if (single && size <= 20 && follows && DETERMINERS.has(follows.base)) out.push("command");
  if (
    single &&
    size <= 50 &&
    before &&
    DETERMINERS.has(before.base) &&
    !first.opensSentence &&
    !last.possessive
  )
    out.push("determiner");
  if (
    single &&
    size <= 50 &&
    follows &&
    isCapital(follows) &&
    !isInitial(follows) &&
    !isNameLike(follows) &&
    !last.possessive &&
    !small
  )
    out.push("compound");
  const others = names.filter((part) => part !== undefined);
  if (others.length > 1) out.push(tokens[run.last - 1]?.text === "," ? "family_first" : "two_names");
  if (run.parts.length > names.length && takesInitial(reading, run, names)) out.push("initial");
  const intro = introductionBefore(text, tokens, run.first);
  const tagged = before?.text === ":";
  if (intro && isRelation(intro) && !tagged) out.push("relation");
  else if (intro && isStrongIntroduction(intro)) out.push("introduction");
  else if (intro && first.shape === "capital" && !(single && isNeutral(first.base)))
    out.push("weak_introduction");
  else if (before && isCapital(before) && SPEAKER_ROLES.has(before.base) && first.start - before.end === 1)
    out.push("relation");
  if (single && first.opensSentence && after?.text === "," && ADDRESSES.has(tokens[run.last + 2]?.base ?? ""))
    out.push("introduction");
  out.push(...formFeatures(reading, run));
  if (
    isEponymUse(text, tokens, run.last, run.last) &&
    !(intro && isStrongIntroduction(intro) && !isEponymHead(after))
  )
    if (!(names.length > 1 && isGivenName(first.base) && !isEponym(first.base)) || isEponymHead(after))
      out.push("illness");
  if (
    names.every((part) => !known.confirmed.has(tokens[part]!.base)) &&
    !isListed(first.base) &&
    isMedicine(text, tokens, run.first, run.last)
  )
    out.push("medicine");
  if (follows && isCapital(follows) && ORGANIZATIONS.has(follows.base)) out.push("organization");
  return out;
}

function formFeatures(reading: Reading, run: Run): NameFeature[] {
  const { text, tokens } = reading;
  const first = tokens[run.first]!;
  const last = tokens[run.last]!;
  const out: NameFeature[] = [];
  const after = tokens[run.last + 1];
  const value = reading.fieldAt(first.start);
  const valueWords = value ? text.slice(value.start, value.end).split(/\s+/).length : 0;
  if (value?.meaning === "name" && valueWords <= 8) out.push("name_field");
  else if (value?.meaning === "role" && valueWords <= 5 && !reading.isSpeaker(value.label))
    out.push("role_field");
  else if (value?.meaning === "nothing" && valueWords <= 3) out.push("other_field");
  const colon = after?.text === ":" && text.slice(last.end, after.start).trim() === "";
  if (first.opensLine && colon && !SPEAKER_ROLES.has(first.base) && !/\d/.test(text[after.end] ?? ""))
    out.push("speaker");
  else if (
    first.opensLine &&
    (!after || after.opensLine) &&
    reading.field === "text" &&
    run.first > 0 &&
    !reading.shouted[run.first]
  )
    out.push("signature");
  return out;
}

/** Whether the word beside an initial can be a name: "Anna S.", "Smith J.", but not "Grade A", "Vitamin D". */
function takesInitial({ text, tokens }: Reading, run: Run, names: readonly number[]): boolean {
  const word = tokens[names[0]!]!;
  if (isGivenName(word.base) && (wordSize(word.base) >= 35 || isUsuallyCapital(word.base))) return true;
  if (wordSize(word.base) <= 70 && !isListed(word.base)) return false;
  const end = tokens[run.last]!.end;
  return run.parts[0] !== names[0] || /^[.,;)?!\n]|^'s|^$/.test(text.slice(end, end + 2));
}

const INITIALS = /^(\p{Lu}\.){2,3}|^(\p{Lu}\. ){1,2}\p{Lu}\.(?! ?\p{Lu}\p{Ll})/u;
const NO_INITIALS =
  /^(?:U\.S\.?|U\.K|D\.C|P\.O|M\.D|R\.N|D\.O|N\.P|P\.A|B\.A|M\.A|B\.S|M\.S|N\.Y|L\.A|N\.J|S\.C|N\.C|A\.M|P\.M|P\.T|O\.T|I\.D|E\.R|I\.V|T\.V|P\.S|N\.B|V\.A|H\.R|Q\.D|B\.I|T\.I|Q\.I|P\.R|D\.D|D\.M|D\.P|J\.D|C\.P|E\.M|F\.A|A\.K|C\.O|F\.Y|Q\.A|S\.S|R\.S|M\.R|D\.O\.B|L\.L|P\.L|X\.|A\.D|B\.C|T\.B)/;

/** "J.S." of a patient, or the initials of somebody whom the case names; the offset of their end, or less than the index. */
function initialsAlone({ text, tokens, maskAt }: Reading, at: number, known: NameKnowledge): number {
  const token = tokens[at]!;
  if (maskAt(token.start)) return -1;
  if (isInitial(token)) {
    const match = INITIALS.exec(text.slice(token.start, token.start + 9));
    if (
      !match ||
      NO_INITIALS.test(match[0].replace(/ /g, "")) ||
      /[\p{L}\p{N}.]$/u.test(text[token.start - 1] ?? "")
    )
      return -1;
    const next = text.slice(token.start + match[0].length, token.start + match[0].length + 3);
    return /^ ?\p{Lu}\p{Ll}/u.test(next) ? -1 : token.start + match[0].length;
  }
  if (
    token.shape === "upper" &&
    (token.text.length === 2 || token.text.length === 3) &&
    known.initials.has(token.base)
  ) {
    if (wordSize(token.base) < 99 || isNeutral(token.base)) return -1;
    return token.end;
  }
  return -1;
}

/** The index of the last letter of a word spelled as "S M I T H" or "S-M-I-T-H", three letters or more after a word for spelling, six otherwise; else `at`. */
function spelledName(text: string, tokens: readonly Token[], at: number): number {
  const whole = tokens[at]!;
  if (whole.text.length !== 1) return at;
  let last = at;
  for (
    let i = at + 1;
    i < tokens.length &&
    tokens[i]!.text.length === 1 &&
    isWord(tokens[i]) &&
    isCapital(tokens[i]) === isCapital(whole) &&
    /^[ ,.-]{1,2}$/.test(text.slice(tokens[i - 1]!.end, tokens[i]!.start));
    i++
  )
    last = i;
  if (last - at < 2) return at;
  const cued = /\b(?:spell|spelled|spelt|spelling|spells|name|surname|that's|it's)\b[^.?!]{0,30}$/i.test(
    text.slice(Math.max(0, whole.start - 50), whole.start),
  );
  return last - at >= (cued ? 2 : 5) ? last : at;
}

const LATIN = /\p{Script=Latin}/u;
const CASELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Thai}\p{Script=Tamil}\p{Script=Ethiopic}]/u;

/** A word of a script without capitals in a text that is mostly Latin. */
function isOtherScript({ text }: Reading, token: Token): boolean {
  return (
    CASELESS.test(token.text) &&
    !LATIN.test(token.text) &&
    token.text.length <= 12 &&
    LATIN.test(text.slice(0, 400))
  );
}

/** "JohnSmith", "MariaLopezAppeal": names run together, as in names of files and users. */
function camelNames({ tokens, maskAt }: Reading): TextSpan[] {
  const found: TextSpan[] = [];
  for (const token of tokens) {
    if (token.shape !== "mixed" || maskAt(token.start) || token.text.length > 60) continue;
    const parts = token.text.match(/\p{Lu}\p{Ll}+/gu) ?? [];
    if (parts.length < 2 || parts.join("") !== token.text) continue;
    const bases = parts.map((part) => part.toLowerCase());
    const named = bases.filter(
      (base) => isListed(base) && (wordSize(base) >= 55 || isUsuallyCapital(base)),
    ).length;
    if (named >= 1 && (named >= 2 || bases.some((base) => wordSize(base) === 99)))
      found.push(span(token.start, token.end, 0.7, "names run together"));
  }
  return found;
}

/** Words of confident names, to be followed through the case. */
export function confirmedWords(
  reading: Reading,
  spans: readonly TextSpan[],
  into: { words: Set<string>; initials: Set<string> },
): void {
  const { tokens } = reading;
  let at = 0;
  for (const name of [...spans].sort((a, b) => a.start - b.start)) {
    while (at < tokens.length && tokens[at]!.start < name.start) at++;
    const bases: string[] = [];
    for (let i = at; i < tokens.length && tokens[i]!.end <= name.end; i++) {
      const token = tokens[i]!;
      if (!isWord(token) || token.text.length < 2 || TITLES.has(token.base) || token.base === "and") continue;
      bases.push(token.base);
      if (isNeutral(token.base) || MONTHS.has(token.base)) continue;
      if (token.shape === "lower" && wordSize(token.base) <= 50) continue;
      if (isListed(token.base) || wordSize(token.base) >= 55) into.words.add(token.base);
    }
    if (bases.length >= 2 && bases.length <= 3) into.initials.add(bases.map((base) => base[0]!).join(""));
  }
}
