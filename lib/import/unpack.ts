import { Unzip, type UnzipFile, UnzipInflate } from "fflate";
import { type FileReport, IMPORT_LIMITS, type InputFile } from "./imported-case";
import { extensionOf } from "./reader";

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
const startsWith = (bytes: Uint8Array, mark: string) =>
  [...mark].every((character, i) => bytes[i] === character.charCodeAt(0));

/** Archives opened: their files take the archive's place, under its name as a folder unless they have folders. */
export function unpack(input: readonly InputFile[]): { files: InputFile[]; refused: FileReport[] } {
  const files: InputFile[] = [];
  const refused: FileReport[] = [];
  for (const file of input) {
    if (!startsWith(file.bytes, "PK\u0003\u0004") || !/^zip$/.test(extensionOf(file.name))) {
      files.push(file);
      continue;
    }
    const refuse = (reason: string, fix: string) =>
      refused.push({
        name: file.name,
        format: "archive",
        outcome: "refused",
        cases: 0,
        records: 0,
        warnings: [],
        unread: [],
        account: [],
        reason,
        fix,
      });
    let bytes = 0;
    const inside: InputFile[] = [];
    try {
      if (file.bytes.length > IMPORT_LIMITS.totalBytes) throw new RangeError();
      const unzip = new Unzip((entry: UnzipFile) => {
        if (entry.name.endsWith("/") || /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/.test(entry.name)) return;
        const parts: Uint8Array[] = [];
        entry.ondata = (error, chunk, final) => {
          if (error) throw error;
          bytes += chunk.length;
          if (bytes > IMPORT_LIMITS.totalBytes || inside.length > IMPORT_LIMITS.files) throw new RangeError();
          parts.push(chunk);
          if (final) inside.push({ name: entry.name, bytes: joinBytes(parts) });
        };
        entry.start();
      });
      unzip.register(UnzipInflate);
      for (let at = 0; at < file.bytes.length; at += 65_536)
        unzip.push(file.bytes.subarray(at, at + 65_536), at + 65_536 >= file.bytes.length);
      if (inside.length === 0)
        refuse("The archive holds no files.", "Put the case files into it, or import them directly.");
      files.push(...inside);
    } catch (error) {
      if (error instanceof RangeError)
        refuse(
          `The archive holds more than ${megabytes(IMPORT_LIMITS.totalBytes)} or ${IMPORT_LIMITS.files} files.`,
          "Split it into smaller archives.",
        );
      else
        refuse(
          "The archive cannot be opened: it is damaged or uses a method that is not known.",
          "Pack it again as an ordinary zip, without a password.",
        );
    }
  }
  return { files, refused };
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
