import type { Paraphrases } from "../language/paraphrases";
import type { WitnessStep } from "../oracle/witness";
import { type Finding, finding, verdictOf } from "../spec/finding";
import type { World } from "../spec/world-index";
import type { GateResult } from "./certificate";
import { checkParaphrases } from "./paraphrase-check";
import type { Replayed } from "./replay-route";
import { count } from "./words";

/** Menu items that a witness step asks for, in order. */
function intended(step: WitnessStep): string[] {
  if (step.op === "ask") return [...(step.obtain ?? []), ...(step.request ?? [])];
  if (step.op === "check_status") return step.observe ?? [];
  return step.op === "submit_form" && !step.form && step.complete ? [step.complete] : [];
}

/**
 * Gate 5: the words in which the route asked were understood as the menu items it meant, part by part,
 * and every menu item of the route was asked for. With paraphrases, every item of the route has at least five
 * and most of each land on it; none, of any item and of what fits nothing, lands on a wrong one. Reads the
 * translations of the replay; of a walk that stopped, as far as it went.
 */
export function languageGate(
  { session, plan, witness, walk }: Replayed,
  beside: { world: World; paraphrases: Paraphrases } | null = null,
): GateResult {
  const findings: Finding[] = [];
  const understood = session
    .translations()
    .flatMap((translation) =>
      translation && "parts" in translation ? [translation.parts.map((part) => part.item)] : [],
    );
  const said = plan.steps.filter((step) => step.do === "say");
  const covered = new Set<string>();
  let asked = 0;
  said.slice(0, understood.length).forEach((step, i) => {
    const wanted = step.witness.flatMap((number) => {
      const from = witness[number - 1];
      return from ? intended(from) : [];
    });
    asked += wanted.length;
    wanted.forEach((item, part) => {
      const got = understood[i]?.[part] ?? null;
      if (got === item) covered.add(item);
      else
        findings.push(
          finding(
            "language/misunderstood",
            `"${step.requests[part]?.words ?? ""}" was understood as ${got ? `"${got}"` : "nothing on the menu"}, not as "${item}".`,
            {
              path: `$.witness[${(step.witness[0] ?? 1) - 1}]`,
              fix: "Reword the public label so that it can only mean this.",
              nodes: [item, ...(got ? [got] : [])],
            },
          ),
        );
    });
  });
  const named = new Set(findings.map((f) => f.nodes[0]));
  const missing = [...new Set(witness.flatMap(intended))].filter((item) => !covered.has(item));
  for (const item of walk.verdict === "proved" ? missing : [])
    if (!named.has(item))
      findings.push(
        finding("language/not-covered", `No request of the route was understood as "${item}".`, {
          nodes: [item],
        }),
      );
  const understoodOf = `${asked - findings.length} of ${count(asked, "request")} led to the intended item of the menu`;
  const route = new Set(witness.flatMap(intended));
  const tried = beside && checkParaphrases(beside.world, route, beside.paraphrases);
  findings.push(...(tried?.findings ?? []));
  return {
    gate: "language",
    verdict: verdictOf(findings),
    summary: tried
      ? `${understoodOf}; ${tried.landed} of ${count(tried.tried, "paraphrase")} of the route's items landed, ${tried.wrong} on a wrong one, the rest were asked back.`
      : `${understoodOf}. No paraphrases were given.`,
    findings,
    figures: {
      requests: asked,
      items: covered.size,
      paraphrases: tried?.tried ?? 0,
      landed: tried?.landed ?? 0,
      ballots: asked + (tried?.ballots ?? 0),
    },
  };
}
