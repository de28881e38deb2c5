import type { Spoken } from "../language/ballots";
import { translateLexically } from "../language/lexical";
import {
  type Translation,
  type TranslationFailure,
  type TranslationInput,
  type TranslationRequest,
  translationFailureSchema,
  translationSchema,
} from "../language/translation";
import { type PublicAction, type PublicActionInput, publicActionSchema } from "../public/action";
import type { CaseFile } from "../public/case-file";
import type { PublicEnvironment } from "../public/environment";
import type { PublicResultWire } from "../public/result";
import { sameJson } from "../spec/canonical";
import { jsonPath } from "../spec/read";
import type { World } from "../spec/world-index";
import type { Outcome } from "./action";
import type { EngineState } from "./cells";
import { compileWorld } from "./compile-world";
import type { CompiledWorld } from "./compiled-world";
import { PublicCaseFile, PublicResult } from "./disclose";
import type { RunFinding } from "./findings";
import { Journal } from "./journal";
import {
  ENGINE_VERSION,
  RUN_SCHEMA_VERSION,
  type RunHeader,
  type RunLogRecord,
  type RunStep,
} from "./run-log";
import { cloneState, openTurn } from "./state";
import { advance, refusalOfAny, refusalOfRequest } from "./step";
import {
  engineAction,
  faultOf,
  messageOf,
  type Offer,
  offeredTo,
  offerOf,
  playbookOf,
  spokenRequest,
  translationRequest,
} from "./tool-call";
import { documentText, refusalWords } from "./words";

/** Name of the translator that `step` uses. */
export const LEXICAL_TRANSLATOR = "lexical/4";

const NOT_UNDERSTOOD =
  "Your request could not be understood for technical reasons. It cost nothing. Please try again.";

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** A valid tool call, or the tool that was meant and what is wrong with the call. */
function readCall(input: unknown): { action: PublicAction } | { action: null; tool: string; fault: string } {
  const parsed = publicActionSchema.safeParse(input);
  if (parsed.success) {
    const fault = faultOf(parsed.data);
    return fault === null ? { action: parsed.data } : { action: null, tool: parsed.data.tool, fault };
  }
  const named = typeof input === "object" && input !== null && "tool" in input ? input.tool : null;
  const issue = parsed.error.issues[0];
  const where = issue ? `${jsonPath(issue.path)}: ${issue.message.slice(0, 200)}` : "";
  return {
    action: null,
    tool: typeof named === "string" ? named.slice(0, 40) : "unknown",
    fault: `This is not a valid tool call (${where}).`,
  };
}

function readTranslation(given: unknown): Translation | TranslationFailure {
  const understood = translationSchema.safeParse(given);
  if (understood.success) return understood.data;
  const failure = translationFailureSchema.safeParse(given);
  return failure.success ? failure.data : { failed: "The translator gave nothing that could be used." };
}

export interface SessionOptions {
  header?: Partial<Pick<RunHeader, "world_hash" | "agent" | "seed" | "translator">>;
}

/** A copy of where a run stands, for graders and tests; nothing in it is shared with the session. */
export interface SessionSnapshot {
  state: EngineState;
  findings: { step: number; finding: RunFinding }[];
  /** Requests that could not be translated. */
  failures: number;
}

interface Entry {
  action: PublicAction;
  translation: Translation | TranslationFailure | null;
  result: PublicResult;
  findings: readonly RunFinding[];
  spoken?: Spoken;
}

/**
 * One run of a world. It owns its state and shares nothing with other runs of the same world. The
 * agent gets `environment()`, which has the two public methods and no way to the rest.
 */
export class Session implements PublicEnvironment {
  readonly #compiled: CompiledWorld;
  readonly #header: RunHeader;
  readonly #state: EngineState;
  readonly #journal = new Journal();
  readonly #entries: Entry[] = [];
  #failures = 0;
  /** What the latest action was asked back as; any other action ends it, save a note (E9). */
  #offer: Offer | null = null;

  constructor(world: World, options: SessionOptions = {}) {
    this.#compiled = compileWorld(world);
    this.#header = {
      kind: "run",
      schema_version: RUN_SCHEMA_VERSION,
      engine_version: ENGINE_VERSION,
      world_hash: null,
      world: world.spec,
      agent: "",
      seed: null,
      translator: LEXICAL_TRANSLATOR,
      ...options.header,
    };
    const opening = openTurn(this.#compiled);
    this.#state = opening.cells;
    const outcome: Outcome = {
      outcome: "done",
      refusal: null,
      parts: [],
      unanswered: [],
      news: opening.news,
      findings: [],
    };
    const result = PublicResult.of(this.#view(), 0, "open", outcome);
    this.#journal.note(this.#compiled, 0, null, outcome, result.toWire());
  }

  get finished(): boolean {
    return this.#state[this.#compiled.layout.finished] === 1;
  }

  step(input: PublicActionInput): PublicResultWire {
    const call = readCall(input);
    if (!call.action) return this.#refuse(call.tool, call.fault);
    return this.#apply(call.action, (request) => translateLexically(request()));
  }

  /**
   * What has to be translated before the action can be applied; null when there is nothing to
   * translate, also for an action that will be refused.
   */
  prepare(input: PublicActionInput): TranslationRequest | null {
    const { action } = readCall(input);
    const request = action && this.#admitted(action);
    return request && this.#question(request, action);
  }

  /**
   * Carries out a tool call as it was translated. A call that is no valid tool call, and one whose
   * translation failed or is not of the declared shape, costs nothing and changes nothing (A1).
   */
  apply(
    input: PublicActionInput,
    translation: TranslationInput | TranslationFailure | null,
  ): PublicResultWire {
    const call = readCall(input);
    return call.action
      ? this.#apply(call.action, () => readTranslation(translation))
      : this.#refuse(call.tool, call.fault);
  }

  /** The request of a tool call, unless it will be refused before anyone hears it. */
  #admitted(action: PublicAction) {
    const request = spokenRequest(this.#compiled, action);
    return request && !refusalOfRequest(this.#compiled, this.#state, request) ? request : null;
  }

  #question(request: NonNullable<ReturnType<typeof spokenRequest>>, action: PublicAction) {
    const offered = offeredTo(this.#offer, request);
    return translationRequest(this.#compiled, this.#state, request, action, offered);
  }

  #apply(
    action: PublicAction,
    translate: (request: () => TranslationRequest) => Translation | TranslationFailure,
  ): PublicResultWire {
    const closed = refusalOfAny(this.#compiled, this.#state, action.tool);
    if (closed) return this.#refuse(action.tool, refusalWords(this.#compiled, this.#state, closed));
    if (action.tool === "memory") return this.#remember(action);
    const request = this.#admitted(action);
    if (!request) return this.#carryOut(action, null);
    const translation = translate(() => this.#question(request, action));
    if (!("failed" in translation)) return this.#carryOut(action, translation);
    this.#failures += 1;
    return this.#record(
      action,
      translation,
      this.#aside(action.tool, "refused", { message: NOT_UNDERSTOOD }),
    );
  }

  #carryOut(
    action: Exclude<PublicAction, { tool: "memory" }>,
    translation: Translation | null,
  ): PublicResultWire {
    const world = this.#compiled;
    const state = this.#state;
    const step = this.#entries.length + 1;
    const outcome = advance(world, state, engineAction(world, state, action, translation, this.#offer));
    this.#offer = offerOf(action, outcome);
    const words = { message: "", text: "" };
    if (outcome.outcome !== "refused") {
      words.message = messageOf(world, state, action, outcome, translation);
      const playbook = playbookOf(action);
      if (playbook) {
        words.text = playbook.text;
        this.#journal.playbooks.add(playbook.playbook);
      } else if (action.tool === "read_document")
        words.text = documentText(world, world.documentAt.get(action.document)!);
    }
    const result = PublicResult.of({ world, state }, step, action.tool, outcome, words);
    const wire = this.#record(action, translation, result, outcome.findings);
    this.#journal.note(world, step, action, outcome, wire);
    return wire;
  }

  #remember(action: Extract<PublicAction, { tool: "memory" }>): PublicResultWire {
    if (action.mode === "note") {
      this.#journal.planNote = action.text;
      return this.#record(action, null, this.#aside("memory", "done", { message: "Noted." }));
    }
    const found = this.#journal.recall(action.text);
    return this.#record(
      action,
      null,
      this.#aside("memory", "done", {
        message: found.length > 0 ? "" : "Nothing earlier matches these words.",
        text: found.map((e) => `${e.step} ${e.tool}: ${e.said} -> ${e.answer}`).join("\n"),
      }),
    );
  }

  /** A result of the next record that no engine was asked for. */
  #aside(
    tool: string,
    outcome: "done" | "refused",
    words: { message?: string; text?: string },
  ): PublicResult {
    return PublicResult.aside(this.#view(), this.#entries.length + 1, tool, outcome, words);
  }

  /** Refuses a call that leaves no record. */
  #refuse(tool: string, message: string): PublicResultWire {
    return PublicResult.aside(this.#view(), this.#entries.length, tool, "refused", { message }).toWire();
  }

  #record(
    action: PublicAction,
    translation: Translation | TranslationFailure | null,
    result: PublicResult,
    findings: readonly RunFinding[] = [],
  ): PublicResultWire {
    this.#entries.push({ action, translation, result, findings });
    return result.toWire();
  }

  #view() {
    return { world: this.#compiled, state: this.#state };
  }

  caseFile(): CaseFile {
    return PublicCaseFile.of(this.#view(), this.#journal).toWire();
  }

  /** Keeps beside the latest action how a model understood it and put its result into words. Changes nothing else. */
  attach(spoken: Spoken): void {
    const latest = this.#entries.at(-1);
    if (latest) latest.spoken = spoken;
  }

  /** The agent's side of the session: two methods, and no way to the hidden state. */
  environment(): PublicEnvironment {
    const session = this;
    return Object.freeze({
      step: (action: PublicActionInput) => session.step(action),
      caseFile: () => session.caseFile(),
      get finished() {
        return session.finished;
      },
    });
  }

  /** The whole run so far; fresh records each time. */
  log(): readonly RunLogRecord[] {
    return copyOf([this.#header, ...this.#entries.map((_, i) => this.#stepRecord(i))]);
  }

  /** How each action so far was understood; null for those that needed no translation. */
  translations(): readonly (Translation | TranslationFailure | null)[] {
    return this.#entries.map(({ translation }) => translation);
  }

  /** Whether the latest action left exactly this record. */
  isLatest(record: RunStep): boolean {
    return this.#entries.length > 0 && sameJson(this.#stepRecord(this.#entries.length - 1), record);
  }

  /** A record that shares its action and findings with the session. */
  #stepRecord(i: number): RunStep {
    const { action, translation, result, findings, spoken } = this.#entries[i]!;
    const wire = result.toWire();
    return {
      kind: "step",
      step: i + 1,
      action,
      translation,
      result: wire,
      findings: [...findings],
      clock: wire.clock,
      ...(spoken && { spoken }),
    };
  }

  snapshot(): SessionSnapshot {
    return {
      state: cloneState(this.#state),
      findings: this.#entries.flatMap(({ findings }, i) =>
        findings.map((f) => ({ step: i + 1, finding: copyOf(f) })),
      ),
      failures: this.#failures,
    };
  }
}

/** Begins a run of a world. */
export function createSession(world: World, options: SessionOptions = {}): Session {
  return new Session(world, options);
}
