import { LEXICAL_TRANSLATOR } from "../engine";
import type { Paraphrases } from "../language/paraphrases";
import type { WitnessStep } from "../oracle/witness";
import { type Finding, finding, verdictOf } from "../spec/finding";
import type { World } from "../spec/world-index";
import type { BallotReport, RequestBallot } from "./ballots";
import type { GateResult } from "./certificate";
import { checkParaphrases, type ParaphraseCheck } from "./paraphrase-check";
import type { Replayed } from "./replay-route";
import { count } from "./words";

/** Menu items that a witness step asks for, in order. */
function intended(step: WitnessStep): string[] {
  if (step.op === "ask") return [...(step.obtain ?? []), ...(step.request ?? [])];
  if (step.op === "check_status") return step.observe ?? [];
  return step.op === "submit_form" && !step.form && step.complete ? [step.complete] : [];
}

/** The menu items that a witness asks for: those whose paraphrases gate 5 wants. */
export const itemsOfRoute = (witness: readonly WitnessStep[]): ReadonlySet<string> =>
  new Set(witness.flatMap(intended));

/**
 * Gate 5: the words in which the route asked were understood as the menu items it meant, part by part,
 * and every menu item of the route was asked for. With paraphrases, at least five of each item of the route and one of
 * three lead to it; hardly any, of any item and of what fits nothing, lands on a wrong one, and none that says "don't" (L4). Reads the
 * translations of the replay; of a walk that stopped, as far as it went.
 */
export function languageGate(
  { session, plan, witness, walk }: Replayed,
  beside: { world: World; paraphrases: Paraphrases } | null = null,
): { result: GateResult; report: BallotReport } {
  const findings: Finding[] = [];
  const understood = session
    .translations()
    .flatMap((translation) => (translation && "parts" in translation ? [translation.parts] : []));
  const covered = new Set<string>();
  const ballots: RequestBallot[] = [];
  plan.steps
    .filter((step) => step.do === "say")
    .slice(0, understood.length)
    .forEach((step, i) => {
      const wanted = step.witness.flatMap((number) => {
        const from = witness[number - 1];
        return from ? intended(from) : [];
      });
      wanted.forEach((item, part) => {
        const got = understood[i]?.[part];
        const landed = got?.item ?? null;
        const asked = step.requests[part]?.words ?? "";
        ballots.push({
          of: "route",
          party: step.party,
          asked,
          intended: [item],
          understood: [landed],
          offered: got?.candidates ?? [],
          verdict:
            landed === item
              ? "hit"
              : landed
                ? "wrong"
                : got?.candidates.includes(item)
                  ? "asked_back"
                  : "missed",
        });
        if (landed === item) covered.add(item);
        else
          findings.push(
            finding(
              "language/misunderstood",
              `"${asked}" was understood as ${landed ? `"${landed}"` : "nothing on the menu"}, not as "${item}".`,
              {
                path: `$.witness[${(step.witness[0] ?? 1) - 1}]`,
                fix: "Reword the public label so that it can only mean this.",
                nodes: [item, ...(landed ? [landed] : [])],
              },
            ),
          );
      });
    });
  const route = itemsOfRoute(witness);
  const named = new Set(findings.map((f) => f.nodes[0]));
  for (const item of walk.verdict === "proved" ? route : [])
    if (!covered.has(item) && !named.has(item))
      findings.push(
        finding("language/not-covered", `No request of the route was understood as "${item}".`, {
          nodes: [item],
        }),
      );
  const asked = ballots.length;
  const understoodOf = `${asked - findings.length} of ${count(asked, "request")} led to the intended item of the menu`;
  const tried = beside && checkParaphrases(beside.world, route, beside.paraphrases);
  findings.push(...(tried?.findings ?? []));
  ballots.push(...(tried?.ballots ?? []));
  const { written = 0, model = 0, framing = 0 } = tried?.sources ?? {};
  return {
    result: {
      gate: "language",
      verdict: verdictOf(findings),
      summary: tried
        ? `${understoodOf}; ${tried.landed} of ${count(tried.tried, "paraphrase")} of the route's items landed (${sourceWords({ written, model, framing })}), ${tried.wrong} on a wrong one, ${tried.askedBack} asked back, ${tried.missed} not understood${trapWords(tried.traps)}.`
        : `${understoodOf}. No paraphrases were given.`,
      findings,
      figures: {
        requests: asked,
        items: covered.size,
        paraphrases: tried?.tried ?? 0,
        written,
        model,
        framing,
        landed: tried?.landed ?? 0,
        asked_back: tried?.askedBack ?? 0,
        not_understood: tried?.missed ?? 0,
        wrong: tried?.wrong ?? 0,
        traps: tried?.traps.tried ?? 0,
        traps_caught: tried?.traps.caught ?? 0,
        ballots: ballots.length,
      },
    },
    report: { translator: LEXICAL_TRANSLATOR, ballots },
  };
}

const trapWords = ({ tried, caught }: ParaphraseCheck["traps"]) =>
  tried > 0 ? `; ${caught} of ${count(tried, "trap")} caught` : "";

const sourceWords = ({ written, model, framing }: ParaphraseCheck["sources"]) =>
  [
    written > 0 ? `${written} written` : "",
    model > 0 ? `${model} proposed by a model` : "",
    framing > 0 ? `${framing} framed from labels` : "",
  ]
    .filter(Boolean)
    .join(", ") || "none";
