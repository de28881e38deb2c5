import { createHmac } from "node:crypto";
import { allLocales } from "@faker-js/faker";
import { minutesOf, momentOf } from "@/compiler/spec/moment";
import type { ScreeningFinding } from "./finding";
import type { IdentifierKind } from "./kinds";
import { tokenise } from "./tokens";
import {
  DEGREES,
  FACILITY_NOUNS,
  isGivenName,
  PARTICLES,
  STATE_CODES,
  STREET_TYPES,
  TITLES,
  UNIT_WORDS,
} from "./words";

/** A record with what replacement touches; anything else it holds is passed through. */
export interface ReplaceableRecord {
  key: string;
  text: string;
  title: string;
  sender: string;
  /** A moment `YYYY-MM-DDTHH:MM`, moved with the dates of the text. */
  at: string | null;
}

/** Where a replacement stands in the new text, and where the identifier stood in the old one. */
export interface ReplacedSpan {
  recordKey: string;
  field: ScreeningFinding["field"];
  start: number;
  end: number;
  formerStart: number;
  formerEnd: number;
  kind: IdentifierKind;
}

/**
 * Puts fictional words in the place of what was found. Within one call the same identifier always becomes the same
 * replacement, also where only part of a name stands; dates of the case all move by the same number of days.
 * Replacements are drawn with a keyed hash: `secret` is random for each case and thrown away by the caller, nothing
 * that leads back is returned or kept.
 * @param findings those a person confirmed; they may not overlap within a field
 */
export function replaceIdentifiers<R extends ReplaceableRecord>(
  records: readonly R[],
  findings: readonly ScreeningFinding[],
  secret: Uint8Array,
): { records: R[]; spans: ReplacedSpan[] } {
  const draw = new Draw(secret, records, findings);
  const spans: ReplacedSpan[] = [];
  const changed = records.map((record) => {
    const copy = { ...record };
    for (const field of ["title", "sender", "text"] as const) {
      const old = record[field];
      let fresh = "";
      let at = 0;
      const here = findings
        .filter((one) => one.recordKey === record.key && one.field === field)
        .sort((a, b) => a.start - b.start);
      for (const finding of here) {
        if (finding.start < at || old.slice(finding.start, finding.end) !== finding.text) continue;
        fresh += old.slice(at, finding.start);
        const replacement = draw.replacementFor(finding);
        spans.push({
          recordKey: record.key,
          field,
          start: fresh.length,
          end: fresh.length + replacement.length,
          formerStart: finding.start,
          formerEnd: finding.end,
          kind: finding.kind,
        });
        fresh += replacement;
        at = finding.end;
      }
      copy[field] = fresh + old.slice(at);
    }
    if (record.at && findings.some((one) => one.kind === "date"))
      copy.at = momentOf(minutesOf(record.at) + draw.days * 1440);
    return copy;
  });
  return { records: changed, spans };
}

const MONTH_NAMES = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const ENGLISH = allLocales.en!;
const plainNames = (source: unknown): string[] =>
  (Array.isArray(source) ? source : Object.values((source ?? {}) as Record<string, unknown>).flat()).filter(
    (one): one is string => typeof one === "string" && /^[A-Z][a-z]{2,9}$/.test(one),
  );
const GIVEN = [...new Set(plainNames(ENGLISH.person?.first_name))];
const FAMILY = [...new Set(plainNames(ENGLISH.person?.last_name))];
const TOWN_STARTS = [
  "Alder",
  "Birch",
  "Clover",
  "Dun",
  "Elder",
  "Fern",
  "Gorse",
  "Hazel",
  "Iris",
  "Juniper",
  "Kestrel",
  "Linnet",
  "Marl",
  "Nettle",
  "Otter",
  "Plover",
  "Quill",
  "Rowan",
  "Sorrel",
  "Thistle",
  "Umber",
  "Vetch",
  "Willow",
  "Yarrow",
];
const TOWN_ENDS = [
  "by",
  "combe",
  "dale",
  "den",
  "fold",
  "garth",
  "ham",
  "holt",
  "hurst",
  "leigh",
  "mere",
  "moor",
  "stead",
  "thorpe",
  "wick",
  "worth",
];

/** Draws replacements for one case from a keyed hash. */
class Draw {
  /** By how many days every date of the case moves: never zero, at most two years either way. */
  readonly days: number;
  private readonly chosen = new Map<string, string>();
  private readonly taken = new Set<string>();

  constructor(
    private readonly secret: Uint8Array,
    records: readonly ReplaceableRecord[],
    findings: readonly ScreeningFinding[],
  ) {
    const offset = this.number("days", 1300) - 650;
    this.days = offset >= 0 ? offset + 80 : offset - 80;
    const used = new Set(
      records.flatMap((record) =>
        tokenise(`${record.text} ${record.title} ${record.sender}`).map((token) => token.base),
      ),
    );
    for (const word of used) this.taken.add(word);
    const names = new Set<string>();
    for (const finding of findings)
      if (finding.kind === "name")
        for (const token of tokenise(finding.text)) if (token.text.length > 1) names.add(token.base);
    for (const base of [...names].sort()) this.nameWord(base);
  }

  private number(what: string, below: number): number {
    return createHmac("sha256", this.secret).update(what).digest().readUIntBE(0, 6) % below;
  }

  private pick(what: string, list: readonly string[]): string {
    const known = this.chosen.get(what);
    if (known) return known;
    const from = this.number(what, list.length);
    let word = list[from]!;
    for (let i = 1; i < list.length && this.taken.has(word.toLowerCase()); i++)
      word = list[(from + i) % list.length]!;
    this.taken.add(word.toLowerCase());
    this.chosen.set(what, word);
    return word;
  }

  private nameWord(base: string): string {
    return this.pick(`name ${base}`, isGivenName(base) ? GIVEN : FAMILY);
  }

  private town(base: string): string {
    const key = `town ${base}`;
    const known = this.chosen.get(key);
    if (known) return known;
    for (let attempt = 0; ; attempt++) {
      const word =
        TOWN_STARTS[this.number(`${key} start ${attempt}`, TOWN_STARTS.length)]! +
        TOWN_ENDS[this.number(`${key} end ${attempt}`, TOWN_ENDS.length)]!;
      if (this.taken.has(word.toLowerCase()) && attempt < 50) continue;
      this.taken.add(word.toLowerCase());
      this.chosen.set(key, word);
      return word;
    }
  }

  replacementFor(finding: ScreeningFinding): string {
    const { text, kind } = finding;
    switch (kind) {
      case "name":
        return this.name(text);
      case "geography":
        return this.place(text);
      case "date":
        return this.date(text);
      case "email":
        return `${this.nameWord(text.toLowerCase()).toLowerCase()}@example.org`;
      case "url":
        return `https://example.org/${this.code(text.toLowerCase(), "aaaaaa")}`;
      case "ip_address":
        return text.includes(":")
          ? `2001:db8::${this.number(`ip ${text}`, 65_535).toString(16)}`
          : `192.0.2.${this.number(`ip ${text}`, 254) + 1}`;
      case "phone":
      case "fax":
        return this.phone(text);
      case "ssn":
        return this.code(text, text).replace(/^(\D*)\d{3}/, "$1000");
      case "photo":
      case "biometric":
        return `[${kind} withheld]`;
      default:
        return this.code(text, text);
    }
  }

  /** Every name word by its own replacement; titles, degrees and particles stay; an initial follows a word of the case. */
  private name(text: string): string {
    return rewritten(text, (token) => {
      if (token.shape === "mark" || token.shape === "number") return token.text;
      if (token.text.length === 1) return "ABCDEFGHJKLMNPRSTW"[this.number(`initial ${token.base}`, 18)]!;
      if (
        TITLES.has(token.base) ||
        DEGREES.has(token.base) ||
        (PARTICLES.has(token.base) && token.shape === "lower")
      )
        return token.text;
      return inCaseOf(token.text, this.nameWord(token.base));
    });
  }

  private place(text: string): string {
    return rewritten(text, (token) => {
      if (token.shape === "mark") return token.text;
      if (/\d/.test(token.text)) return this.code(token.text, token.text);
      const keep =
        FACILITY_NOUNS.has(token.base) ||
        STREET_TYPES.has(token.base) ||
        UNIT_WORDS.has(token.base) ||
        STATE_CODES.has(token.text) ||
        PARTICLES.has(token.base) ||
        /^(?:and|of|the|in|at|on|corner|box)$/.test(token.base);
      return keep ? token.text : inCaseOf(token.text, this.town(token.base));
    });
  }

  private phone(text: string): string {
    const digits = text.replace(/\D/g, "").length;
    const fresh = this.code(text.replace(/\D/g, ""), text);
    if (digits !== 10 && digits !== 11) return fresh;
    const tail = `55501${String(this.number(`line ${text.replace(/\D/g, "")}`, 100)).padStart(2, "0")}`;
    let from = digits;
    return [...fresh]
      .reverse()
      .map((character) => {
        if (!/\d/.test(character)) return character;
        from--;
        const place = from - (digits - 7);
        return place >= 0 ? tail[place]! : character;
      })
      .reverse()
      .join("");
  }

  /** The same shape with other digits and letters: `AB-1234` may become `QT-8071`. */
  private code(identity: string, shape: string): string {
    const key = identity.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
    return [...shape]
      .map((character, i) => {
        if (/\d/.test(character)) return String(this.number(`digit ${key} ${i}`, 10));
        if (/\p{Lu}/u.test(character))
          return "ABCDEFGHJKLMNPQRSTUVWXYZ"[this.number(`letter ${key} ${i}`, 24)]!;
        if (/\p{L}/u.test(character))
          return "abcdefghjkmnpqrstuvwxyz"[this.number(`letter ${key} ${i}`, 23)]!;
        return character;
      })
      .join("");
  }

  /** The date moved by the case's days in the form in which it was written; what cannot be read becomes "[date withheld]". */
  private date(text: string): string {
    const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(.*)$/s.exec(text);
    if (iso) {
      const moved = this.moved(Number(iso[1]), Number(iso[3]), Number(iso[4]));
      return moved
        ? `${moved.year}${iso[2]}${two(moved.month)}${iso[2]}${two(moved.day)}${iso[5]}`
        : "[date withheld]";
    }
    const numeric = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(.*)$/s.exec(text);
    if (numeric) {
      const [first, second] = [Number(numeric[1]), Number(numeric[3])];
      const dayFirst = first > 12;
      const moved = this.moved(fullYear(numeric[4]!), dayFirst ? second : first, dayFirst ? first : second);
      if (!moved) return "[date withheld]";
      const year = numeric[4]!.length === 2 ? two(moved.year % 100) : String(moved.year);
      const [a, b] = dayFirst ? [moved.day, moved.month] : [moved.month, moved.day];
      return `${two(a)}${numeric[2]}${two(b)}${numeric[2]}${year}${numeric[5]}`;
    }
    const lower = text.toLowerCase();
    const month = MONTH_NAMES.findIndex((name) => new RegExp(`\\b${name.slice(0, 3)}`).test(lower));
    const day = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?!\d)/.exec(text);
    const year = /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(text);
    if (month >= 0) {
      const moved = this.moved(year ? Number(year[0]) : 2000, month + 1, day ? Number(day[1]) : 1);
      if (moved) {
        const name = MONTH_NAMES[moved.month - 1]!;
        return `${name[0]!.toUpperCase()}${name.slice(1)}${day ? ` ${moved.day}` : ""}${year ? `${day ? "," : ""} ${moved.year}` : ""}`;
      }
    }
    return /^\d{2,3}$/.test(text) ? "90" : "[date withheld]";
  }

  private moved(
    year: number,
    month: number,
    day: number,
  ): { year: number; month: number; day: number } | null {
    const from = minutesOf(`${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T00:00`);
    if (Number.isNaN(from)) return null;
    const [y, m, d] = momentOf(from + this.days * 1440)
      .slice(0, 10)
      .split("-")
      .map(Number) as [number, number, number];
    return { year: y, month: m, day: d };
  }
}

const two = (value: number) => String(value).padStart(2, "0");
const fullYear = (year: string) =>
  year.length === 4 ? Number(year) : Number(year) > 40 ? 1900 + Number(year) : 2000 + Number(year);

function inCaseOf(model: string, word: string): string {
  if (model.length > 1 && model === model.toUpperCase()) return word.toUpperCase();
  return model[0] === model[0]!.toLowerCase() ? word.toLowerCase() : word;
}

function rewritten(text: string, change: (token: ReturnType<typeof tokenise>[number]) => string): string {
  let fresh = "";
  let at = 0;
  for (const token of tokenise(text)) {
    fresh += text.slice(at, token.start) + change(token);
    at = token.end;
  }
  return fresh + text.slice(at);
}
