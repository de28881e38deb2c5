import type { Finding } from "../spec/finding";
import { normalForm } from "../spec/value";
import { type Check, lintFinding } from "./lint-context";

/** Exchanges that could only be carried out by breaking a rule: protected facts without a permission (E3, C6). */
export const checkPermissions: Check = (context) => {
  const { world, exchanges } = context;
  const held = new Set(world.spec.day_one.authorities);
  const out: Finding[] = [];
  for (const a of world.spec.authorities) {
    const grant = world.mutations.get(a.grant_action ?? "");
    if (!grant || grant.party === a.grantor) continue;
    out.push(
      lintFinding(
        context,
        "granted-by-another",
        [a.id, grant.id],
        `The permission “${a.scope}” is ${world.entities.get(a.grantor)?.name}'s to give, but somebody else is asked for it.`,
        "Let the operation that gives it be one of the party whose permission it is.",
        "grant_action",
      ),
    );
  }
  for (const { id, party, label, exchange } of exchanges) {
    const form = world.forms.get(id);
    const carried = [...exchange.shares, ...(form?.fields.flatMap((f) => f.source ?? []) ?? [])];
    const covers = (a: string, hearer = party) => world.authorities.get(a)?.recipient === hearer;
    for (const hearer of new Set([party, ...exchange.participants])) {
      const entity = world.entities.get(hearer);
      const exempt =
        entity?.kind === "patient" ||
        entity?.kind === "case_record" ||
        entity?.decoy === true ||
        world.forbidden.has(id);
      if (exempt || [...exchange.authorities, ...held].some((a) => covers(a, hearer))) continue;
      const fact = carried
        .flatMap((f) => world.knowledge.get(f) ?? [])
        .find((k) => k.protected && k.held_by.every((h) => h.party !== hearer));
      if (!fact) continue;
      out.push(
        lintFinding(
          context,
          "protected-without-permission",
          [id, fact.id, hearer],
          `“${label}” passes the protected “${fact.label}” to ${entity?.name ?? hearer} without asking for a permission for them.`,
          "Ask for the permission here, or do not pass the fact on.",
        ),
      );
    }
    const other = exchange.authorities.find((a) => !covers(a) && world.authorities.get(a)?.grantor !== party);
    if (other !== undefined && !exchange.authorities.some((a) => covers(a)))
      out.push(
        lintFinding(
          context,
          "permission-for-another",
          [id, other],
          `“${label}” asks for a permission that is for somebody else.`,
          "Name the permission whose recipient is asked here.",
        ),
      );
    if (form) {
      const missing = exchange.shares.find((fact) => !form.fields.some((f) => f.source === fact));
      if (missing !== undefined)
        out.push(
          lintFinding(
            context,
            "share-without-field",
            [id, missing],
            `“${label}” asks for “${world.knowledge.get(missing)?.label}”, but has no field that carries it.`,
            "Add the field, or do not ask for the fact.",
          ),
        );
    }
  }
  return out;
};

/** The same thing stated twice, differently (C17, C22), and values that are nothing once normalised (C26). */
export const checkContradictions: Check = (context) => {
  const { world } = context;
  const { spec } = world;
  const out: Finding[] = [];
  const said = new Map<string, { id: string; value: string }>();
  for (const k of spec.knowledge) {
    const value = normalForm(k.value, k.value.value);
    if (value === null || value === "") {
      out.push(
        lintFinding(
          context,
          "empty-value",
          [k.id],
          `“${k.label}” has a value that compares as nothing.`,
          "Give a value that can be told from others.",
          "value",
        ),
      );
      continue;
    }
    const label = normalForm({ type: "text", value: k.label }, k.label) ?? "";
    const before = said.get(label);
    if (before && before.value !== value)
      out.push(
        lintFinding(
          context,
          "contradiction",
          [k.id, before.id],
          `“${k.label}” has two different answers in this case.`,
          "Keep one, or give the two labels that tell them apart.",
          "value",
        ),
      );
    else said.set(label, { id: k.id, value });
  }
  return [...out, ...contradictingAges(context)];
};

const AGE =
  /\b(?:(?:he|she|they|patient) (?:is|was|are) (\d{1,3})(?: years? old)?\b|(\d{1,3})[- ]years?[- ]old\b|\baged? (\d{1,3})\b)/i;
const DECADE = /\bin (?:his|her|their) (?:early |mid[- ]?|late )?(\d)0s\b/i;
const BIRTH = /\bbirth|\bborn\b|\bdob\b/i;

/** An age against the one birth date of the case. */
const contradictingAges: Check = (context) => {
  const { spec } = context.world;
  const births = spec.knowledge.filter(
    (k) => k.value.type === "date" && BIRTH.test(`${k.label} ${k.id.replaceAll("_", " ")}`),
  );
  const [birth] = births;
  if (!birth || births.length > 1) return [];
  const age = ageAt(birth.value.value, spec.clock_start);
  const texts: [string, string][] = [
    [spec.id, spec.brief],
    ...spec.knowledge
      .filter((k) => k !== birth)
      .map((k): [string, string] => [k.id, `${k.statement}\n${k.value.value}`]),
  ];
  return texts.flatMap(([id, text]) => {
    const stated = AGE.exec(text)
      ?.slice(1)
      .find((n) => n !== undefined);
    const decade = DECADE.exec(text)?.[1];
    const wrong =
      (stated !== undefined && Number(stated) !== age) ||
      (decade !== undefined && Number(decade) !== Math.floor(age / 10));
    if (!wrong) return [];
    const about = lintFinding(
      context,
      "contradicting-age",
      [id, birth.id],
      `The age in this text does not go with “${birth.label}”: that makes ${age} on the first day.`,
      "Correct the age or the date.",
    );
    return [id === spec.id ? { ...about, path: "$.brief" } : about];
  });
};

function ageAt(birth: string, moment: string): number {
  const years = Number(moment.slice(0, 4)) - Number(birth.slice(0, 4));
  return moment.slice(5, 10) < birth.slice(5, 10) ? years - 1 : years;
}
