import { joinFhirPages } from "./fhir-pages";
import { type CaseInMaking, finish } from "./finish";
import {
  type DraftRecord,
  type FileReport,
  IMPORT_LIMITS,
  type ImportedCase,
  type InputFile,
  RefusedFile,
  type Track,
} from "./imported-case";
import { baseName } from "./plain-text";
import { readFile } from "./read-file";
import { mergeTurns, trackWarnings } from "./read-transcript";
import { extensionOf } from "./reader";
import { unpack } from "./unpack";

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
  const companions = jsonFiles(files);
  let total = 0;
  for (const [position, file] of files.entries()) {
    const report: FileReport = {
      name: file.name,
      format: "",
      outcome: "read",
      cases: 0,
      records: 0,
      warnings: [],
      unread: [],
      account: [],
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
          `The import is larger than ${IMPORT_LIMITS.totalBytes / 2 ** 20} MB in all.`,
          "Import the rest separately.",
        );
      const result = await readFile(
        file,
        companions.filter((other) => other !== file),
      );
      report.format = result.format;
      report.warnings.push(...result.warnings);
      report.unread.push(...result.unread);
      report.account.push(...result.account);
      if (result.track) {
        const call = callName(file.name);
        tracks.set(call, [...(tracks.get(call) ?? []), { name: file.name, track: result.track, report }]);
      }
      for (const { sourceId, title, records, pages } of result.cases) {
        cases.push({
          sourceId,
          title,
          pages,
          records: records.map((draft) => ({ draft, report })),
          files: [{ name: file.name, report }],
        });
      }
      if (result.loose.length > 0)
        addLoose(groups, groupOf(file.name, gather), file.name, result.loose, report);
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error;
      report.outcome = "refused";
      report.reason = error.message;
      report.fix = error.fix;
    }
    yield { done: position + 1, total: files.length, name: file.name };
  }
  for (const [call, parts] of tracks) mergeTracks(call, parts, gather, groups);
  return { cases: finish([...joinFhirPages(cases), ...groups.values()]), reports };
}

/** JSON files that others of the same import may refer to. */
function jsonFiles(files: readonly InputFile[]): InputFile[] {
  if (files.length < 2 || files.length > 50) return [];
  return files.filter((file) => extensionOf(file.name) === "json");
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
