import type { Finding } from "../spec/finding";
import type { Terminal } from "../spec/world";
import { type Check, type LintContext, lintFinding, targetLabels } from "./lint-context";
import { wordsOf } from "./words";

/** Groups: one kind of requirement each, at least one required, none that holds by itself (C2, C3, C6, C8, C22). */
export const checkOutcomes: Check = (context) => {
  const { world, untouched } = context;
  const out: Finding[] = [];
  for (const [group, { required, terminals }] of world.groups) {
    const optional = terminals.find((t) => !t.required);
    if (required && optional)
      out.push(
        lintFinding(
          context,
          "mixed-group",
          [optional.id, ...terminals.filter((t) => t.required).map((t) => t.id)],
          `“${optional.label}” is optional, but an alternative of it is required.`,
          "Make all alternatives of one outcome required, or none.",
          "required",
        ),
      );
    const given = terminals.find((t) => holdsByItself(t, untouched));
    if (given)
      out.push(
        lintFinding(
          context,
          "holds-without-doing",
          [given.id, group],
          `“${given.label}” is reached without doing anything.`,
          "Take it off the first day, or drop the outcome.",
          "target",
        ),
      );
  }
  const same = new Map<string, string>();
  for (const t of world.spec.terminals) {
    const key = `${t.target} ${t.value}`;
    const before = same.get(key);
    same.set(key, t.id);
    if (before !== undefined)
      out.push(
        lintFinding(
          context,
          "outcome-twice",
          [t.id, before],
          `“${t.label}” asks for the same as another outcome.`,
          "Keep one of them.",
          "target",
        ),
      );
    if (t.required && isOnlyUnsafe(context, t))
      out.push(
        lintFinding(
          context,
          "unsafe-outcome",
          [t.id, t.target],
          `“${t.label}” can be reached only through a look-alike, or by breaking a rule.`,
          "Take it away, or give it a way that keeps the rules.",
          "target",
        ),
      );
    if (world.forbidden.has(t.target))
      out.push(
        lintFinding(
          context,
          "forbidden-outcome",
          [t.target, t.id],
          `“${t.label}” asks for something that is prohibited.`,
          "Take back the prohibition, or ask for something else.",
        ),
      );
  }
  return out;
};

/** Whether anyone could reach an outcome, but nobody safely: whoever does passes by a loophole (C24). */
function isOnlyUnsafe({ world, oracle, reachable }: LintContext, { target, value }: Terminal): boolean {
  if (oracle.verdict === "unsupported" || world.forbidden.has(target)) return false;
  const id = value === null ? target : `${target}.${value}`;
  const observer = world.entities.get(world.statuses.get(target)?.party ?? "");
  return reachable.has(id) && (!(id in oracle.earliest) || observer?.decoy === true);
}

function holdsByItself({ kind, target }: Terminal, untouched: ReadonlySet<string>): boolean {
  return (kind === "fact_discovered" || kind === "document_obtained") && untouched.has(target);
}

/** Every world needs both: something to find out and something to change (world.md, section 5.1). */
export const checkRoute: Check = (context) => {
  const { world, oracle } = context;
  if (oracle.verdict !== "proved") return [];
  const asks = oracle.witness.some((s) => s.op === "ask" || s.op === "check_status");
  const acts = oracle.witness.some((s) => s.op === "submit_form");
  const lacking = (slug: string, what: string, fix: string) => ({
    ...lintFinding(context, slug, [world.spec.id], `No route of this world ${what}.`, fix),
    path: "$",
  });
  return [
    ...(asks
      ? []
      : [
          lacking(
            "nothing-to-ask",
            "asks anybody anything",
            "Let an outcome depend on something that has to be found out.",
          ),
        ]),
    ...(acts
      ? []
      : [lacking("nothing-to-do", "does anything", "Let an outcome depend on an operation or a form.")]),
  ];
};

/**
 * The brief and the outcomes are about the same things, as far as words can say (C7): of every required group at least one
 * alternative shares a word with the brief, through its own text or its target's label.
 */
export const checkCoverage: Check = (context) => {
  const { world } = context;
  const brief = new Set(wordsOf(`${world.spec.title} ${world.spec.brief}`));
  return [...world.groups.values()].flatMap(({ required, terminals }) => {
    const texts = terminals.flatMap((t) => [t.label, ...targetLabels(context, t)]);
    const first = terminals[0];
    if (!required || !first || texts.some((text) => wordsOf(text).some((word) => brief.has(word)))) return [];
    return [
      lintFinding(
        context,
        "outcome-not-in-brief",
        [first.id, first.target],
        `The brief says nothing that “${first.label}” could be about.`,
        "Say in the brief what is asked for, or drop the outcome.",
        "label",
      ),
    ];
  });
};
