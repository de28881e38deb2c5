import type { Finding } from "../spec/finding";
import { type Check, lintFinding, targetTexts } from "./lint-context";
import { contentWords } from "./words";

/** What a brief asks for begins so, wherever it stands; what comes before tells the case. */
const ASKS =
  /\b(?:make sure(?: that)?|ensure(?: that)?|see (?:to it )?that|carry (?:this|it) through to|stay with it until)\b/iu;
/** So does a sentence or a clause of a goal. */
const BEGINS_ASKING =
  /(?:^|[:;]\s*|\band )(?:(?:finally|first|then|also|please)\s+)?(?:find out|check(?: that| whether)?|establish|obtain|confirm(?: that)?|book|arrange|get|bring|close)\b/iu;
/** What people say in a brief is told, not asked for. */
const QUOTED = /"[^"]*"|“[^”]*”/gu;
/** Where one thing that is asked for ends and the next begins; what follows a colon spells it out. */
const NEXT = /[.;!?\n]|,? and |, /u;

/** The things that a brief asks for, in its own words. */
export function demandsOf(brief: string): string[] {
  const withoutVerb = (piece: string) => piece.replace(BEGINS_ASKING, "").trim();
  return brief
    .replace(QUOTED, "")
    .split(/(?<=[.!?\n])\s*/u)
    .flatMap((sentence) => {
      const starts = [ASKS, BEGINS_ASKING]
        .map((asks) => asks.exec(sentence))
        .filter((found) => found !== null);
      const first = starts.sort((one, other) => one.index - other.index)[0];
      if (!first) return [];
      const asked = sentence.slice(first.index + first[0].length).replace(new RegExp(ASKS, "giu"), "\n");
      return (asked.split(":")[0] ?? "").split(NEXT).flatMap((piece) => withoutVerb(piece.trim()) || []);
    });
}

/** Words that say that something is asked for, not what. */
const EMPTY = new Set(
  contentWords(
    "really exactly first finally today home thing things work today way day days back about how long somebody knows whoever gets got one ones",
  ),
);

/**
 * What the brief asks for and no required outcome is about (C7): of each thing asked for, at least a third of the words
 * stand with one outcome, or with what it is about.
 */
export const checkDemands: Check = (context) => {
  const { world } = context;
  const outcomes = [...world.groups.values()].map(
    ({ terminals }) =>
      new Set(contentWords(terminals.flatMap((t) => [t.label, ...targetTexts(context, t)]).join("\n"))),
  );
  const steps = new Set(contentWords(context.exchanges.map(({ label }) => label).join("\n")));
  return demandsOf(world.spec.brief).flatMap((demand): Finding[] => {
    const words = contentWords(demand).filter((word) => !EMPTY.has(word));
    if (words.length < 2) return [];
    const held = Math.max(0, ...outcomes.map((outcome) => words.filter((word) => outcome.has(word)).length));
    if (held / words.length > 1 / 3) return [];
    return [
      {
        ...lintFinding(
          context,
          "asked-not-graded",
          [world.spec.id],
          `The brief asks for “${demand}”, but no required outcome is about that${words.every((word) => steps.has(word)) ? ", though it can be done" : ""}.`,
          "Add an outcome for it, or take it out of the brief.",
        ),
        path: "$.brief",
        severity: "caution",
      },
    ];
  });
};
