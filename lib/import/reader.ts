import { decodeBytes, looksBinary } from "./decode";
import type { ImportMessage, InputFile, ReadResult } from "./imported-case";
import { jsonLinesOf, readJsonText } from "./json-text";
import { isZip, zipNames } from "./zip";

/**
 * How sure a reader is that a file is its own; the surest one reads it. Content speaks louder than the extension, which
 * anybody can set. Of equals, the first in the registry wins.
 */
export const FIT = {
  /** Not mine, or not readable by me. */
  no: 0,
  /** I take whatever nobody else takes. */
  anything: 1,
  /** Only the extension or the declared media type says so. */
  extension: 2,
  /** The content has my general form (it parses as JSON, it is HTML). */
  form: 3,
  /** The content has a form that is mine alone (a FHIR resource, the head of a mail). */
  content: 4,
  /** A mark at the beginning that nothing else has (%PDF-). */
  mark: 5,
} as const;
export type Fit = (typeof FIT)[keyof typeof FIT];

/** One kind of file. Each reader is one line in registry.ts and can be replaced there. */
export interface Reader {
  /** What the report calls this kind: “PDF”, “mail”. */
  readonly name: string;
  /** Whether the file is of this kind. Never throws and takes no longer than a look at the file. */
  takes(file: SourceFile): Fit;
  /**
   * Reads the whole file. Time, memory and output are bounded from outside; a reader needs no limits of its own but
   * runs in time linear in the file.
   * @throws {RefusedFile} for a file that cannot be taken at all: why, and what to do
   */
  read(file: SourceFile, inside: Inside): ReadResult | Promise<ReadResult>;
}

/** What a reader may ask while it reads. */
export interface Inside {
  /**
   * Reads a file that was found inside this one (an attachment, an encoded note) with the reader that suits it. Its
   * cases come as loose records, because what lies inside belongs to what carries it.
   * @throws {RefusedFile} when it cannot be read, or lies too deep, or the budget of unpacked bytes is spent
   */
  read(inner: InputFile): Promise<ReadResult>;
  /** Counts bytes that were unpacked. @throws {RefusedFile} when the import has unpacked too much */
  unpacked(bytes: number): void;
  /** JSON files of the same import, for references between files; a broken one is missing. */
  companions(): Iterable<[name: string, value: unknown]>;
}

/** A file with the looks at it that readers share; each is made once and only when asked for. */
export class SourceFile implements InputFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** In small letters, without the dot; "" when there is none. */
  readonly extension: string;
  /** The first bytes as Latin-1, for marks. */
  readonly head: string;
  readonly #decoded: () => ReturnType<typeof decodeBytes> | null;
  readonly #json: () => ReturnType<typeof readJsonText> | null;
  readonly #lines: () => unknown[] | null;
  readonly #names: () => readonly string[];
  /** What decoding and parsing changed; said in the report when the reader used them. */
  #warnings: ImportMessage[] = [];

  constructor(file: InputFile) {
    this.name = file.name;
    this.bytes = file.bytes;
    this.mediaType = (file.mediaType ?? "").split(";", 1).join("").trim().toLowerCase();
    this.extension = extensionOf(file.name);
    this.head = String.fromCharCode(...file.bytes.subarray(0, 1024));
    this.#decoded = once(() => {
      if (looksBinary(this.bytes)) return null;
      const decoded = decodeBytes(this.bytes, file.charset ?? charsetIn(this.head));
      this.#warnings.push(...decoded.warnings);
      return decoded;
    });
    this.#json = once(() => {
      const text = this.text;
      if (text === null || !/^\s*[[{]/.test(text.slice(0, 1000))) return null;
      const read = readJsonText(text);
      if (read.ok) this.#warnings.push(...read.warnings);
      return read;
    });
    this.#names = once(() => (isZip(this.head) ? zipNames(this.bytes) : []));
    this.#lines = once(() => (this.text === null || this.json !== undefined ? null : jsonLinesOf(this.text)));
  }

  /** The text, without a byte order mark; null when the bytes are no text. */
  get text(): string | null {
    return this.#decoded()?.text ?? null;
  }

  /** The value of a JSON file; numbers that JavaScript would change stand as strings. undefined when it is not JSON. */
  get json(): unknown {
    const read = this.#json();
    return read?.ok ? read.value : undefined;
  }

  /** Where and why the JSON breaks, when the file begins like JSON. */
  get jsonFault(): string | null {
    const read = this.#json();
    return read && !read.ok ? read.fault : null;
  }

  /** The values of a file with a JSON value on each line (JSON lines, ndjson); null for anything else. */
  get jsonLines(): readonly unknown[] | null {
    return this.#lines();
  }

  /** The names of the files in it, when it is an archive (office documents are). */
  get innerNames(): readonly string[] {
    return this.#names();
  }

  /** What decoding changed, for the report. */
  get warnings(): readonly ImportMessage[] {
    return this.#warnings;
  }
}

/** The encoding that an HTML or XML document names for itself. */
const charsetIn = (head: string) =>
  (/^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]{0,200}encoding=["']([\w.:-]{1,40})/.exec(head) ??
    /<meta[^>]{0,200}charset=["']?([\w.:-]{1,40})/i.exec(head))?.[1];

export const extensionOf = (name: string) => /\.([^./\\]{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? "";

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A result with what is not given left empty. */
export function result(format: string, parts: Partial<Omit<ReadResult, "format">>): ReadResult {
  return { format, cases: [], loose: [], track: null, warnings: [], unread: [], account: [], ...parts };
}
