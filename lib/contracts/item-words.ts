import type { ItemContent, PlacedItem, Section } from "./item";

/** Section heads and what they are about, in the words of the page. */
export const SECTION_WORDS: Record<
  Exclude<Section, "about">,
  { title: string; short: string; one: string; about: string }
> = {
  brief: { title: "Brief", short: "Brief", one: "Brief", about: "What the advocate is asked to do" },
  parties: { title: "Parties", short: "Parties", one: "Party", about: "Who can be reached, and how" },
  exchanges: {
    title: "Data exchanges",
    short: "Exchanges",
    one: "Exchange",
    about: "Who tells whom what, and what they need first",
  },
  steps: { title: "Canonical steps", short: "Steps", one: "Step", about: "What the advocate gets done" },
  outcomes: {
    title: "Outcomes",
    short: "Outcomes",
    one: "Outcome",
    about: "What must be true when the work is done",
  },
  prohibited: {
    title: "Prohibited actions",
    short: "Prohibited",
    one: "Prohibited action",
    about: "What must not be done, even if it would help",
  },
  blockers: { title: "Blockers", short: "Blockers", one: "Blocker", about: "What stands in the way" },
  practices: {
    title: "Best and worst practices",
    short: "Practices",
    one: "Practice",
    about: "What experts do, and what they avoid",
  },
};

export const STEP_KINDS: Record<string, string> = {
  permission: "Permission",
  action: "Action",
  form: "Form",
  check: "Check",
};

/** What a reviewer says of an item. */
export const JUDGEMENT_WORDS = {
  accept: "Right as it is",
  change: "Needs a change",
  reject: "Does not belong",
} as const;

/** Names of parties by id, for sentences about other items. */
export function partyNames(items: readonly PlacedItem[]): Map<string, string> {
  return new Map(
    items
      .filter((item) => item.section === "parties")
      .map((item) => [item.content.id, String(item.content.name ?? "")]),
  );
}

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** An item in one line. Says what is missing where a part is still empty. */
export function itemSentence(section: Section, content: ItemContent, parties: Map<string, string>): string {
  const party = (id: unknown) => (id === "advocate" ? "you" : parties.get(String(id ?? "")) || "somebody");
  if (section === "about") return text(content.title);
  if (section === "parties") return text(content.name) || "A party without a name";
  if (section === "exchanges") {
    const what = text(content.what) || "something not said yet";
    const told = content.told === "advocate" ? "" : ` tells ${party(content.told)}`;
    if (content.teller) return `${party(content.teller)}${told}: ${what}`;
    return told ? `Somebody${told}: ${what}` : what;
  }
  if (section === "steps") {
    const what = text(content.what) || "a step not described yet";
    return content.party ? `${party(content.party)}: ${what}` : what;
  }
  return text(content.text) || "Nothing written yet";
}

/** The fields of items in the words of the page, in the order in which they are shown. */
export const FIELD_WORDS: Record<string, string> = {
  title: "Title",
  source_note: "Where the case comes from",
  text: "Text",
  starts: "When the work begins",
  name: "Name",
  kind: "Kind",
  contacts: "Ways to reach them",
  look_alike: "Only looks like the right one",
  teller: "Who tells",
  also_told_by: "Who else can tell",
  told: "Who is told",
  what: "What",
  statement: "In full",
  value: "Exact value",
  sensitive: "Sensitive",
  on_file: "On file from the first day",
  opens: "Ways to reach others this opens",
  document: "Document",
  give_first: "What you must give first",
  permissions: "Permissions needed",
  after: "What must come first",
  confirmed_by: "What must be confirmed first",
  over: "Only over",
  together_with: "Together with",
  party: "With whom",
  for_party: "For dealing with",
  scope: "What it allows",
  answer: "What they answer",
  permission: "Permission",
  leaves: "What it leaves behind",
  tells: "What you learn by it",
  hands_over: "What is handed over",
  held_after: "When you hold the form",
  fields: "Entries of the form",
  states: "How things can stand",
  shows: "What a look at it shows",
  required: "Required",
  alternatives: "Ways to reach it",
  step: "The step it forbids",
  field: "The entry it forbids",
  hardship: "How it makes the work harder",
  decision: "Decision",
  evidence: "Quotes",
  comments: "Comments",
  origin: "Origin",
  deleted: "Whether it is still there",
};

/** Fields that are called differently in one section, or in one kind of step. */
const OTHER_WORDS: Record<string, Record<string, string>> = {
  brief: { text: "What the advocate is asked to do" },
  exchanges: { what: "What they tell" },
  document: { what: "How one asks for it" },
  permission: { party: "Who gives it", what: "What is permitted" },
  action: { what: "What they do" },
  form: { what: "Title of the form", answer: "What comes back" },
  check: { what: "What you check on" },
  outcomes: { text: "What must be true" },
  prohibited: { text: "What must not be done" },
  blockers: { text: "What stands in the way" },
  practices: { text: "What experts do, or avoid" },
};

/** What a field of an item is called: by its form, in differences, collisions and faults. */
export function fieldWord(section: Section, content: Record<string, unknown>, field: string): string {
  const kind = section === "steps" ? String(content.kind) : content.document ? "document" : section;
  return OTHER_WORDS[kind]?.[field] ?? FIELD_WORDS[field] ?? field;
}
