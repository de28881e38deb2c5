import type { TextSpan } from "./finding";
import { introductionBefore, isStrongIntroduction } from "./introductions";
import { isEponymHead, isEponymUse, isMedicine } from "./not-a-name";
import { isCapital, isInitial, isWord, type Token } from "./tokens";
import {
  DEGREES,
  DOTTED_TITLES,
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

const REPORTING = words(
  "said says asked replied told shouted wrote writes called explained added answered noted reported stated recalled thinks knows agreed disagreed insisted",
);
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
      const judged = judgeRun(run, { text, tokens, intro, english });
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

/** What is known about a run when it is judged. */
interface Circumstances {
  text: string;
  tokens: readonly Token[];
  intro: string | undefined;
  /** The text reads as English, so an unknown capitalised word says something. */
  english: boolean;
}

const plainWord = (token: Token) =>
  !isInitial(token) &&
  !isNameOnly(token.base) &&
  (isKnownWord(token.base) || isNeutral(token.base) || isEponym(token.base));
const couldBeName = (token: Token) => isInitial(token) || isGivenName(token.base) || isFamilyName(token.base);
/** A given name that is an everyday word too, where its capital is not the sentence's. */
const meantAsName = (token: Token) =>
  isEnglishGivenName(token.base) && !token.opensSentence && token.shape === "capital";

/** Takes ordinary words off both ends of a run ("Considering John D", "Mary Johnson Hospital"); undefined when none is left. */
function trimRun(run: Run, tokens: readonly Token[], strong: boolean): number[] | undefined {
  const indexes: number[] = [];
  for (let i = run.first; i <= run.last; i++) if (isWord(tokens[i])) indexes.push(i);
  let low = 0;
  let high = indexes.length - 1;
  const at = (position: number) => tokens[indexes[position]!]!;
  const startsName = (position: number) => {
    const word = at(position);
    if (isNeutral(word.base)) return false;
    if (meantAsName(word) || (strong && couldBeName(word))) return true;
    if (position === high) return false;
    const next = at(position + 1);
    if (isInitial(next)) return couldBeName(word) || (position + 2 <= high && !isCommon(word.base));
    if (isEnglishGivenName(word.base)) return couldBeName(next) || !isKnownWord(next.base);
    return isGivenName(word.base) && couldBeName(next) && !(word.opensSentence && !isNameOnly(next.base));
  };
  const endsName = (position: number) => {
    const word = at(position);
    if (meantAsName(word) || (strong && couldBeName(word) && !isNeutral(word.base))) return true;
    if (position === low || isNeutral(word.base) || FACILITY_NOUNS.has(word.base)) return false;
    const previous = at(position - 1);
    if (isFamilyName(word.base) || DEGREES.has(word.base) || isEnglishGivenName(previous.base)) return true;
    return isInitial(previous) && position - 2 >= low && !plainWord(at(position - 2));
  };
  const hasParticles =
    run.words.length < run.last - run.first + 1 && run.words.some((token) => !plainWord(token));
  if (!hasParticles) {
    while (low <= high && plainWord(at(low)) && !startsName(low)) low++;
    while (high >= low && plainWord(at(high)) && !endsName(high)) high--;
  }
  return low > high ? undefined : indexes.slice(low, high + 1);
}

/** Whether a run of capitalised words is a name, which of its words, how surely and why. */
function judgeRun(run: Run, circumstances: Circumstances): Judged | undefined {
  const { text, tokens, intro, english } = circumstances;
  const strong = isStrongIntroduction(intro);
  const kept = trimRun(run, tokens, strong);
  if (!kept) return undefined;
  const name = kept.map((index) => tokens[index]!);
  const first = kept[0]!;
  const last = kept.at(-1)!;
  const opening = name[0]!;
  if (isPlaceholder(name.filter(isInitial)) || name.every(isInitial)) return undefined;
  if (namesAnIllness(run, first, last, name, circumstances)) return undefined;
  const listed = name.filter((token) => isNameOnly(token.base) || meantAsName(token)).length;
  const judged = (confidence: number, reason: string): Judged => ({ first, last, confidence, reason });

  if (name.length === 1 && opening.shape === "upper") {
    const longEnough = opening.text.length >= (intro ? 3 : 5);
    return isNameOnly(opening.base) && longEnough
      ? judged(intro ? 0.8 : 0.55, "a name from a list, in capitals")
      : undefined;
  }
  if (
    listed === 0 &&
    !strong &&
    (name.some((token) => token.shape === "mixed") || isMedicine(text, tokens, first, last))
  )
    return undefined;
  if (name.length > 1 && name.some(isInitial)) {
    return takesInitial(text, name) ? judged(0.9, "a name with an initial") : undefined;
  }
  if (
    intro &&
    (strong ||
      listed > 0 ||
      !name.every((token) => isKnownWord(token.base) || isNeutral(token.base) || isEponym(token.base)))
  ) {
    return judged(listed > 0 ? 0.92 : 0.75, `a name after “${intro}”`);
  }
  if (listed > 0 && name.length > 1) return judged(0.9, "two or more words, one from a list of names");
  if (listed > 0) {
    if (opening.opensSentence && opening.text.length < 3) return undefined;
    return judged(
      opening.opensSentence && !isGivenName(opening.base) ? 0.6 : 0.75,
      "a word from a list of names",
    );
  }
  if (name.length > 1 && name.every(couldBeName) && !opening.opensSentence) {
    return judged(0.6, "words that are names as well as ordinary words");
  }
  if (
    !english ||
    opening.text.length < 3 ||
    !name.some((token) => token.shape === "capital" && !plainWord(token))
  )
    return undefined;
  if (opening.opensSentence && name.length === 1) {
    return personAfter(tokens[last + 1])
      ? judged(0.5, "a capitalised word that is not English, opening a sentence")
      : undefined;
  }
  return judged(0.6, "a capitalised word that is not English");
}

/** An eponym, unless a given name or an introduction says that a person is meant. */
function namesAnIllness(
  run: Run,
  first: number,
  last: number,
  name: readonly Token[],
  { text, tokens, intro }: Circumstances,
): boolean {
  const head = isEponymHead(tokens[last + 1]);
  if (head && tokens[last]!.possessive && name.some((token) => isEponym(token.base))) return true;
  if (isStrongIntroduction(intro) && !head) return false;
  const withGivenName = name.slice(0, -1).some((token) => isGivenName(token.base) && !isEponym(token.base));
  return first <= last && !withGivenName && isEponymUse(text, tokens, run.last, last);
}

/** Whether the word beside an initial can be a name: "Anna S.", "Smith J.", but not "Grade A". */
function takesInitial(text: string, name: readonly Token[]): boolean {
  const word = name.find((token) => !isInitial(token))!;
  if (isEnglishGivenName(word.base)) return true;
  if (isCommon(word.base) || (isKnownWord(word.base) && !couldBeName(word))) return false;
  const initialLast = name.indexOf(word) < name.length - 1;
  const end = name.at(-1)!.end;
  return (
    !initialLast ||
    isNameOnly(word.base) ||
    !isKnownWord(word.base) ||
    /^[.,;)]|^['’]s/.test(text.slice(end, end + 2))
  );
}

const PERSON_VERBS = words(
  "is was has had will would can could and or lives lived works worked moved grew began went came gave took got made plays played calls called wants wanted needs needed listed spent shouted says said asked told points just does did",
);
function personAfter(token: Token | undefined): boolean {
  return (
    token !== undefined && (PERSON_VERBS.has(token.base) || REPORTING.has(token.base) || token.text === ",")
  );
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

/** After these an unknown word in small letters is somebody, whether or not a list knows them. */
const INTRODUCES_A_PERSON =
  /^(?:wife|husband|spouse|partner|girlfriend|boyfriend|son|daughter|brother|sister|mother|father|mom|mum|dad|grandmother|grandfather|grandma|grandpa|aunt|uncle|cousin|niece|nephew|friend|neighbou?r|ask for|asked for|asking for|speak to|speak with|spoke to|spoke with|speaking to|speaking with|talk to|talked to|talked with|call him|call her|met with)$/;

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
  const introduced = isStrongIntroduction(intro) && isNameOnly(token.base) && token.base.length > 2;
  const unknownIntroduced =
    intro !== undefined &&
    /name|called|dear|gender of/.test(intro) &&
    !isKnownWord(token.base) &&
    token.base.length > 2 &&
    !isNeutral(token.base);
  const unknownPerson =
    english &&
    intro !== undefined &&
    INTRODUCES_A_PERSON.test(intro) &&
    token.base.length >= 4 &&
    !isKnownWord(token.base) &&
    !isNeutral(token.base) &&
    !isEponym(token.base) &&
    !isMedicine(text, tokens, at, at);
  if (!strong && !introduced && !unknownIntroduced && !unknownPerson) return -1;
  if (isEponymHead(tokens[at + 1])) return -1;
  let last = at;
  while (last - at < 3) {
    const next = tokens[last + 1];
    if (next?.shape !== "lower" || text.slice(tokens[last]!.end, next.start) !== " ") break;
    const family = isFamilyName(next.base) && !isOrdinary(next.base);
    if (!family && (isKnownWord(next.base) || isNeutral(next.base))) break;
    last++;
  }
  if (!introduced && !unknownIntroduced && !unknownPerson && last === at && !strong) return -1;
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
