import { RefusedFile } from "./imported-case";
import { baseName } from "./plain-text";
import { FIT, type Reader, result } from "./reader";

const ADVICE: Record<string, string> = {
  docx: "Save it as PDF or plain text and import that.",
  doc: "Save it as PDF or plain text and import that.",
  xlsx: "Save the sheet as CSV and import that.",
  xls: "Save the sheet as CSV and import that.",
  msg: "Save the mail as .eml and import that.",
  mp3: "Import a transcript of the call.",
  wav: "Import a transcript of the call.",
  m4a: "Import a transcript of the call.",
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
          "Import JSON, CSV, plain text, .eml, PDF with text, TextGrid, WebVTT, SubRip or FHIR JSON.",
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
