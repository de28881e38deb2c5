import type { TextSpan } from "./finding";
import { isEponymUse } from "./not-a-name";
import { capitalRun, joined, placeSpan, precededByPlaceWord, properPart, SAINT } from "./proper-words";
import type { Reading } from "./reading";
import { isCapital, isWord, type Token } from "./tokens";
import {
  GENERIC_CARE,
  isEponym,
  isGivenName,
  isKnownWord,
  isNameOnly,
  isNeutral,
  isOrdinary,
  isTown,
  PLACE_NOUNS,
  STATE_CODES,
  TITLES,
  vocabulary,
  words,
} from "./words";

const PLACE_OPENERS = words(
  "port fort mount mt saint san santa lake cape point new north south east west upper lower el los las la villa st",
);

/** The length in tokens of the listed place that starts here; 0 when none does. */
function listedPlace(text: string, tokens: readonly Token[], at: number): number {
  const first = tokens[at]!;
  const phrases = vocabulary().places.get(first.base);
  if (!phrases) return 0;
  let best = 0;
  for (const phrase of phrases) {
    if (phrase.length <= best) continue;
    let token = at;
    let matched = 1;
    for (; matched < phrase.length; matched++) {
      let next = token + 1;
      if (tokens[next]?.text === "." && tokens[next]!.start === tokens[token]!.end) next++;
      const candidate = tokens[next];
      if (
        !candidate ||
        (candidate.base !== phrase[matched] &&
          !(matched === phrase.length - 1 && candidate.base.startsWith(`${phrase[matched]}-`))) ||
        /\n/.test(text.slice(tokens[token]!.end, candidate.start))
      )
        break;
      token = next;
    }
    if (matched === phrase.length) best = Math.max(best, token - at + 1);
  }
  return best;
}

const AT_WORDS = words("at @");
const IN_WORDS = words(
  "in from to near visit visiting outside around via leaving reached into through called southern northern eastern western",
);
const HERE_BEFORE = words(
  "live lives lived living moved move born raised grew based located resides reside residing flew flying travelled traveled travelling traveling arrived returned drove visiting",
);
const NOT_A_TOWN = words(
  "er ed icu or a&e gp pt ot home work school night noon midnight hand least most all first last best once age atm pa np md ceo hr it",
);

const STUDY_WORDS = words(
  "trial trials study studies guideline guidelines score scores criteria protocol diet test scale syndrome disease registry cohort index mutation gene",
);
const studyAfter = (token: Token | undefined) => token !== undefined && STUDY_WORDS.has(token.base);

/** A country or a state, written whole: the rule allows those. */
function isRegion({ tokens, at, run }: Sight): boolean {
  return vocabulary().regions.has(
    tokens
      .slice(at, run + 1)
      .map((part) => part.base)
      .join(" "),
  );
}

/** A place that starts at a token: its last token, how sure it is and why. */
interface Town {
  last: number;
  /** Where it ends, when not with its last token. */
  end?: number;
  confidence: number;
  reason: string;
}

/** What the rules for towns look at: a capitalised word, the run it begins, and the word before it. */
interface Sight {
  text: string;
  tokens: readonly Token[];
  at: number;
  token: Token;
  before: Token | undefined;
  /** The index of the last token of the run of capitalised words. */
  run: number;
}

const TOWN_RULES: ((sight: Sight) => Town | undefined)[] = [
  townBeforeState,
  kindOfPlace,
  placeOpener,
  afterAt,
  whereSomebodyLives,
  afterPreposition,
];

/** Towns: from lists, before a state, and after the words that a place follows. */
export function findTowns(reading: Reading): TextSpan[] {
  const { text, tokens } = reading;
  const found: TextSpan[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (!isWord(token) || TITLES.has(token.base) || reading.maskAt(token.start)) continue;
    if (token.shape === "lower") {
      const last = smallTown(reading, i);
      if (last < i) continue;
      found.push(placeSpan(token.start, tokens[last]!.end, 0.7, "a known town, in small letters"));
      i = last;
      continue;
    }
    if (!isCapital(token)) continue;
    const run = capitalRun(text, tokens, i);
    const sight: Sight = { text, tokens, at: i, token, before: tokens[i - 1], run };
    const listed = townInList(sight);
    const town = listed ?? (isRegion(sight) ? undefined : firstOf(TOWN_RULES, sight));
    if (town)
      found.push(placeSpan(token.start, town.end ?? tokens[town.last]!.end, town.confidence, town.reason));
    i = town?.last ?? (isRegion(sight) ? run : i);
  }
  return found;
}

function firstOf(rules: typeof TOWN_RULES, sight: Sight): Town | undefined {
  for (const rule of rules) {
    const town = rule(sight);
    if (town) return town;
  }
  return undefined;
}

function townInList({ text, tokens, at, token, before, run }: Sight): Town | undefined {
  const length = listedPlace(text, tokens, at);
  if (
    length === 0 ||
    (length === 1 && (vocabulary().regions.has(token.base) || isNeutral(token.base) || isEponym(token.base)))
  )
    return undefined;
  const last = at + length - 1;
  const after = tokens[last + 1];
  const beforeInitial =
    after?.text.length === 1 && after.shape === "capital" && tokens[last]!.end + 1 === after.start;
  const tooShort = length === 1 && token.text.length <= 3 && token.shape !== "upper";
  const likelierName =
    length === 1 && isNameOnly(token.base) && !precededByPlaceWord(before) && !stateAfter(tokens, last + 1);
  if (beforeInitial || tooShort || likelierName || isEponymUse(text, tokens, run, last)) return undefined;
  const wider =
    after !== undefined &&
    isCapital(after) &&
    PLACE_NOUNS.has(after.base) &&
    joined(text, tokens[last]!, after);
  return { last: wider ? last + 1 : last, confidence: 0.85, reason: "a known town, district or institution" };
}

/** In a text without capitals: a known town that is no word, or one after "in" or "from". */
function smallTown({ text, tokens, small }: Reading, at: number): number {
  if (!small) return -1;
  const token = tokens[at]!;
  const length = listedPlace(text, tokens, at);
  if (length === 0) return -1;
  const preceded = precededByPlaceWord(tokens[at - 1]);
  const alone =
    length === 1 &&
    (isKnownWord(token.base) ||
      token.text.length < 5 ||
      isGivenName(token.base) ||
      vocabulary().regions.has(token.base));
  return alone || (!preceded && length === 1 && isNameOnly(token.base)) ? -1 : at + length - 1;
}

function townBeforeState({ tokens, token, run }: Sight): Town | undefined {
  if (token.shape === "upper" && token.text.length <= 5 && !isTown(token.base)) return undefined;
  if (!stateAfter(tokens, run + 1) || isNeutral(token.base) || token.text.length <= 2) return undefined;
  if ((token.opensSentence && isOrdinary(token.base)) || !clearState(tokens, run)) return undefined;
  const state = tokens[run + 2]!;
  return {
    last: run,
    end: STATE_CODES.has(state.text) ? state.end : undefined,
    confidence: 0.85,
    reason: "a town before its state",
  };
}

/** "Larkspur County", "Mill Village". */
function kindOfPlace({ tokens, at, token, run }: Sight): Town | undefined {
  if (run === at || !PLACE_NOUNS.has(tokens[run]!.base) || token.opensSentence) return undefined;
  if (tokens.slice(at, run).every((part) => isNeutral(part.base) || GENERIC_CARE.has(part.base)))
    return undefined;
  return { last: run, confidence: 0.75, reason: "a word for a kind of place after a name" };
}

/** "St. Brendan's", "Port Ellery". */
function placeOpener({ tokens, at, token, run }: Sight): Town | undefined {
  const last = tokens[run]!;
  if (run === at || !PLACE_OPENERS.has(token.base)) return undefined;
  if (!properPart(last) && (!SAINT.test(token.base) || isNeutral(last.base))) return undefined;
  return {
    last: run,
    end: last.end + (last.possessive ? 2 : 0),
    confidence: 0.92,
    reason: "the form of a place name",
  };
}

function afterAt({ tokens, at, token, before, run }: Sight): Town | undefined {
  if (!before || !AT_WORDS.has(before.base) || NOT_A_TOWN.has(token.base) || isNeutral(token.base))
    return undefined;
  const parts = tokens.slice(at, run + 1);
  const acronym = token.shape === "upper" && token.text.length >= 2 && token.text.length <= 6;
  const compound =
    run > at &&
    parts.every((part) => part.shape === "capital") &&
    !parts.every((part) => GENERIC_CARE.has(part.base) || isNeutral(part.base));
  if (!acronym && !compound && (!properPart(token) || isNameOnly(token.base))) return undefined;
  return { last: run, confidence: 0.7, reason: "a capitalised word after “at”" };
}

/** "flew to Coles", "lives in Fairhope": here an everyday word is a town too. */
function whereSomebodyLives({ tokens, at, token, before, run }: Sight): Town | undefined {
  if (!before || !/^(?:in|to|from|into|at|near)$/.test(before.base)) return undefined;
  if (![tokens[at - 2], tokens[at - 3]].some((verb) => verb && HERE_BEFORE.has(verb.base))) return undefined;
  if (token.shape !== "capital" || isNeutral(token.base) || token.possessive || token.text.length <= 2)
    return undefined;
  return {
    last: run,
    confidence: 0.7,
    reason: `a capitalised word after “${before.text}”, where somebody lives or goes`,
  };
}

function afterPreposition({ tokens, token, before, run }: Sight): Town | undefined {
  if (
    !before ||
    !(IN_WORDS.has(before.base) || HERE_BEFORE.has(before.base)) ||
    token.possessive ||
    NOT_A_TOWN.has(token.base) ||
    isNeutral(token.base)
  )
    return undefined;
  const shouted = token.shape === "upper" && token.text.length >= 4 && !isKnownWord(token.base);
  const unknown = token.shape === "capital" && properPart(token) && !isNameOnly(token.base);
  if ((!shouted && !unknown) || studyAfter(tokens[run + 1])) return undefined;
  return { last: run, confidence: 0.65, reason: `a capitalised word after “${before.base}”` };
}

/** "OK", "IN", "OR" and the like are states only after a word that can be a town. */
function clearState(tokens: readonly Token[], town: number): boolean {
  return (
    !/^(?:OK|OR|IN|ME|HI|OH|PA|MD|DC|CO|MA|LA|ID|AL)$/.test(tokens[town + 2]!.text) ||
    (tokens[town]!.shape === "capital" &&
      (isTown(tokens[town]!.base) || !/^(?:OK|OR|ME|HI|IN)$/.test(tokens[town + 2]!.text)))
  );
}

function stateAfter(tokens: readonly Token[], comma: number): boolean {
  const state = tokens[comma + 1];
  if (tokens[comma]?.text !== "," || !state) return false;
  if (STATE_CODES.has(state.text)) return true;
  return isCapital(state) && vocabulary().regions.has(state.base) && state.base !== "us";
}
