import { type ChatMessage, chatRecords } from "./chat";
import { type Found, fromBase64, readInner } from "./inner";
import { baseName } from "./plain-text";
import { FIT, type Inside, type Reader, result, type SourceFile } from "./reader";
import { elementAt, elementsOf, parseXml, plainTextOf, rootNameOf, type XmlElement } from "./xml";

/** Text messages and calls of a telephone as “SMS Backup & Restore” saves them. */
export const smsReader: Reader = {
  name: "text messages (SMS backup)",
  takes: (file) => (/^(?:smses|calls|allsms)$/.test(rootNameOf(file.text)) ? FIT.content : FIT.no),
  read: readSms,
};

interface Conversation {
  messages: ChatMessage[];
  found: Found;
}

const CALLS: Record<string, string> = {
  "1": "Incoming call",
  "2": "Outgoing call",
  "3": "Missed call",
  "4": "Voicemail",
  "5": "Rejected call",
  "6": "Refused call",
};
const given = (value: string | undefined) => (value === undefined || value === "null" ? "" : value);

async function readSms(file: SourceFile, inside: Inside) {
  const conversations = new Map<string, Conversation>();
  const universal = { count: 0 };
  for (const element of elementsOf(parseXml(file.text ?? ""))) {
    const { attributes } = element;
    const address = given(attributes.address) || given(attributes.number) || "unknown number";
    const key = address
      .split("~")
      .map((one) => one.replace(/[^\d@a-z]/gi, "").slice(-10))
      .sort()
      .join("~");
    const conversation = conversations.get(key) ?? {
      messages: [],
      found: { records: [], warnings: [], unread: [] },
    };
    conversations.set(key, conversation);
    const other = [given(attributes.contact_name).replace("(Unknown)", ""), address]
      .filter(Boolean)
      .join(" ");
    const written = timeOf(attributes, universal);
    if (element.name === "call") {
      const seconds = Number(attributes.duration ?? 0);
      const text = `${CALLS[attributes.type ?? ""] ?? "Call"}, ${seconds} seconds`;
      conversation.messages.push({ written, sender: other, text, event: true });
      continue;
    }
    const sent = (attributes.type ?? attributes.msg_box) === "2";
    const text =
      element.name === "mms"
        ? await partsOf(element, conversation, inside)
        : [given(attributes.subject), given(attributes.body)].filter(Boolean).join("\n");
    conversation.messages.push({ written, sender: sent ? "me" : other, text, event: false });
  }
  return resultOf(file, [...conversations.values()], universal.count);
}

function resultOf(file: SourceFile, conversations: readonly Conversation[], universal: number) {
  const parts = conversations.map(({ messages, found }) => ({
    chat: chatRecords(messages, "month_first"),
    found,
  }));
  const warnings = parts.flatMap(({ chat, found }) => [...chat.warnings, ...found.warnings]);
  const unread = parts.flatMap(({ chat, found }) => [...chat.unread, ...found.unread]);
  const count = conversations.reduce((sum, one) => sum + one.messages.length, 0);
  const account = [{ unit: "messages" as const, found: count, kept: count, leftOut: 0 }];
  if (universal > 0)
    warnings.push({
      code: "sms/universal_time",
      message: `${universal} messages only have their time in UTC; it was kept, not moved to where the telephone was.`,
    });
  const records = parts.map(({ chat, found }) => [...chat.records, ...found.records]);
  if (records.length <= 1)
    return result("text messages (SMS backup)", { loose: records.flat(), warnings, unread, account });
  warnings.push({
    code: "sms/conversations",
    message: `The backup holds conversations with ${records.length} numbers; each became a case.`,
  });
  const cases = records.map((list, position) => ({
    title: `${baseName(file.name)}, conversation ${position + 1}`,
    records: list,
  }));
  return result("text messages (SMS backup)", { cases, warnings, unread, account });
}

/** The time on the telephone's clock where it is given, else in UTC. */
function timeOf(attributes: Record<string, string>, universal: { count: number }): string {
  const readable = given(attributes.readable_date);
  if (readable) return readable.replace(/(\d{1,2}:\d{2}):\d{2}/, "$1");
  const milliseconds = Number(attributes.date);
  if (!Number.isFinite(milliseconds) || Math.abs(milliseconds) > 8.64e15) return "";
  universal.count++;
  return new Date(milliseconds).toISOString().slice(0, 16);
}

/** The text of a picture message; its pictures are read by their own reader or named as unread. */
async function partsOf(mms: XmlElement, { found }: Conversation, inside: Inside): Promise<string> {
  const texts = [given(mms.attributes.sub)];
  for (const part of elementsOf(elementAt(mms, "parts") ?? mms)) {
    if (part.name !== "part") continue;
    const { ct = "", text, data, cl, name } = part.attributes;
    if (ct === "application/smil") continue;
    if (given(text)) texts.push(given(text));
    const bytes = data ? fromBase64(data) : null;
    if (!bytes) {
      if (!given(text)) texts.push(`[${ct || "part"} without content]`);
      continue;
    }
    const called = given(cl) || given(name) || "Attachment";
    texts.push(`[${called}]`);
    const inner = await readInner({ name: called, type: ct, bytes, where: "a picture message" }, inside);
    found.records.push(...inner.records);
    found.warnings.push(...inner.warnings);
    found.unread.push(...inner.unread);
  }
  return texts.filter(Boolean).join("\n") || plainTextOf(mms);
}
