import { PLAYBOOKS } from "../language/playbooks";
import { proveReachable } from "../oracle";
import type { Finding } from "../spec/finding";
import { isSaid } from "../spec/value";
import type { Effect, Knowledge, WorldSpec } from "../spec/world";
import { indexSpec } from "../spec/world-index";
import { wordsIn } from "../text/words";
import { type Check, type LintContext, lintFinding } from "./lint-context";
import { TokenIndex } from "./words";

/** Hidden values and statements that stand where the agent reads before it has learned them (C4, C14). */
export const checkLeaks: Check = (context) => {
  const { world, untouched } = context;
  const index = new TokenIndex();
  for (const [place, text] of publicTexts(context)) index.add(place, text);
  const open = new Set(
    world.spec.knowledge.filter((k) => untouched.has(k.id)).map((k) => wordsIn(k.value.value).join(" ")),
  );
  return world.spec.knowledge.flatMap((fact): Finding[] => {
    if (untouched.has(fact.id)) return [];
    for (const tokens of tellingTokens(fact)) {
      if (open.has(tokens.join(" "))) continue;
      const [place] = [...index.find(tokens), ...playbooks().find(tokens)];
      if (place !== undefined)
        return [
          lintFinding(
            context,
            "leak",
            [fact.id, ...(world.knowledge.has(place) || place === fact.id ? [] : [place])],
            `What “${fact.label}” says can be read in ${placeName(context, place)} before anybody has told it.`,
            "Take it out of that text.",
            "value",
          ),
        ];
    }
    return [];
  });
};

/** Leaks that are proved one by one; a world with more is in trouble enough. */
const MOST_PROVED = 20;

/**
 * Hidden values that stand in what somebody can come to see without having been told them: a statement, a receipt, a title,
 * the words for a state, the name of a party or of a way to reach it (C14). Whoever passes them on then breaks a rule that
 * nothing could have told them of (C24).
 */
export const checkLaterLeaks: Check = (context) => {
  const { world, untouched } = context;
  const { spec } = world;
  const index = new TokenIndex();
  for (const [place, text] of laterTexts(context)) index.add(place, text);
  const candidates = spec.knowledge.flatMap((fact) => {
    if (untouched.has(fact.id)) return [];
    const places = new Set(tellingTokens(fact).flatMap((tokens) => [...index.find(tokens)]));
    return [...places].filter((place) => !says(context, place, fact)).map((place) => ({ fact, place }));
  });
  return candidates.slice(0, MOST_PROVED).flatMap(({ fact, place }): Finding[] => {
    const without = indexSpec(withoutFact(spec, fact.id));
    if (!without.ok || !(place in proveReachable(without.value, { routes: false }).earliest)) return [];
    const owner = place.split(".")[0] as string;
    return [
      lintFinding(
        context,
        "leak",
        [fact.id, owner],
        `What “${fact.label}” says can be read in ${placeName(context, owner)} before anybody has told it.`,
        "Take it out of that text, or let that bring the fact as well.",
        "value",
      ),
    ];
  });
};

/** By the place where the oracle says when it is reached, the texts that are shown in the course of a case. */
function laterTexts({ world: { spec } }: LintContext): [place: string, text: string][] {
  return [
    ...spec.knowledge.map((k): [string, string] => [k.id, k.statement]),
    ...[...spec.mutations, ...spec.forms].map((x): [string, string] => [x.id, x.receipt]),
    ...spec.documents.map((d): [string, string] => [d.id, d.title]),
    ...spec.status_surfaces.flatMap((s) =>
      s.values.map((v): [string, string] => [`${s.id}.${v.id}`, v.label]),
    ),
    ...spec.entities.flatMap((e) => e.channels.map((c): [string, string] => [c.id, `${e.name}\n${c.label}`])),
  ];
}

const brings = (effects: readonly Effect[], fact: string) =>
  effects.some((e) => e.kind === "reveal_fact" && e.fact === fact);

/** Whether a place tells the fact itself, or another fact of the same value. */
function says({ world }: LintContext, place: string, fact: Knowledge): boolean {
  const other = world.knowledge.get(place);
  const exchange = world.mutations.get(place) ?? world.forms.get(place);
  const status = world.statuses.get(place.split(".")[0] as string);
  return (
    place === fact.id ||
    (other !== undefined && isSaid(fact.value, other.value.value)) ||
    (exchange !== undefined && brings(exchange.effects, fact.id)) ||
    world.documents.get(place)?.facts.includes(fact.id) === true ||
    status?.reveals.some((r) => r.facts.includes(fact.id)) === true
  );
}

/** The world in which nobody and nothing tells a fact, nor what is told in one breath with it. */
function withoutFact(spec: WorldSpec, fact: string): WorldSpec {
  const bare = <T extends { effects: Effect[] }>(x: T): T =>
    brings(x.effects, fact) ? { ...x, effects: x.effects.filter((e) => e.kind !== "reveal_fact") } : x;
  return {
    ...spec,
    knowledge: spec.knowledge.map((k) => (k.id === fact ? { ...k, held_by: [] } : k)),
    documents: spec.documents.map((d) => (d.facts.includes(fact) ? { ...d, facts: [] } : d)),
    mutations: spec.mutations.map(bare),
    forms: spec.forms.map(bare),
    time_events: spec.time_events.map(bare),
    status_surfaces: spec.status_surfaces.map((s) => ({
      ...s,
      reveals: s.reveals.map((r) => (r.facts.includes(fact) ? { ...r, facts: [] } : r)),
    })),
  };
}

let playbookIndex: TokenIndex | null = null;

/** The playbooks are the same for every world, so they are indexed once. */
function playbooks(): TokenIndex {
  if (playbookIndex) return playbookIndex;
  playbookIndex = new TokenIndex();
  for (const p of PLAYBOOKS) playbookIndex.add(p.playbook, `${p.title}\n${p.purpose}\n${p.text}`);
  return playbookIndex;
}

/** The tokens that give a fact away: its statement, and its value where it is more than a common word. */
function tellingTokens({ statement, value }: Knowledge): string[][] {
  const said = wordsIn(statement);
  const own = wordsIn(value.value);
  const particular =
    own.length >= 3 || (own.length >= 2 && value.type === "text") || /\d{4}/.test(own.join(""));
  return [...(said.length >= 4 ? [said] : []), ...(particular ? [own] : [])];
}

/** By place, the texts shown from the start or while something is asked for. */
function publicTexts({ world }: LintContext): [place: string, text: string][] {
  const { spec } = world;
  const dayOne = new Set(spec.day_one.contacts);
  return [
    ["brief", spec.brief],
    ["title", spec.title],
    ...spec.entities.flatMap((e) => {
      const known = e.channels.filter((c) => dayOne.has(c.id));
      return known.length === 0
        ? []
        : [e, ...known].map((x): [string, string] => [x.id, "name" in x ? x.name : x.label]);
    }),
    ...spec.knowledge.map((k): [string, string] => [k.id, k.label]),
    ...spec.documents.flatMap((d) => (d.request ? [[d.id, d.request.label] as [string, string]] : [])),
    ...spec.mutations.map((m): [string, string] => [m.id, m.label]),
    ...spec.forms.flatMap((f) =>
      [f.title, ...f.fields.map((x) => x.label)].map((text): [string, string] => [f.id, text]),
    ),
    ...spec.status_surfaces.map((s): [string, string] => [s.id, s.label]),
  ];
}

function placeName({ world }: LintContext, place: string): string {
  if (place === "brief" || place === "title") return `the ${place}`;
  if (PLAYBOOKS.some((p) => p.playbook === place)) return `the playbook ${place}`;
  const label =
    world.entities.get(place)?.name ??
    world.channels.get(place)?.channel.label ??
    world.knowledge.get(place)?.label ??
    world.documents.get(place)?.request?.label ??
    world.documents.get(place)?.title ??
    world.mutations.get(place)?.label ??
    world.forms.get(place)?.title ??
    world.statuses.get(place)?.label;
  return `“${label ?? place}”`;
}

/** Values a form expects that no source gives and no text shows (C4), and prose that would be graded (C10). */
export const checkFormValues: Check = (context) => {
  const { world } = context;
  const index = new TokenIndex();
  for (const [place, text] of publicTexts(context)) index.add(place, text);
  for (const k of world.spec.knowledge) index.add(k.id, `${k.statement}\n${k.value.value}`);
  for (const x of [...world.spec.mutations, ...world.spec.forms]) index.add(x.id, x.receipt);
  for (const d of world.spec.documents) index.add(d.id, d.title);
  for (const s of world.spec.status_surfaces) index.add(s.id, s.values.map((v) => v.label).join("\n"));
  return world.spec.forms.flatMap((form) =>
    form.fields.flatMap((field, j): Finding[] => {
      if (field.kind !== "value" || !field.verifiable) return [];
      const value = field.source ? world.knowledge.get(field.source)?.value : field.expected;
      if (
        value?.type === "text" &&
        (value.value.length > LONGEST_GRADED || wordsIn(value.value).length > MOST_WORDS)
      )
        return [
          lintFinding(
            context,
            "free-text-graded",
            [form.id, ...(field.source ? [field.source] : [])],
            `“${field.label}” compares a whole sentence word for word.`,
            "Ask for a short value, or do not verify the field.",
            "fields",
            j,
          ),
        ];
      if (field.source || !field.expected || index.find(wordsIn(field.expected.value)).size > 0) return [];
      return [
        lintFinding(
          context,
          "value-never-shown",
          [form.id],
          `“${field.label}” expects a value that nothing in this case shows.`,
          "Name the fact it is filled in from, or say the value in a text the advocate reads.",
          "fields",
          j,
          "expected",
        ),
      ];
    }),
  );
};

/** Above this a text value is prose: nobody repeats it word for word (C10). */
const LONGEST_GRADED = 120;
const MOST_WORDS = 16;
