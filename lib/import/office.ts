import { Parser } from "htmlparser2";
import { decodeBytes } from "./decode";
import { RefusedFile } from "./imported-case";
import type { Inside, SourceFile } from "./reader";
import { openZip, type ZipFault } from "./zip";

export type Attributes = Record<string, string>;

/** What happens at each tag and text of an XML part. */
export interface XmlEvents {
  open?(name: string, attributes: Attributes): void;
  text?(value: string): void;
  close?(name: string): void;
}

/**
 * Walks through an XML text once. Nothing that the text declares is expanded.
 * @throws {RefusedFile} when its tags are nested deeper than any document's
 */
export function walkXml(xml: string, events: XmlEvents): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth++;
        if (depth > 1_000)
          throw new RefusedFile(
            "xml/too_deep",
            "The parts of this document are nested too deeply.",
            "Save it as PDF or plain text and import that.",
          );
        events.open?.(name, attributes);
      },
      ontext: (value) => events.text?.(value),
      onclosetag(name) {
        depth--;
        events.close?.(name);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  parser.end();
}

/** The parts of an office document that are wanted, by name; XML parts decoded. */
export class OfficeParts {
  readonly names: readonly string[];
  readonly faults: readonly ZipFault[];
  readonly truncated: boolean;
  readonly #parts: ReadonlyMap<string, Uint8Array>;

  private constructor(
    names: readonly string[],
    parts: ReadonlyMap<string, Uint8Array>,
    faults: readonly ZipFault[],
    truncated: boolean,
  ) {
    this.names = names;
    this.#parts = parts;
    this.faults = faults;
    this.truncated = truncated;
  }

  /** @throws {RefusedFile} when it is locked, damaged, or unpacks to too much */
  static async of(file: SourceFile, inside: Inside, wanted: RegExp): Promise<OfficeParts> {
    if (file.head.startsWith("\u00d0\u00cf\u0011\u00e0"))
      throw new RefusedFile(
        "office/locked",
        "The document is locked with a password, or has the form of before 2007.",
        "Save it without a password in today's form, or as PDF, and import that.",
      );
    try {
      const { files, faults, truncated } = await openZip(file.bytes, {
        unpacked: inside.unpacked,
        wanted: (name) => wanted.test(name),
      });
      const names = file.innerNames.length > 0 ? file.innerNames : files.map((one) => one.name);
      return new OfficeParts(names, new Map(files.map((one) => [one.name, one.bytes])), faults, truncated);
    } catch (error) {
      if (!(error instanceof RefusedFile) || error.code !== "zip/broken") throw error;
      throw broken();
    }
  }

  xml(name: string): string | null {
    const bytes = this.#parts.get(name);
    if (!bytes) return null;
    const declared = /^[^<]{0,4}<\?xml[^>]{0,200}encoding=["']([\w.:-]{1,40})/.exec(
      String.fromCharCode(...bytes.subarray(0, 300)),
    )?.[1];
    return decodeBytes(bytes, declared).text;
  }

  /** @throws {RefusedFile} when the part is missing */
  required(name: string): string {
    const xml = this.xml(name);
    if (xml === null) throw broken();
    return xml;
  }

  /** Pictures and embedded files, which no reader of documents opens. */
  media(folder: RegExp): string[] {
    return this.names.filter((name) => folder.test(name) && !name.endsWith("/"));
  }
}

const broken = () =>
  new RefusedFile(
    "office/broken",
    "The document cannot be opened: it is damaged or cut off.",
    "Open it in its program, save it again (or as PDF), and import that copy.",
  );
