import { wordsOf } from "./fhir-text";
import type { DraftCase, DraftRecord, ImportMessage, Unread } from "./imported-case";
import { momentIn } from "./moments";
import { baseName, htmlToPlainText, writtenOut } from "./plain-text";
import { FIT, type Reader, result, type SourceFile } from "./reader";

type Fields = Record<string, unknown>;

/** Tickets, cases and conversations with their messages, as Zendesk, Salesforce, Intercom and the like export them. */
export const ticketReader: Reader = {
  name: "tickets with messages",
  takes: (file) => (conversationsIn(file.json ?? file.jsonLines).length > 0 ? FIT.content : FIT.no),
  read: readTickets,
};

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const plainKey = (key: string) => key.toLowerCase().replace(/[^a-z]/g, "");

const LISTS =
  /^(?:comments?|casecomments|messages?|emailmessages|conversationparts|conversations?|replies|notes|thread|threads|posts|feeds|feeditems|transcript|turns|entries|interactions|correspondence)$/;
const HOLDERS = /^(?:tickets?|cases?|conversations?|records|data|results?|items|threads|issues|chats|list)$/;
const TEXTS = [
  "plainbody",
  "bodytext",
  "textbody",
  "text",
  "message",
  "content",
  "commentbody",
  "comment",
  "body",
  "value",
  "htmlbody",
  "bodyhtml",
  "note",
  "description",
];
const SENDERS = [
  "from",
  "sender",
  "sendername",
  "author",
  "authorname",
  "user",
  "username",
  "createdby",
  "fromaddress",
  "fromname",
  "fromemail",
  "speaker",
  "role",
  "name",
  "authorid",
  "userid",
  "senderid",
  "requesterid",
];
const TIMES = [
  "createdat",
  "createddate",
  "sentat",
  "timestamp",
  "messagedate",
  "date",
  "datetime",
  "time",
  "ts",
  "at",
  "created",
  "datecreated",
];
/** Fields for machines; they get no line and are counted for the report. */
const TECHNICAL =
  /^(?:id|.*id|.*ids|url|.*url|uri|href|etag|metadata|via|attributes|audit.*|.*avatar.*|type|object)$/;

/** The value of the first of these fields that is given, and the field's own name. */
function firstOf(fields: Fields, names: readonly string[]): { key: string; value: unknown } | null {
  const byName = new Map(Object.keys(fields).map((key) => [plainKey(key), key]));
  for (const name of names) {
    const key = byName.get(name);
    if (key !== undefined && fields[key] !== null && fields[key] !== "") return { key, value: fields[key] };
  }
  return null;
}

function textOf(value: unknown): string {
  if (typeof value === "string")
    return /<(?:p|br|div|a|b|i|span|ul|ol|table|html)\b[^<>]{0,200}>/i.test(value)
      ? htmlToPlainText(value)
      : value;
  if (Array.isArray(value))
    return value.map((one) => (isFields(one) ? textOf(firstOf(one, TEXTS)?.value) : textOf(one))).join("");
  return "";
}

/** A list of messages: objects of which most have a text, and most a sender or a time. */
function messagesIn(value: unknown): Fields[] | null {
  const inner = isFields(value)
    ? Object.entries(value).find(
        ([key, held]) =>
          Array.isArray(held) &&
          /^(?:records|data|items|results|conversationparts|messages|comments)$/.test(plainKey(key)),
      )?.[1]
    : value;
  if (!Array.isArray(inner) || inner.length === 0 || !inner.every(isFields)) return null;
  const written = inner.filter(
    (one) => textOf(firstOf(one, TEXTS)?.value) !== "" && (firstOf(one, SENDERS) || firstOf(one, TIMES)),
  );
  return written.length * 2 >= inner.length ? inner : null;
}

interface Conversation {
  fields: Fields;
  /** The fields that hold messages, with the messages. */
  lists: Map<string, Fields[]>;
}

function conversationOf(value: unknown): Conversation | null {
  if (!isFields(value)) return null;
  const lists = new Map<string, Fields[]>();
  for (const [key, held] of Object.entries(value)) {
    if (!LISTS.test(plainKey(key))) continue;
    const messages = messagesIn(held);
    if (messages) lists.set(key, messages);
  }
  return lists.size > 0 ? { fields: value, lists } : null;
}

/** Every conversation of an export: the root, the elements of a list, or those of a list one level down. */
function conversationsIn(value: unknown): Conversation[] {
  const own = (list: readonly unknown[]) => {
    const found = list.map((one) =>
      conversationOf(
        isFields(one) && isFields(one.ticket) ? { ...one.ticket, ...without(one, "ticket") } : one,
      ),
    );
    return found.filter((one) => one !== null);
  };
  if (Array.isArray(value)) return own(value);
  if (!isFields(value)) return [];
  for (const [key, held] of Object.entries(value)) {
    if (!HOLDERS.test(plainKey(key))) continue;
    const found = Array.isArray(held) ? own(held) : [];
    if (found.length > 0) return found;
  }
  return own([value]);
}

const without = (fields: Fields, ...keys: string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)));

/** Names of people by their ids, from a list of users beside the conversations. */
function usersIn(value: unknown): Map<string, string> {
  const users = new Map<string, string>();
  const lists = isFields(value)
    ? Object.entries(value).filter(([key]) =>
        /^(?:users|people|contacts|agents|members)$/.test(plainKey(key)),
      )
    : [];
  for (const [, list] of lists)
    for (const one of Array.isArray(list) ? list : [])
      if (isFields(one) && one.id !== undefined) {
        const name = firstOf(one, ["name", "displayname", "realname", "email"])?.value;
        if (typeof name === "string") users.set(String(one.id), name);
      }
  return users;
}

function readTickets(file: SourceFile) {
  const value = file.json ?? file.jsonLines;
  const conversations = conversationsIn(value);
  const users = usersIn(value);
  const report: Report = { technical: new Map(), doubled: 0, empty: 0, unread: [], found: 0 };
  const cases = conversations.map((one, position) =>
    draftOf(
      one,
      users,
      report,
      `${baseName(file.name)}${conversations.length > 1 ? `, conversation ${position + 1}` : ""}`,
    ),
  );
  const others = (Array.isArray(value) ? value.length : conversations.length) - conversations.length;
  const warnings: ImportMessage[] = [];
  const say = (count: number, code: string, message: string) => count > 0 && warnings.push({ code, message });
  if (others > 0)
    cases.push({ title: `${baseName(file.name)}, other entries`, records: othersOf(value as unknown[]) });
  say(others, "tickets/others", `${others} entries have no messages; they stand in a case of their own.`);
  say(report.empty, "tickets/empty", `${report.empty} messages have no text; their other fields were kept.`);
  say(
    report.doubled,
    "tickets/doubled",
    `${report.doubled} texts stand twice in the export (plain and HTML, or description and first message) and were kept once.`,
  );
  say(
    report.technical.size,
    "tickets/technical",
    `Technical fields got no line: ${[...report.technical]
      .slice(0, 40)
      .map(([key, count]) => `${key} ${count}`)
      .join(", ")}.`,
  );
  const account = [{ unit: "messages" as const, found: report.found, kept: report.found, leftOut: 0 }];
  const rest = { warnings, unread: report.unread, account };
  return cases.length === 1 && cases[0]!.sourceId === undefined
    ? result("tickets with messages", { loose: cases[0]!.records, ...rest })
    : result("tickets with messages", { cases, ...rest });
}

function othersOf(list: readonly unknown[]): DraftRecord[] {
  return list
    .filter((one) => conversationsIn([one]).length === 0)
    .map((one, position) => ({
      kind: "other",
      title: `Entry ${position + 1}`,
      text: writtenOut(one).join("\n"),
    }));
}

interface Report {
  technical: Map<string, number>;
  doubled: number;
  empty: number;
  unread: Unread[];
  found: number;
}

function draftOf(
  { fields, lists }: Conversation,
  users: ReadonlyMap<string, string>,
  report: Report,
  title: string,
): DraftCase {
  const opening = Object.entries(fields).find(
    ([key, value]) => plainKey(key) === "source" && isFields(value) && messagesIn([value]),
  );
  const messages = [...(opening ? [opening[1] as Fields] : []), ...[...lists.values()].flat()].map((one) =>
    messageOf(one, users, report),
  );
  report.found += messages.length;
  const ordered = messages.every((one) => one.at)
    ? messages
        .map((one, position) => ({ one, position }))
        .sort((a, b) => a.one.at!.localeCompare(b.one.at!) || a.position - b.position)
        .map(({ one }) => one)
    : messages;
  const head = without(
    fields,
    ...lists.keys(),
    ...(opening ? [opening[0]] : []),
    "users",
    "count",
    "next_page",
    "previous_page",
  );
  const description = firstOf(head, ["description", "descriptiontext"]);
  const described = textOf(description?.value);
  const twice = described !== "" && messages.some((one) => one.text.trim() === described.trim());
  if (twice) report.doubled++;
  const subject = firstOf(head, ["subject", "title", "name"])?.value;
  const created = momentOf(firstOf(head, TIMES)?.value);
  const lines = linesOf(description ? without(head, description.key) : head, report);
  const text = [twice ? "" : described, lines.join("\n")].filter(Boolean).join("\n\n");
  const id = firstOf(head, [
    "casenumber",
    "ticketnumber",
    "number",
    "id",
    "ticketid",
    "conversationid",
  ])?.value;
  const records: DraftRecord[] = text
    ? [{ kind: "other", at: created, title: typeof subject === "string" ? subject : "Ticket", text }]
    : [];
  return {
    sourceId: id === undefined ? undefined : String(id),
    title: typeof subject === "string" && subject ? subject : title,
    records: [...records, ...ordered],
  };
}

function messageOf(message: Fields, users: ReadonlyMap<string, string>, report: Report): DraftRecord {
  const text = firstOf(message, TEXTS);
  const sender = firstOf(message, SENDERS);
  const time = firstOf(message, TIMES);
  const rest: Fields = {};
  for (const [key, value] of Object.entries(message)) {
    if (key === text?.key || key === sender?.key || key === time?.key) continue;
    const name = plainKey(key);
    if (text && TEXTS.includes(name) && typeof value === "string" && value.trim()) {
      if (textOf(value).replace(/\s+/g, "") === textOf(text.value).replace(/\s+/g, "") || /html/.test(name))
        report.doubled++;
      else rest[key] = value;
    } else if (/^(?:attachments|files|uploads|contentdocumentlinks)$/.test(name)) nameFiles(value, report);
    else rest[key] = value;
  }
  const said = textOf(text?.value);
  if (!said.trim()) report.empty++;
  const lines = linesOf(rest, report);
  const hidden = message.public === false || message.is_private === true || message.private === true;
  return {
    kind: "message",
    sender: senderName(sender?.value, users),
    at: momentOf(time?.value),
    title: hidden ? "Internal note" : "",
    text: [said, lines.join("\n")].filter((part) => part.trim()).join("\n\n") || "[message without text]",
  };
}

function nameFiles(value: unknown, report: Report): void {
  const list = isFields(value) ? Object.values(value).flat() : Array.isArray(value) ? value : [];
  for (const one of list) {
    const name = isFields(one) ? firstOf(one, ["filename", "name", "title"])?.value : one;
    report.unread.push({
      what: `attachment “${String(name ?? "without a name").slice(0, 120)}” of a message`,
      why: "Only its name or address is in the export, not its content.",
      fix: "Download it where the export came from and import it too.",
    });
  }
}

function linesOf(fields: Fields, report: Report): string[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    if (TECHNICAL.test(plainKey(key))) {
      if (value !== null && value !== "") report.technical.set(key, (report.technical.get(key) ?? 0) + 1);
      return [];
    }
    const written = typeof value === "string" ? [textOf(value)] : writtenOut(value);
    return written
      .filter((line) => line.trim())
      .map((line) =>
        typeof value === "object" && !Array.isArray(value)
          ? `${wordsOf(key)} ${line}`
          : `${wordsOf(key)}: ${line}`,
      );
  });
}

function senderName(value: unknown, users: ReadonlyMap<string, string>): string {
  if (isFields(value)) {
    const named = firstOf(value, [
      "name",
      "displayname",
      "realname",
      "email",
      "username",
      "address",
      "id",
      "type",
    ])?.value;
    return senderName(named, users);
  }
  return value === null || value === undefined ? "" : (users.get(String(value)) ?? String(value));
}

/** A time as written, or seconds or milliseconds since 1970 (in UTC). */
function momentOf(value: unknown): string | null {
  const number =
    typeof value === "number"
      ? value
      : typeof value === "string" && /^\d{9,13}(?:\.\d+)?$/.test(value)
        ? Number(value)
        : null;
  if (number !== null) {
    const date = new Date(number < 1e11 ? number * 1000 : number);
    return Number.isNaN(date.getTime()) ? null : momentIn(date.toISOString().slice(0, 16));
  }
  return typeof value === "string" ? momentIn(value) : null;
}
