import { createHmac } from "node:crypto";
import { allLocales } from "@faker-js/faker";
import { NAME_FAMILIES, nameFamilies, sameGivenName } from "./nicknames";
import { type Gender, genderOf, type ParsedName, type Person } from "./people";
import { spokenDigits } from "./spoken-numbers";
import { tokenise } from "./tokens";
import { FACILITY_NOUNS, isOrdinary, PARTICLES, STATE_CODES, STREET_TYPES, UNIT_WORDS } from "./words";

const ENGLISH = allLocales.en!;
const plainNames = (list: unknown): string[] =>
  (Array.isArray(list) ? list : []).filter(
    (one): one is string =>
      typeof one === "string" && /^[A-Z][a-z]{2,9}$/.test(one) && !isOrdinary(one.toLowerCase()),
  );
const given = ENGLISH.person?.first_name as { female?: string[]; male?: string[] } | undefined;
const unshared = (list: string[]) => list.filter((name) => nameFamilies(name.toLowerCase()).length === 0);
const GIVEN = { f: unshared(plainNames(given?.female)), m: unshared(plainNames(given?.male)) };
const FAMILY = [
  ...new Set(plainNames(Object.values((ENGLISH.person?.last_name ?? {}) as Record<string, unknown>).flat())),
];
const split = (list: string) => list.split(" ");
const TOWN_STARTS = split(
  "Alder Birch Clover Dun Elder Fern Gorse Hazel Iris Juniper Kestrel Linnet Marl Nettle Otter Plover Quill Rowan Sorrel Thistle Umber Vetch Willow Yarrow",
);
const TOWN_ENDS = split(
  "by combe dale den fold garth ham holt hurst leigh mere moor stead thorpe wick worth",
);
const UPPER = "ABCDEFGHJKLMNPRSTVWY";

/** Only the letters and digits of a code, in small letters: what is the same number in every format. */
export const codeKey = (text: string): string => {
  const said = /\p{N}/u.test(text) ? "" : spokenDigits(text);
  const bare = (said.length > 2 ? said : text)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  return /^1\d{10}$/.test(bare) ? bare.slice(1) : bare;
};

function inCaseOf(model: string, word: string): string {
  if (model.length > 1 && model === model.toUpperCase()) return word.toUpperCase();
  return model[0] === model[0]!.toLowerCase() ? word.toLowerCase() : word;
}

/**
 * Draws made-up words for one case with a keyed hash: the same identifier always becomes the same, two never become one.
 * Whoever has not the key cannot go back.
 */
export class StandIns {
  /** By how many whole weeks every date of the case moves: 20 to 150 weeks earlier, so that nothing lies in the future. */
  readonly weeks: number;
  private readonly chosen = new Map<string, string>();
  private readonly taken = new Set<string>();

  /**
   * @param used every word of the case: no stand-in is one of them
   * @param people whom the case names
   */
  constructor(
    private readonly secret: Uint8Array,
    used: Iterable<string>,
    people: readonly Person[],
  ) {
    this.weeks = -(this.number("weeks", 131) + 20);
    for (const word of used) this.taken.add(word);
    this.drawGiven(people);
  }

  private number(what: string, below: number): number {
    return createHmac("sha256", this.secret).update(what).digest().readUIntBE(0, 6) % below;
  }

  /** A name for something that says nothing about it: what the log of decisions keeps. */
  keyOf(what: string): string {
    return createHmac("sha256", this.secret).update(`key ${what}`).digest("hex").slice(0, 32);
  }

  private pick(what: string, list: readonly string[]): string {
    const known = this.chosen.get(what);
    if (known) return known;
    const from = this.number(what, list.length);
    let word = list[from]!;
    for (let i = 1; i < list.length && this.taken.has(word.toLowerCase()); i++)
      word = list[(from + i) % list.length]!;
    this.take(what, word);
    return word;
  }

  private take(what: string, word: string): void {
    this.taken.add(word.toLowerCase());
    this.chosen.set(what, word);
  }

  /** Given names first, so that William and Bill become a full name and its own short form. */
  private drawGiven(people: readonly Person[]): void {
    const names = new Map<string, Gender>();
    for (const { given: name, gender } of people)
      if (name) names.set(name, names.get(name) ?? gender ?? genderOf(name));
    const spoken = [
      ...new Set(
        people.flatMap((person) =>
          person.spellings.flatMap((text) => tokenise(text).map((token) => token.base)),
        ),
      ),
    ];
    const done = new Set<string>();
    for (const name of [...names.keys()].sort()) {
      if (done.has(name)) continue;
      const kin = spoken.filter((other) => other !== name && sameGivenName(name, other)).sort();
      const forms = [name, ...kin.filter((other) => !done.has(other))];
      for (const form of forms) done.add(form);
      if (forms.length > 1) this.drawKin(forms, names.get(name) ?? genderOf(name));
      else this.given(name, names.get(name) ?? null);
    }
  }

  private drawKin(forms: readonly string[], gender: Gender): void {
    const full = forms.find((form) => nameFamilies(form).some((one) => one.full.toLowerCase() === form));
    const short = forms.filter((form) => form !== full);
    const fits = NAME_FAMILIES.filter(
      (one) =>
        (gender === null || one.gender === gender) &&
        one.short.length >= short.length &&
        [one.full, ...one.short].every(
          (name) => !this.taken.has(name.toLowerCase()) && !forms.includes(name.toLowerCase()),
        ),
    );
    const chosen = fits[this.number(`kin ${forms[0]}`, Math.max(1, fits.length))];
    if (!chosen) {
      for (const form of forms) this.given(form, gender);
      return;
    }
    if (full) this.take(`given ${full}`, chosen.full);
    else this.taken.add(chosen.full.toLowerCase());
    for (const [i, form] of short.entries()) this.take(`given ${form}`, chosen.short[i]!);
  }

  given(base: string, gender: Gender = null): string {
    const sex = gender ?? genderOf(base) ?? (this.number(`sex ${base}`, 2) === 0 ? "f" : "m");
    return this.pick(`given ${base}`, GIVEN[sex]);
  }

  family(base: string): string {
    return base
      .split("-")
      .map((part) => this.pick(`family ${part}`, FAMILY))
      .join("-");
  }

  /** What somebody typed for a person: their words from now on. */
  rename(person: Person, given: string | null, family: string | null): void {
    if (person.given && given) this.take(`given ${person.given}`, given);
    if (person.family && family) this.take(`family ${person.family}`, family);
  }

  /** A spelling with each of its words by its own stand-in: titles, suffixes and particles stay, initials follow. */
  name(parsed: ParsedName, person: Person | undefined): string {
    const fresh = new Map(
      parsed.words.map(({ token, base, role }) => {
        if (role === "keep") return [token.start, token.text];
        if (role === "given") return [token.start, inCaseOf(token.text, this.given(base, parsed.gender))];
        if (role === "family") return [token.start, inCaseOf(token.text, this.family(base))];
        if (role === "middle" && base.length > 1)
          return [token.start, inCaseOf(token.text, this.given(base, parsed.gender))];
        return [token.start, inCaseOf(token.text, this.letters(token.text, role, person))];
      }),
    );
    return rewritten(parsed.text, (token) => fresh.get(token.start) ?? token.text);
  }

  private letters(text: string, role: string, person: Person | undefined): string {
    const whole =
      role === "given_initial" && person?.given
        ? this.given(person.given, person.gender)
        : role === "family_initial" && person?.family
          ? this.family(person.family)
          : null;
    if (text.length > 1 && person?.given && person.family)
      return (
        this.given(person.given, person.gender)[0]! + this.letters(text.slice(1), "family_initial", person)
      );
    if (whole) return whole[0]!;
    return [...text].map((letter) => UPPER[this.number(`letter ${letter.toLowerCase()}`, 20)]!).join("");
  }

  private town(base: string): string {
    const key = `town ${base}`;
    for (let attempt = 0; !this.chosen.has(key); attempt++) {
      const word =
        TOWN_STARTS[this.number(`${key} start ${attempt}`, TOWN_STARTS.length)]! +
        TOWN_ENDS[this.number(`${key} end ${attempt}`, TOWN_ENDS.length)]!;
      if (!this.taken.has(word.toLowerCase()) || attempt > 50) this.take(key, word);
    }
    return this.chosen.get(key)!;
  }

  place(text: string): string {
    return rewritten(text, (token) => {
      if (token.shape === "mark") return token.text;
      if (/\d/.test(token.text)) return this.code(token.text, token.text);
      const keep =
        FACILITY_NOUNS.has(token.base) ||
        STREET_TYPES.has(token.base) ||
        UNIT_WORDS.has(token.base) ||
        STATE_CODES.has(token.text) ||
        PARTICLES.has(token.base) ||
        /^(?:and|of|the|in|at|on|near|corner|box|po|north|south|east|west|[nsew])$/.test(token.base);
      return keep ? token.text : inCaseOf(token.text, this.town(token.base));
    });
  }

  /** The same number in any format becomes the same; ten digits become one that no phone has. */
  phone(text: string, whole = codeKey(text)): string {
    if (whole.length !== 10) return this.code(whole, text);
    const drawn = this.number(`line ${whole}`, 99);
    const line = String(drawn + Number(drawn >= Number(whole.slice(-2)))).padStart(2, "0");
    const area = `${this.number(`area ${whole}`, 8) + 2}${this.code(whole, "00")}`;
    return withDigits(text, `${area}55501${line}`);
  }

  /** The end of a number whose whole is known: "ending in 0177". */
  tail(text: string, whole: string, kind: string): string {
    const digits = text.replace(/\D/g, "").length;
    const fresh = this.ownNumber(kind, whole).replace(/\D/g, "").slice(-digits);
    return withDigits(text, fresh);
  }

  /** A number that belongs to somebody: the digits change, their form stays. One said in words becomes digits. */
  ownNumber(kind: string, written: string): string {
    const key = codeKey(written);
    const text = /\p{N}/u.test(written) || !/^\d+$/.test(key) ? written : key;
    const called = /\(?\d{3}\)?[-. ]\s?\d{3}[-. ]\d{4}/.test(text);
    if (kind === "phone" || kind === "fax" || (called && kind !== "ssn")) return this.phone(text);
    if (kind === "ssn") return this.code(codeKey(text), text).replace(/^(\D*)\d{3}/, "$1000");
    return this.code(codeKey(text), text);
  }

  email(text: string, names: ReadonlyMap<string, string>): string {
    const [local = "", domain = ""] = text.toLowerCase().split("@");
    const parts = local.split(/([^\p{L}\p{N}]+|\d+)/u).map((part) => {
      if (!/\p{L}/u.test(part)) return /\d/.test(part) ? this.code(part, part) : part;
      const known = names.get(part);
      if (known) return known.toLowerCase();
      return part.length === 1
        ? UPPER[this.number(`letter ${part}`, 20)]!.toLowerCase()
        : this.pick(`mailbox ${part}`, FAMILY).toLowerCase();
    });
    const ending = ["example.org", "example.net", "example.com"][this.number(`domain ${domain}`, 3)]!;
    return `${parts.join("")}@${ending}`;
  }

  url(text: string): string {
    const scheme = /^https?:\/\//i.exec(text)?.[0] ?? "";
    return `${scheme}example.org/${this.code(codeKey(text), "aaaaaa")}`;
  }

  address(text: string): string {
    return text.includes(":")
      ? `2001:db8::${this.number(`ip ${text}`, 65_535).toString(16)}`
      : `192.0.2.${this.number(`ip ${text}`, 254) + 1}`;
  }

  /** The same shape with other digits and letters: `AB-1234` may become `QT-8071`. */
  code(identity: string, shape: string): string {
    const key = codeKey(identity);
    let i = -1;
    return [...shape]
      .map((character) => {
        if (!/[\p{L}\p{N}]/u.test(character)) return character;
        i++;
        if (/\p{N}/u.test(character))
          return String(
            i === 0 && character !== "0"
              ? this.number(`digit ${key} ${i}`, 9) + 1
              : this.number(`digit ${key} ${i}`, 10),
          );
        const letter = UPPER[this.number(`letter ${key} ${i}`, UPPER.length)]!;
        return /\p{Lu}/u.test(character) ? letter : letter.toLowerCase();
      })
      .join("");
  }
}

/** The shape of a number with the last of these digits in the places of its own. */
function withDigits(shape: string, digits: string): string {
  let left = digits.length;
  return [...shape]
    .reverse()
    .map((character) => (/\p{N}/u.test(character) && left > 0 ? digits[--left]! : character))
    .reverse()
    .join("");
}

export function rewritten(
  text: string,
  change: (token: ReturnType<typeof tokenise>[number]) => string,
): string {
  let fresh = "";
  let at = 0;
  for (const token of tokenise(text)) {
    fresh += text.slice(at, token.start) + change(token);
    at = token.end;
  }
  return fresh + text.slice(at);
}
