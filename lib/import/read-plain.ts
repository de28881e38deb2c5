import { RefusedFile } from "./imported-case";
import { baseName } from "./plain-text";
import { FIT, type Reader, result } from "./reader";

const OLD_OFFICE = "Open it in its program, save it in today's form (docx, xlsx) or as PDF, and import that.";
const RECORDING = "Import a transcript of the call.";
const PACKED = "Unpack it, or pack the files again as an ordinary zip, and import that.";
const ADVICE: Record<string, string> = {
  doc: OLD_OFFICE,
  xls: OLD_OFFICE,
  xlsb: OLD_OFFICE,
  ppt: "Save it as PDF and import that.",
  pptx: "Save it as PDF and import that.",
  odp: "Save it as PDF and import that.",
  epub: "Save it as PDF and import that.",
  pages: "Export it as PDF or Word and import that.",
  numbers: "Export it as Excel or CSV and import that.",
  one: "Export the page as PDF and import that.",
  pst: "Save the mails that matter as .eml or .msg and import those.",
  p7m: "The mail is encrypted or signed. Open it in the mail program, and save its text.",
  mp3: RECORDING,
  wav: RECORDING,
  m4a: RECORDING,
  mp4: RECORDING,
  gz: PACKED,
  tgz: PACKED,
  tar: PACKED,
  rar: PACKED,
  "7z": PACKED,
};

/** Text of no other kind; also says of files that are no text that they are not read. */
export const plainReader: Reader = {
  name: "plain text",
  takes: () => FIT.anything,
  read({ name, extension, text }) {
    if (text === null)
      throw new RefusedFile(
        "file/binary",
        `This kind of file${extension ? ` (.${extension})` : ""} is not read.`,
        ADVICE[extension] ??
          "Save it as PDF or plain text and import that; docs/import-and-screening.md lists all that is read.",
      );
    if (text.trim() === "")
      throw new RefusedFile(
        "file/blank",
        "There is no text in this file.",
        "Check that it was saved or copied whole.",
      );
    const account = [{ unit: "characters" as const, found: text.length, kept: text.length, leftOut: 0 }];
    return result("plain text", { loose: [{ kind: "note", title: baseName(name), text }], account });
  },
};
