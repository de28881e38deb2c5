import { IMPORT_LIMITS, type InputFile, type ReadResult, RefusedFile } from "./imported-case";
import { readJsonText } from "./json-text";
import { decodeBytes } from "./plain-text";
import { FIT, type Inside, type Reader, SourceFile } from "./reader";
import { READERS } from "./registry";

/**
 * Reads one file with the reader that suits it best. `companions` are the JSON files of the same import.
 * @throws {RefusedFile} for a file that cannot be taken: why, and what to do
 */
export async function readFile(file: InputFile, companions: readonly InputFile[] = []): Promise<ReadResult> {
  let bytes = 0;
  const unpacked = (more: number) => {
    bytes += more;
    if (bytes > IMPORT_LIMITS.totalBytes)
      throw new RefusedFile(
        "import/unpacked",
        `What is packed into this file is larger than ${megabytes(IMPORT_LIMITS.totalBytes)}.`,
        "Take the files out and import those that matter.",
      );
  };
  const parsed = new Map<InputFile, unknown>();
  function* others(): Iterable<[string, unknown]> {
    for (const other of companions) {
      if (!parsed.has(other)) {
        const read = readJsonText(decodeBytes(other.bytes).text);
        parsed.set(other, read.ok ? read.value : undefined);
      }
      const value = parsed.get(other);
      if (value !== undefined) yield [other.name, value];
    }
  }
  const inside = (depth: number): Inside => ({
    unpacked,
    companions: others,
    async read(inner) {
      if (depth >= IMPORT_LIMITS.depth)
        throw new RefusedFile(
          "import/too_deep",
          `Files lie more than ${IMPORT_LIMITS.depth} deep inside one another.`,
          "Save the inner file by itself and import it.",
        );
      unpacked(inner.bytes.length);
      const { cases, ...found } = await readBest(inner, inside(depth + 1));
      return { ...found, cases: [], loose: [...cases.flatMap((one) => one.records), ...found.loose] };
    },
  });
  return readBest(file, inside(1));
}

/** The surest reader for a file. */
export function readerOf(file: SourceFile): Reader {
  let best: Reader | undefined;
  let fit: number = FIT.no;
  for (const reader of READERS) {
    const now = reader.takes(file);
    if (now > fit) [best, fit] = [reader, now];
  }
  if (!best) throw new Error("No reader takes whatever is left over.");
  return best;
}

async function readBest(input: InputFile, inside: Inside): Promise<ReadResult> {
  const { length } = input.bytes;
  if (length === 0)
    throw new RefusedFile("file/empty", "The file is empty.", "Check that it was saved or copied whole.");
  if (length > IMPORT_LIMITS.fileBytes)
    throw new RefusedFile(
      "file/too_large",
      `The file has ${megabytes(length)}; at most ${megabytes(IMPORT_LIMITS.fileBytes)} are read.`,
      "Split it into smaller files.",
    );
  const file = new SourceFile(input);
  const found = await readerOf(file).read(file, inside);
  return { ...found, warnings: [...file.warnings, ...found.warnings] };
}

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;
