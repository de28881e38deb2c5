import type { IconName } from "@/components/ui/icon";
import type { ScreeningAct, ValueGroupView } from "@/lib/contracts/import";

export type IdentifierKindName = Extract<ScreeningAct, { act: "mark" }>["kind"];

/** Six sorts that a person tells apart at a glance, each with its letter and the kind a new mark of it gets. */
export const SORTS = [
  { letter: "N", word: "Name", kind: "name" },
  { letter: "D", word: "Date", kind: "date" },
  { letter: "P", word: "Phone", kind: "phone" },
  { letter: "U", word: "Number", kind: "other_code" },
  { letter: "L", word: "Place", kind: "geography" },
  { letter: "E", word: "E-mail", kind: "email" },
] as const satisfies readonly { letter: string; word: string; kind: IdentifierKindName }[];
export type Sort = (typeof SORTS)[number];

const SORT_OF: Partial<Record<IdentifierKindName, Sort["letter"]>> = {
  name: "N",
  date: "D",
  phone: "P",
  fax: "P",
  geography: "L",
  email: "E",
  url: "E",
};

export const sortOf = (kind: IdentifierKindName): Sort =>
  SORTS.find((sort) => sort.letter === (SORT_OF[kind] ?? "U")) ?? SORTS[3];

export const ICON_OF: Record<string, IconName> = {
  message: "message",
  email: "message",
  call_note: "phone",
  call_transcript: "phone",
  fax: "fax",
  form: "form",
  note: "note",
  case: "tag",
};

export const count = (number: number, one: string, many = `${one}s`) =>
  `${number} ${number === 1 ? one : many}`;

/** What a decision leaves in the record, in words. */
export function becomesOf(group: ValueGroupView): string {
  if (group.decision === "remove") return group.removed;
  if (group.decision === "keep") return "stays as it is";
  return group.spellings[0]?.becomes ?? "";
}
