import { crc32, inflateRawSync } from "node:zlib";
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from "yauzl";
import { IMPORT_LIMITS, type InputFile, RefusedFile } from "./imported-case";

/** An inner file that could not be taken out, or not whole. */
export interface ZipFault {
  name: string;
  why: string;
  fix: string;
}

export interface ZipContent {
  files: InputFile[];
  faults: ZipFault[];
  /** The list at the end of the archive is missing: what could be found without it was taken. */
  truncated: boolean;
}

export interface ZipOptions {
  /** Counts unpacked bytes. @throws {RefusedFile} when there are too many */
  unpacked: (bytes: number) => void;
  /** Which inner files are wanted; all of them when left out. */
  wanted?: (name: string) => boolean;
}

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;

/** What file systems and programs put into archives for themselves. */
const CLUTTER = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)|\/$/i;

const view = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const isZip = (head: string) => head.startsWith("PK\u0003\u0004") || head.startsWith("PK\u0005\u0006");

/**
 * The names in an archive's list, at a glance and without unpacking; empty when it has no list. Says what sort of archive
 * it is: an office document is an archive too.
 */
export function zipNames(bytes: Uint8Array): string[] {
  const data = view(bytes);
  const end = data.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > data.length) return [];
  const count = Math.min(data.readUInt16LE(end + 10), IMPORT_LIMITS.files * 5);
  let at = data.readUInt32LE(end + 16);
  const names: string[] = [];
  while (names.length < count && at + 46 <= data.length && data.readUInt32LE(at) === CENTRAL) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => data.readUInt16LE(at + offset));
    names.push(data.toString("utf8", at + 46, at + 46 + name!));
    at += 46 + name! + extra! + comment!;
  }
  return names;
}

/**
 * The files of an archive by its central directory, each with its checksum compared. A file that is encrypted, damaged or
 * too large is named and the others are taken. Without a directory, what stands before the break is saved.
 * @throws {RefusedFile} when nothing at all can be taken from it
 */
export async function openZip(bytes: Uint8Array, options: ZipOptions): Promise<ZipContent> {
  const content: ZipContent = { files: [], faults: [], truncated: false };
  const taken = new Set<string>();
  let zip: ZipFile;
  try {
    zip = await fromBufferPromise(view(bytes), { lazyEntries: true, decodeStrings: false });
  } catch {
    content.truncated = true;
    salvage(bytes, options, content);
    return content;
  }
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry);
      if (CLUTTER.test(name) || !(options.wanted?.(name) ?? true)) continue;
      if (content.files.length >= IMPORT_LIMITS.files) {
        content.faults.push({
          name: "all further files",
          why: `The archive holds more than ${IMPORT_LIMITS.files} files.`,
          fix: "Split it into smaller archives.",
        });
        break;
      }
      await takeEntry(zip, entry, freeName(name, taken), options, content);
    }
  } catch (error) {
    if (error instanceof RefusedFile) content.faults.push(limitFault(error));
    else {
      content.truncated = true;
      content.faults.push({ name: "all further files", ...DAMAGED_LIST });
    }
  }
  return content;
}

const DAMAGED_LIST = {
  why: "The archive's list is damaged from here on.",
  fix: "Pack the files again and import that archive.",
};
const limitFault = (error: RefusedFile): ZipFault => ({
  name: "all further files",
  why: error.message,
  fix: error.fix,
});

/** A second file of the same name keeps its place beside the first. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = name.replace(/(\.[^./]*)?$/, ` (${n})$1`);
  taken.add(free);
  return free;
}

/** Names are UTF-8 when they say so or read so, else code page 437; always relative, with slashes. */
function nameOf(entry: Entry): string {
  const raw = entry.fileNameRaw;
  let name: string;
  try {
    name = new TextDecoder("utf-8", { fatal: true }).decode(raw);
  } catch {
    name = getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, false);
  }
  return plainName(name);
}

const plainName = (name: string) =>
  name
    .replaceAll("\\", "/")
    .split("/")
    .filter((part, i, all) => part !== ".." && part !== "." && (part !== "" || i === all.length - 1))
    .join("/")
    .replace(/^[A-Za-z]:\/?/, "");

async function takeEntry(
  zip: ZipFile,
  entry: Entry,
  name: string,
  options: ZipOptions,
  content: ZipContent,
): Promise<void> {
  const fault = (why: string, fix: string) => content.faults.push({ name, why, fix });
  if (entry.isEncrypted())
    return void fault(
      "It is locked with a password.",
      "Unpack the archive with its password and import the file.",
    );
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    return void fault(
      `It is packed with a method that is not read (number ${entry.compressionMethod}).`,
      "Pack it again as an ordinary zip.",
    );
  if (entry.uncompressedSize > IMPORT_LIMITS.fileBytes) return void fault(TOO_LARGE.why, TOO_LARGE.fix);
  const parts: Buffer[] = [];
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream) {
      options.unpacked((chunk as Buffer).length);
      parts.push(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof RefusedFile) throw error;
    return void fault(DAMAGED.why, DAMAGED.fix);
  }
  const bytes = new Uint8Array(Buffer.concat(parts));
  if (crc32(bytes) !== entry.crc32) return void fault(CHECKSUM.why, CHECKSUM.fix);
  content.files.push({ name, bytes });
}

const TOO_LARGE = {
  why: `It has more than ${IMPORT_LIMITS.fileBytes / 2 ** 20} MB.`,
  fix: "Split it into smaller files.",
};
const DAMAGED = {
  why: "It is damaged or cut off in the archive.",
  fix: "Copy or download the archive again, or pack the file again.",
};
const CHECKSUM = {
  why: "Its checksum is wrong: it was changed or damaged after it was packed.",
  fix: "Copy or download the archive again, or pack the file again.",
};

/** Takes what can be found from local heads alone, for an archive whose end is missing. */
function salvage(bytes: Uint8Array, options: ZipOptions, content: ZipContent): void {
  const data = view(bytes);
  const taken = new Set<string>();
  let at = 0;
  try {
    while (at + 30 <= data.length && data.readUInt32LE(at) === LOCAL) {
      const flags = data.readUInt16LE(at + 6);
      const start = at + 30 + data.readUInt16LE(at + 26) + data.readUInt16LE(at + 28);
      const name = plainName(data.toString("utf8", at + 30, at + 30 + data.readUInt16LE(at + 26)));
      const found = flags & 1 ? null : bodyAt(data, at, start);
      if (!found) {
        if (!CLUTTER.test(name)) content.faults.push({ name: name || "a file without a name", ...DAMAGED });
        break;
      }
      at = found.end;
      if (CLUTTER.test(name) || !(options.wanted?.(name) ?? true)) continue;
      options.unpacked(found.bytes.length);
      content.files.push({ name: freeName(name, taken), bytes: found.bytes });
    }
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    content.faults.push(limitFault(error));
  }
  if (content.files.length === 0)
    throw new RefusedFile(
      "zip/broken",
      "The archive cannot be opened: it is damaged or cut off, and no whole file could be saved from it.",
      "Copy or download it again, or pack the files again as an ordinary zip without a password.",
    );
}

/** One packed file from its local head: by its size, or up to the descriptor that ends it. Only when its checksum holds. */
function bodyAt(data: Buffer, at: number, start: number): { bytes: Uint8Array; end: number } | null {
  const described = (data.readUInt16LE(at + 6) & 8) !== 0;
  const method = data.readUInt16LE(at + 8);
  const most = IMPORT_LIMITS.fileBytes;
  const unpack = (packed: Buffer) =>
    method === 8 ? inflateRawSync(packed, { maxOutputLength: most }) : method === 0 ? packed : null;
  const whole = (packed: Buffer, checksum: number, end: number) => {
    try {
      const bytes = unpack(packed);
      return bytes && crc32(bytes) === checksum ? { bytes: new Uint8Array(bytes), end } : null;
    } catch {
      return null;
    }
  };
  if (!described) {
    const end = start + data.readUInt32LE(at + 18);
    return end <= data.length ? whole(data.subarray(start, end), data.readUInt32LE(at + 14), end) : null;
  }
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(DESCRIPTOR);
  // The size in a descriptor says where it stands: one that does not fit is content that looks like one.
  for (
    let end = data.indexOf(mark, start);
    end >= 0 && end + 16 <= data.length;
    end = data.indexOf(mark, end + 4)
  ) {
    if (data.readUInt32LE(end + 8) !== end - start) continue;
    const found = whole(data.subarray(start, end), data.readUInt32LE(end + 4), end + 16);
    if (found) return found;
  }
  return null;
}
