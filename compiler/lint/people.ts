import type { Finding } from "../spec/finding";
import { type Check, lintFinding } from "./lint-context";

const OF_ANOTHER = /\b(?:he|she|him|his|her|hers)\b/iu;
const OF_ONESELF = /\b(?:i|me|my|mine|myself|we|us|our)\b|\bI['’]/iu;

/** The patient speaks in the first person: what only the patient tells, and what the patient answers to a request. */
export const checkFirstPerson: Check = (context) => {
  const { world } = context;
  const patients = new Set(world.spec.entities.filter((e) => e.kind === "patient").map((e) => e.id));
  const onFile = new Set(world.spec.documents.flatMap((d) => d.facts));
  const said: [id: string, text: string, field: string][] = [
    ...world.spec.knowledge
      .filter((k) => k.held_by.length > 0 && k.held_by.every((h) => patients.has(h.party)))
      .map((k): [string, string, string] => [k.id, k.statement, "statement"]),
    ...[...world.spec.mutations, ...world.spec.forms]
      .filter((x) => patients.has(x.party))
      .map((x): [string, string, string] => [x.id, x.receipt, "receipt"]),
  ];
  return said.flatMap(([id, text, field]): Finding[] => {
    if (!OF_ANOTHER.test(text) || OF_ONESELF.test(text)) return [];
    const fix = onFile.has(id)
      ? "It stands in a paper too: write it without a person, such as “Date of birth: March 2, 1961.”"
      : "Write it as the patient says it, such as “My date of birth is March 2, 1961.”";
    return [
      {
        ...lintFinding(
          context,
          "third-person",
          [id],
          `The patient speaks as of somebody else: “${text}”`,
          fix,
          field,
        ),
        severity: "caution",
      },
    ];
  });
};

/** What a label has that breaks the sentences it is put into: a mark at its end, a break, a sentence of its own. */
const MISFIT = /[.,:;!?]$|[\n\t]|[.!?]\s+\p{Lu}/u;

/** Labels stand in sentences: “This is needed from you first: …” (every label that a result can show). */
export const checkLabels: Check = (context) => {
  const { spec } = context.world;
  const labels: [id: string, label: string][] = [
    ...spec.entities.flatMap((e) => [
      [e.id, e.name] as [string, string],
      ...e.channels.map((c): [string, string] => [c.id, c.label]),
    ]),
    ...[...spec.knowledge, ...spec.mutations, ...spec.status_surfaces].map((x): [string, string] => [
      x.id,
      x.label,
    ]),
    ...spec.documents.flatMap((d) => [
      [d.id, d.title] as [string, string],
      ...(d.request ? [[d.request.id, d.request.label] as [string, string]] : []),
    ]),
    ...spec.forms.flatMap((f) => [
      [f.id, f.title] as [string, string],
      ...f.fields.map((field): [string, string] => [f.id, field.label]),
    ]),
    ...spec.status_surfaces.flatMap((s) => s.values.map((v): [string, string] => [s.id, v.label])),
    ...spec.authorities.map((a): [string, string] => [a.id, a.scope]),
  ];
  return labels
    .filter(([, label]) => MISFIT.test(label.replace(/\b(?:St|Dr|Mr|Mrs|Ms|No|Inc|Co|Ltd|Jr|Sr)\./gu, "")))
    .map(([id, label]) => ({
      ...lintFinding(
        context,
        "label-misfit",
        [id],
        `“${label}” fits into no sentence: it ends with a mark or holds a sentence of its own.`,
        "Write it as a name or a short phrase.",
      ),
      severity: "caution" as const,
    }));
};
