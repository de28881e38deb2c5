import { type ImportMessage, type ReadResult, RefusedFile, type Unread } from "./imported-case";
import { FIT, type Reader, result } from "./reader";

/** The line that opens each mail of a mailbox: `From plan@example.org Mon Mar  4 10:00:00 2024`. */
const OPENING = /^From \S*.{0,80}\d{4}[^\n]{0,20}$/;

/** A mailbox: many mails in one file, a record (with those of its attachments) for each. */
export const mboxReader: Reader = {
  name: "mailbox",
  takes: (file) => (OPENING.test(file.head.split(/\r?\n/, 1)[0] ?? "") ? FIT.mark : FIT.no),
  async read(file, inside) {
    const mails = mailsIn(file.bytes);
    const loose: ReadResult["loose"] = [];
    const warnings: ImportMessage[] = [];
    const unread: Unread[] = [];
    let leftOut = 0;
    for (const [position, bytes] of mails.entries()) {
      try {
        const mail = await inside.read({ name: `mail ${position + 1}`, bytes, mediaType: "message/rfc822" });
        loose.push(...mail.loose);
        warnings.push(...mail.warnings);
        unread.push(...mail.unread);
      } catch (error) {
        if (!(error instanceof RefusedFile)) throw error;
        leftOut++;
        const what = `mail ${position + 1} of the mailbox`;
        warnings.push({ code: "mbox/left_out", message: `Left out: ${what}. ${error.message}` });
        unread.push({ what, why: error.message, fix: error.fix });
      }
    }
    const account = [
      { unit: "messages" as const, found: mails.length, kept: mails.length - leftOut, leftOut },
    ];
    return result("mailbox", { loose, warnings, unread, account });
  },
};

/** The mails as bytes, without the opening lines and with `>From ` written as `From ` again. */
function mailsIn(bytes: Uint8Array): Uint8Array[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const mails: string[][] = [];
  let blank = true;
  for (const line of text.split("\n")) {
    const plain = line.endsWith("\r") ? line.slice(0, -1) : line;
    if (blank && plain.startsWith("From ") && OPENING.test(plain)) mails.push([]);
    else mails.at(-1)?.push(/^>+From /.test(plain) ? line.slice(1) : line);
    blank = plain === "";
  }
  return mails.map((lines) => new Uint8Array(Buffer.from(lines.join("\n"), "latin1")));
}
