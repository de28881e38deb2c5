import { Unzip, type UnzipFile, UnzipInflate } from "fflate";
import type { CaseRecord } from "@/lib/contracts/case-file";
import {
  type DraftRecord,
  type FileReport,
  IMPORT_LIMITS,
  type ImportedCase,
  type InputFile,
  type ReadResult,
  RefusedFile,
} from "./imported-case";
import { decodeBytes, looksBinary, slug, storeText } from "./plain-text";
import { readJson } from "./read-json";
import { readMail } from "./read-mail";
import { readPdf } from "./read-pdf";
import { baseName, readCsv } from "./read-rows";
import { mergeTurns, readSubtitles, readTextGrid, type Track, trackWarnings } from "./read-transcript";

/** How files without a case of their own (mails, texts, PDFs, transcripts) are gathered into cases. */
export type Gathering = "by_folder" | "each_file" | "one_case";

export interface ImportOptions {
  /** Default `by_folder`: files of one folder form a case; files without a folder are a case each. */
  gather?: Gathering;
  onProgress?: (progress: ImportProgress) => void;
}
export interface ImportProgress {
  done: number;
  total: number;
  /** The file just finished. */
  name: string;
}
export interface ImportResult {
  cases: ImportedCase[];
  reports: FileReport[];
}

/**
 * Reads any number of files into cases. No file fails the others: each has a report that says what was made of it,
 * what was changed or left out, and, when it was refused, why and what to do.
 */
export async function readFiles(
  files: readonly InputFile[],
  options: ImportOptions = {},
): Promise<ImportResult> {
  const steps = readFilesInSteps(files, options);
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
    options.onProgress?.(step.value);
  }
}

/** A case in the making: every record knows the file whose report it is counted in. */
interface CaseInMaking {
  sourceId?: string;
  title: string;
  records: { draft: DraftRecord; report: FileReport }[];
  files: { name: string; report: FileReport }[];
}

/** The same, one file a step, for a progress bar: yields after each file and returns the result. */
export async function* readFilesInSteps(
  input: readonly InputFile[],
  options: Omit<ImportOptions, "onProgress"> = {},
): AsyncGenerator<ImportProgress, ImportResult> {
  const gather = options.gather ?? "by_folder";
  const reports: FileReport[] = [];
  const cases: CaseInMaking[] = [];
  const groups = new Map<string, CaseInMaking>();
  const tracks = new Map<string, { name: string; track: Track; report: FileReport }[]>();
  const { files, refused } = unpack(input);
  reports.push(...refused);
  const companions = jsonCompanions(files);
  let total = 0;
  for (const [position, file] of files.entries()) {
    const report: FileReport = {
      name: file.name,
      format: "",
      outcome: "read",
      cases: 0,
      records: 0,
      warnings: [],
      reason: null,
      fix: null,
    };
    reports.push(report);
    total += file.bytes.length;
    try {
      if (position >= IMPORT_LIMITS.files)
        throw new RefusedFile(
          "import/too_many_files",
          `More than ${IMPORT_LIMITS.files} files in one import.`,
          "Import the rest separately.",
        );
      if (total > IMPORT_LIMITS.totalBytes)
        throw new RefusedFile(
          "import/too_large",
          `The import is larger than ${megabytes(IMPORT_LIMITS.totalBytes)} in all.`,
          "Import the rest separately.",
        );
      const track = readTrack(file);
      if (track) {
        report.format = "call transcript (speaker track)";
        const call = callName(file.name);
        tracks.set(call, [...(tracks.get(call) ?? []), { name: file.name, track, report }]);
      } else {
        const others = new Map([...companions].filter(([name]) => name !== file.name));
        const result = await readOne(file, others);
        report.format = result.format;
        report.warnings.push(...result.warnings);
        for (const { sourceId, title, records } of result.cases) {
          cases.push({
            sourceId,
            title,
            records: records.map((draft) => ({ draft, report })),
            files: [{ name: file.name, report }],
          });
        }
        if (result.loose.length > 0)
          addLoose(groups, groupOf(file.name, gather), file.name, result.loose, report);
      }
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error;
      report.outcome = "refused";
      report.reason = error.message;
      report.fix = error.fix;
    }
    yield { done: position + 1, total: files.length, name: file.name };
  }
  for (const [call, parts] of tracks) mergeTracks(call, parts, gather, groups);
  return { cases: finish([...cases, ...groups.values()]), reports };
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
const extensionOf = (name: string) => /\.([^./\\]{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? "";
const startsWith = (bytes: Uint8Array, mark: string) =>
  [...mark].every((character, i) => bytes[i] === character.charCodeAt(0));

/** Archives opened: their files take the archive's place, under its name as a folder unless they have folders. */
function unpack(input: readonly InputFile[]): { files: InputFile[]; refused: FileReport[] } {
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

/** JSON files that others of the same import may refer to; broken ones are left to their own report. */
function jsonCompanions(files: readonly InputFile[]): Map<string, unknown> {
  const found = new Map<string, unknown>();
  if (files.length < 2 || files.length > 50) return found;
  for (const file of files) {
    if (extensionOf(file.name) !== "json" || file.bytes.length > IMPORT_LIMITS.fileBytes) continue;
    try {
      found.set(file.name, JSON.parse(decodeBytes(file.bytes).text));
    } catch {}
  }
  return found;
}

function readTrack(file: InputFile): Track | null {
  if (extensionOf(file.name) !== "textgrid" || file.bytes.length > IMPORT_LIMITS.fileBytes) return null;
  const speaker = /[_.-]([A-Za-z]+)$/.exec(baseName(file.name))?.[1] ?? "Speaker";
  return readTextGrid(
    storeText(decodeBytes(file.bytes).text).text,
    speaker[0]!.toUpperCase() + speaker.slice(1),
  );
}

/** The name that a call's tracks and its note share: `day1_consultation02_doctor.TextGrid`, `day1_consultation02.note.json`. */
const callName = (name: string) =>
  name
    .replace(/\.[^./\\]+$/, "")
    .replace(
      /(?:[_.-](?:doctor|patient|agent|caller|customer|nurse|speaker\d*|note|notes|transcript|left|right|[ab]))$/i,
      "",
    );

async function readOne(file: InputFile, companions: ReadonlyMap<string, unknown>): Promise<ReadResult> {
  const { bytes, name } = file;
  if (bytes.length === 0)
    throw new RefusedFile("file/empty", "The file is empty.", "Check that it was saved or copied whole.");
  if (bytes.length > IMPORT_LIMITS.fileBytes) {
    throw new RefusedFile(
      "file/too_large",
      `The file has ${megabytes(bytes.length)}; at most ${megabytes(IMPORT_LIMITS.fileBytes)} are read.`,
      "Split it into smaller files.",
    );
  }
  const extension = extensionOf(name);
  if (extension === "pdf" || startsWith(bytes, "%PDF-")) {
    const { text, warnings } = await readPdf(bytes);
    return { format: "PDF", cases: [], loose: [{ kind: "other", title: baseName(name), text }], warnings };
  }
  if (extension === "eml" || extension === "mht") {
    const { records, warnings } = await readMail(bytes);
    return { format: "mail", cases: [], loose: records, warnings };
  }
  if (looksBinary(bytes)) {
    const advice: Record<string, string> = {
      docx: "Save it as PDF or plain text and import that.",
      doc: "Save it as PDF or plain text and import that.",
      xlsx: "Save the sheet as CSV and import that.",
      xls: "Save the sheet as CSV and import that.",
      msg: "Save the mail as .eml and import that.",
      mp3: "Import a transcript of the call.",
      wav: "Import a transcript of the call.",
      m4a: "Import a transcript of the call.",
    };
    throw new RefusedFile(
      "file/binary",
      `This kind of file${extension ? ` (.${extension})` : ""} is not read.`,
      advice[extension] ??
        "Import JSON, CSV, plain text, .eml, PDF with text, TextGrid, WebVTT, SubRip or FHIR JSON.",
    );
  }
  const { text, warnings } = decodeBytes(bytes);
  if (text.trim() === "")
    throw new RefusedFile(
      "file/blank",
      "There is no text in this file.",
      "Check that it was saved or copied whole.",
    );
  const result = readText(name, extension, text, companions);
  return { ...result, warnings: [...warnings, ...result.warnings] };
}

function readText(
  name: string,
  extension: string,
  text: string,
  companions: ReadonlyMap<string, unknown>,
): ReadResult {
  if (extension === "json" || (extension !== "csv" && /^\s*[{[]/.test(text) && isJson(text)))
    return readJson(name, text.replace(/^\ufeff/, ""), companions);
  if (extension === "csv" || extension === "tsv") return readCsv(name, text);
  if (extension === "vtt" || extension === "srt") {
    const turns = readSubtitles(text);
    if (turns.length === 0)
      throw new RefusedFile(
        "transcript/no_turns",
        "No spoken line with its times was found in this transcript.",
        "Export it again as WebVTT or SubRip, or import it as plain text (.txt).",
      );
    return {
      format: "call transcript",
      cases: [],
      loose: [{ kind: "call_transcript", title: baseName(name), text: mergeTurns(turns) }],
      warnings: [],
    };
  }
  if (extension === "textgrid")
    throw new RefusedFile(
      "transcript/not_textgrid",
      "This is not a Praat TextGrid in its long text form.",
      "In Praat, save it with “Save as text file”.",
    );
  return {
    format: "plain text",
    cases: [],
    loose: [{ kind: "note", title: baseName(name), text }],
    warnings: [],
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function groupOf(name: string, gather: Gathering): { id: string; title: string } {
  if (gather === "one_case") return { id: "", title: "" };
  const folder = name.split(/[/\\]/).slice(0, -1).join("/");
  if (gather === "by_folder" && folder) return { id: `folder ${folder}`, title: folder.split("/").at(-1)! };
  const call = callName(name);
  return { id: `file ${call}`, title: call.split(/[/\\]/).at(-1)! };
}

function addLoose(
  groups: Map<string, CaseInMaking>,
  at: { id: string; title: string },
  name: string,
  records: readonly DraftRecord[],
  report: FileReport,
): CaseInMaking {
  const group = groups.get(at.id) ?? { title: at.title || baseName(name), records: [], files: [] };
  groups.set(at.id, group);
  group.records.push(...records.map((draft) => ({ draft, report })));
  group.files.push({ name, report });
  return group;
}

function mergeTracks(
  call: string,
  parts: { name: string; track: Track; report: FileReport }[],
  gather: Gathering,
  groups: Map<string, CaseInMaking>,
): void {
  const turns = parts.flatMap((part) => part.track.turns);
  const [first, ...rest] = parts;
  first!.report.warnings.push(...trackWarnings(parts.map((part) => part.track)));
  if (turns.length === 0) {
    for (const { report } of parts) {
      report.outcome = "refused";
      report.reason = "Nobody says anything in this track.";
      report.fix = "Check that the transcript was exported with its text.";
    }
    return;
  }
  if (parts.length === 1)
    first!.report.warnings.push({
      code: "transcript/one_track",
      message:
        "Only one speaker's track of this call is in the import. Add the other to read the call whole.",
    });
  const title = call.split(/[/\\]/).at(-1)!;
  const group = addLoose(
    groups,
    groupOf(first!.name, gather),
    first!.name,
    [{ kind: "call_transcript", title: `Call ${title}`, text: mergeTurns(turns) }],
    first!.report,
  );
  for (const part of rest) {
    part.report.warnings.push({
      code: "transcript/merged",
      message: `Merged by time with ${first!.name} into one call.`,
    });
    group.files.push(part);
  }
}

function unique(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let n = 2; taken.has(id); n++) id = `${wanted}_${n}`;
  taken.add(id);
  return id;
}

/** Ids and keys made proper and unique, texts stored, limits kept; what that changes is said in the file's report. */
function finish(drafts: readonly CaseInMaking[]): ImportedCase[] {
  const caseIds = new Set<string>();
  const cases: ImportedCase[] = [];
  for (const draft of drafts) {
    const { report } = draft.files[0]!;
    if (cases.length >= IMPORT_LIMITS.cases) {
      warn(
        report,
        "import/too_many_cases",
        `More than ${IMPORT_LIMITS.cases} cases in one import: “${cut(draft.title, 80)}” was left out. Import it separately.`,
      );
      continue;
    }
    const whole = draft.title.trim() || draft.sourceId || "Case";
    const records = finishRecords(draft.records);
    if (records.length === 0) {
      warn(report, "import/no_records", `“${cut(whole, 80)}” has no record with text and made no case.`);
      continue;
    }
    const title = cut(whole.replace(/\s+/g, " "), IMPORT_LIMITS.label);
    if (title.length < whole.length)
      warn(report, "import/title_cut", `A case title was cut to ${IMPORT_LIMITS.label} characters.`);
    const id = unique(slug(draft.sourceId ?? whole, "case"), caseIds);
    cases.push({
      id,
      sourceId: draft.sourceId && draft.sourceId !== id ? draft.sourceId : null,
      title,
      records,
      files: draft.files.map((file) => file.name),
    });
    for (const one of new Set(draft.files.map((file) => file.report))) one.cases++;
  }
  return cases;
}

function warn(report: FileReport, code: string, message: string): void {
  if (!report.warnings.some((one) => one.code === code && one.message === message))
    report.warnings.push({ code, message });
}

const cut = (value: string, length: number) =>
  value.length <= length ? value : `${value.slice(0, length - 1).replace(/[\ud800-\udbff]$/, "")}…`;

const KIND_TITLES: Record<CaseRecord["kind"], string> = {
  message: "Message",
  call_note: "Call note",
  call_transcript: "Call",
  fax: "Fax",
  email: "Mail",
  note: "Note",
  letter: "Letter",
  form: "Form",
  other: "Document",
};

interface Changes {
  newlines: number;
  characters: number;
  rewritten: number;
  doubled: number;
  shortened: number;
}

function finishRecords(drafts: readonly { draft: DraftRecord; report: FileReport }[]): CaseRecord[] {
  const keys = new Set<string>();
  const records: CaseRecord[] = [];
  const changes = new Map<FileReport, Changes>();
  for (const [position, { draft, report }] of drafts.entries()) {
    if (records.length >= IMPORT_LIMITS.recordsPerCase) {
      warn(
        report,
        "import/too_many_records",
        `A case holds at most ${IMPORT_LIMITS.recordsPerCase} records; ${drafts.length - position} were left out.`,
      );
      break;
    }
    const changed = changes.get(report) ?? {
      newlines: 0,
      characters: 0,
      rewritten: 0,
      doubled: 0,
      shortened: 0,
    };
    changes.set(report, changed);
    const stored = storeText(draft.text);
    let { text } = stored;
    if (text.trim() === "") {
      warn(report, "import/empty_record", "A record without text was left out.");
      continue;
    }
    if (stored.newlines) changed.newlines++;
    changed.characters += stored.replaced;
    if (text.length > IMPORT_LIMITS.recordText) {
      warn(
        report,
        "import/text_cut",
        `A record's text of ${text.length} characters was cut to ${IMPORT_LIMITS.recordText}.`,
      );
      text = text.slice(0, IMPORT_LIMITS.recordText).replace(/[\ud800-\udbff]$/, "");
    }
    const wanted =
      draft.key === undefined ? `record_${position + 1}` : slug(draft.key, `record_${position + 1}`);
    const key = unique(wanted, keys);
    if (draft.key !== undefined && wanted !== draft.key) changed.rewritten++;
    if (key !== wanted) changed.doubled++;
    const label = (value: string | undefined) => {
      const whole = storeText(value ?? "")
        .text.replace(/\s+/g, " ")
        .trim();
      const short = cut(whole, IMPORT_LIMITS.label);
      if (short !== whole) changed.shortened++;
      return short;
    };
    const title = label(draft.title) || `${KIND_TITLES[draft.kind]} ${position + 1}`;
    records.push({ key, kind: draft.kind, sender: label(draft.sender), at: draft.at ?? null, title, text });
    report.records++;
  }
  for (const [report, changed] of changes) sayChanges(report, changed);
  return records;
}

function sayChanges(report: FileReport, changed: Changes): void {
  const say = (count: number, code: string, one: string, many: string) => {
    if (count > 0) warn(report, code, count === 1 ? one : `${count} ${many}`);
  };
  say(
    changed.newlines,
    "import/line_ends",
    "Windows line ends became plain ones in a record; nothing else was changed.",
    "records had Windows line ends, which became plain ones; nothing else was changed.",
  );
  say(
    changed.characters,
    "import/characters",
    "A character that no store can keep became “\ufffd”.",
    "characters that no store can keep became “\ufffd”.",
  );
  say(
    changed.rewritten,
    "import/keys",
    "A record key was rewritten in small letters, digits and underscores.",
    "record keys were rewritten in small letters, digits and underscores.",
  );
  say(
    changed.doubled,
    "import/key_twice",
    "A record has a key that is used before; a number was added.",
    "records have a key that is used before; numbers were added.",
  );
  say(
    changed.shortened,
    "import/label_cut",
    `A title or sender was cut to ${IMPORT_LIMITS.label} characters.`,
    `titles or senders were cut to ${IMPORT_LIMITS.label} characters.`,
  );
}
