import { type ChatMessage, chatRecords } from "./chat";
import { FIT, type Reader, result } from "./reader";

const DATE = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{2,4}`;
const CLOCK = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[\s\u00a0\u202f]?[AaPp]\.?[\s\u00a0\u202f]?[Mm]\.?)?`;
/** `[04/01/2031, 19:02:11] Caller: …` (iPhone) and `4/1/31, 7:02 PM - Caller: …` (Android). */
const HEAD = new RegExp(
  String.raw`^(?:\[(${DATE},?[\s\u00a0\u202f]${CLOCK})\]|(${DATE},?[\s\u00a0\u202f]${CLOCK})[\s\u00a0\u202f]-)[\s\u00a0\u202f](.*)$`,
  "s",
);
const EVENT =
  /^(?:messages (?:and calls|to this (?:chat|group))|you (?:created|added|changed|joined|left|removed|blocked|unblocked)|.{0,80} (?:created (?:group|this group)|changed (?:the|this|their|to)|added|joined using|left|removed|was added|is a contact|started a (?:call|video)))/i;

const withoutMarks = (line: string) => line.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "");

/** WhatsApp's text export in both of its forms. */
export const whatsAppReader: Reader = {
  name: "WhatsApp chat",
  takes: (file) => {
    if (file.text === null || !["txt", ""].includes(file.extension)) return FIT.no;
    const heads = withoutMarks(file.text.slice(0, 20_000))
      .split(/\r\n?|\n/)
      .filter((line) => line.trim());
    const named = /(?:^|[/\\])_chat|whatsapp/i.test(file.name);
    if (!HEAD.test(heads[0] ?? "")) return FIT.no;
    return named || heads.filter((line) => HEAD.test(line)).length > 1 ? FIT.content : FIT.no;
  },
  read(file) {
    const messages: ChatMessage[] = [];
    for (const raw of (file.text ?? "").split(/\r\n?|\n/)) {
      const head = HEAD.exec(withoutMarks(raw.slice(0, 40)) + raw.slice(40));
      const last = messages.at(-1);
      if (!head) {
        if (last) last.text += `\n${raw}`;
        continue;
      }
      messages.push(
        messageOf(head[1] ?? head[2]!, withoutMarks(head[3]!.slice(0, 200)) + head[3]!.slice(200)),
      );
    }
    for (const message of messages) message.text = message.text.trimEnd();
    const { records, ...rest } = chatRecords(messages);
    return result("WhatsApp chat", { loose: records, ...rest });
  },
};

function messageOf(written: string, rest: string): ChatMessage {
  const colon = rest.slice(0, 100).indexOf(":");
  const sender = colon > 0 ? rest.slice(0, colon) : "";
  if (!sender || /["“”]/.test(sender) || EVENT.test(sender))
    return { written, sender: "", text: rest, event: true };
  const text = rest.slice(colon + 1).trimStart();
  return { written, sender: sender.trim(), text, event: /^messages (?:and calls|to this)/i.test(text) };
}

const IMESSAGE_HEAD = /^([A-Z][a-z]{2} \d{2}, \d{4}\s{1,2}\d{1,2}:\d{2}:\d{2} [AP]M)(?: \((.{0,80})\))?$/;

/** Conversations of the Messages app as imessage-exporter writes them: a time, a sender, the text, a blank line. */
export const iMessageReader: Reader = {
  name: "iMessage conversation",
  takes: (file) =>
    IMESSAGE_HEAD.test(
      file.text
        ?.slice(0, 200)
        .trimStart()
        .split(/\r\n?|\n/)[0] ?? "",
    )
      ? FIT.content
      : FIT.no,
  read(file) {
    const lines = (file.text ?? "").split(/\r\n?|\n/);
    const messages: ChatMessage[] = [];
    for (let at = 0; at < lines.length; at++) {
      const head = IMESSAGE_HEAD.exec(lines[at]!.slice(0, 200).trim());
      const last = messages.at(-1);
      if (head) {
        messages.push({
          written: head[1]!,
          sender: (lines[at + 1] ?? "").trim(),
          text: head[2] ? `(${head[2]})` : "",
          event: false,
        });
        at++;
      } else if (last) last.text += `${last.text && "\n"}${lines[at]}`;
    }
    for (const message of messages) message.text = message.text.trim();
    const { records, ...rest } = chatRecords(messages, "month_first");
    return result("iMessage conversation", { loose: records, ...rest });
  },
};
