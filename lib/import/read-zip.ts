import { type ImportMessage, type ReadResult, RefusedFile, type Unread } from "./imported-case";
import { FIT, type Reader, result } from "./reader";
import { isZip, openZip, type ZipFault } from "./zip";

export const faultMessage = ({ name, why }: ZipFault): ImportMessage => ({
  code: "zip/left_out",
  message: `Not taken out of the archive: ${name}. ${why}`,
});

export const TRUNCATED: ImportMessage = {
  code: "zip/truncated",
  message:
    "The end of the archive is missing. The files before the break were saved; whatever came after it is not here.",
};

/** Office documents are archives by their form and one file to everybody who uses them. */
const OFFICE = /^(?:docx|docm|xlsx|xlsm|pptx|odt|ods|odp|epub)$/;

/** An archive inside another file (a mail's attachment): each file in it is read. By itself an archive is opened first. */
export const zipReader: Reader = {
  name: "archive",
  takes: (file) => (isZip(file.head) && !OFFICE.test(file.extension) ? FIT.form : FIT.no),
  async read(file, inside) {
    const content = await openZip(file.bytes, { unpacked: inside.unpacked });
    const loose: ReadResult["loose"] = [];
    const warnings = [...(content.truncated ? [TRUNCATED] : []), ...content.faults.map(faultMessage)];
    const unread: Unread[] = content.faults.map(({ name, why, fix }) => ({ what: name, why, fix }));
    for (const inner of content.files) {
      try {
        const found = await inside.read(inner);
        loose.push(...found.loose);
        warnings.push(...found.warnings);
        unread.push(...found.unread);
      } catch (error) {
        if (!(error instanceof RefusedFile)) throw error;
        const fault = { name: inner.name, why: error.message, fix: error.fix };
        warnings.push(faultMessage(fault));
        unread.push({ what: inner.name, why: error.message, fix: error.fix });
      }
    }
    const found = content.files.length + content.faults.length;
    const account = [{ unit: "files" as const, found, kept: found - unread.length, leftOut: unread.length }];
    return result("archive", { loose, warnings, unread, account });
  },
};
