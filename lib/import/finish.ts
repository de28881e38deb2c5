import type { CaseRecord } from "@/lib/contracts/case-file";
import { type FhirPages, type FileReport, IMPORT_LIMITS, type ImportedCase } from "./imported-case";
import { slug } from "./plain-text";
import { cut, type StoredDraft } from "./store-result";

/** A case in the making: every record knows the file whose report it is counted in. */
export interface CaseInMaking {
  sourceId?: string;
  title: string;
  records: { draft: StoredDraft; report: FileReport }[];
  files: { name: string; report: FileReport }[];
  pages?: FhirPages;
}

/** Ids of one import or keys of one case: whoever comes later with the same one gets a number. */
class Names {
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();
  free(wanted: string): string {
    let id = wanted;
    let n = this.#next.get(wanted) ?? 2;
    while (this.#taken.has(id)) id = `${wanted}_${n++}`;
    this.#next.set(wanted, n);
    this.#taken.add(id);
    return id;
  }
}

/** Ids and keys made proper and unique, texts stored, limits kept; what that changes is said in the file's report. */
export function finish(drafts: readonly CaseInMaking[]): ImportedCase[] {
  const caseIds = new Names();
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
    const records = finishRecords(withoutDoubles(draft.records));
    if (records.length === 0) {
      warn(report, "import/no_records", `“${cut(whole, 80)}” has no record with text and made no case.`);
      continue;
    }
    const title = cut(whole.replace(/\s+/g, " "), IMPORT_LIMITS.label);
    if (title.length < whole.length)
      warn(report, "import/title_cut", `A case title was cut to ${IMPORT_LIMITS.label} characters.`);
    const wanted = slug(draft.sourceId ?? whole, "case");
    const id = caseIds.free(wanted);
    if (id !== wanted)
      warn(
        report,
        "import/id_twice",
        `Another case of this import has the name “${cut(draft.sourceId ?? whole, 80)}” too; this one was numbered (${id}).`,
      );
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

/** What a message says, without its head and its spaces, to know it again where it is quoted. */
const saidIn = (text: string) =>
  text
    .slice(text.indexOf("\n\n") + 1)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

/** The records of a case without quoted messages that stand in it as mails of their own or were quoted before. */
function withoutDoubles(drafts: CaseInMaking["records"]): CaseInMaking["records"] {
  if (!drafts.some(({ draft }) => draft.quoted)) return drafts;
  const known = new Set(drafts.flatMap(({ draft }) => (draft.quoted ? [] : [saidIn(draft.text)])));
  const doubled = new Map<FileReport, number>();
  const kept = drafts.filter(({ draft, report }) => {
    if (!draft.quoted) return true;
    const said = saidIn(draft.text);
    if (!known.has(said)) {
      known.add(said);
      return true;
    }
    doubled.set(report, (doubled.get(report) ?? 0) + 1);
    return false;
  });
  for (const [report, count] of doubled)
    warn(
      report,
      "mail/quoted_twice",
      `${count} quoted ${count === 1 ? "message stands" : "messages stand"} in the case already and ${count === 1 ? "was" : "were"} kept once.`,
    );
  return kept;
}

function finishRecords(drafts: readonly { draft: StoredDraft; report: FileReport }[]): CaseRecord[] {
  const keys = new Names();
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
    const { text } = draft;
    if (text.trim() === "") {
      warn(report, "import/empty_record", "A record without text was left out.");
      continue;
    }
    if (draft.changed.newlines) changed.newlines++;
    changed.characters += draft.changed.characters;
    changed.shortened += draft.changed.labels;
    if (draft.changed.cut > 0)
      warn(
        report,
        "import/text_cut",
        `A record's text of ${draft.changed.cut} characters was cut to ${IMPORT_LIMITS.recordText}.`,
      );
    const wanted =
      draft.key === undefined ? `record_${position + 1}` : slug(draft.key, `record_${position + 1}`);
    const key = keys.free(wanted);
    if (draft.key !== undefined && wanted !== draft.key) changed.rewritten++;
    if (key !== wanted) changed.doubled++;
    const title = draft.title || `${KIND_TITLES[draft.kind]} ${position + 1}`;
    const { kind, sender = "", at = null } = draft;
    records.push({ key, kind, sender, at, title, text });
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
