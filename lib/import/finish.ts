import type { CaseRecord } from "@/lib/contracts/case-file";
import {
  type DraftRecord,
  type FhirPages,
  type FileReport,
  IMPORT_LIMITS,
  type ImportedCase,
} from "./imported-case";
import { slug, storeText } from "./plain-text";

/** A case in the making: every record knows the file whose report it is counted in. */
export interface CaseInMaking {
  sourceId?: string;
  title: string;
  records: { draft: DraftRecord; report: FileReport }[];
  files: { name: string; report: FileReport }[];
  pages?: FhirPages;
}

function unique(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let n = 2; taken.has(id); n++) id = `${wanted}_${n}`;
  taken.add(id);
  return id;
}

/** Ids and keys made proper and unique, texts stored, limits kept; what that changes is said in the file's report. */
export function finish(drafts: readonly CaseInMaking[]): ImportedCase[] {
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
      unread: [...new Set(draft.files.map((file) => file.report))].flatMap((one) => one.unread),
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
