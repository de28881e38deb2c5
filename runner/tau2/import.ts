import type { Span } from "@/compiler/packet";
import { readPacket } from "@/compiler/packet";
import { finding } from "@/compiler/spec/finding";
import { LIMITS } from "@/compiler/spec/limits";
import { sha256 } from "@/lib/crypto/hash";
import type { ExportFile, ExportFiles } from "../export/folder";
import { BadInput } from "../input";
import type { Tau2Domain } from "./domain";
import type { Tau2Action, Tau2Task } from "./task";

/** A source record as a case file holds it. */
interface SourceRecord {
  key: string;
  kind: "note" | "message" | "form";
  sender: string;
  at: null;
  title: string;
  text: string;
}

/** Where in the task file something stands. */
interface Source {
  /** JSON pointer of the task. */
  pointer: string;
  task: Tau2Task;
}

/** Writing calls that are no operations but establish who speaks, or what they allow. */
const PERMISSION = /verif|authenticat|identity|consent|authori[sz]e|permission/i;
/** Paragraphs of a policy that forbid something or allow it only under a condition. */
const RULE = /\b(?:not|never|cannot|can't|must|only|unless|refuse|deny|denied|prohibited)\b/i;

const START = "2026-01-05T09:00";

/**
 * Tasks of a tau2 domain as source cases and packets to begin with: a folder for each, with case.json and packet.draft.json, and index.json,
 * which says where each came from. Every item is a draft that nobody has decided on, and points at its record.
 */
export function importDomain(domain: Tau2Domain): ExportFiles {
  const files = new Map<string, ExportFile>();
  const index: object[] = [];
  const taken = new Set<string>();
  for (const [i, task] of domain.tasks.entries()) {
    const id = unused(slug(`${domain.name} ${task.id}`), taken);
    const source = { pointer: `/${i}`, task };
    const records = recordsOf(domain, source);
    const packet = readPacket(new Draft(domain, source, id, records).packet());
    if (!packet.ok)
      throw new BadInput(
        packet.findings.map((f) => finding(f.code, `Task ${task.id}: ${f.message}`, { ...f })),
      );
    const title = packet.value.title;
    files.set(`${id}/case.json`, json({ schema_version: 1, id, title, records }));
    files.set(`${id}/packet.draft.json`, json(packet.value));
    index.push({ case: id, task: task.id, pointer: source.pointer, domain: domain.name });
  }
  return files.set("index.json", json(index));
}

const json = (value: unknown): ExportFile => ({ content: `${JSON.stringify(value, null, 2)}\n` });

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 60) || "case";

/** The id, with a number when it is taken already. */
function unused(id: string, taken: Set<string>): string {
  let free = id;
  for (let n = 2; taken.has(free); n++) free = `${id}_${n}`;
  taken.add(free);
  return free;
}

const short = (text: string, most: number = LIMITS.label) =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;
const words = (name: string) => name.replaceAll("_", " ").trim();

/** What the caller is told to know, want and do; a text that stands alone is their reason. */
function instructionsOf({ user_scenario: { instructions } }: Tau2Task) {
  if (typeof instructions === "string") return { reason_for_call: instructions };
  return instructions;
}

function recordsOf({ policy }: Tau2Domain, { pointer, task }: Source): SourceRecord[] {
  const { known_info, unknown_info, reason_for_call, task_instructions } = {
    known_info: null,
    unknown_info: null,
    task_instructions: null,
    ...instructionsOf(task),
  };
  const at = `${pointer}/user_scenario/instructions`;
  const parts: [string, SourceRecord["kind"], string, string | null | undefined][] = [
    ["reason", "note", `Why the caller calls (${at}/reason_for_call)`, reason_for_call],
    ["known", "note", `What the caller knows (${at}/known_info)`, known_info],
    ["unknown", "note", `What the caller does not know (${at}/unknown_info)`, unknown_info],
    ["conduct", "note", `How the caller behaves (${at}/task_instructions)`, task_instructions],
    ["ticket", "message", `Ticket (${pointer}/ticket)`, task.ticket],
    ["state", "form", `Where the systems stand (${pointer}/initial_state)`, written(task.initial_state)],
    [
      "expected",
      "note",
      `What is expected (${pointer}/evaluation_criteria)`,
      written(task.evaluation_criteria),
    ],
    ["policy", "note", "Policy of the domain (policy.md)", policy],
  ];
  return parts
    .filter((part): part is [string, SourceRecord["kind"], string, string] => (part[3] ?? "").trim() !== "")
    .map(([key, kind, title, text]) => ({
      key,
      kind,
      sender: `Task ${short(task.id, 200)}`,
      at: null,
      title: short(title),
      text,
    }));
}

const written = (value: unknown) => (value ? JSON.stringify(value, null, 2) : null);

/** One packet while it is drawn from a task. */
class Draft {
  readonly #ids = new Set<string>();
  readonly #domain: Tau2Domain;
  readonly #source: Source;
  readonly #case: string;
  readonly #records: readonly SourceRecord[];

  constructor(domain: Tau2Domain, source: Source, id: string, records: readonly SourceRecord[]) {
    this.#domain = domain;
    this.#source = source;
    this.#case = id;
    this.#records = records;
  }

  packet(): unknown {
    const { task, pointer } = this.#source;
    const caller = this.#id("caller");
    const systems = this.#id("office");
    const brief = short(
      instructionsOf(task).reason_for_call ?? task.ticket ?? "See the records.",
      LIMITS.brief,
    );
    const exchanges: object[] = this.#told(caller);
    const steps: object[] = [];
    const outcomes: object[] = [];
    for (const [i, action] of (task.evaluation_criteria?.actions ?? []).entries())
      if (this.#domain.tools === null || this.#domain.tools.get(action.name) === "WRITE")
        this.#operation(action, `${pointer}/evaluation_criteria/actions/${i}`, {
          caller,
          systems,
          exchanges,
          steps,
          outcomes,
        });
    return {
      schema_version: 2,
      case_id: this.#case,
      title: short(`${this.#domain.name}: task ${task.id}`),
      brief: {
        ...this.#item("brief", "reason", null),
        text: brief.trim() || "See the records.",
        starts: START,
      },
      parties: [
        { ...this.#item(caller, "known", null), name: "The caller", kind: "patient", contacts: [] },
        {
          ...this.#item(systems, "expected", null),
          name: `The office of ${this.#domain.name}`,
          kind: "payer",
          contacts: [],
        },
      ],
      exchanges,
      steps,
      outcomes: [...outcomes, ...this.#assertions()],
      prohibited: [...this.#unscored(), ...this.#rules()],
      source_note: `tau2 domain ${this.#domain.name}, task ${task.id}, ${pointer} in the task file.`,
    };
  }

  #id(wanted: string): string {
    return unused(slug(wanted), this.#ids);
  }

  /** What every item carries; its evidence is the passage, or the beginning of the record. */
  #item(id: string, record: string, passage: string | null) {
    return {
      id,
      origin: "draft",
      decision: "undecided",
      evidence: this.#evidence(record, passage),
      comments: [],
    };
  }

  #evidence(key: string, passage: string | null): Span[] {
    const record = this.#records.find((r) => r.key === key);
    if (!record) return [];
    const start = passage === null ? 0 : Math.max(0, record.text.indexOf(passage));
    const end = Math.min(record.text.length, start + (passage?.length ?? 400), start + LIMITS.statement);
    return [
      {
        record: key,
        start,
        end,
        quote: record.text.slice(start, end),
        before: record.text.slice(Math.max(0, start - 32), start),
        after: record.text.slice(end, end + 32),
        record_hash: sha256(record.text),
      },
    ];
  }

  /** What the caller knows, line by line, as things they tell; what they do not know, as things nobody tells yet. */
  #told(caller: string): object[] {
    const told = { known: caller, unknown: null };
    return Object.entries(told).flatMap(([key, teller]) =>
      (this.#records.find((r) => r.key === key)?.text ?? "")
        .split(/\n+|(?<=[.!?])\s+(?=[A-Z])/)
        .map((line) => line.trim())
        .filter((line) => line !== "")
        .map((line) => ({
          ...this.#item(this.#id(`${key} ${line.slice(0, 30)}`), key, line),
          teller,
          also_told_by: [],
          what: short(line),
          statement: short(line, LIMITS.statement),
          opens: [],
        })),
    );
  }

  /** A writing call: its values as things to give, itself as an operation or a permission, and its outcome. */
  #operation(
    action: Tau2Action,
    pointer: string,
    to: { caller: string; systems: string; exchanges: object[]; steps: object[]; outcomes: object[] },
  ): void {
    const id = this.#id(action.name);
    const passage = `"name": ${JSON.stringify(action.name)}`;
    const give_first = Object.entries(action.arguments).map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      const held = this.#id(`${action.name} ${name}`);
      to.exchanges.push({
        ...this.#item(held, "expected", null),
        teller: null,
        also_told_by: [],
        what: short(`${words(name)} for: ${words(action.name)}`),
        statement: short(`${words(name)}: ${text}`, LIMITS.statement),
        value: /[^\s.]/.test(text) ? { type: "text", value: short(text, LIMITS.statement) } : null,
        opens: [],
      });
      return held;
    });
    const shared = {
      ...this.#item(id, "expected", passage),
      what: short(words(action.name)),
      answer: short(`Done: ${words(action.name)} (${pointer}).`, LIMITS.statement),
    };
    to.steps.push(
      PERMISSION.test(action.name)
        ? {
            ...shared,
            kind: "permission",
            party: to.caller,
            for_party: to.systems,
            scope: short(words(action.name)),
            permission: this.#id(`${action.name} permission`),
          }
        : { ...shared, kind: "action", party: to.systems, give_first },
    );
    if (PERMISSION.test(action.name)) return;
    to.outcomes.push({
      ...this.#item(this.#id(`${action.name} done`), "expected", passage),
      text: short(`Done: ${words(action.name)}`),
      alternatives: [
        {
          id: this.#id(`${action.name} reached`),
          kind: "action_completed",
          item: id,
          state: null,
          text: short(words(action.name)),
        },
      ],
    });
  }

  /** Assertions about the final state, as outcomes whose step an expert has yet to name. */
  #assertions(): object[] {
    return (this.#source.task.evaluation_criteria?.env_assertions ?? []).map((assertion) => ({
      ...this.#item(
        this.#id(assertion.func_name),
        "expected",
        `"func_name": ${JSON.stringify(assertion.func_name)}`,
      ),
      text: short(
        `${words(assertion.func_name)} ${JSON.stringify(assertion.arguments)}: ${assertion.assert_value}`,
      ),
      alternatives: [],
    }));
  }

  /** What a model judges or an agent has to say: rules of conduct that nobody scores. */
  #unscored(): object[] {
    const { nl_assertions = [], communicate_info = [] } = this.#source.task.evaluation_criteria ?? {};
    const said = communicate_info.map((info) => `The caller is told: ${info}`);
    return [...nl_assertions, ...said]
      .filter((text) => text.trim() !== "")
      .map((text) => ({
        ...this.#item(this.#id("conduct"), "expected", null),
        text: short(text, LIMITS.statement),
        step: null,
        field: null,
      }));
  }

  /** Paragraphs of the policy that may become prohibitions. */
  #rules(): object[] {
    return this.#domain.policy
      .split(/\n\s*\n|\n(?=\s*[-*] )/)
      .map((paragraph) => paragraph.trim())
      .filter((paragraph) => RULE.test(paragraph) && !paragraph.startsWith("#"))
      .map((text) => ({
        ...this.#item(this.#id("policy"), "policy", text),
        text: short(text, LIMITS.statement),
        step: null,
        field: null,
      }));
  }
}
