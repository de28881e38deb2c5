import { decompressRTF } from "@kenjiuno/decompressrtf";
import MsgReader, { type FieldsData } from "@kenjiuno/msgreader";
import { decodeBytes } from "./decode";
import { type InputFile, RefusedFile } from "./imported-case";
import { readMessage } from "./mail-message";
import { FIT, type Reader } from "./reader";

const CONTAINER = "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1";
const MESSAGE = Buffer.from("__properties_version1.0", "utf16le");

/** A mail as Outlook saves it. */
export const msgReader: Reader = {
  name: "Outlook mail",
  takes: (file) =>
    file.head.startsWith(CONTAINER) &&
    Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength).includes(MESSAGE)
      ? FIT.mark
      : file.extension === "msg"
        ? FIT.extension
        : FIT.no,
  async read(file, inside) {
    let mail: FieldsData;
    let reader: MsgReader;
    try {
      reader = new MsgReader(new DataView(file.bytes.slice().buffer));
      mail = reader.getFileData();
      if (mail.error || mail.dataType !== "msg") throw new Error();
    } catch {
      throw new RefusedFile(
        "msg/broken",
        "This Outlook mail cannot be read: it is damaged, or it is no mail.",
        "In Outlook, save it as .eml or print it to PDF, and import that.",
      );
    }
    return readMessage("Outlook mail", messageOf(mail, reader), inside);
  },
};

function messageOf(mail: FieldsData, reader: MsgReader) {
  const from = person(mail.senderName, mail.senderSmtpAddress ?? mail.senderEmail);
  const to = (type: "to" | "cc" | "bcc") =>
    (mail.recipients ?? [])
      .filter((one) => (one.recipType ?? "to") === type)
      .map((one) => person(one.name, one.smtpAddress ?? one.email))
      .join(", ");
  const date = mail.clientSubmitTime ?? mail.messageDeliveryTime ?? "";
  const html = mail.html
    ? decodeBytes(
        mail.html,
        mail.internetCodepage ? `cp${mail.internetCodepage}`.replace("cp65001", "utf-8") : undefined,
      ).text
    : (mail.bodyHtml ?? "");
  const attachments = (mail.attachments ?? []).flatMap((one) => attachmentOf(one, reader));
  const rtf = !mail.body?.trim() && !html.trim() ? rtfOf(mail) : null;
  return {
    head: [
      ["From", from],
      ["To", to("to")],
      ["Cc", to("cc")],
      ["Bcc", to("bcc")],
      ["Date", date],
      ["Subject", mail.subject ?? ""],
    ] as const,
    sender: mail.senderName || mail.senderSmtpAddress || mail.senderEmail || "",
    subject: mail.subject ?? "",
    date,
    plain: mail.body ?? "",
    html,
    attachments: rtf ? [rtf, ...attachments] : attachments,
  };
}

const person = (name = "", address = "") =>
  name && address && name !== address ? `${name} <${address}>` : name || address;

/** A mail whose text stands in RTF alone carries it as a file. */
function rtfOf(mail: FieldsData): InputFile | null {
  if (!mail.compressedRtf) return null;
  try {
    const bytes = new Uint8Array(decompressRTF(Array.from(mail.compressedRtf)));
    return { name: "text of the mail.rtf", bytes, mediaType: "application/rtf" };
  } catch {
    return { name: "text of the mail (packed RTF)", bytes: mail.compressedRtf };
  }
}

/** An attachment that cannot be taken out stays as an empty file, so that it is named as not read. */
function attachmentOf(one: FieldsData, reader: MsgReader): InputFile[] {
  try {
    const { fileName, content } = reader.getAttachment(one);
    const name = one.innerMsgContent && !/\.msg$/i.test(fileName) ? `${fileName}.msg` : fileName;
    return [
      {
        name: name || "attachment without a name",
        bytes: new Uint8Array(content),
        mediaType: one.attachMimeTag,
      },
    ];
  } catch {
    return [{ name: one.fileName ?? one.fileNameShort ?? "attachment", bytes: new Uint8Array(0) }];
  }
}
