import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import { type DraftRecord, IMPORT_LIMITS, type ImportMessage, RefusedFile } from "./imported-case";
import { decodeBytes, htmlToPlainText, momentIn } from "./plain-text";
import { readPdf } from "./read-pdf";

/**
 * A mail and what it carries: one record for each message (also those forwarded inside) and each attachment with
 * text. The head that people read (from, to, cc, date, subject) opens the text, so that it is screened too.
 */
export async function readMail(
  bytes: Uint8Array,
): Promise<{ records: DraftRecord[]; warnings: ImportMessage[]; subject: string }> {
  const records: DraftRecord[] = [];
  const warnings: ImportMessage[] = [];
  const subject = await addMail(bytes, 0, records, warnings);
  return { records, warnings, subject };
}

async function addMail(
  bytes: Uint8Array,
  depth: number,
  records: DraftRecord[],
  warnings: ImportMessage[],
): Promise<string> {
  let mail: Email;
  try {
    mail = await PostalMime.parse(bytes, { forceRfc822Attachments: true, attachmentEncoding: "arraybuffer" });
  } catch {
    if (depth > 0) {
      warnings.push({
        code: "mail/inner_broken",
        message: "A mail inside this mail could not be read and was left out.",
      });
      return "";
    }
    throw new RefusedFile(
      "mail/broken",
      "The mail cannot be read: its parts are nested too deeply or broken off.",
      "Save the mail again as .eml from the mail program, or paste its text into a text file.",
    );
  }
  const header = (key: string) => mail.headers.find((one) => one.key === key)?.value;
  if (mail.headers.length === 0 && !mail.text && !mail.html && mail.attachments.length === 0) {
    if (depth === 0)
      throw new RefusedFile(
        "mail/empty",
        "There is neither a mail head nor any text in this file.",
        "Check that the file was saved whole, as .eml.",
      );
    warnings.push({
      code: "mail/inner_empty",
      message: "A mail inside this mail is empty and made no record.",
    });
    return "";
  }
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
  else if (mail.html && depth === 0)
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
  records.push({
    kind: "email",
    sender,
    at,
    title: mail.subject ?? "",
    text: `${head.join("\n")}${head.length > 0 && body ? "\n\n" : ""}${body}`,
  });
  for (const attachment of mail.attachments)
    await addAttachment(attachment, depth, at, sender, records, warnings);
  return mail.subject ?? "";
}

async function addAttachment(
  attachment: Attachment,
  depth: number,
  at: string | null,
  sender: string,
  records: DraftRecord[],
  warnings: ImportMessage[],
): Promise<void> {
  const { content } = attachment;
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  const name = attachment.filename ?? "attachment without a name";
  const what = `${name} (${attachment.mimeType}, ${bytes.length} bytes)`;
  if (attachment.mimeType === "message/rfc822") {
    if (depth + 1 >= IMPORT_LIMITS.mailDepth)
      warnings.push({
        code: "mail/too_deep",
        message: `Mails are nested more than ${IMPORT_LIMITS.mailDepth} deep; the innermost was left out.`,
      });
    else await addMail(bytes, depth + 1, records, warnings);
    return;
  }
  if (attachment.mimeType === "application/pdf" || /\.pdf$/i.test(name)) {
    try {
      const pdf = await readPdf(bytes);
      records.push({ kind: "other", sender, at, title: name, text: pdf.text });
      warnings.push(...pdf.warnings);
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error;
      warnings.push({ code: error.code, message: `Left out: ${what}. ${error.message} ${error.fix}` });
    }
    return;
  }
  if (/^(?:text\/|message\/)/.test(attachment.mimeType)) {
    const { text } = decodeBytes(bytes);
    const readable = attachment.mimeType === "text/html" ? htmlToPlainText(text) : text;
    if (readable.trim()) records.push({ kind: "other", sender, at, title: name, text: readable });
    else warnings.push({ code: "mail/empty_attachment", message: `Left out: ${what}. It has no text.` });
    return;
  }
  const picture = attachment.mimeType.startsWith("image/");
  warnings.push({
    code: picture ? "mail/picture" : "mail/attachment",
    message: `Left out: ${what}. ${picture ? "Pictures are not imported; they may show a face or a document." : "Only text and PDF attachments are imported."}`,
  });
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
