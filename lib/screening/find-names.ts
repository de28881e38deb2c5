import type { TextSpan } from "./finding";
import { isCapital, isInitial, isWord, type Token } from "./tokens";
import {
  DEGREES,
  DOTTED_TITLES,
  EPONYM_HEADS,
  FACILITY_NOUNS,
  isCommon,
  isEnglishGivenName,
  isEponym,
  isFamilyName,
  isGivenName,
  isKnownWord,
  isNameOnly,
  isNeutral,
  isOrdinary,
  PARTICLES,
  SOFT_TITLES,
  SPEAKER_ROLES,
  TITLES,
  vocabulary,
  words,
} from "./words";

const RELATIONS = words(
  "wife husband spouse partner fiancé fiancée fiance fiancee girlfriend boyfriend son daughter kid child baby boy girl brother sister sibling twin mother father mom mum mommy dad daddy parent grandmother grandfather " +
    "grandma grandpa granny nana aunt uncle cousin niece nephew friend neighbor neighbour roommate colleague coworker boss manager supervisor caregiver carer guardian agent rep representative advocate nurse doctor physician surgeon " +
    "cardiologist oncologist neurologist dermatologist psychiatrist therapist dentist pharmacist pediatrician specialist provider patient member client caller resident beneficiary subscriber claimant lawyer attorney assistant producer songwriter writer director ex",
);

/** A name follows one of these phrases; matched on the words before it. */
const INTRODUCTIONS: string[][] = [
  "my name is",
  "name is",
  "name's",
  "names",
  "name was",
  "i'm",
  "i’m",
  "i am",
  "this is",
  "it's",
  "it’s",
  "that's",
  "that’s",
  "called",
  "named",
  "call me",
  "calls me",
  "name",
  "named him",
  "named her",
  "call him",
  "call her",
  "name of",
  "speak to",
  "speak with",
  "speaking to",
  "speaking with",
  "spoke to",
  "spoke with",
  "talk to",
  "talk with",
  "talked to",
  "talked with",
  "talking to",
  "asked for",
  "ask for",
  "asking for",
  "meet with",
  "met with",
  "follow up with",
  "followed by",
  "seen by",
  "referred by",
  "treated by",
  "evaluated by",
  "signed by",
  "written by",
  "directed by",
  "sent by",
  "reviewed by",
  "approved by",
  "denied by",
  "prepared by",
  "dictated by",
  "reported by",
  "starring",
  "assistant to",
  "tribute to",
  "dear",
  "hi",
  "hello",
  "hey",
  "thanks",
  "thank you",
  "regards",
  "sincerely",
  "signed",
  "attn",
  "attention",
  "cc",
  "from",
  "to",
  "re",
  "patient",
  "member",
  "client",
  "subscriber",
  "physician",
  "provider",
  "caller",
  "name on the account",
  "maiden name is",
  "last name is",
  "first name is",
  "surname is",
  "last name",
  "first name",
  "surname",
  "full name",
  "under",
  "on behalf of",
  "behalf of",
  "c/o",
  "care of",
  "contact",
  "add",
  "by",
  "for",
  "with",
  "change it to",
  "correct it to",
  "said",
  "says",
  "account of",
].map((phrase) => phrase.split(" "));

/** Introductions so plain that what follows must look like a name by itself. */
const WEAK = new Set([
  "from",
  "to",
  "re",
  "by",
  "for",
  "with",
  "add",
  "it's",
  "it’s",
  "that's",
  "that’s",
  "this is",
  "i'm",
  "i’m",
  "i am",
  "hi",
  "hello",
  "hey",
  "thanks",
  "thank you",
  "contact",
  "patient",
  "member",
  "client",
  "provider",
  "physician",
  "under",
  "called",
  "name",
  "said",
  "says",
  "cc",
  "names",
  "subscriber",
  "caller",
]);

const REPORTING = words(
  "said says asked replied told shouted wrote writes called explained added answered noted reported stated recalled thinks knows agreed disagreed insisted",
);
const NOT_AFTER_NAME = words("syndrome");
const QUESTION_NAME =
  /\b(?:full |first |last |sur|maiden |middle )?name(?:s)?(?:, | and |\b)[^.?!\n]{0,60}[?.][^\p{L}\p{N}]{0,6}$/iu;

interface Run {
  first: number;
  last: number;
  words: Token[];
  initials: number;
}

/** Names of people: after forms of address and introductions, from name lists, and capitalised words that are no English. */
export function findNames(text: string, tokens: readonly Token[]): TextSpan[] {
  const found: TextSpan[] = [];
  const add = (first: number, last: number, confidence: number, reason: string) => {
    const end = tokens[last]!.end + (isInitial(tokens[last]) && text[tokens[last]!.end] === "." ? 1 : 0);
    found.push({ start: tokens[first]!.start, end, kind: "name", confidence, reason });
  };
  const english = readsAsEnglish(tokens);
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (!isWord(token)) continue;

    if (TITLES.has(token.base) && token.text.length > 1) {
      let next = i + 1;
      if (tokens[next]?.text === "." && tokens[next]!.start === token.end && DOTTED_TITLES.has(token.base))
        next++;
      while (
        tokens[next] &&
        TITLES.has(tokens[next]!.base) &&
        !SOFT_TITLES.has(tokens[next]!.base) &&
        isCapital(tokens[next])
      )
        next++;
      const dotted = next > i + 1;
      const follower = tokens[next];
      const soft = SOFT_TITLES.has(token.base) || token.shape === "lower";
      if (
        follower &&
        isWord(follower) &&
        !text.slice(token.end, follower.start).includes("\n") &&
        titled(token, follower, soft, dotted)
      ) {
        const run = nameRun(text, tokens, next, true);
        if (!isPlaceholder(run.words)) add(next, run.last, 0.95, `a name after “${token.text}”`);
        i = run.last;
        continue;
      }
    }

    const spelled = spelledName(text, tokens, i);
    if (spelled > i) {
      add(i, spelled, 0.8, "a word spelled letter by letter");
      i = spelled;
      continue;
    }

    const intro = introductionBefore(text, tokens, i);
    if (token.opensLine && isCapital(token)) {
      const run = nameRun(text, tokens, i, true);
      if (tokens[run.last + 1]?.text === ":" && speaksAs(run)) {
        add(i, run.last, 0.75, "a speaker's tag");
        i = run.last;
        continue;
      }
    }

    if (isCapital(token)) {
      const run = nameRun(text, tokens, i, intro !== undefined);
      const judged = judgeRun(text, tokens, run, intro, english);
      if (judged) {
        add(judged.first, judged.last, judged.confidence, judged.reason);
        i = judged.last;
        continue;
      }
      if (run.words.length > 1 && !intro) i = skipRun(tokens, run);
      continue;
    }

    if (token.shape === "lower") {
      const last = lowerName(text, tokens, i, intro, english);
      if (last >= i) {
        add(
          i,
          last,
          intro ? 0.75 : 0.6,
          intro ? `a name after “${intro}”` : "a name from a list, in small letters",
        );
        i = last;
      }
    }
  }
  return found;
}

/** "Dr. X", "Mister X Y Z", "Ms. ABC": what stands where a name was taken out. */
function isPlaceholder(name: readonly Token[]): boolean {
  return /^(?:x+|xyz|abc|y|z)$/.test(name.map((token) => token.base).join(""));
}

function titled(title: Token, follower: Token, soft: boolean, dotted: boolean): boolean {
  if (isCapital(follower)) {
    if (follower.shape === "upper" && follower.text.length <= 3 && !dotted) return isNameOnly(follower.base);
    if (soft && !dotted)
      return (
        isNameOnly(follower.base) ||
        !isKnownWord(follower.base) ||
        (isCapital(title) &&
          (isFamilyName(follower.base) || isGivenName(follower.base)) &&
          !FACILITY_NOUNS.has(follower.base))
      );
    return !(isNeutral(follower.base) && !dotted) && !FACILITY_NOUNS.has(follower.base);
  }
  return (
    follower.shape === "lower" &&
    (isNameOnly(follower.base) || (dotted && (isFamilyName(follower.base) || isGivenName(follower.base))))
  );
}

/** From `first`, the longest stretch of capitalised words, initials and particles on one line. */
function nameRun(text: string, tokens: readonly Token[], first: number, cued: boolean): Run {
  const run: Run = {
    first,
    last: first,
    words: [tokens[first]!],
    initials: isInitial(tokens[first]) ? 1 : 0,
  };
  while (run.words.length < 6) {
    const here = tokens[run.last]!;
    if (here.possessive) break;
    let next = run.last + 1;
    if (
      tokens[next]?.text === "." &&
      tokens[next]!.start === here.end &&
      (isInitial(here) || here.base === "st")
    )
      next++;
    let candidate = tokens[next];
    if (!candidate) break;
    const gap = text.slice(here.end, candidate.start);
    if (!/^\.? $|^\.$/.test(gap)) break;
    if (
      gap.startsWith(".") &&
      !isInitial(candidate) &&
      (isOrdinary(candidate.base) || candidate.base === "i") &&
      !(isGivenName(candidate.base) || isFamilyName(candidate.base))
    )
      break;
    if (
      isInitial(candidate) &&
      (candidate.text === "I" || candidate.text === "A") &&
      text[candidate.end] === " "
    )
      break;
    if (candidate.shape === "lower" && PARTICLES.has(candidate.base)) {
      let beyond = next;
      while (tokens[beyond]?.shape === "lower" && PARTICLES.has(tokens[beyond]!.base)) beyond++;
      if (
        !isCapital(tokens[beyond]) ||
        beyond - next > 2 ||
        candidate.base === "i" ||
        candidate.base === "y" ||
        candidate.base === "e"
      )
        break;
      run.words.push(tokens[beyond]!);
      run.last = beyond;
      continue;
    }
    if (!isCapital(candidate)) {
      if (cued && candidate.shape === "lower" && isNameOnly(candidate.base)) {
        run.words.push(candidate);
        run.last = next;
        continue;
      }
      break;
    }
    if (TITLES.has(candidate.base) && candidate.text.length > 1 && !SOFT_TITLES.has(candidate.base)) break;
    if (FACILITY_NOUNS.has(candidate.base) && !isFamilyName(candidate.base)) break;
    if (candidate.shape === "upper" && candidate.text.length <= 4 && tokens[first]!.shape !== "upper") {
      if (DEGREES.has(candidate.base)) {
        run.last = next;
        run.words.push(candidate);
      }
      break;
    }
    candidate = tokens[next]!;
    if (isInitial(candidate)) run.initials++;
    run.words.push(candidate);
    run.last = next;
  }
  return run;
}

function skipRun(tokens: readonly Token[], run: Run): number {
  for (let i = run.first + 1; i <= run.last; i++)
    if (isCapital(tokens[i]) && (isNameOnly(tokens[i]!.base) || isInitial(tokens[i]))) return i - 1;
  return Math.max(run.last - 1, run.first);
}

/** Whether most small-letter words are English: only then does an unknown capitalised word say anything. */
function readsAsEnglish(tokens: readonly Token[]): boolean {
  let small = 0;
  let known = 0;
  for (const token of tokens) {
    if (token.shape !== "lower" || token.text.length < 2) continue;
    small++;
    if (isKnownWord(token.base)) known++;
  }
  return small < 8 || known >= small * 0.6;
}

interface Judged {
  first: number;
  last: number;
  confidence: number;
  reason: string;
}

function judgeRun(
  text: string,
  tokens: readonly Token[],
  run: Run,
  intro: string | undefined,
  english: boolean,
): Judged | undefined {
  const indexes: number[] = [];
  for (let i = run.first; i <= run.last; i++) if (isWord(tokens[i])) indexes.push(i);
  let low = 0;
  let high = indexes.length - 1;
  const at = (position: number) => tokens[indexes[position]!]!;
  const plainWord = (token: Token) =>
    !isInitial(token) &&
    !isNameOnly(token.base) &&
    (isKnownWord(token.base) || isNeutral(token.base) || isEponym(token.base));
  const couldBeName = (token: Token) =>
    isInitial(token) || isGivenName(token.base) || isFamilyName(token.base);
  const strongIntro = intro !== undefined && !WEAK.has(intro);
  const particled =
    run.words.length < run.last - run.first + 1 && run.words.some((token) => !plainWord(token));
  const startsName = (position: number) => {
    const word = at(position);
    const next = position < high ? at(position + 1) : undefined;
    if (isNeutral(word.base)) return false;
    if (isEnglishGivenName(word.base) && !word.opensSentence && word.shape === "capital") return true;
    if (strongIntro && couldBeName(word)) return true;
    if (!next) return false;
    if (isInitial(next)) return couldBeName(word) || (position + 2 <= high && !isCommon(word.base));
    if (isEnglishGivenName(word.base)) return couldBeName(next) || !isKnownWord(next.base);
    return isGivenName(word.base) && couldBeName(next) && !(word.opensSentence && !isNameOnly(next.base));
  };
  const endsName = (position: number) => {
    const word = at(position);
    if (strongIntro && couldBeName(word) && !isNeutral(word.base)) return true;
    if (isEnglishGivenName(word.base) && !word.opensSentence && word.shape === "capital") return true;
    const previous = position > low ? at(position - 1) : undefined;
    return (
      previous !== undefined &&
      (isFamilyName(word.base) ||
        DEGREES.has(word.base) ||
        isEnglishGivenName(previous.base) ||
        (isInitial(previous) && position - 2 >= low && !plainWord(at(position - 2)))) &&
      !isNeutral(word.base) &&
      !FACILITY_NOUNS.has(word.base)
    );
  };
  if (!particled) {
    while (low <= high && plainWord(at(low)) && !startsName(low)) low++;
    while (high >= low && plainWord(at(high)) && !endsName(high)) high--;
  }
  if (low > high) return undefined;
  const kept = indexes.slice(low, high + 1);
  const keptTokens = kept.map((index) => tokens[index]!);
  const first = kept[0]!;
  const last = kept.at(-1)!;
  const opening = tokens[first]!;
  const after =
    tokens[last + 1]?.text === "." && isInitial(tokens[last]) ? tokens[last + 2] : tokens[last + 1];
  if (isPlaceholder(keptTokens.filter(isInitial)) || (keptTokens.length === 1 && isInitial(opening)))
    return undefined;
  const carriesIllness = tokens[last]!.possessive && isEponymHead(tokens[last + 1]);
  if (carriesIllness && keptTokens.some((token) => isEponym(token.base))) return undefined;
  if (
    !(strongIntro && !isEponymHead(tokens[last + 1])) &&
    isEponymUse(text, tokens, run, last) &&
    !keptTokens.some(
      (token, i) => i + 1 < keptTokens.length && isGivenName(token.base) && !isEponym(token.base),
    )
  )
    return undefined;
  const nameWord = (token: Token) =>
    isNameOnly(token.base) ||
    (isEnglishGivenName(token.base) && !token.opensSentence && token.shape === "capital");
  const listed = keptTokens.filter(nameWord).length;
  const initials = keptTokens.filter(isInitial).length;
  const longest = keptTokens.reduce((most, token) => Math.max(most, token.text.length), 0);
  if (longest < 2) return undefined;
  const allUpper = keptTokens.every((token) => token.shape === "upper" || isInitial(token));
  if (allUpper && keptTokens.length === 1) {
    if (!isNameOnly(opening.base) || opening.text.length < 3) return undefined;
    if (!intro && opening.text.length < 5) return undefined;
    return { first, last, confidence: intro ? 0.8 : 0.55, reason: "a name from a list, in capitals" };
  }
  if (keptTokens.some((token) => token.shape === "mixed") && listed === 0 && !strongIntro) return undefined;
  if (listed === 0 && !strongIntro && isMedicine(text, tokens, first, last)) return undefined;
  if (initials > 0 && keptTokens.length > 1) {
    const word = keptTokens.find((token) => !isInitial(token))!;
    const initialAfter = keptTokens.indexOf(word) < keptTokens.length - 1;
    const given = isEnglishGivenName(word.base);
    if (
      !given &&
      (isCommon(word.base) || (isKnownWord(word.base) && !isGivenName(word.base) && !isFamilyName(word.base)))
    )
      return undefined;
    if (
      initialAfter &&
      !given &&
      !isNameOnly(word.base) &&
      isKnownWord(word.base) &&
      !/^[.,;)]|^['’]s/.test(text.slice(tokens[last]!.end, tokens[last]!.end + 2))
    )
      return undefined;
    return { first, last, confidence: 0.9, reason: "a name with an initial" };
  }
  if (
    intro &&
    !(
      WEAK.has(intro) &&
      listed === 0 &&
      keptTokens.every((token) => isKnownWord(token.base) || isNeutral(token.base) || isEponym(token.base))
    )
  ) {
    return { first, last, confidence: listed > 0 ? 0.92 : 0.75, reason: `a name after “${intro}”` };
  }
  if (listed > 0 && keptTokens.length > 1)
    return { first, last, confidence: 0.9, reason: "two or more words, one from a list of names" };
  if (listed > 0) {
    if (opening.opensSentence && opening.text.length < 3) return undefined;
    const sure = !opening.opensSentence || isGivenName(opening.base);
    return { first, last, confidence: sure ? 0.75 : 0.6, reason: "a word from a list of names" };
  }
  if (keptTokens.length > 1 && keptTokens.every((token) => couldBeName(token)) && !opening.opensSentence) {
    return { first, last, confidence: 0.6, reason: "words that are names as well as ordinary words" };
  }
  const unknown = keptTokens.filter(
    (token) =>
      !isKnownWord(token.base) &&
      !isNeutral(token.base) &&
      !isEponym(token.base) &&
      token.shape === "capital",
  );
  if (unknown.length === 0 || !english) return undefined;
  if (opening.text.length < 3) return undefined;
  if (opening.opensSentence && keptTokens.length === 1) {
    if (opening.text.length < 3 || !personAfter(after) || tokens[last + 1]?.text === ":") return undefined;
    return {
      first,
      last,
      confidence: 0.5,
      reason: "a capitalised word that is not English, opening a sentence",
    };
  }
  return { first, last, confidence: 0.6, reason: "a capitalised word that is not English" };
}

const TAKING = words(
  "taking takes took take taken on started starting start stopped stop using used use uses apply applied applying given give gave prescribed prescribe prescribing tried try trying prior continue continued continuing restart restarted switched allergic received receive",
);
const MEDICINE_NEAR =
  /\b(?:medications?|medicines?|meds|drugs?|applications? of|tablets?|pills?|dos(?:e|es|age)|prescriptions?|prescribed|taking|inhaled|nasal|peroxide|allerg\p{L}+)\b[^.?!\n]{0,40}$/iu;
const MEDICINE_AFTER =
  /^[ ,]{1,2}(?:(?:\d[\d.,]*|one|two|three|four|five|six|eight|ten|twenty|thirty|forty|fifty|sixty|hundred)[ -]?(?:mg|mcg|ml|m g|units?)\b|(?:tablets?|pills?|cream|ointment|gel|lotion|spray|dressings?|patch|patches|inhaler|drops|injections?|infusions?|capsules?|syrup|doses?|therapy|twice|once|daily|prn|refills?)\b)/iu;
/** An unknown capitalised word beside a word for taking or dosing a medicine is a brand, not a person. */
function isMedicine(text: string, tokens: readonly Token[], first: number, last: number): boolean {
  const { start } = tokens[first]!;
  const { end } = tokens[last]!;
  if (
    MEDICINE_AFTER.test(text.slice(end, end + 24)) ||
    MEDICINE_NEAR.test(text.slice(Math.max(0, start - 60), start))
  )
    return true;
  let before = first - 1;
  while (
    before >= 0 &&
    first - before <= 6 &&
    (tokens[before]!.text === "," ||
      /^(?:um|uh|the|some|any|my|her|him|me|your|his)$/.test(tokens[before]!.base))
  )
    before--;
  return TAKING.has(tokens[before]?.base ?? "");
}

const PERSON_VERBS = words(
  "is was has had will would can could and or lives lived works worked moved grew began went came gave took got made plays played calls called wants wanted needs needed listed spent shouted says said asked told points just does did",
);
function personAfter(token: Token | undefined): boolean {
  return (
    token !== undefined && (PERSON_VERBS.has(token.base) || REPORTING.has(token.base) || token.text === ",")
  );
}

/** "Crohn's disease", "McGill Pain Index", "Modified Duke Score", "the GUSTO trial": an illness, sign or study carries the name. */
function isEponymUse(text: string, tokens: readonly Token[], run: Run, last: number): boolean {
  const word = tokens[last]!;
  if (isEponym(word.base)) {
    return !isGivenName(tokens[last - 1]?.base ?? "") || isEponymHead(tokens[last + 1]);
  }
  if (NOT_AFTER_NAME.has(word.base)) return true;
  for (let i = last + 1; i <= last + 3 && i < tokens.length; i++) {
    const next = tokens[i]!;
    if (next.shape === "mark" && next.text !== "-" && next.text !== "/") return false;
    if (text.slice(tokens[i - 1]!.end, next.start).includes("\n")) return false;
    if (isEponymHead(next)) return i === last + 1 || i <= run.last + 1 || isCapital(next) || word.possessive;
    if (next.shape === "lower" && i > last + 1) return false;
  }
  return false;
}

const isEponymHead = (token: Token | undefined) => token !== undefined && EPONYM_HEADS.has(token.base);

function introductionBefore(text: string, tokens: readonly Token[], at: number): string | undefined {
  let before = at - 1;
  let colon = false;
  while (
    before >= 0 &&
    tokens[before]!.shape === "mark" &&
    /^[:,"“'>().-]$/.test(tokens[before]!.text) &&
    at - before <= 4
  ) {
    if (tokens[before]!.text === ":") colon = true;
    before--;
  }
  while (
    before >= 0 &&
    at - before <= 4 &&
    /^(?:um|uh|er|erm|well|yeah|yes|actually|indeed|oh|unsure)$/.test(tokens[before]!.base)
  ) {
    before--;
    while (
      before >= 0 &&
      tokens[before]!.shape === "mark" &&
      /^[,.<>/]$/.test(tokens[before]!.text) &&
      at - before <= 6
    )
      before--;
  }
  const word = tokens[before];
  if (!word) return undefined;
  if (word.text === "?" || word.text === ".") {
    return QUESTION_NAME.test(text.slice(Math.max(0, tokens[at]!.start - 90), tokens[at]!.start))
      ? "name?"
      : undefined;
  }
  const between = text.slice(word.end, tokens[at]!.start);
  if (
    between.includes("\n") &&
    !/(?:regards|sincerely|thanks|cheers|best|yours|faithfully|truly|love|respectfully|cordially),?$/i.test(
      word.text,
    ) &&
    !colon
  )
    return undefined;
  if (RELATIONS.has(word.base) && word.shape === "lower" && !/[.?!]/.test(between)) {
    const owner = tokens[before - 1];
    if (owner && (/^(?:my|his|her|our|their|your|the|a|partner's|ex)$/.test(owner.base) || owner.possessive))
      return word.base;
    if (!/[,]/.test(between) && isCapital(tokens[at])) return word.base;
  }
  if (/[.?!]/.test(between)) {
    return QUESTION_NAME.test(text.slice(Math.max(0, tokens[at]!.start - 90), tokens[at]!.start))
      ? "name?"
      : undefined;
  }
  let best: string[] | undefined;
  for (const phrase of INTRODUCTIONS) {
    if (best && phrase.length <= best.length) continue;
    const start = before - phrase.length + 1;
    if (start < 0) continue;
    let same = true;
    for (let i = 0; i < phrase.length && same; i++) {
      const token = tokens[start + i]!;
      const spoken = token.possessive ? `${token.base}'s` : token.base;
      same = spoken === phrase[i]!.replace("’", "'") || token.base === phrase[i];
    }
    if (same) best = phrase;
  }
  if (best) {
    const phrase = best.join(" ");
    if (
      colon ||
      !/[,]/.test(between) ||
      /^(?:regards|sincerely|dear|thanks|signed|hi|hello|hey|thank you)$/.test(phrase)
    )
      return phrase;
  }
  return undefined;
}

function speaksAs(run: Run): boolean {
  if (run.words.length > 4) return false;
  if (
    run.words.some(
      (token) => token.base.split(/[_-]/).some((part) => SPEAKER_ROLES.has(part)) || isNeutral(token.base),
    )
  )
    return false;
  const named = run.words.some((token) => isNameOnly(token.base));
  return (
    named ||
    (run.words.length === 1 &&
      run.words[0]!.shape === "capital" &&
      run.words[0]!.text.length > 2 &&
      !isKnownWord(run.words[0]!.base))
  );
}

/** The index of the last letter of a word spelled as "S M I T H" or "S-M-I-T-H", three letters or more after a word for spelling, six otherwise; else `at`. */
function spelledName(text: string, tokens: readonly Token[], at: number): number {
  const whole = tokens[at]!;
  if (!isInitial(whole)) return at;
  let last = at;
  for (
    let i = at + 1;
    i < tokens.length &&
    isInitial(tokens[i]) &&
    /^[ ,.-]{1,2}$/.test(text.slice(tokens[i - 1]!.end, tokens[i]!.start));
    i++
  )
    last = i;
  const cued = /\b(?:spell|spelled|spelt|spelling|spells|name|surname|that's|it's)\b[^.?!]{0,30}$/i.test(
    text.slice(Math.max(0, whole.start - 50), whole.start),
  );
  return last - at >= (cued ? 2 : 5) ? last : at;
}

function lowerName(
  text: string,
  tokens: readonly Token[],
  at: number,
  intro: string | undefined,
  english: boolean,
): number {
  const token = tokens[at]!;
  const { rare } = vocabulary();
  const given =
    isGivenName(token.base) && !isOrdinary(token.base) && !isNeutral(token.base) && token.base.length > 2;
  const strong =
    english &&
    given &&
    !rare.has(token.base) &&
    token.base.length >= 4 &&
    !isKnownWord(token.base) &&
    !isEponym(token.base);
  const introduced =
    intro !== undefined && !WEAK.has(intro) && isNameOnly(token.base) && token.base.length > 2;
  const unknownIntroduced =
    intro !== undefined &&
    /name|called|dear|gender of/.test(intro) &&
    !isKnownWord(token.base) &&
    token.base.length > 2 &&
    !isNeutral(token.base);
  if (!strong && !introduced && !unknownIntroduced) return -1;
  if (isEponymHead(tokens[at + 1])) return -1;
  let last = at;
  while (last - at < 3) {
    const next = tokens[last + 1];
    if (next?.shape !== "lower" || text.slice(tokens[last]!.end, next.start) !== " ") break;
    const family = isFamilyName(next.base) && !isOrdinary(next.base);
    if (!family && (isKnownWord(next.base) || isNeutral(next.base))) break;
    last++;
  }
  if (!introduced && !unknownIntroduced && last === at && !strong) return -1;
  return last;
}

/** Names listed beside a name are names: "Kónya, Becker and Vasquez" (also where one is an ordinary word). */
export function coordinatedNames(
  text: string,
  tokens: readonly Token[],
  names: readonly TextSpan[],
): TextSpan[] {
  const found: TextSpan[] = [];
  const inName = new Set<number>();
  let at = 0;
  for (const name of [...names].sort((a, b) => a.start - b.start)) {
    while (at < tokens.length && tokens[at]!.start < name.start) at++;
    for (let i = at; i < tokens.length && tokens[i]!.end <= name.end; i++) inName.add(i);
  }
  const isJoint = (token: Token | undefined) =>
    token !== undefined &&
    (token.text === "," || token.text === "&" || token.base === "and" || token.base === "or");
  const see = (i: number, step: 1 | -1) => {
    let other = i + step;
    while (isJoint(tokens[other]) && Math.abs(other - i) <= 2) other += step;
    if (other === i + step || !inName.has(other)) return;
    const token = tokens[i]!;
    if (
      text
        .slice(Math.min(token.start, tokens[other]!.start), Math.max(token.start, tokens[other]!.start))
        .includes("\n")
    )
      return;
    inName.add(i);
    found.push({
      start: token.start,
      end: token.end,
      kind: "name",
      confidence: 0.6,
      reason: "listed beside a name",
    });
  };
  const candidate = (i: number) => {
    const token = tokens[i]!;
    return (
      !inName.has(i) &&
      token.shape === "capital" &&
      token.text.length > 2 &&
      !isNeutral(token.base) &&
      (isGivenName(token.base) || isFamilyName(token.base) || !isKnownWord(token.base)) &&
      !token.opensSentence &&
      !isEponym(token.base)
    );
  };
  for (let i = 0; i < tokens.length; i++) if (candidate(i)) see(i, -1);
  for (let i = tokens.length - 1; i >= 0; i--) if (candidate(i)) see(i, 1);
  return found;
}

/**
 * Name words confirmed somewhere in the case are names wherever they stand: `Smith` after one `Dr Smith`, in
 * capitals or small letters. Words that are ordinary English too are only followed when capitalised in mid-sentence.
 */
export function carryNames(tokens: readonly Token[], confirmed: ReadonlySet<string>): TextSpan[] {
  const found: TextSpan[] = [];
  tokens.forEach((token, i) => {
    if (!isWord(token) || token.text.length < 2 || !confirmed.has(token.base)) return;
    const ordinary = isKnownWord(token.base) || isNeutral(token.base) || isEponym(token.base);
    if (ordinary && (!isCapital(token) || token.opensSentence || token.shape === "upper")) return;
    if (ordinary && isEponymHead(tokens[i + 1])) return;
    found.push({
      start: token.start,
      end: token.end,
      kind: "name",
      confidence: ordinary ? 0.6 : 0.8,
      reason: "part of a name found elsewhere in this case",
    });
  });
  return found;
}
