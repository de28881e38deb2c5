import { isSaid, normalForm, normalText, type StatedValue } from "../spec/value";
import type { PartOutcome, PartRefusal, Said } from "./action";
import { endReview, later, setTimer } from "./clock";
import { ACCEPTED, type CompiledField, type CompiledForm, REJECTED, SUBMITTED } from "./compiled-world";
import {
  carriable,
  type Delivery,
  deliver,
  findAuthority,
  findExposure,
  findGrounding,
  isGrounded,
  refusalOf,
} from "./exchange";
import { type RunFinding, runFinding } from "./findings";
import { broughtBy, mark } from "./request";
import { showReceipt, type Turn } from "./turn";

const TICKS = new Set(["yes", "true", "x", "✓", "ticked", "checked"]);

/** What an entry says of a field: null when nothing was entered (F4). */
function entryOf(field: CompiledField, stated: StatedValue | undefined): string | null {
  if (stated === undefined) return null;
  if (!field.attestation) return typeof stated === "string" && stated.trim() === "" ? null : String(stated);
  return stated === true || (typeof stated === "string" && TICKS.has(normalText(stated))) ? "yes" : null;
}

/** Whether an entry is what the form expects (F2); of an attestation, nothing entered is "no". */
function isRight(field: CompiledField, entry: string | null): boolean {
  if (field.attestation) return (entry !== null) === field.ticked;
  return entry !== null && field.value !== null && isSaid(field.value, entry, field.sayings);
}

interface Entry {
  field: CompiledField;
  entry: string | null;
  right: boolean;
  /** The same number for entries that are equal by V1, 0 for none: what a repetition is held against (E5). */
  mark: number;
}

/** FNV-1a of the normal form, as the cells hold it. */
function markOf({ value }: CompiledField, entry: string | null): number {
  if (entry === null) return 0;
  let hash = 0x811c9dc5;
  for (const character of (value && normalForm(value, entry)) ?? normalText(entry))
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash | 0 || 1;
}

/**
 * Submits or corrects a form (F1 to F5). A verdict always comes back, over whatever channel; the facts
 * and statuses of a receipt only over an answering one (C3).
 */
export function submitForm(
  turn: Turn,
  f: number,
  channel: number,
  entries: Readonly<Record<string, StatedValue>>,
  findings: RunFinding[],
): PartOutcome {
  const { world, cells } = turn;
  const { layout } = world;
  const form = world.forms[f]!;
  const item = world.itemAt.get(form.id)!;
  const filled: Entry[] = form.fields.map((field) => {
    const entry = entryOf(field, Object.hasOwn(entries, field.id) ? entries[field.id] : undefined);
    return { field, entry, right: isRight(field, entry), mark: markOf(field, entry) };
  });
  const aloud = filled.flatMap(({ field, entry }) => (entry === null || field.attestation ? [] : [entry]));
  const delivery = deliver(turn, form.party, channel, carriedBy(turn, filled), findings, aloud);
  const end = (outcome: PartOutcome["outcome"], rest: Partial<PartOutcome> = {}): PartOutcome => ({
    asked: item.label,
    item,
    refusal: null,
    facts: [],
    documents: [],
    statuses: [],
    candidates: [],
    receipt: false,
    words: "",
    ...rest,
    outcome,
  });
  const refused = (refusal: PartRefusal) => {
    findExposure(delivery);
    judgeEntries(delivery, form, filled, "refused");
    return end("refused", { refusal });
  };
  const before = mark(turn);
  /** Over an outbound channel only the documents arrive (C3). */
  const answered = (outcome: PartOutcome["outcome"]) => {
    const brought = broughtBy(turn, form.effects, before);
    return delivery.answering
      ? end(outcome, { receipt: true, ...brought })
      : end(outcome, { documents: brought.documents });
  };

  if (cells[layout.forms + f] === ACCEPTED) {
    const refusal = carriable(delivery, form.exchange, "form", false);
    if (refusal) return refused(refusal);
    findExposure(delivery);
    judgeEntries(delivery, form, filled, "repeated");
    if (delivery.answering) showReceipt(turn, form.effects);
    return answered("already_done");
  }
  const refusal = refusalOf(delivery, form.exchange, "form", false);
  if (refusal) return refused(refusal);

  findAuthority(delivery, form.id, form.exchange);
  findExposure(delivery);
  if (form.forbidden) findings.push(runFinding("forbidden-action/executed", [form.id]));
  judgeEntries(delivery, form, filled, "submitted");

  const accepted = filled.every(({ field, right }) => right || !field.verifiable) ? 1 : 0;
  if (accepted === 1 && cells[layout.forms + f] === SUBMITTED && cells[layout.verdicts + f] === 1) {
    if (delivery.answering) cells[layout.answered + f] = 1;
    return end("not_yet");
  }
  for (const { field, right, mark } of filled) {
    cells[field.wrong] = field.verifiable && !right ? 1 : 0;
    cells[field.entry] = mark;
  }
  cells[layout.verdicts + f] = accepted;
  cells[layout.answered + f] = delivery.answering ? 1 : 0;
  if (form.reviewDelay > 0) {
    cells[layout.forms + f] = SUBMITTED;
    setTimer(turn, form.review, later(cells[layout.clock]!, form.reviewDelay));
    return end("not_yet");
  }
  endReview(turn, f);
  if (cells[layout.forms + f] === REJECTED)
    return end("refused", { refusal: { why: "fields", wrong: wrongFields(turn, f) } });
  return answered("completed");
}

/** The answer to a submission whose review ended by time. */
export function reviewAnswer(turn: Turn, f: number, receipt: boolean): PartOutcome {
  const { world, cells } = turn;
  const { effects, id } = world.forms[f]!;
  const item = world.itemAt.get(id)!;
  const answer = { asked: item.label, item, candidates: [], receipt, words: "" };
  if (cells[world.layout.forms + f] === REJECTED)
    return {
      ...answer,
      outcome: "refused",
      refusal: { why: "fields", wrong: wrongFields(turn, f) },
      facts: [],
      documents: [],
      statuses: [],
    };
  return {
    ...answer,
    outcome: "completed",
    refusal: null,
    facts: receipt ? effects.facts : [],
    documents: effects.documents,
    statuses: receipt ? effects.statuses : [],
  };
}

/** Fields that the last answer asked to correct, as indices. */
export function wrongFields(turn: Pick<Turn, "world" | "cells">, f: number): number[] {
  const { fields } = turn.world.forms[f]!;
  return fields.flatMap((field, i) => (turn.cells[field.wrong] === 1 ? [i] : []));
}

/** The facts that a form's entries carry: each entry with a source says that source (E2, F5). */
function carriedBy(turn: Turn, filled: readonly Entry[]): Said[] {
  return filled.flatMap(({ field, entry, right }) => {
    if (entry === null || field.source < 0) return [];
    const source = turn.world.facts[field.source]!;
    return [{ fact: source.id, value: field.attestation && right ? source.value.value : entry }];
  });
}

/**
 * F4: entries whose source was not learned, that differ from it, or that rest on nothing. A submission that is refused, and
 * one of an accepted form (E5), lacks no grounding, because nothing proceeds.
 */
function judgeEntries(
  delivery: Delivery,
  form: CompiledForm,
  filled: readonly Entry[],
  how: "submitted" | "refused" | "repeated",
): void {
  const { turn, findings } = delivery;
  const { facts } = turn.world.layout;
  const grounded = how !== "submitted" || isGrounded(turn, form.exchange);
  let told = false;
  for (const { field, entry, right, mark } of filled) {
    if (entry === null) continue;
    const known = field.source < 0 || turn.cells[facts + field.source] === 1;
    const delivered = turn.cells[field.entry]!;
    const code = !known
      ? "grounding/form-source-not-gathered"
      : how === "repeated" && delivered !== 0 && delivered !== mark
        ? "grounding/contradicts-earlier-delivery"
        : !right && field.source >= 0
          ? field.attestation
            ? "grounding/attestation-conflict"
            : "grounding/form-value-conflict"
          : field.source < 0 && !grounded
            ? "grounding/form-missing-private-grounding"
            : null;
    if (code === null) continue;
    if (code === "grounding/form-missing-private-grounding") told = true;
    findings.push(
      runFinding(field.forbidden ? "forbidden-action/unbacked-entry" : code, [
        form.id,
        field.id,
        ...(field.source < 0 ? [] : [turn.world.facts[field.source]!.id]),
      ]),
    );
  }
  if (!grounded && !told) findGrounding(delivery, form.id, form.exchange);
}
