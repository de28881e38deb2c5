import { decodeBytes } from "./decode";
import { IMPORT_LIMITS, type InputFile, type ReadResult, RefusedFile } from "./imported-case";
import { readJsonText } from "./json-text";
import { zipReader } from "./read-zip";
import { FIT, type Inside, type Reader, SourceFile } from "./reader";
import { READERS } from "./registry";
import { type PlacedRecord, type StoredResult, storeResult } from "./store-result";
import { isZip, openZip, type ZipFault } from "./zip";

/** What is asked of the thread: to read a file, or to open one that may be an archive. */
export interface ReadTask {
  job: "read" | "open";
  file: InputFile;
  /** JSON files of the same import, for references between files. */
  companions: readonly InputFile[];
  /** How many bytes may still be unpacked in this import. */
  unpackable: number;
}

/** What comes back, piece by piece. */
export type ReadPart =
  | { kind: "refused"; code: string; message: string; fix: string }
  /** The file is no archive and has to be read as it is. */
  | { kind: "single" }
  | { kind: "opened"; faults: readonly ZipFault[]; truncated: boolean }
  | { kind: "file"; file: InputFile }
  | { kind: "result"; result: StoredResult }
  | { kind: "records"; records: readonly PlacedRecord[] }
  | { kind: "spent"; bytes: number };

/** A piece is small enough to be handed over in a few milliseconds. */
const PIECE = { records: 1_000, characters: 1_000_000 };

/** Does a task; a refusal is a part like the others. */
export async function* partsOf(task: ReadTask): AsyncGenerator<ReadPart> {
  const budget = new Budget(task.unpackable);
  try {
    if (task.job === "open") yield* openedParts(task.file, budget);
    else {
      const { result, records } = storeResult(await readFile(task.file, task.companions, budget));
      yield { kind: "result", result };
      yield* pieces(records);
    }
  } catch (error) {
    yield refusal(error);
  }
  yield { kind: "spent", bytes: budget.bytes };
}

function refusal(error: unknown): ReadPart {
  if (error instanceof RefusedFile)
    return { kind: "refused", code: error.code, message: error.message, fix: error.fix };
  if (error instanceof RangeError)
    return {
      kind: "refused",
      code: "import/too_nested",
      message: "The parts of this file are nested too deeply or are too large to be read.",
      fix: "Save it in a simpler form (plain text, CSV) and import that.",
    };
  throw error;
}

async function* openedParts(file: InputFile, budget: Budget): AsyncGenerator<ReadPart> {
  if (!isArchive(file)) {
    yield { kind: "single" };
    return;
  }
  const { files, faults, truncated } = await openZip(file.bytes, { unpacked: budget.spend });
  yield { kind: "opened", faults, truncated };
  for (const inner of files) yield { kind: "file", file: inner };
}

/** A zip that is a folder of files; an office document is a zip too, and is one file. */
function isArchive(file: InputFile): boolean {
  const source = new SourceFile(file);
  return isZip(source.head) && readerOf(source) === zipReader;
}

function* pieces(records: readonly PlacedRecord[]): Iterable<ReadPart> {
  let piece: PlacedRecord[] = [];
  let characters = 0;
  for (const one of records) {
    piece.push(one);
    characters += one.record.text.length;
    if (piece.length < PIECE.records && characters < PIECE.characters) continue;
    yield { kind: "records", records: piece };
    piece = [];
    characters = 0;
  }
  if (piece.length > 0) yield { kind: "records", records: piece };
}

/** Counts what is unpacked. */
class Budget {
  bytes = 0;
  readonly #most: number;
  constructor(most: number) {
    this.#most = most;
  }
  spend = (more: number): void => {
    this.bytes += more;
    if (this.bytes > this.#most)
      throw new RefusedFile(
        "import/unpacked",
        `All that is packed into the files of this import is larger than ${megabytes(IMPORT_LIMITS.totalBytes)}.`,
        "Take the files out and import those that matter, in several imports.",
      );
  };
}

/**
 * Reads one file with the reader that suits it best. `companions` are the JSON files of the same import.
 * @throws {RefusedFile} for a file that cannot be taken: why, and what to do
 */
export async function readFile(
  file: InputFile,
  companions: readonly InputFile[] = [],
  budget = new Budget(IMPORT_LIMITS.totalBytes),
): Promise<ReadResult> {
  const unpacked = budget.spend;
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
