import { PLAYBOOKS } from "../language/playbooks";
import { proveReachable } from "../oracle";
import type { Finding } from "../spec/finding";
import type { Requirement } from "../spec/requirement";
import type { WorldSpec } from "../spec/world";
import { indexSpec } from "../spec/world-index";
import { type Check, type LintContext, lintFinding, type Owned } from "./lint-context";
import { contentWords, holdsMostOf } from "./words";

/** Facts that are looked at one by one; a world with more is in trouble enough. */
const MOST_PROVED = 20;

/**
 * What an exchange rests on and nothing tells an agent to find out (C27): neither the brief, a playbook, a form, the
 * exchange itself, nor what anybody says on the way; and no route learns it for another reason. Whoever goes without it
 * breaks a rule that nobody could know of.
 */
export const checkKnowable: Check = (context) => {
  const { world, exchanges, untouched, oracle } = context;
  if (oracle.verdict !== "proved") return [];
  const asked = new Set(world.spec.terminals.filter((t) => t.required).map((t) => t.target));
  const texts = textsThatAsk(context);
  const unsaid = exchanges.flatMap((owned) =>
    factsRestedOn(owned.exchange.grounding)
      .filter((fact) => !untouched.has(fact) && !asked.has(fact) && !isAskedByItself(context, owned, fact))
      .filter(
        (fact) => !texts.some(({ of, words }) => of !== fact && holdsMostOf(words, factWords(context, fact))),
      )
      .map((fact) => ({ owned, fact })),
  );
  return unsaid.slice(0, MOST_PROVED).flatMap(({ owned, fact }): Finding[] => {
    if (isLearnedAnyway(world.spec, owned.id, fact)) return [];
    const { label } = world.knowledge.get(fact)!;
    return [
      {
        ...lintFinding(
          context,
          "unknowable-grounding",
          [owned.id, fact],
          `“${owned.label}” rests on “${label}”, but nothing tells an agent to find that out first.`,
          "Say it in the brief, let somebody say so on the way, ask for it as a value, or take it from what the operation rests on.",
          "grounding",
        ),
        severity: "caution",
      },
    ];
  });
};

/** The facts of a condition that has no alternative without facts to learn. */
const factsRestedOn = (requirement: Requirement): string[] => {
  const sets = requirement.map((set) =>
    set.flatMap((atom) => (atom.kind === "fact_known" ? [atom.fact] : [])),
  );
  return sets.length > 0 && sets.every((set) => set.length > 0) ? [...new Set(sets.flat())] : [];
};

/** A share, a field, or a condition that the party enforces: a refusal names it. */
function isAskedByItself({ world }: LintContext, { id, label, exchange }: Owned, fact: string): boolean {
  const fields = world.forms.get(id)?.fields ?? [];
  const wanted = contentWords(world.knowledge.get(fact)!.label);
  return (
    exchange.shares.includes(fact) ||
    factsRestedOn(exchange.requires).includes(fact) ||
    fields.some((field) => field.source === fact) ||
    holdsMostOf(new Set(contentWords(label)), wanted)
  );
}

const factWords = ({ world }: LintContext, fact: string) => contentWords(world.knowledge.get(fact)!.label);

/** Every text that could tell an agent to find something out, with its words. */
function textsThatAsk({ world }: LintContext): { of: string; words: ReadonlySet<string> }[] {
  const { spec } = world;
  const texts: [string, string][] = [
    [spec.id, `${spec.title}\n${spec.brief}`],
    ...PLAYBOOKS.flatMap((p) => p.text.split("\n").map((line): [string, string] => [p.playbook, line])),
    ...spec.forms.map((f): [string, string] => [f.id, [f.title, ...f.fields.map((x) => x.label)].join("\n")]),
    ...spec.knowledge.map((k): [string, string] => [k.id, k.statement]),
    ...[...spec.mutations, ...spec.forms].map((x): [string, string] => [x.id, x.receipt]),
  ];
  return texts.map(([of, text]) => ({ of, words: new Set(contentWords(text)) }));
}

/** Whether a route that does not mind what this rests on learns the fact all the same. */
function isLearnedAnyway(spec: WorldSpec, id: string, fact: string): boolean {
  const without = (requirement: Requirement): Requirement =>
    requirement.map((set) => set.filter((atom) => atom.kind !== "fact_known" || atom.fact !== fact));
  const bare = <T extends { id: string; grounding: Requirement }>(x: T): T =>
    x.id === id ? { ...x, grounding: without(x.grounding) } : x;
  const world = indexSpec({
    ...spec,
    mutations: spec.mutations.map(bare),
    forms: spec.forms.map(bare),
    documents: spec.documents.map((d) =>
      d.id === id && d.request
        ? { ...d, request: { ...d.request, grounding: without(d.request.grounding) } }
        : d,
    ),
    status_surfaces: spec.status_surfaces.map((s) =>
      s.id === id ? { ...s, observe: { ...s.observe, grounding: without(s.observe.grounding) } } : s,
    ),
    knowledge: spec.knowledge.map((k) =>
      k.id === id ? { ...k, held_by: k.held_by.map((h) => ({ ...h, grounding: without(h.grounding) })) } : k,
    ),
  });
  if (!world.ok) return true;
  const { verdict, witness } = proveReachable(world.value, { routes: false });
  if (verdict !== "proved") return true;
  const brought = (id: string | undefined) =>
    (world.value.documents.get(id ?? "")?.facts.includes(fact) ?? false) ||
    [
      ...(world.value.mutations.get(id ?? "")?.effects ?? []),
      ...(world.value.forms.get(id ?? "")?.effects ?? []),
    ].some((effect) => effect.kind === "reveal_fact" && effect.fact === fact);
  return witness.some(
    (step) =>
      step.obtain?.includes(fact) ||
      step.transmit?.includes(fact) ||
      [step.document, step.complete, step.form].some(brought),
  );
}
