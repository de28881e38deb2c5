import { allLocales } from "@faker-js/faker";
import { nameFamilies, sameGivenName } from "./nicknames";
import { type Token, tokenise } from "./tokens";
import { DEGREES, isFamilyName, isGivenName, PARTICLES, TITLES } from "./words";

export type NameRole = "given" | "family" | "given_initial" | "family_initial" | "middle" | "keep";
export type Gender = "f" | "m" | null;

/** One spelling of a name, word by word. */
export interface ParsedName {
  text: string;
  words: { token: Token; base: string; role: NameRole }[];
  given: string | null;
  family: string | null;
  /** Letters that stand for the whole name: "D.W." */
  initials: string | null;
  /** A lone word of which it is not known whether it is given or family. */
  lone: boolean;
  gender: Gender;
}

/** Everybody a case names: spellings that are one person's. */
export interface Person {
  /** The fullest spelling. */
  label: string;
  spellings: string[];
  given: string | null;
  family: string | null;
  gender: Gender;
}

const SUFFIXES = new Set(["jr", "sr", "ii", "iii", "iv", "junior", "senior"]);
const FEMALE_TITLES = new Set(["mrs", "ms", "miss", "mme", "madam", "sra", "frau", "sister", "aunt"]);
const MALE_TITLES = new Set(["mr", "sir", "monsieur", "herr", "father", "uncle", "brother"]);
const first = allLocales.en?.person?.first_name as { female?: string[]; male?: string[] } | undefined;
const FEMALE = new Set(first?.female?.map((name) => name.toLowerCase()));
const MALE = new Set(first?.male?.map((name) => name.toLowerCase()));

/** Whose name a given name mostly is. */
export function genderOf(base: string): Gender {
  const families = nameFamilies(base);
  if (families.length > 0) {
    const [known, ...others] = families;
    return others.every((one) => one.gender === known!.gender) ? known!.gender : null;
  }
  if (FEMALE.has(base) === MALE.has(base)) return null;
  return FEMALE.has(base) ? "f" : "m";
}

const isLetter = (token: Token) => /^\p{L}$/u.test(token.text);

/** Reads one spelling of a name; `known` helps where a lone word could be either. */
export function parseName(
  text: string,
  known: { given: ReadonlySet<string>; family: ReadonlySet<string> } = {
    given: new Set(),
    family: new Set(),
  },
): ParsedName {
  const tokens = tokenise(text);
  const comma = tokens.findIndex((token) => token.text === ",");
  let gender: Gender = null;
  let titled = false;
  const words = tokens
    .filter((token) => token.shape !== "mark")
    .map((token) => {
      const base = token.base;
      const title = TITLES.has(base) && token.text.length > 1;
      if (title) {
        titled = true;
        gender ??= FEMALE_TITLES.has(base) ? "f" : MALE_TITLES.has(base) ? "m" : null;
      }
      const kept =
        title ||
        token.shape === "number" ||
        (DEGREES.has(base) && !isLetter(token)) ||
        SUFFIXES.has(base) ||
        (PARTICLES.has(base) && token.shape === "lower") ||
        base === "and";
      return { token, base, role: (kept ? "keep" : "middle") as NameRole };
    });
  const named = words.filter((word) => word.role === "middle");
  const parsed: ParsedName = { text, words, given: null, family: null, initials: null, lone: false, gender };
  if (named.length === 0) return parsed;
  const [only] = named;
  const letters = named.every((word) => isLetter(word.token));
  const monogram = named.length === 1 && /^\p{Lu}{2,3}$/u.test(only!.token.text) && !isGivenName(only!.base);
  if ((letters && named.length > 1) || monogram) {
    for (const word of named) word.role = "family_initial";
    named[0]!.role = "given_initial";
    parsed.initials = named.map((word) => word.base).join("");
    return parsed;
  }
  if (named.length === 1) {
    if (isLetter(only!.token)) {
      only!.role = "given_initial";
      parsed.initials = only!.base;
      return parsed;
    }
    const givenHere = known.given.has(only!.base);
    const familyHere = known.family.has(only!.base);
    const asFamily = titled
      ? familyHere || !(givenHere || (isGivenName(only!.base) && !isFamilyName(only!.base)))
      : familyHere && !givenHere
        ? true
        : !givenHere && !isGivenName(only!.base) && isFamilyName(only!.base);
    only!.role = asFamily ? "family" : "given";
    parsed.lone = !titled && !givenHere && !familyHere;
    parsed[asFamily ? "family" : "given"] = only!.base;
  } else {
    const cut = comma < 0 ? -1 : named.findIndex((word) => word.token.start > tokens[comma]!.start);
    const reversed = cut > 0;
    const givenAt = reversed ? cut : 0;
    const familyAt = reversed ? cut - 1 : named.length - 1;
    named[givenAt]!.role = isLetter(named[givenAt]!.token) ? "given_initial" : "given";
    named[familyAt]!.role = isLetter(named[familyAt]!.token) ? "family_initial" : "family";
    if (named[givenAt]!.role === "given") parsed.given = named[givenAt]!.base;
    else parsed.initials = named[givenAt]!.base;
    if (named[familyAt]!.role === "family") parsed.family = named[familyAt]!.base;
  }
  parsed.gender ??= parsed.given ? genderOf(parsed.given) : null;
  return parsed;
}

interface Found extends Person {
  middle: string | null;
}

const compatible = (a: Gender, b: Gender) => a === null || b === null || a === b;

/** Whether a spelling may be this person's. */
function fits(person: Found, name: ParsedName): boolean {
  if (!compatible(person.gender, name.gender)) return false;
  if (name.family && name.family !== person.family) return false;
  if (name.given) return person.given !== null && sameGivenName(person.given, name.given);
  if (name.initials) {
    const [one, ...rest] = name.initials;
    const starts =
      person.given !== null &&
      [person.given, ...nameFamilies(person.given).map((family) => family.full.toLowerCase())].some((given) =>
        given.startsWith(one!),
      );
    const last = rest.at(-1);
    return starts && (last === undefined ? name.family !== null : person.family?.startsWith(last) === true);
  }
  return name.family !== null;
}

/**
 * Puts the spellings of a case together into persons: nicknames, initials, family name alone, "Smith, John", capitals and
 * possessives are the same person's; what could be two persons' is a person of its own, so that two never become one. A
 * family name alone goes with the first of a family: its stand-in is the whole family's.
 * @param apart spellings that somebody said are another person's
 */
export function peopleOf(
  spellings: readonly string[],
  apart: ReadonlySet<string> = new Set(),
): { people: Person[]; parsed: Map<string, ParsedName>; personOf: Map<string, Person> } {
  const all = [...new Set(spellings)];
  const rough = all.map((text) => parseName(text));
  const known = { given: new Set<string>(), family: new Set<string>() };
  for (const name of rough)
    if (name.given && name.family) {
      known.given.add(name.given);
      known.family.add(name.family);
    }
  const parsed = new Map(all.map((text) => [text, parseName(text, known)] as const));
  const size = (name: ParsedName) =>
    (name.given && name.family ? 4 : 0) + (name.initials && name.family ? 2 : 0) + (name.given ? 1 : 0);
  const oddness = (text: string) => Number(text.includes(",")) + Number(text === text.toUpperCase());
  const ordered = [...parsed.values()].sort(
    (a, b) =>
      size(b) - size(a) ||
      oddness(a.text) - oddness(b.text) ||
      b.text.length - a.text.length ||
      (a.text < b.text ? -1 : 1),
  );
  const people: Found[] = [];
  const personOf = new Map<string, Person>();
  for (const name of ordered) {
    const middle = name.words.find((word) => word.role === "middle")?.base ?? null;
    const candidates = apart.has(name.text)
      ? []
      : people.filter(
          (person) =>
            !apart.has(person.label) &&
            fits(person, name) &&
            (middle === null || person.middle === null || person.middle[0] === middle[0]),
        );
    const same = candidates.filter((person) => person.given === name.given && person.family === name.family);
    const relatives = name.given === null && name.initials === null && name.gender === null;
    const chosen =
      candidates.length === 1
        ? candidates[0]
        : same.length === 1
          ? same[0]
          : relatives
            ? candidates[0]
            : undefined;
    if (chosen) {
      chosen.spellings.push(name.text);
      chosen.gender ??= name.gender;
      personOf.set(name.text, chosen);
      continue;
    }
    const alike = people.find((person) => sameWords(person.label, name.text) && !apart.has(name.text));
    if (alike) {
      alike.spellings.push(name.text);
      personOf.set(name.text, alike);
      continue;
    }
    const { given, family, gender } = name;
    const person: Found = { label: name.text, spellings: [name.text], given, family, gender, middle };
    people.push(person);
    personOf.set(name.text, person);
  }
  return { people, parsed, personOf };
}

const sameWords = (a: string, b: string) =>
  a
    .toLowerCase()
    .match(/\p{L}+/gu)
    ?.join(" ") ===
  b
    .toLowerCase()
    .match(/\p{L}+/gu)
    ?.join(" ");
