import type { ReactNode } from "react";
import type { ItemContent, Section } from "@/lib/contracts/item";
import { FIELD_WORDS, fieldWord } from "@/lib/contracts/item-words";

const HIDDEN = new Set(["id", "origin", "decision", "evidence", "comments", "permission"]);

const WORDS: Record<string, string> = {
  advocate: "you, the advocate",
  best: "best practice",
  worst: "worst practice",
  patient: "the patient",
  caregiver: "a caregiver",
  payer: "a health plan or payer",
  provider: "a clinic or provider",
  supplier: "a supplier",
  pharmacy: "a pharmacy",
  community: "a community organisation",
  directory: "a directory or helpline",
  case_record: "the case record",
  at_once: "handed over at once",
  collected: "handed over when asked again",
  sent: "sent later",
};
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
const moment = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

function inWords(value: unknown, names: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (typeof value === "string") {
    if (MOMENT.test(value)) return moment.format(new Date(`${value}:00Z`));
    return (
      names.get(value) ?? WORDS[value] ?? (/^[a-z0-9_]+$/.test(value) ? value.replaceAll("_", " ") : value)
    );
  }
  if (typeof value === "number") return String(value);
  if (Array.isArray(value))
    return value.length === 0 ? "nothing" : value.map((one) => inWords(one, names)).join("; ");
  return Object.entries(value)
    .filter(([key, one]) => key !== "id" && one !== null && !(Array.isArray(one) && one.length === 0))
    .map(([, one]) => inWords(one, names))
    .join(", ");
}

const isBlank = (value: unknown) =>
  value === null ||
  value === "" ||
  value === false ||
  value === undefined ||
  (Array.isArray(value) && value.length === 0);

/** What an item says, field by field in words; fields that differ from another version are marked. */
export function ItemValue({
  section,
  content,
  against,
  names,
  only,
}: {
  section: Section;
  content: ItemContent;
  against?: ItemContent | null;
  names: ReadonlyMap<string, string>;
  only?: readonly string[];
}) {
  const differs = (key: string) =>
    against ? JSON.stringify(against[key] ?? null) !== JSON.stringify(content[key] ?? null) : false;
  const keys = Object.keys(FIELD_WORDS).filter(
    (key) =>
      key in content &&
      (only ? only.includes(key) : !HIDDEN.has(key) && (!isBlank(content[key]) || differs(key))),
  );
  return (
    <dl>
      {keys.map((key) => (
        <div key={key}>
          <dt>{fieldWord(section, content, key)}</dt>
          <dd className={differs(key) ? "is-changed" : undefined}>
            {differs(key) && <span className="visually-hidden">Changed: </span>}
            {inWords(content[key], names)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One version of an item beside others. */
export function Version({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="version">
      <span className="label">{label}</span>
      {children}
    </div>
  );
}
