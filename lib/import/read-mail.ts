import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import {
  type DraftRecord,
  type ImportMessage,
  type ReadResult,
  RefusedFile,
  type Unread,
} from "./imported-case";
import { htmlToPlainText, momentIn } from "./plain-text";
import { FIT, type Inside, type Reader, result } from "./reader";

/** Lines that open nearly every mail; three of them make one. */
const HEAD_LINE =
  /^(?:from|to|cc|date|subject|message-id|received|return-path|reply-to|delivered-to|mime-version|content-type): ?/i;

function looksLikeMail(head: string): boolean {
  const lines = head.split(/\r?\n\r?\n/, 1)[0]!.split(/\r?\n/);
  if (!/^[!-9;-~]+:/.test(lines[0] ?? "")) return false;
  return lines.filter((line) => HEAD_LINE.test(line)).length >= 3;
}

export const mailReader: Reader = {
  name: "mail",
  takes: (file) =>
    file.mediaType === "message/rfc822" || looksLikeMail(file.head)
      ? FIT.content
      : file.extension === "eml" || file.extension === "mht"
        ? FIT.form
        : FIT.no,
  read: (file, inside) => readMail(file.bytes, inside),
};

/**
 * A mail and what it carries: one record for each message (also those forwarded inside) and each attachment with
 * text. The head that people read (from, to, cc, date, subject) opens the text, so that it is screened too.
 */
async function readMail(bytes: Uint8Array, inside: Inside): Promise<ReadResult> {
  let mail: Email;
  try {
    mail = await PostalMime.parse(bytes, { forceRfc822Attachments: true, attachmentEncoding: "arraybuffer" });
  } catch {
    throw new RefusedFile(
      "mail/broken",
      "The mail cannot be read: its parts are nested too deeply or broken off.",
      "Save the mail again as .eml from the mail program, or paste its text into a text file.",
    );
  }
  const header = (key: string) => mail.headers.find((one) => one.key === key)?.value;
  if (mail.headers.length === 0 && !mail.text && !mail.html && mail.attachments.length === 0)
    throw new RefusedFile(
      "mail/empty",
      "There is neither a mail head nor any text in this file.",
      "Check that the file was saved whole, as .eml.",
    );
  const warnings: ImportMessage[] = [];
  const unread: Unread[] = [];
  const written = header("date") ?? "";
  const head = [
    ["From", addresses(mail.from)],
    ["To", addresses(mail.to)],
    ["Cc", addresses(mail.cc)],
    ["Reply-To", addresses(mail.replyTo)],
    ["Date", written],
    ["Subject", mail.subject ?? ""],
  ].flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  let body = mail.text ?? "";
  if (!body.trim() && mail.html) body = htmlToPlainText(mail.html);
  else if (mail.html)
    warnings.push({
      code: "mail/html_left_out",
      message: "The mail has a plain and an HTML form; the plain one was taken.",
    });
  const at = written ? momentIn(written) : null;
  if (written && at === null)
    warnings.push({
      code: "mail/date",
      message: "The mail's date could not be read; it stands in the text as written.",
    });
  if (!body.trim())
    warnings.push({ code: "mail/no_text", message: "A mail has no text of its own; its head was kept." });
  const sender = mail.from ? mail.from.name || mail.from.address || "" : "";
  const loose: DraftRecord[] = [
    {
      kind: "email",
      sender,
      at,
      title: mail.subject ?? "",
      text: `${head.join("\n")}${head.length > 0 && body ? "\n\n" : ""}${body}`,
    },
  ];
  for (const attachment of mail.attachments) {
    const inner = await readAttachment(attachment, inside);
    const alone = inner.loose.length === 1 && inner.loose[0]?.kind !== "email";
    for (const record of inner.loose)
      loose.push({
        ...record,
        at: record.at ?? at,
        sender: record.sender || sender,
        title: alone ? (attachment.filename ?? record.title) : record.title,
      });
    warnings.push(...inner.warnings);
    unread.push(...inner.unread);
  }
  const account = [{ unit: "messages" as const, found: 1, kept: 1, leftOut: 0 }];
  return result("mail", { loose, warnings, unread, account });
}

async function readAttachment(
  attachment: Attachment,
  inside: Inside,
): Promise<Pick<ReadResult, "loose" | "warnings" | "unread">> {
  const { content, mimeType } = attachment;
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  const name =
    attachment.filename ?? (mimeType === "message/rfc822" ? "mail inside" : "attachment without a name");
  try {
    return await inside.read({ name, bytes, mediaType: mimeType });
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    const picture = mimeType.startsWith("image/");
    const what = `attachment ${name} (${mimeType}, ${bytes.length} bytes)`;
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

function addresses(value: Address | Address[] | undefined): string {
  const list = value === undefined ? [] : Array.isArray(value) ? value : [value];
  return list
    .map((one) =>
      one.group
        ? `${one.name}: ${addresses(one.group)}`
        : one.name && one.address
          ? `${one.name} <${one.address}>`
          : one.name || one.address || "",
    )
    .filter(Boolean)
    .join(", ");
}
