import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import { decodeBytes, mendControls } from "./decode";
import { type InputFile, RefusedFile } from "./imported-case";
import { readMessage } from "./mail-message";
import { FIT, type Reader } from "./reader";

/** Lines that open nearly every mail; three of them make one. */
const HEAD_LINE =
  /^(?:from|to|cc|date|subject|message-id|received|return-path|reply-to|delivered-to|mime-version|content-type): ?/i;

function looksLikeMail(head: string): boolean {
  const lines = head.split(/\r?\n\r?\n/, 1)[0]!.split(/\r?\n/);
  if (!/^[!-9;-~]+:/.test(lines[0] ?? "")) return false;
  return lines.filter((line) => HEAD_LINE.test(line)).length >= 3;
}

/** A mail as mail programs save it. */
export const mailReader: Reader = {
  name: "mail",
  takes: (file) =>
    file.mediaType === "message/rfc822" || looksLikeMail(file.head)
      ? FIT.content
      : file.extension === "eml" || file.extension === "mht" || file.extension === "mhtml"
        ? FIT.form
        : FIT.no,
  async read(file, inside) {
    const mail = await parse(headInUtf8(file.bytes));
    if (mail.headers.length === 0 && !mail.text && !mail.html && mail.attachments.length === 0)
      throw new RefusedFile(
        "mail/empty",
        "There is neither a mail head nor any text in this file.",
        "Check that the file was saved whole, as .eml.",
      );
    const date = mail.headers.find((one) => one.key === "date")?.value ?? "";
    const subject = mendControls(mail.subject ?? "");
    const sender = mendControls(mail.from ? mail.from.name || mail.from.address || "" : "");
    return readMessage(
      "mail",
      {
        head: [
          ["From", addresses(mail.from)],
          ["To", addresses(mail.to)],
          ["Cc", addresses(mail.cc)],
          ["Bcc", addresses(mail.bcc)],
          ["Reply-To", addresses(mail.replyTo)],
          ["Date", date],
          ["Subject", subject],
        ],
        sender,
        subject,
        date,
        plain: mendControls(mail.text ?? ""),
        html: mendControls(mail.html ?? ""),
        attachments: mail.attachments.map(fileOf),
      },
      inside,
    );
  },
};

async function parse(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { forceRfc822Attachments: true, attachmentEncoding: "arraybuffer" });
  } catch {
    throw new RefusedFile(
      "mail/broken",
      "The mail cannot be read: its parts are nested too deeply or broken off.",
      "Save the mail again as .eml from the mail program, or paste its text into a text file.",
    );
  }
}

/** Old programs write letters beyond ASCII into a mail's head as they are; they are brought to UTF-8, as today's do. */
function headInUtf8(bytes: Uint8Array): Uint8Array {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ends = [data.indexOf("\n\n"), data.indexOf("\r\n\r\n")].filter((at) => at >= 0);
  const end = ends.length > 0 ? Math.min(...ends) : data.length;
  const head = data.subarray(0, end);
  if (!head.some((byte) => byte > 0x7f)) return bytes;
  return Buffer.concat([Buffer.from(decodeBytes(head).text, "utf8"), data.subarray(end)]);
}

function fileOf({ content, mimeType, filename }: Attachment): InputFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  const name = filename ?? (mimeType === "message/rfc822" ? "mail inside" : "attachment without a name");
  return { name: mendControls(name), bytes, mediaType: mimeType };
}

function addresses(value: Address | Address[] | undefined): string {
  const list = value === undefined ? [] : Array.isArray(value) ? value : [value];
  return mendControls(
    list
      .map((one) =>
        one.group
          ? `${one.name}: ${addresses(one.group)}`
          : one.name && one.address
            ? `${one.name} <${one.address}>`
            : one.name || one.address || "",
      )
      .filter(Boolean)
      .join(", "),
  );
}
