import { PLAYBOOKS } from "../language/playbooks";
import { type CaseFile, caseFileSchema } from "../public/case-file";
import {
  type PartResult,
  type PublicFact,
  type PublicFormState,
  type PublicParty,
  type PublicResultWire,
  publicResultSchema,
} from "../public/result";
import { momentOf } from "../spec/moment";
import type { Outcome, PartOutcome } from "./action";
import type { EngineState } from "./cells";
import { type CompiledWorld, HELD, READ, SUBMITTED } from "./compiled-world";
import { wrongFields } from "./form";
import type { Journal } from "./journal";
import { partyName } from "./phrases";
import { isKnown } from "./reach";
import { isFormHeld } from "./turn";
import { partWords, refusalWords, requestedDocuments } from "./words";

/**
 * The only file that makes public values (world.md, section 3). A `PublicResult` or `PublicCaseFile`
 * cannot be built or imitated elsewhere, and what leaves one has passed its strict schema.
 */
export class PublicResult {
  readonly #wire: PublicResultWire;
  private constructor(wire: PublicResultWire) {
    this.#wire = wire;
  }
  /** A fresh copy as plain data; throws when something undeclared got into it. */
  toWire(): PublicResultWire {
    return publicResultSchema.parse(this.#wire);
  }

  /** What an action showed. */
  static of(
    view: View,
    step: number,
    tool: string,
    outcome: Outcome,
    words: Partial<Words> = {},
  ): PublicResult {
    const { world } = view;
    const { news, parts } = outcome;
    const told = new Set(parts.flatMap((part) => part.facts));
    const handed = new Set(parts.flatMap((part) => part.documents));
    const forms = parts.flatMap(({ item, refusal }) =>
      item?.kind === "form" && (refusal === null || refusal.why === "fields") ? [item.index] : [],
    );
    return new PublicResult({
      step,
      tool,
      outcome: outcome.outcome,
      message: [outcome.refusal ? refusalWords(world, view.state, outcome.refusal) : "", words.message ?? ""]
        .filter(Boolean)
        .join(" "),
      clock: clockOf(view),
      actions_left: actionsLeft(view),
      parts: parts.map((part) => partResult(world, part)),
      facts: news.facts.filter((fact) => !told.has(fact)).map((fact) => publicFact(world, fact)),
      parties: [...new Set(news.channels.map((c) => world.channels[c]!.party))].map((p) =>
        publicParty(view, p),
      ),
      documents: news.documents.filter((d) => !handed.has(d)).map((d) => publicDocument(world, d)),
      forms: news.forms.map((f) => publicForm(world, f)),
      form_states: forms.map((f) => ({ form: world.forms[f]!.id, ...publicFormState(view, f) })),
      text: words.text ?? "",
    });
  }

  /** A tool call that reached no engine: not valid, or a use of `memory`. */
  static aside(
    view: View,
    step: number,
    tool: string,
    outcome: "done" | "refused",
    words: Partial<Words>,
  ): PublicResult {
    return new PublicResult({
      step,
      tool,
      outcome,
      message: words.message ?? "",
      clock: clockOf(view),
      actions_left: actionsLeft(view),
      parts: [],
      facts: [],
      parties: [],
      documents: [],
      forms: [],
      form_states: [],
      text: words.text ?? "",
    });
  }
}

/** The case file as the agent sees it. */
export class PublicCaseFile {
  readonly #wire: CaseFile;
  private constructor(wire: CaseFile) {
    this.#wire = wire;
  }
  /** A fresh copy as plain data; throws when something undeclared got into it. */
  toWire(): CaseFile {
    return caseFileSchema.parse(this.#wire);
  }

  static of(view: View, journal: Journal): PublicCaseFile {
    const { world, state } = view;
    const { spec } = world.world;
    const { layout } = world;
    const underWay = (id: string, party: number, message: string) => ({
      step: journal.started.get(id) ?? 0,
      party: partyName(world, party),
      message,
    });
    return new PublicCaseFile({
      brief: spec.brief,
      clock: clockOf(view),
      actions_left: actionsLeft(view),
      facts: [...journal.facts].map(([fact, source]) => ({ ...publicFact(world, fact), source })),
      parties: world.parties.map((_, p) => publicParty(view, p)).filter((party) => party.channels.length > 0),
      documents: world.documents.flatMap((_, d) => {
        const cell = state[layout.documents + d]!;
        if (cell < HELD) return [];
        return [{ ...publicDocument(world, d), read: cell === READ, step: journal.documents.get(d) ?? 0 }];
      }),
      forms: world.forms.flatMap((_, f) =>
        isFormHeld(world, state, f) ? [{ ...publicForm(world, f), ...publicFormState(view, f) }] : [],
      ),
      statuses: world.statuses.flatMap((_, s) => {
        const rank = state[layout.observed + s]! - 1;
        return rank < 0
          ? []
          : [{ ...publicStatus(world, { status: s, rank }), step: journal.statuses.get(s) ?? 0 }];
      }),
      receipts: [...journal.receipts],
      timing: [
        ...requestedDocuments(world, state).map((d) => {
          const request = spec.documents[d]!.request!;
          const message = `${request.label}: ${world.documents[d]!.handover === "sent" ? "on its way." : "requested; ask for it again later."}`;
          return underWay(request.id, world.documents[d]!.owner, message);
        }),
        ...world.forms.flatMap((form, f) =>
          state[layout.forms + f] === SUBMITTED
            ? [underWay(form.id, form.party, `${spec.forms[f]!.title}: in review.`)]
            : [],
        ),
      ],
      open_call: world.parties.flatMap(({ id }, p) => (state[layout.calls + p]! > 0 ? [id] : [])),
      plan_note: journal.planNote,
      playbooks: PLAYBOOKS.map(({ playbook, title, purpose, text }) => ({
        playbook,
        title,
        purpose,
        text: journal.playbooks.has(playbook) ? text : null,
      })),
      history: journal.exchanges.slice(-HISTORY),
    });
  }
}

/** Exchanges that a case file shows; older ones are found with `memory`. */
const HISTORY = 12;

/** A world and the state it is in, as the engine knows them. */
export interface View {
  readonly world: CompiledWorld;
  readonly state: EngineState;
}
interface Words {
  message: string;
  text: string;
}

const clockOf = ({ world, state }: View) => momentOf(world.world.start + state[world.layout.clock]!);
const actionsLeft = ({ world, state }: View) => world.limit - state[world.layout.used]!;

function publicFact(world: CompiledWorld, fact: number): PublicFact {
  const { id, label, statement, value } = world.world.spec.knowledge[fact]!;
  return { fact: id, label, statement, value };
}

function publicParty({ world, state }: View, party: number): PublicParty {
  const { id, name, kind, channels } = world.world.spec.entities[party]!;
  return {
    party: id,
    name,
    kind,
    channels: channels
      .filter((channel) => isKnown({ world, cells: state }, world.channelAt.get(channel.id)))
      .map((channel) => ({ channel: channel.id, kind: channel.kind, label: channel.label })),
  };
}

function publicDocument(world: CompiledWorld, d: number) {
  const { id, title } = world.world.spec.documents[d]!;
  return { document: id, title, owner: partyName(world, world.documents[d]!.owner) };
}

function publicForm(world: CompiledWorld, f: number) {
  const { id, title, fields } = world.world.spec.forms[f]!;
  return {
    form: id,
    title,
    party: partyName(world, world.forms[f]!.party),
    fields: fields.map(({ id: field, label, kind }) => ({ field, label, kind })),
  };
}

const FORM_STATES = ["draft", "submitted", "rejected", "accepted"] as const;

function publicFormState({ world, state }: View, f: number): Omit<PublicFormState, "form"> {
  const cell = FORM_STATES[state[world.layout.forms + f]!]!;
  const wrong = cell === "rejected" ? wrongFields({ world, cells: state }, f) : [];
  return { state: cell, to_correct: wrong.map((i) => world.forms[f]!.fields[i]!.id) };
}

function publicStatus(world: CompiledWorld, { status, rank }: { status: number; rank: number }) {
  const surface = world.world.spec.status_surfaces[status]!;
  return {
    party: partyName(world, world.statuses[status]!.party),
    label: surface.label,
    value: surface.values[rank]!.label,
  };
}

function partResult(world: CompiledWorld, part: PartOutcome): PartResult {
  return {
    asked: part.asked,
    outcome: part.outcome,
    message: partWords(world, part),
    facts: part.facts.map((fact) => publicFact(world, fact)),
    documents: part.documents.map((d) => publicDocument(world, d)),
    statuses: part.statuses.map((status) => publicStatus(world, status)),
    candidates: part.candidates.map((item) => item.label),
  };
}
