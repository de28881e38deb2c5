import type { ItemContent } from "@/lib/contracts/item";
import { FIELD_WORDS } from "@/lib/contracts/item-words";

const HIDDEN = new Set(["id", "origin", "decision", "evidence", "comments", "permission"]);

function inWords(value: unknown, names: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (typeof value === "string")
    return value === "advocate" ? "you, the advocate" : (names.get(value) ?? value.replaceAll("_", " "));
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
  content,
  against,
  names,
  only,
}: {
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
          <dt>{FIELD_WORDS[key]}</dt>
          <dd className={differs(key) ? "is-changed" : undefined}>
            {differs(key) && <span className="visually-hidden">Changed: </span>}
            {inWords(content[key], names)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
