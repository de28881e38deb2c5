import { htmlToPlainText } from "./html-text";
import {
  type DraftRecord,
  type ImportMessage,
  type InputFile,
  type ReadResult,
  RefusedFile,
  type Unread,
} from "./imported-case";
import { momentIn } from "./moments";
import { type Inside, result } from "./reader";
import { splitThread, type ThreadMessage } from "./thread";

/** A mail as any mail format has it. */
export interface MailMessage {
  /** The head as people read it, in its order: From, To, Date and the like. */
  head: readonly (readonly [name: string, value: string])[];
  sender: string;
  subject: string;
  date: string;
  plain: string;
  html: string;
  attachments: readonly InputFile[];
}

/**
 * A mail and what it carries: a record for the message, and those of each attachment as its own reader gives them. The
 * head opens the text, so that it is screened too.
 */
export async function readMessage(format: string, mail: MailMessage, inside: Inside): Promise<ReadResult> {
  const warnings: ImportMessage[] = [];
  const unread: Unread[] = [];
  const at = mail.date ? momentIn(mail.date) : null;
  if (mail.date && at === null)
    warnings.push({
      code: "mail/date",
      message: "The mail's date could not be read; it stands in the text as written.",
    });
  const body = bodyOf(mail, warnings);
  if (!body.trim())
    warnings.push({ code: "mail/no_text", message: "A mail has no text of its own; its head was kept." });
  const head = mail.head.filter(([, value]) => value).map(([name, value]) => `${name}: ${value}`);
  const { sender } = mail;
  const thread = splitThread(body);
  const own = thread.length > 1 ? ownText(thread, body) : body;
  const text = `${head.join("\n")}${head.length > 0 && own ? "\n\n" : ""}${own}`;
  const loose: DraftRecord[] = [
    ...quotedIn(thread).map(
      (one): DraftRecord => ({
        kind: "email",
        sender: one.sender,
        at: one.at,
        title: one.subject || mail.subject,
        text: one.text,
        quoted: true,
      }),
    ),
    { kind: "email", sender, at, title: mail.subject, text },
  ];
  for (const file of mail.attachments) {
    const inner = await readAttachment(file, inside);
    const alone = inner.loose.length === 1 && inner.loose[0]?.kind !== "email";
    for (const record of inner.loose)
      loose.push({
        ...record,
        at: record.at ?? at,
        sender: record.sender || sender,
        title: alone ? file.name : record.title,
      });
    warnings.push(...inner.warnings);
    unread.push(...inner.unread);
  }
  const account = [{ unit: "messages" as const, found: 1, kept: 1, leftOut: 0 }];
  return result(format, { loose, warnings, unread, account });
}

/** The messages a mail quotes, the oldest first; what is the mail's own opens the thread without a sender. */
const quotedIn = (thread: readonly ThreadMessage[]) =>
  thread.length > 1 ? thread.filter((one) => one.sender !== "").reverse() : [];

const ownText = (thread: readonly ThreadMessage[], body: string) =>
  thread.some((one) => one.sender !== "") ? (thread.find((one) => one.sender === "")?.text ?? "") : body;

async function readAttachment(
  file: InputFile,
  inside: Inside,
): Promise<Pick<ReadResult, "loose" | "warnings" | "unread">> {
  try {
    return await inside.read(file);
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    const picture = file.mediaType?.startsWith("image/");
    const what = `attachment ${file.name} (${file.mediaType || "unknown kind"}, ${file.bytes.length} bytes)`;
    return {
      loose: [],
      warnings: [
        {
          code: picture ? "mail/picture" : "mail/attachment",
          message: `Left out: ${what}. ${error.message}`,
        },
      ],
      unread: [{ what, why: error.message, fix: error.fix }],
    };
  }
}

/** Of the plain and the HTML form the richer one, and below it what stands in the other form alone. */
function bodyOf({ plain, html }: MailMessage, warnings: ImportMessage[]): string {
  if (!html) return plain;
  const rich = htmlToPlainText(html);
  if (!plain.trim()) return rich;
  if (!rich.trim()) return plain;
  const onlyPlain = linesBeyond(plain, rich);
  const onlyRich = linesBeyond(rich, plain);
  const takeHtml = lettersIn(onlyRich) > lettersIn(onlyPlain);
  const [body, extra, other] = takeHtml ? [rich, onlyPlain, "plain"] : [plain, onlyRich, "HTML"];
  warnings.push({
    code: takeHtml ? "mail/html_taken" : "mail/plain_taken",
    message: `The mail has a plain and an HTML form; the ${takeHtml ? "HTML" : "plain"} one says ${extra.length > 0 || onlyRich.length !== onlyPlain.length ? "more" : "no less"} and was taken.${
      extra.length > 0 ? ` What only the ${other} one says stands below it.` : ""
    }`,
  });
  return extra.length === 0 ? body : `${body}\n\n[Only in the ${other} form:]\n${extra.join("\n")}`;
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/https?:\/\/\S+/g, " ")
    .match(/[\p{L}\p{N}]+/gu) ?? [];
const lettersIn = (lines: readonly string[]) => lines.reduce((sum, line) => sum + line.length, 0);

/** The lines of a text most of whose word pairs the other text has not. */
function linesBeyond(text: string, other: string): string[] {
  const words = wordsOf(other);
  const known = new Set(words);
  for (let at = 1; at < words.length; at++) known.add(`${words[at - 1]} ${words[at]}`);
  return text.split(/\r?\n/).filter((line) => {
    const own = wordsOf(line);
    if (own.length === 0) return false;
    if (own.length === 1) return !known.has(own[0]!);
    let missing = 0;
    for (let at = 1; at < own.length; at++) if (!known.has(`${own[at - 1]} ${own[at]}`)) missing++;
    return missing * 2 > own.length - 1;
  });
}
