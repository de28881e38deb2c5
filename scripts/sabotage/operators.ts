import {
  type Certificate,
  type CertifiedWorld,
  certifyWorld,
  type Machinery,
  planWitness,
  verifyCertificate,
} from "@/compiler/certify";
import { createSession, type RunLogRecord } from "@/compiler/engine";
import { checkAccounting, gradeRun, metricsOf, type RunFigures } from "@/compiler/grade";
import { walkPlan } from "@/compiler/replay";
import { canonicalJson } from "@/compiler/spec/canonical";
import type { Finding } from "@/compiler/spec/finding";
import type { Exchange, WorldSpec } from "@/compiler/spec/world";
import { signingPorts } from "@/runner/keys";
import { engineOf, engineThrough, graderThat, graderThatWantsAll } from "./faulty";

/** Where a fault was noticed. */
export interface Caught {
  gate: string;
  finding: Finding;
}

/** A fault put into a case: the node to be named, and what the gates say. */
export interface Planted {
  node: string;
  run: () => Promise<Caught[]>;
}

/** One way to plant one kind of fault (faults.md). Gives null where a world has no place for it. */
export interface Operator {
  kind: string;
  what: string;
  plant: (certified: CertifiedWorld) => Planted | null;
}

const ports = signingPorts();

const gatesOf = async (world: unknown, machinery?: Machinery): Promise<Caught[]> => {
  const { gates } = await certifyWorld(world, ports, undefined, machinery);
  return gates.flatMap((gate) =>
    gate.findings
      .filter((finding) => !finding.code.endsWith("/not-run"))
      .map((finding) => ({ gate: gate.gate, finding })),
  );
};

/** An operator that changes the world; the change names the node, or null where there is no place. */
export const inWorld = (
  kind: string,
  what: string,
  change: (spec: WorldSpec, certified: CertifiedWorld) => string | null,
): Operator => ({
  kind,
  what,
  plant: (certified) => {
    const spec = structuredClone(certified.world.spec);
    const node = change(spec, certified);
    return node === null ? null : { node, run: () => gatesOf(spec) };
  },
});

/** An operator that puts a faulty engine or grader under the gates. */
const inMachinery = (
  kind: string,
  what: string,
  make: (certified: CertifiedWorld) => { node: string; machinery: Machinery } | null,
): Operator => ({
  kind,
  what,
  plant: (certified) => {
    const made = make(certified);
    return made && { node: made.node, run: () => gatesOf(certified.world.spec, made.machinery) };
  },
});

const inCertificate = (kind: string, what: string, lie: (certificate: Certificate) => void): Operator => ({
  kind,
  what,
  plant: ({ world, certificate }) => ({
    node: world.spec.id,
    run: async () => {
      const { signature: _, ...body } = structuredClone(certificate);
      lie(body as Certificate);
      const signature = { algorithm: "Ed25519" as const, ...(await ports.sign?.(canonicalJson(body))) };
      const { findings } = await verifyCertificate(world.spec, { ...body, signature }, ports);
      return findings.map((finding) => ({ gate: "verify", finding }));
    },
  }),
});

const inLog = (kind: string, what: string, forge: (records: RunLogRecord[]) => string | null): Operator => ({
  kind,
  what,
  plant: ({ world, certificate }) => {
    const session = createSession(world);
    walkPlan(session.environment(), planWitness(world, certificate.route.witness));
    const records = structuredClone([...session.log()]);
    const node = forge(records);
    if (node === null) return null;
    return {
      node,
      run: async () => {
        const graded = gradeRun(records);
        return graded.ok ? [] : graded.findings.map((finding) => ({ gate: "grade", finding }));
      },
    };
  },
});

const steps = ({ certificate }: CertifiedWorld) => certificate.route.witness;
/** The first operation of the route. */
export const operationOf = (c: CertifiedWorld) => {
  const id = steps(c).find((s) => s.complete && !s.form)?.complete;
  return c.world.spec.mutations.find((m) => m.id === id);
};
export const inSpec = <T extends { id: string }>(list: readonly T[], id: string | undefined) =>
  list.find((x) => x.id === id);
/** The first fact that somebody is asked for on the route. */
const askedFact = (c: CertifiedWorld) => steps(c).find((s) => s.op === "ask" && s.obtain && !s.document);
const yearBefore = (moment: string) => `${Number(moment.slice(0, 4)) - 1}${moment.slice(4)}`;
const holderOf = (spec: WorldSpec, fact: string, party: string | undefined): Exchange | undefined =>
  inSpec(spec.knowledge, fact)?.held_by.find((h) => h.party === party);
/** A fact that is known before the first action. */
const onFile = (spec: WorldSpec) =>
  spec.day_one.facts[0] ?? spec.day_one.documents.flatMap((id) => inSpec(spec.documents, id)?.facts ?? [])[0];
const firstGroup = ({ world }: CertifiedWorld) => [...world.groups].find(([, g]) => g.required)?.[0] ?? "";
export const terminal = (id: string, target: string, label: string): WorldSpec["terminals"][number] => ({
  id,
  kind: "fact_discovered",
  target,
  value: null,
  group: id,
  required: true,
  label,
  evidence: [],
});

export const NO_NEEDS: Exchange = {
  requires: [],
  shares: [],
  authorities: [],
  grounding: [],
  via: [],
  participants: [],
};
const newFact = (
  id: string,
  label: string,
  held_by: WorldSpec["knowledge"][number]["held_by"],
): WorldSpec["knowledge"][number] => ({
  id,
  label,
  statement: `There is ${label}.`,
  value: { type: "identifier", value: "ZX-4471" },
  protected: false,
  held_by,
  reveals: [],
  evidence: [],
});

/** Halves of kinds that no machine can catch, and why. */
export const FOR_PEOPLE: readonly { kind: string; what: string; why: string }[] = [
  {
    kind: "C7",
    what: "the brief asks what no outcome checks",
    why: "A brief is prose: whether a sentence in it asks for something is for the reviewer's checklist to say.",
  },
  {
    kind: "C17",
    what: "two statements contradict each other in meaning alone",
    why: "Ages against birth dates, and one label with two values, are compared; other sense is for the reviewer.",
  },
];

/** Operators by kind, in the order of faults.md. */
export const OPERATORS: readonly Operator[] = [
  inWorld("C1", "a step of the route has no minute in which it can run", (spec, c) => {
    const step = askedFact(c);
    const fact = step?.obtain?.[0];
    const holder = fact && holderOf(spec, fact, step?.party);
    if (!fact || !holder) return null;
    for (const h of inSpec(spec.knowledge, fact)?.held_by ?? [])
      h.requires = [[{ kind: "before_deadline", at: yearBefore(spec.clock_start) }]];
    return fact;
  }),
  inMachinery("C1", "the engine swallows the error of a step", (c) => {
    const operation = operationOf(c);
    if (!operation) return null;
    return {
      node: operation.id,
      machinery: engineThrough({
        after: (result, action) =>
          "request" in action && action.request === operation.label ? { ...result, parts: [] } : result,
      }),
    };
  }),
  inWorld("C2", "every outcome holds on the first day", (spec) => {
    const fact = onFile(spec);
    if (!fact) return null;
    spec.terminals = [terminal("done_already", fact, "It is done")];
    return "done_already";
  }),
  inWorld("C3", "one outcome holds on the first day", (spec) => {
    const fact = onFile(spec);
    if (!fact) return null;
    spec.terminals.push(terminal("done_already", fact, "It is done"));
    return "done_already";
  }),
  inWorld("C4", "a step needs a value that nobody tells", (spec, c) => {
    const step = askedFact(c);
    const fact = step?.obtain?.[0];
    const holders = fact ? inSpec(spec.knowledge, fact)?.held_by : undefined;
    if (!holders) return null;
    spec.knowledge.push(newFact("unheard_code", "the code nobody knows", []));
    for (const holder of holders) holder.shares.push("unheard_code");
    return "unheard_code";
  }),
  inWorld("C4", "a form asks for words that are shown nowhere", (spec) => {
    const form = spec.forms[0];
    if (!form) return null;
    form.fields.push({
      id: "unseen_choice",
      label: "Choice",
      kind: "value",
      source: null,
      expected: { type: "text", value: "variant nine of the green list" },
      verifiable: true,
    });
    return form.id;
  }),
  inWorld("C5", "two facts that nobody can tell apart", (spec, c) => {
    const fact = inSpec(spec.knowledge, askedFact(c)?.obtain?.[0]);
    if (!fact) return null;
    spec.knowledge.push({ ...structuredClone(fact), id: "twin_of_it", reveals: [] });
    return fact.id;
  }),
  inWorld("C6", "the route needs what a red line forbids", (spec, c) => {
    const operation = c.world.spec.terminals.find((t) => t.kind === "action_completed" && t.required)?.target;
    if (!operation) return null;
    spec.red_lines.push({
      id: "never_do_it",
      kind: "forbidden_action",
      target: operation,
      field: null,
      text: "Never do this.",
      evidence: [],
    });
    return operation;
  }),
  inMachinery(
    "C6",
    "the grader holds a permission against the route that the world does not ask for",
    (c) => {
      const node = operationOf(c)?.id ?? askedFact(c)?.obtain?.[0];
      if (!node) return null;
      return {
        node,
        machinery: graderThat((grade) => ({
          ...grade,
          strict_pass: false,
          findings: [
            {
              code: "authority/not-held",
              severity: "error",
              path: "$",
              message: "No permission was held.",
              fix: "",
              nodes: [node],
              step: 1,
            },
          ],
        })),
      };
    },
  ),
  inWorld("C7", "an outcome checks what the brief never asks", (spec, c) => {
    const party = askedFact(c)?.party;
    if (!party) return null;
    spec.knowledge.push(
      newFact("yodelling_syllabus", "the quarterly yodelling syllabus", [{ party, ...NO_NEEDS }]),
    );
    spec.terminals.push(terminal("unasked", "yodelling_syllabus", "Quarterly yodelling syllabus archived"));
    return "unasked";
  }),
  inWorld("C8", "a permission that no request asks for", (spec) => {
    const [first] = spec.entities;
    const other = spec.entities.find((e) => e.id !== first?.id && !e.decoy);
    if (!first || !other) return null;
    spec.authorities.push({
      id: "idle_permission",
      grantor: first.id,
      recipient: other.id,
      scope: "nothing in particular",
      grant_action: null,
      evidence: [],
    });
    return "idle_permission";
  }),
  inMachinery("C9", "the grader minds harmless acts", (c) => {
    const group = firstGroup(c);
    const used = c.certificate.gates.find((g) => g.gate === "replay")?.figures.actions_used ?? 0;
    return {
      node: group,
      machinery: graderThat((grade) =>
        grade.actions_used > used
          ? {
              ...grade,
              strict_pass: false,
              groups: grade.groups.map((g) => (g.group === group ? { ...g, passed: false } : g)),
            }
          : grade,
      ),
    };
  }),
  inWorld("C10", "a form field is graded on free text", (spec) => {
    const form = spec.forms[0];
    if (!form) return null;
    form.fields.push({
      id: "own_words",
      label: "In your own words",
      kind: "value",
      source: null,
      expected: {
        type: "text",
        value:
          "The patient would like the clinic to understand that the device has failed twice already and that waiting any longer is not something that anybody in the household can manage.",
      },
      verifiable: true,
    });
    return form.id;
  }),
  inMachinery("C11", "the grader drops an outcome", (c) => {
    const group = firstGroup(c);
    return {
      node: group,
      machinery: graderThat((grade) => ({ ...grade, groups: grade.groups.filter((g) => g.group !== group) })),
    };
  }),
  inMachinery("C12", "the engine counts across runs", (c) => {
    const node = askedFact(c)?.obtain?.[0];
    const label = c.world.spec.knowledge.find((k) => k.id === node)?.label;
    if (!node || !label) return null;
    let calls = 0;
    return {
      node,
      machinery: engineThrough({
        after: (result, action) =>
          "request" in action && action.request === label
            ? { ...result, message: `${result.message} Call ${++calls}.` }
            : result,
      }),
    };
  }),
  inMachinery("C13", "a run changes the world", (c) => {
    const node = c.world.spec.entities[0]?.id;
    if (!node) return null;
    return {
      node,
      machinery: engineThrough({
        after: (result, _, world) => {
          const [entity] = world.spec.entities;
          if (entity && result.tool === "finish") entity.name = `${entity.name}, met`;
          return result;
        },
      }),
    };
  }),
  inWorld("C14", "the brief gives an answer away", (spec, c) => {
    const fact = inSpec(spec.knowledge, askedFact(c)?.obtain?.[0]);
    if (!fact) return null;
    spec.brief += ` (${fact.statement})`;
    return fact.id;
  }),
  inWorld("C14", "a receipt gives an answer away before anybody has told it", (spec, c) => {
    const at = steps(c).findIndex(
      (s) => s.op === "submit_form" && spec.mutations.some((m) => m.id === s.complete),
    );
    const operation = spec.mutations.find((m) => m.id === steps(c)[at]?.complete);
    const later = steps(c)
      .slice(at + 1)
      .find((s) => s.op === "ask" && s.obtain?.length);
    const fact = inSpec(spec.knowledge, later?.obtain?.[0]);
    if (!operation || !fact || operation.effects.length > 0) return null;
    operation.receipt += ` ${fact.statement}`;
    return fact.id;
  }),
  inWorld("C15", "a request goes over a channel that its party does not have", (spec, c) => {
    const step = askedFact(c);
    const fact = step?.obtain?.[0];
    const holder = fact && holderOf(spec, fact, step?.party);
    const channel = spec.entities.find((e) => e.id !== step?.party && e.channels.length > 0)?.channels[0]?.id;
    if (!fact || !holder || !channel) return null;
    holder.via = [...holder.via, channel];
    return fact;
  }),
  inMachinery("C16", "an operation has less effect than it declares", (c) => {
    const operation = c.world.spec.mutations.find(
      (m) => m.effects.length > 0 && steps(c).some((s) => s.complete === m.id),
    );
    if (!operation) return null;
    return {
      node: operation.id,
      machinery: engineOf((spec) => {
        const here = inSpec(spec.mutations, operation.id);
        if (here) here.effects = [];
      }),
    };
  }),
  inMachinery("C16", "an operation gives another receipt than it declares", (c) => {
    const operation = operationOf(c);
    if (!operation) return null;
    return {
      node: operation.id,
      machinery: engineOf((spec) => {
        const here = inSpec(spec.mutations, operation.id);
        if (here) here.receipt = "Something else was done.";
      }),
    };
  }),
  inWorld("C17", "a person's age contradicts the birth date", (spec) => {
    const birth = spec.knowledge.find((k) => k.value.type === "date" && /birth|born/i.test(k.label));
    const owner = spec.entities.find((e) => e.kind === "patient");
    if (birth?.value.type !== "date" || !owner) return null;
    const age = Number(spec.clock_start.slice(0, 4)) - Number(birth.value.value.slice(0, 4)) + 20;
    spec.knowledge.push({
      ...newFact("stated_age", "her age", [{ party: owner.id, ...NO_NEEDS }]),
      statement: `She is ${age} years old.`,
      value: { type: "text", value: `${age} years` },
    });
    return "stated_age";
  }),
  inWorld("C18", "the route fits no action limit", (spec, c) => {
    spec.action_limit = Math.max(1, Math.floor(c.certificate.route.operations / 3));
    return "";
  }),
  inWorld("C19", "a deadline passes before anybody can meet it", (spec, c) => {
    const late = steps(c).find((s) => s.at > 0 && s.op === "submit_form" && s.complete);
    const asked = steps(c).find((s) => s.at > 0 && s.op === "ask" && s.obtain && !s.document);
    const target = late?.complete ?? asked?.obtain?.[0];
    if (!target) return null;
    spec.frictions.push({
      id: "too_early",
      kind: "deadline",
      target,
      severity: 3,
      at: spec.clock_start,
      evidence: [],
    });
    return target;
  }),
  {
    kind: "C20",
    what: "excluded runs vanish from the figures",
    plant: ({ world, certificate }) => ({
      node: world.spec.id,
      run: async () => {
        const run: RunFigures = {
          world: world.spec.id,
          band: certificate.difficulty.band,
          seed: 1,
          class: "strict_pass",
          steps: 10,
          cap_hit: false,
          cost: null,
          excluded: null,
        };
        const runs = [
          run,
          { ...run, seed: 2, excluded: "translator failed" },
          { ...run, seed: 3, class: "step_cap" as const },
        ];
        const honest = metricsOf(runs);
        const silent = metricsOf(runs.filter((r) => r.excluded === null));
        if (checkAccounting(runs, honest).length > 0) throw new Error("honest figures are refused");
        return checkAccounting(runs, silent).map((finding) => ({ gate: "metrics", finding }));
      },
    }),
  },
  inLog("C21", "a result in the log is changed", (records) => {
    const last = records.at(-2);
    if (last?.kind !== "step") return null;
    last.result.message = "All outcomes are reached.";
    return last.action.tool;
  }),
  inLog("C21", "a step is put into the log", (records) => {
    const last = records.at(-1);
    if (last?.kind !== "step") return null;
    records.push({ ...structuredClone(last), step: last.step + 1 });
    return last.action.tool;
  }),
  inWorld("C22", "a group is required and optional at once", (spec, c) => {
    const group = firstGroup(c);
    const first = spec.terminals.find((t) => t.group === group);
    if (!first) return null;
    spec.terminals.push({ ...first, id: "same_again", required: false });
    return "same_again";
  }),
  inCertificate("C22", "the certificate states another score", (certificate) => {
    certificate.difficulty.S += 1;
  }),
  inLog("C23", "the translator changed under the same name", (records) => {
    const step = records.find((r) => r.kind === "step" && r.translation && "parts" in r.translation);
    if (step?.kind !== "step" || !step.translation || !("parts" in step.translation)) return null;
    for (const part of step.translation.parts) part.item = null;
    return step.action.tool;
  }),
  inCertificate("C23", "the replay of another translator is certified", (certificate) => {
    certificate.transcript_sha256 = "0".repeat(64);
  }),
  inMachinery("C24", "an honest other route fails: every alternative is asked for", (c) => {
    const both = [...c.world.groups].find(([, g]) => g.required && g.terminals.length > 1)?.[0];
    return both && c.certificate.shortened ? { node: both, machinery: graderThatWantsAll } : null;
  }),
  inWorld("C24", "a loophole: one alternative of an outcome holds at the start", (spec, c) => {
    const group = firstGroup(c);
    const fact = onFile(spec);
    if (!fact) return null;
    spec.terminals.push({ ...terminal("loophole", fact, "It is done"), group });
    return "loophole";
  }),
  inWorld("C25", "a field is misspelt", (spec) => {
    const entity = spec.entities[0] as unknown as Record<string, unknown> | undefined;
    if (!entity) return null;
    entity.decoi = true;
    return "decoi";
  }),
  inMachinery("C26", "a value counts when it is found inside another", (c) => {
    const form = c.world.spec.forms.find((f) => steps(c).some((s) => s.complete === f.id));
    const source = (f: { source: string | null } | undefined) =>
      f?.source ? c.world.knowledge.get(f.source)?.value : undefined;
    const field = form?.fields.find((f) => f.verifiable && f.kind === "value" && source(f)?.type === "text");
    const value = source(field);
    if (!form || !field || value?.type !== "text") return null;
    return {
      node: form.id,
      machinery: engineThrough({
        before: (action) => {
          const said = action.tool === "submit_form" ? action.fields[field.id] : undefined;
          return action.tool === "submit_form" && typeof said === "string" && said.includes(value.value)
            ? { ...action, fields: { ...action.fields, [field.id]: value.value } }
            : action;
        },
      }),
    };
  }),
];
