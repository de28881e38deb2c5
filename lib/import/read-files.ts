import { joinFhirPages } from "./fhir-pages";
import { type CaseInMaking, finish } from "./finish";
import {
  type FileReport,
  IMPORT_LIMITS,
  type ImportedCase,
  type InputFile,
  RefusedFile,
  type Track,
} from "./imported-case";
import { FILE_LIMITS, readInThread } from "./isolation";
import { baseName } from "./plain-text";
import type { ReadTask } from "./read-file";
import { mergeTurns, trackWarnings } from "./read-transcript";
import { faultMessage, TRUNCATED } from "./read-zip";
import { extensionOf } from "./reader";
import { type PlacedRecord, type StoredDraft, type StoredResult, storeDraft } from "./store-result";
import { isZip } from "./zip";

/** How files without a case of their own (mails, texts, PDFs, transcripts) are gathered into cases. */
export type Gathering = "by_folder" | "each_file" | "one_case";

export interface ImportOptions {
  /** Default `by_folder`: files of one folder form a case; files without a folder are a case each. */
  gather?: Gathering;
  /** Narrower limits than usual, for each file and for the whole import. */
  limits?: { ms?: number; heapMb?: number; totalMs?: number };
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
  const budget = new ImportBudget(options.limits);
  const files: InputFile[] = [];
  for (const file of input) files.push(...(await opened(file, file.name, 1, budget, reports)));
  const companions = jsonFiles(files);
  for (const [position, file] of files.entries()) {
    const report = newReport(file.name);
    reports.push(report);
    await refusing(report, async () => {
      if (position >= IMPORT_LIMITS.files)
        throw new RefusedFile(
          "import/too_many_files",
          `More than ${IMPORT_LIMITS.files} files in one import.`,
          "Import the rest separately.",
        );
      budget.spend(file.bytes.length);
      const { result, records } = await readOne(file, companions, budget);
      report.format = result.format;
      report.warnings.push(...result.warnings);
      report.unread.push(...result.unread);
      report.account.push(...result.account);
      if (result.track) {
        const call = callName(file.name);
        tracks.set(call, [...(tracks.get(call) ?? []), { name: file.name, track: result.track, report }]);
      }
      const made = result.cases.map(
        (one): CaseInMaking => ({ ...one, records: [], files: [{ name: file.name, report }] }),
      );
      const loose: StoredDraft[] = [];
      for (const { of, record } of records) {
        if (of === null) loose.push(record);
        else made[of]?.records.push({ draft: record, report });
      }
      cases.push(...made);
      if (loose.length > 0) addLoose(groups, groupOf(file.name, gather), file.name, loose, report);
    });
    yield { done: position + 1, total: files.length, name: file.name };
  }
  for (const [call, parts] of tracks) mergeTracks(call, parts, gather, groups);
  return { cases: finish([...joinFhirPages(cases), ...groups.values()]), reports };
}

const newReport = (name: string): FileReport => ({
  name,
  format: "",
  outcome: "read",
  cases: 0,
  records: 0,
  warnings: [],
  unread: [],
  account: [],
  reason: null,
  fix: null,
});

/** Whatever refuses a file is that file's report, and no other's concern. */
async function refusing(report: FileReport, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    report.outcome = "refused";
    report.reason = error.message;
    report.fix = error.fix;
  }
}

/** What a whole import may still use. */
class ImportBudget {
  readonly #since = performance.now();
  readonly #limits: NonNullable<ImportOptions["limits"]>;
  #bytes = 0;
  #characters = 0;
  constructor(limits: ImportOptions["limits"] = {}) {
    this.#limits = limits;
  }
  get unpackable(): number {
    return Math.max(0, IMPORT_LIMITS.totalBytes - this.#bytes);
  }
  spend(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > IMPORT_LIMITS.totalBytes)
      throw new RefusedFile(
        "import/too_large",
        `The import is larger than ${IMPORT_LIMITS.totalBytes / 2 ** 20} MB in all.`,
        "Import the rest separately.",
      );
  }
  /** Bytes unpacked inside a file count for those after it. */
  note(bytes: number): void {
    this.#bytes += bytes;
  }
  write(characters: number): void {
    this.#characters += characters;
    if (this.#characters > IMPORT_LIMITS.totalText)
      throw new RefusedFile(
        "import/too_much_text",
        `The import holds more than ${IMPORT_LIMITS.totalText / 1_000_000} million characters of text in all.`,
        "Import the rest separately.",
      );
  }
  /** The limits of the next file. @throws {RefusedFile} when the time is spent */
  forFile(): { ms: number; heapMb: number } {
    const left = (this.#limits.totalMs ?? IMPORT_LIMITS.totalMs) - (performance.now() - this.#since);
    if (left <= 0)
      throw new RefusedFile(
        "import/out_of_time",
        "The files before this one used up the time of this import.",
        "Import this file and those after it separately.",
      );
    const { ms, heapMb } = { ...FILE_LIMITS, ...this.#limits };
    return { ms: Math.min(ms, left), heapMb };
  }
}

/**
 * The files that an archive holds, archives in it opened too; any other file as it is. Files that lie in no folder of
 * the archive lie in one of its name.
 */
async function opened(
  file: InputFile,
  name: string,
  depth: number,
  budget: ImportBudget,
  reports: FileReport[],
): Promise<InputFile[]> {
  if (!isZip(String.fromCharCode(...file.bytes.subarray(0, 4)))) return [{ ...file, name }];
  const report = newReport(name);
  report.format = "archive";
  const inner: InputFile[] = [];
  let single = false;
  await refusing(report, async () => {
    if (depth > IMPORT_LIMITS.depth)
      throw new RefusedFile(
        "import/too_deep",
        `Archives lie more than ${IMPORT_LIMITS.depth} deep inside one another.`,
        "Unpack the inner archive and import its files.",
      );
    if (file.bytes.length > IMPORT_LIMITS.totalBytes) budget.spend(file.bytes.length);
    const task: ReadTask = { job: "open", file, companions: [], unpackable: budget.unpackable };
    await readInThread(
      task,
      (part) => {
        if (part.kind === "single") single = true;
        else if (part.kind === "file") inner.push(part.file);
        else if (part.kind === "opened") {
          if (part.truncated) report.warnings.push(TRUNCATED);
          for (const fault of part.faults) {
            report.warnings.push(faultMessage(fault));
            report.unread.push({ what: fault.name, why: fault.why, fix: fault.fix });
          }
        }
      },
      budget.forFile(),
    );
    if (!single && inner.length === 0 && report.unread.length === 0)
      throw new RefusedFile(
        "zip/empty",
        "The archive holds no files.",
        "Put the case files into it, or import them directly.",
      );
  });
  if (single) return [{ ...file, name }];
  const kept = inner.length;
  const leftOut = report.unread.length;
  report.account.push({ unit: "files", found: kept + leftOut, kept, leftOut });
  reports.push(report);
  const folder = name.replace(/\.zip$/i, "");
  const files: InputFile[] = [];
  for (const one of inner) {
    const place = depth > 1 || !one.name.includes("/") ? `${folder}/${one.name}` : one.name;
    files.push(...(await opened(one, place, depth + 1, budget, reports)));
  }
  return files;
}

async function readOne(
  file: InputFile,
  companions: readonly InputFile[],
  budget: ImportBudget,
): Promise<{ result: StoredResult; records: PlacedRecord[] }> {
  const task: ReadTask = {
    job: "read",
    file,
    companions: extensionOf(file.name) === "json" ? companions.filter((other) => other !== file) : [],
    unpackable: budget.unpackable,
  };
  let result: StoredResult | undefined;
  const records: PlacedRecord[] = [];
  await readInThread(
    task,
    (part) => {
      if (part.kind === "result") result = part.result;
      else if (part.kind === "spent") budget.note(part.bytes);
      else if (part.kind === "records") {
        budget.write(part.records.reduce((sum, one) => sum + one.record.text.length, 0));
        records.push(...part.records);
      }
    },
    budget.forFile(),
  );
  if (!result) throw new Error("The reading thread gave no result.");
  return { result, records };
}

/** JSON files that others of the same import may refer to; each is handed to each, so only a few small ones. */
function jsonFiles(files: readonly InputFile[]): InputFile[] {
  const found = files.filter((file) => extensionOf(file.name) === "json");
  const bytes = found.reduce((sum, file) => sum + file.bytes.length, 0);
  return found.length < 2 || found.length > 50 || bytes > IMPORT_LIMITS.fileBytes ? [] : found;
}

/** The name that a call's tracks and its note share: `day1_consultation02_doctor.TextGrid`, `day1_consultation02.note.json`. */
const callName = (name: string) =>
  name
    .replace(/\.[^./\\]+$/, "")
    .replace(
      /(?:[_.-](?:doctor|patient|agent|caller|customer|nurse|speaker\d*|note|notes|transcript|left|right|[ab]))$/i,
      "",
    );

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
  records: readonly StoredDraft[],
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
    [storeDraft({ kind: "call_transcript", title: `Call ${title}`, text: mergeTurns(turns) })],
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
