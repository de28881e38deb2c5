import type { ScreeningFinding } from "./finding";
import { groupBy } from "./group-by";
import type { GroupDecision, Plan, ReplaceableRecord, ReplacedSpan } from "./plan";
import { FIELDS } from "./replace";
import { screenCase } from "./screen";
import { tokenise } from "./tokens";
import { DEGREES, FACILITY_NOUNS, isNeutral, isOrdinary, STREET_TYPES, TITLES } from "./words";

const plainWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether what is left of a finding beside a stand-in could still say something: a name-like word or a number. */
function tells(piece: string): boolean {
  return tokenise(piece).some((token) =>
    token.shape === "number" || token.shape === "code"
      ? token.text.length > 3
      : (token.shape === "capital" || token.shape === "upper" || token.shape === "mixed") &&
        token.text.length > 1 &&
        ![TITLES, DEGREES, FACILITY_NOUNS, STREET_TYPES].some((list) => list.has(token.base)) &&
        !isOrdinary(token.base) &&
        !isNeutral(token.base),
  );
}

/**
 * Screens the finished records once more. What it finds that is neither a stand-in nor was kept by a person comes back at
 * its place in the records as they were; so does every spelling that was to go and is still there.
 */
export function readAgain(
  before: readonly ReplaceableRecord[],
  after: readonly ReplaceableRecord[],
  spans: readonly ReplacedSpan[],
  plan: Plan,
  decisionOf: (group: string) => GroupDecision,
): ScreeningFinding[] {
  const kept = new Set(
    plan.groups
      .filter((group) => decisionOf(group.key) === "keep")
      .flatMap((group) => group.spellings.flatMap((one) => plainWords(one.text))),
  );
  const spansIn = groupBy(spans, (span) => `${span.field} ${span.recordKey}`);
  const old = new Map(before.map((record) => [record.key, record]));
  const found: ScreeningFinding[] = [];
  const seen = [...screenCase(after), ...leftOver(after, plan, decisionOf)];
  for (const finding of seen) {
    const here = spansIn.get(`${finding.field} ${finding.recordKey}`) ?? [];
    for (const piece of outside(finding, here)) {
      const { text } = piece;
      if (finding.kind === "date" && plainWords(text).every((word) => /^(?:the|\p{L}+day)$/u.test(word)))
        continue;
      const whole = piece.start === finding.start && piece.end === finding.end;
      if (!whole && !tells(text)) continue;
      if (/^\[[^\]]*\]$/.test(text.trim()) || plainWords(text).every((word) => kept.has(word))) continue;
      const start = formerly(piece.start, here);
      const end = start + text.length;
      if (old.get(finding.recordKey)?.[finding.field].slice(start, end) !== text) continue;
      if (
        found.some(
          (one) =>
            one.recordKey === finding.recordKey &&
            one.field === finding.field &&
            one.start < end &&
            start < one.end,
        )
      )
        continue;
      found.push({ ...finding, start, end, text, reason: `found in the second reading: ${finding.reason}` });
    }
  }
  return found;
}

/** The parts of a finding that are no stand-in. */
function outside(finding: ScreeningFinding, spans: readonly ReplacedSpan[]) {
  const pieces: { start: number; end: number; text: string }[] = [];
  let at = finding.start;
  const push = (end: number) => {
    const raw = finding.text.slice(at - finding.start, end - finding.start);
    const lead = raw.length - raw.replace(/^[^\p{L}\p{N}[]+/u, "").length;
    const text = raw.trim() === finding.text ? raw : raw.slice(lead).replace(/[^\p{L}\p{N}\]]+$/u, "");
    if (text) pieces.push({ start: at + lead, end: at + lead + text.length, text });
  };
  for (const span of spans) {
    if (span.end <= at || span.start >= finding.end) continue;
    if (span.start > at) push(span.start);
    at = Math.max(at, span.end);
  }
  if (at < finding.end) push(finding.end);
  return pieces;
}

/** Where an offset of the new text stood in the old one. */
function formerly(at: number, spans: readonly ReplacedSpan[]): number {
  let moved = 0;
  for (const span of spans) {
    if (span.end > at) break;
    moved = span.formerEnd - span.end;
  }
  return at + moved;
}

/** Spellings of several words or digits that were to go and still stand somewhere. */
function leftOver(
  after: readonly ReplaceableRecord[],
  plan: Plan,
  decisionOf: (group: string) => GroupDecision,
): ScreeningFinding[] {
  const gone = plan.groups.filter(
    (group) => decisionOf(group.key) === "replace" || decisionOf(group.key) === "remove",
  );
  const texts = gone.flatMap((group) =>
    group.kind === "date"
      ? []
      : group.spellings
          .filter(
            (one) =>
              one.text !== one.becomes && (/\d{4}|\s/.test(one.text) || !isOrdinary(one.text.toLowerCase())),
          )
          .filter((one) => one.text.length > 3)
          .map((one) => ({ text: one.text.toLowerCase(), kind: group.kind })),
  );
  const found: ScreeningFinding[] = [];
  for (const record of after)
    for (const field of FIELDS) {
      const low = record[field].toLowerCase();
      if (low.length !== record[field].length) continue;
      for (const { text, kind } of texts)
        for (let at = low.indexOf(text); at >= 0; at = low.indexOf(text, at + text.length)) {
          const end = at + text.length;
          if (/[\p{L}\p{N}]/u.test(low[at - 1] ?? "") || /[\p{L}\p{N}]/u.test(low[end] ?? "")) continue;
          found.push({
            recordKey: record.key,
            field,
            start: at,
            end,
            text: record[field].slice(at, end),
            kind,
            confidence: 1,
            reason: "this was to be replaced and still stands here",
          });
        }
    }
  return found;
}
