import type { ScreeningFinding } from "./finding";
import { groupBy } from "./group-by";
import type { IdentifierKind } from "./kinds";
import { otherPlaces } from "./other-places";
import { type Person, parseName, peopleOf } from "./people";
import type {
  GroupDecision,
  Place,
  Plan,
  PlanOptions,
  ReplaceableRecord,
  ReplacedSpan,
  ValueGroup,
} from "./plan";
import { type DateHabits, dateHabits, datesIn, shiftMarked, shiftMoment } from "./shift-dates";
import { codeKey, StandIns } from "./stand-ins";
import { tokenise } from "./tokens";
import { MONTHS, WEEKDAYS } from "./words";

export const FIELDS = ["title", "sender", "text"] as const;
const REMOVED: Partial<Record<IdentifierKind, string>> = {
  name: "name",
  geography: "place",
  date: "date",
  phone: "phone number",
  fax: "fax number",
  email: "e-mail address",
  ssn: "social security number",
  medical_record: "record number",
  health_plan: "member number",
  account: "account number",
  licence: "license number",
  vehicle: "vehicle number",
  device: "serial number",
  url: "web address",
  ip_address: "network address",
  biometric: "biometric",
  photo: "photo",
};
const NUMBERS = new Set<IdentifierKind>([
  "phone",
  "fax",
  "ssn",
  "medical_record",
  "health_plan",
  "account",
  "licence",
  "vehicle",
  "device",
  "other_code",
]);

/** What stands in a record where a value was taken out. */
export const removedWords = (kind: IdentifierKind): string => `[${REMOVED[kind] ?? "number"}]`;

const STREET_SHORT: Readonly<Record<string, string>> = {
  st: "street",
  ave: "avenue",
  rd: "road",
  dr: "drive",
  ln: "lane",
  blvd: "boulevard",
  ct: "court",
  apt: "apartment",
};
const placeKey = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => STREET_SHORT[word] ?? word).join(" ");

/** What two spellings of one value have in common, where they are no names. */
function identityOf(kind: IdentifierKind, text: string): string {
  if (kind === "date") return "dates";
  if (kind === "geography") return `place ${placeKey(text)}`;
  if (kind === "email") return `mail ${text.toLowerCase()}`;
  if (kind === "url")
    return `url ${text
      .toLowerCase()
      .replace(/^(?:https?:\/\/)?(?:www\.)?/, "")
      .replace(/\/+$/, "")}`;
  if (NUMBERS.has(kind)) return `number ${codeKey(text)}`;
  return `${kind} ${text.toLowerCase()}`;
}

const calendarOnly = (text: string) =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).every((word) => MONTHS.has(word) || WEEKDAYS.has(word));

/** A date that was found in pieces, or of which "Friday, April" was taken for a name, is one date. */
function wholeDates(
  records: readonly ReplaceableRecord[],
  findings: readonly ScreeningFinding[],
  habits: DateHabits,
): ScreeningFinding[] {
  const byField = groupBy(findings, (one) => `${one.field} ${one.recordKey}`);
  const out: ScreeningFinding[] = [];
  for (const record of records)
    for (const field of FIELDS) {
      const here = byField.get(`${field} ${record.key}`) ?? [];
      const pieces = here.filter(
        (one) => one.kind === "date" || (one.kind === "name" && calendarOnly(one.text)),
      );
      const merged = new Set<ScreeningFinding>();
      for (const date of pieces.length > 0
        ? datesIn(
            record[field],
            habits,
            pieces.filter((one) => one.kind === "date"),
          )
        : []) {
        const parts = pieces.filter(
          (one) =>
            (one.start < date.end && date.start < one.end) ||
            (one.kind === "name" &&
              one.end <= date.start &&
              /^,?\s{0,2}$/.test(record[field].slice(one.end, date.start))),
        );
        const whole = parts.some(
          (one) => one.kind === "date" && one.start <= date.start && date.end <= one.end,
        );
        const first = parts[0];
        if (!first || (whole && parts.length === 1)) continue;
        for (const part of parts) merged.add(part);
        const dates = parts.filter((one) => one.kind === "date");
        const start = Math.min(date.start, ...dates.map((one) => one.start));
        const end = Math.max(date.end, ...dates.map((one) => one.end));
        out.push({ ...(dates[0] ?? first), kind: "date", start, end, text: record[field].slice(start, end) });
      }
      out.push(...here.filter((one) => !merged.has(one)));
    }
  return out;
}

/** What was taken for a name and is a town of an address of the case is that town: "14 Mill Lane, Birch Landing". */
function townsAsPlaces(findings: readonly ScreeningFinding[]): ScreeningFinding[] {
  const towns = new Set(
    findings
      .filter((one) => one.kind === "geography" && one.text.includes(","))
      .flatMap((one) => one.text.split(",").slice(1).map(placeKey))
      .filter((town) => town.length > 3),
  );
  return findings.map((one) =>
    one.kind === "name" && towns.has(placeKey(one.text)) ? { ...one, kind: "geography" } : one,
  );
}

interface Value {
  kind: IdentifierKind;
  label: string;
  identity: string;
  person?: Person;
  findings: ScreeningFinding[];
}

const TITLE_BEFORE = /(?:^|[^\p{L}\p{N}])((?:mr|mrs|ms|miss|mx|dr|sr|sra|prof|rev)\.?\s+)$/iu;

/** A name with the title that stands before it: "Mrs." says whose name it is. */
function withTitle(finding: ScreeningFinding, text: string): ScreeningFinding {
  if (finding.kind !== "name" || text.slice(finding.start, finding.end) !== finding.text) return finding;
  const title = TITLE_BEFORE.exec(text.slice(Math.max(0, finding.start - 12), finding.start))?.[1] ?? "";
  if (!title || title.includes("\n")) return finding;
  const start = finding.start - title.length;
  return { ...finding, start, text: text.slice(start, finding.end) };
}

/** Findings that stand in their records and do not overlap; of two that do, the longer. */
function sound(
  records: readonly ReplaceableRecord[],
  findings: readonly ScreeningFinding[],
): ScreeningFinding[] {
  const byKey = new Map(records.map((record) => [record.key, record]));
  const held = new Map<string, Uint8Array>();
  return findings
    .map((one) => withTitle(one, byKey.get(one.recordKey)?.[one.field] ?? ""))
    .sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)
    .filter((one) => {
      const text = byKey.get(one.recordKey)?.[one.field] ?? "";
      if (one.end <= one.start || text.slice(one.start, one.end) !== one.text) return false;
      const home = `${one.field} ${one.recordKey}`;
      const owner = held.get(home) ?? new Uint8Array(text.length);
      held.set(home, owner);
      if (owner.subarray(one.start, one.end).some(Boolean)) return false;
      owner.fill(1, one.start, one.end);
      return true;
    });
}

/** Puts a number's last digits and a place's first words to the whole they belong to. */
function join(values: Map<string, Value>): void {
  const all = [...values.entries()];
  for (const [identity, value] of all) {
    const whole = all.filter(([other, of]) => {
      if (other === identity || !values.has(other)) return false;
      if (identity.startsWith("number ") && other.startsWith("number ")) {
        const part = identity.slice(7);
        return /^\d{3,6}$/.test(part) && other.length > identity.length + 2 && other.endsWith(part);
      }
      return (
        identity.startsWith("place ") &&
        of.kind === "geography" &&
        (other.startsWith(`${identity} `) || other.endsWith(` ${identity.slice(6)}`)) &&
        identity.length > 9
      );
    });
    if (whole.length !== 1) continue;
    const [[, of]] = whole as [[string, Value]];
    of.findings.push(...value.findings);
    values.delete(identity);
  }
}

function valuesOf(
  findings: readonly ScreeningFinding[],
  spellingKey: (kind: string, text: string) => string,
  apart: ReadonlySet<string>,
) {
  const names = findings.filter((one) => one.kind === "name");
  const alone = new Set(names.map((one) => one.text).filter((text) => apart.has(spellingKey("name", text))));
  const clustered = peopleOf(
    names.map((one) => one.text),
    alone,
  );
  const values = new Map<string, Value>();
  for (const finding of findings) {
    const person = finding.kind === "name" ? clustered.personOf.get(finding.text) : undefined;
    const set = apart.has(spellingKey(finding.kind, finding.text)) && finding.kind !== "name";
    const identity = person
      ? `person ${person.label.toLowerCase()}`
      : `${identityOf(finding.kind, finding.text)}${set ? " alone" : ""}`;
    const known = values.get(identity);
    if (known) known.findings.push(finding);
    else {
      const label = person?.label ?? finding.text;
      values.set(identity, {
        kind: finding.kind,
        label,
        identity,
        findings: [finding],
        ...(person ? { person } : {}),
      });
    }
  }
  join(values);
  return { values, clustered };
}

/**
 * Works out what every value of a case would become and where it stands, whether or not it was found in all its places.
 * Nothing is decided here: `applyPlan` replaces what a person decided. Stand-ins are drawn with a keyed hash; the caller
 * throws `secret` away when the case leaves, and nothing leads back then.
 * @param findings those of detectors and of people, as they stand in the records
 */
export function planReplacement(
  records: readonly ReplaceableRecord[],
  findings: readonly ScreeningFinding[],
  secret: Uint8Array,
  options: PlanOptions = {},
): Plan {
  const texts = records.flatMap((record) => FIELDS.map((field) => record[field]));
  const habits = dateHabits(
    texts,
    records.map((record) => record.at),
  );
  const kept = townsAsPlaces(sound(records, wholeDates(records, findings, habits)));
  const keys = new StandIns(secret, [], []);
  const spellingKey = (kind: string, text: string) =>
    keys.keyOf(`${kind === "name" ? "name" : ""} ${text.toLowerCase()}`);
  const { values, clustered } = valuesOf(kept, spellingKey, options.apart ?? new Set());
  const used = new Set(texts.flatMap((text) => tokenise(text).flatMap((token) => token.base.split(/[-_]/))));
  const standIns = new StandIns(secret, used, clustered.people);
  const typed = (value: Value) =>
    value.findings
      .map((one) => options.typed?.get(spellingKey(one.kind, one.text)))
      .find((one) => one !== undefined);
  for (const value of values.values()) {
    const words = value.person && typed(value);
    if (!words || !value.person) continue;
    const parsed = parseName(words);
    const asTyped = parsed.words.filter((word) => word.role !== "keep");
    const familyOnly = value.person.given === null;
    const given = familyOnly ? null : asTyped.find((word) => word.role === "given")?.token.text;
    const family =
      value.person.family === null
        ? null
        : familyOnly
          ? asTyped.at(-1)?.token.text
          : asTyped.find((word) => word.role === "family")?.token.text;
    standIns.rename(value.person, given ?? null, family ?? null);
  }
  const names = new Map<string, string>();
  for (const { given, family, gender } of clustered.people) {
    if (given) names.set(given, standIns.given(given, gender));
    if (family) for (const part of family.split("-")) names.set(part, standIns.family(part));
  }
  const drawn = new Map<Value, Map<string, string>>();
  const become = (value: Value, text: string) => {
    const of = drawn.get(value) ?? new Map<string, string>();
    drawn.set(value, of);
    const known = of.get(text);
    if (known !== undefined) return known;
    const fresh = standInFor(value, text, { standIns, habits, names, clustered, typed: typed(value) });
    of.set(text, fresh);
    return fresh;
  };
  const places: Place[] = [];
  for (const value of values.values())
    for (const { recordKey, field, start, end, text, kind } of value.findings)
      places.push({
        recordKey,
        field,
        start,
        end,
        text,
        kind,
        groups: [keys.keyOf(value.identity)],
        becomes: become(value, text),
        marked: true,
      });
  const others = otherPlaces(
    records,
    places,
    [...values.values()].map((value) => ({
      ...value,
      key: keys.keyOf(value.identity),
      becomes: (text: string) => become(value, text),
    })),
    { standIns, habits, people: clustered },
  );
  places.push(...others);
  const order = new Map(records.map((record, index) => [record.key, index]));
  const fieldOrder = { title: 0, sender: 1, text: 2 };
  places.sort(
    (a, b) =>
      order.get(a.recordKey)! - order.get(b.recordKey)! ||
      fieldOrder[a.field] - fieldOrder[b.field] ||
      a.start - b.start,
  );
  return {
    groups: groupsOf([...values.values()], places, { keys, spellingKey, become }),
    places,
    weeks: standIns.weeks,
  };
}

function groupsOf(
  values: readonly Value[],
  places: readonly Place[],
  of: {
    keys: StandIns;
    spellingKey: (kind: string, text: string) => string;
    become: (value: Value, text: string) => string;
  },
): ValueGroup[] {
  const placesOf = new Map<string, Place[]>();
  for (const place of places)
    for (const group of place.groups) {
      const known = placesOf.get(group);
      if (known) known.push(place);
      else placesOf.set(group, [place]);
    }
  const inOrder = new Map([...placesOf.keys()].map((key, index) => [key, index]));
  const groups = values.map((value) => {
    const key = of.keys.keyOf(value.identity);
    const own = placesOf.get(key) ?? [];
    const spellings = new Map<string, ValueGroup["spellings"][number]>();
    for (const place of own) {
      const spelling = of.spellingKey(value.kind, place.text);
      const known = spellings.get(spelling);
      if (known) known.count++;
      else spellings.set(spelling, { key: spelling, text: place.text, becomes: place.becomes, count: 1 });
    }
    const sure = [...value.findings].sort((a, b) => b.confidence - a.confidence)[0]!;
    return {
      key,
      kind: value.kind,
      label: value.kind === "date" ? "All dates" : value.label,
      spellings: [...spellings.values()].sort(
        (a, b) => Number(b.text === value.label) - Number(a.text === value.label) || b.count - a.count,
      ),
      places: own.length,
      confidence: sure.confidence,
      reason: sure.reason,
    };
  });
  return groups.sort((a, b) => (inOrder.get(a.key) ?? 0) - (inOrder.get(b.key) ?? 0));
}

interface Means {
  standIns: StandIns;
  habits: DateHabits;
  names: ReadonlyMap<string, string>;
  clustered: ReturnType<typeof peopleOf>;
  typed: string | undefined;
}

function standInFor(value: Value, text: string, means: Means): string {
  const { standIns, habits, names, clustered, typed } = means;
  const { kind } = value;
  if (kind === "name")
    return standIns.name(
      clustered.parsed.get(text) ?? parseName(text),
      value.person ?? clustered.personOf.get(text),
    );
  if (typed !== undefined && text.toLowerCase() === value.label.toLowerCase()) return typed;
  switch (kind) {
    case "geography":
      return standIns.place(text);
    case "date":
      return shiftMarked(text, habits, standIns.weeks);
    case "email":
      return standIns.email(text, names);
    case "url":
      return standIns.url(text);
    case "ip_address":
      return standIns.address(text);
    case "photo":
    case "biometric":
      return removedWords(kind);
    default: {
      const whole = codeKey(value.label);
      const part = codeKey(text);
      return part.length < whole.length && whole.endsWith(part)
        ? standIns.tail(text, value.label, kind)
        : standIns.ownNumber(kind, text);
    }
  }
}

/**
 * Carries out what was decided: replaced and removed values change in every place of the case, everything else stays
 * letter by letter. Each record's own moment moves with the dates.
 */
export function applyPlan<R extends ReplaceableRecord>(
  records: readonly R[],
  plan: Plan,
  decisionOf: (group: string) => GroupDecision,
): { records: R[]; spans: ReplacedSpan[] } {
  const spans: ReplacedSpan[] = [];
  const byField = groupBy(plan.places, (place) => `${place.field} ${place.recordKey}`);
  const dates = plan.groups.find((group) => group.kind === "date" && decisionOf(group.key) === "replace");
  const changed = records.map((record) => {
    const copy = { ...record };
    for (const field of FIELDS) {
      const old = record[field];
      let fresh = "";
      let at = 0;
      for (const place of byField.get(`${field} ${record.key}`) ?? []) {
        const decided = place.groups.map(decisionOf);
        const act = decided.includes("remove") ? "remove" : decided.includes("replace") ? "replace" : null;
        if (act === null || place.start < at) continue;
        const words = act === "remove" ? removedWords(place.kind) : place.becomes;
        fresh += old.slice(at, place.start);
        const { recordKey, kind, start: formerStart, end: formerEnd } = place;
        spans.push({
          recordKey,
          field,
          start: fresh.length,
          end: fresh.length + words.length,
          formerStart,
          formerEnd,
          kind,
        });
        fresh += words;
        at = place.end;
      }
      copy[field] = fresh + old.slice(at);
    }
    if (record.at && dates) copy.at = shiftMoment(record.at, plan.weeks);
    return copy;
  });
  return { records: changed, spans };
}

/** Replaces everything that was found, in all its places. */
export function replaceIdentifiers<R extends ReplaceableRecord>(
  records: readonly R[],
  findings: readonly ScreeningFinding[],
  secret: Uint8Array,
): { records: R[]; spans: ReplacedSpan[] } {
  return applyPlan(records, planReplacement(records, findings, secret), () => "replace");
}
