import { type RecordKind, recordKindSchema } from "@/lib/contracts/case-file";

/** Column names (and JSON field names) that are understood; the first of each is the documented one. */
export const FIELD_NAMES = {
  case_id: [
    "case_id",
    "case",
    "caseid",
    "case_key",
    "case_number",
    "case_no",
    "conversation_id",
    "conversationid",
    "conversation",
    "thread_id",
    "threadid",
    "ticket_id",
    "ticketid",
  ],
  case_title: ["case_title", "case_name", "case_subject"],
  key: ["key", "id", "record_id", "record_key", "message_id"],
  kind: ["kind", "type", "record_kind", "channel"],
  sender: ["sender", "from", "author", "speaker", "sent_by", "sender_name", "from_name", "created_by"],
  at: [
    "at",
    "date",
    "datetime",
    "date_time",
    "timestamp",
    "sent_at",
    "created_at",
    "sent",
    "received",
    "call_date",
    "note_date",
    "entry_date",
    "date_of_contact",
    "time",
  ],
  title: ["title", "subject", "heading", "section_header"],
  text: [
    "text",
    "body",
    "message",
    "content",
    "dialogue",
    "transcript",
    "note",
    "notes",
    "section_text",
    "narrative",
    "comment",
    "comments",
    "description",
    "remarks",
  ],
} as const;
export type Field = keyof typeof FIELD_NAMES;

const KIND_WORDS: Record<string, RecordKind> = {
  chat: "message",
  sms: "message",
  text: "message",
  mail: "email",
  "e-mail": "email",
  call: "call_note",
  phone: "call_note",
  "phone call": "call_note",
  transcript: "call_transcript",
  dialogue: "call_transcript",
  letter: "letter",
  fax: "fax",
  form: "form",
  note: "note",
  document: "other",
};
const KIND_OF_TEXT_FIELD: Record<string, RecordKind> = {
  dialogue: "call_transcript",
  transcript: "call_transcript",
  message: "message",
  note: "note",
  notes: "note",
  body: "message",
};

export const normalName = (name: string) =>
  name
    .slice(0, 100)
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");

/** The place of the name that stands for each field; a name is used once, a field takes the first alias it meets. */
export function matchFields(names: readonly string[]): Partial<Record<Field, number>> {
  const places = new Map<string, number>();
  names.forEach((name, place) => {
    const normal = normalName(name);
    if (!places.has(normal)) places.set(normal, place);
  });
  const used: Partial<Record<Field, number>> = {};
  for (const field of Object.keys(FIELD_NAMES) as Field[]) {
    const alias = FIELD_NAMES[field].find((one) => places.has(one));
    if (alias !== undefined) used[field] = places.get(alias);
  }
  return used;
}

/** What a word in a column of kinds means; null when it is no kind that is known. */
export function kindOf(word: string): RecordKind | null {
  const plain = word.trim().toLowerCase();
  return recordKindSchema.safeParse(plain).data ?? KIND_WORDS[plain] ?? null;
}

/** What the name of the text's own column says about its kind. */
export const kindOfTextField = (name: string): RecordKind => KIND_OF_TEXT_FIELD[normalName(name)] ?? "other";
