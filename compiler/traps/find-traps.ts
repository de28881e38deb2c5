import { type Machinery, replayRoute, machinery as standard } from "../certify";
import type { RunLogRecord } from "../engine";
import { type OracleResult, proveReachable, reachableBy, type WitnessStep } from "../oracle";
import { type Finding, finding } from "../spec/finding";
import type { Exchange, Terminal, WorldSpec } from "../spec/world";
import { readWorld, type World } from "../spec/world-index";

/** A rule of a world that a run may break: a permission, a prohibited operation or form, a prohibited unbacked entry. */
export interface TrapRule {
  kind: "permission" | "prohibited";
  id: string;
  text: string;
}

/**
 * What is known about a rule. `breakable`: `route` is a run that reaches every required outcome and breaks it, carried
 * out by the engine and judged by the grader. `unbreakable`: no run can, whatever else it does. `unknown`: neither was shown.
 */
export interface Trap {
  rule: TrapRule;
  verdict: "breakable" | "unbreakable" | "unknown";
  /** Why, in one sentence. */
  reason: string;
  route: readonly WitnessStep[];
  /** Whether no shorter run with this violation exists. */
  cheapest: boolean;
  /** Public actions that the run takes. */
  actions: number;
  /** Number of the step of the log at which the rule is broken. */
  brokenAt: number | null;
  log: readonly RunLogRecord[];
}

/** One act that would break a rule: the request, what it brings, and what is asked at which party. */
interface Violation {
  id: string;
  label: string;
  terminal: Pick<Terminal, "kind" | "target" | "value">;
  /** Id that is reached when the act succeeds. */
  reached: string;
  /** Holder, when a fact may come from several. */
  holder: string | null;
}

const PROBE = "trap_probe";
const PASS = "trap_pass";

/**
 * For each permission and prohibited action: the cheapest run that reaches every required outcome and still breaks that
 * rule, or the proof that none can. A run found is carried out in the world itself and graded, so that nothing rests on the
 * changed worlds in which it was looked for. Impossibility rests on the oracle's enforced reading: what the engine
 * lets anybody reach, permissions and evidence aside, in a world where the permission is never given.
 */
export function findTraps(world: World, machinery: Machinery = standard): Trap[] {
  return rulesOf(world).map(({ rule, find }) => ({ rule, ...find(world, machinery) }));
}

/** Rules that no run can break say nothing about an agent: a caution for each. */
export function vacuousRules(traps: readonly Trap[]): Finding[] {
  return traps
    .filter((t) => t.verdict === "unbreakable")
    .map(({ rule, reason }) =>
      finding("traps/vacuous", `No run can break this rule: ${rule.text}. ${reason}`, {
        severity: "caution",
        fix: "Put something behind it that an agent could do too early, or take the rule away.",
        nodes: [rule.id],
      }),
    );
}

type Found = Omit<Trap, "rule">;
type Search = (world: World, machinery: Machinery) => Found;

function rulesOf(world: World): { rule: TrapRule; find: Search }[] {
  const permissions = world.spec.authorities
    .filter((a) => !world.spec.day_one.authorities.includes(a.id))
    .map((a) => ({
      rule: { kind: "permission" as const, id: a.id, text: a.scope },
      find: (w: World, m: Machinery) => breakPermission(w, a.id, m),
    }));
  const prohibited = world.spec.red_lines.flatMap((line) => {
    if (line.kind !== "forbidden_action") return [];
    const { target, field } = line;
    return [
      {
        rule: { kind: "prohibited" as const, id: line.id, text: line.text },
        find: (w: World, m: Machinery) =>
          field === null ? breakProhibition(w, target, m) : breakEntry(w, target, field),
      },
    ];
  });
  return [...permissions, ...prohibited];
}

const none = (verdict: Trap["verdict"], reason: string): Found => ({
  verdict,
  reason,
  route: [],
  cheapest: false,
  actions: 0,
  brokenAt: null,
  log: [],
});

/** Acts that need the permission, or pass protected values to its recipient while no other permission for them can be held. */
function violationsOf(world: World, authority: string): Violation[] {
  const recipient = world.authorities.get(authority)!.recipient;
  const exempt = new Set(["patient", "case_record"]);
  const party = world.entities.get(recipient);
  const holds = (fact: string) =>
    world.knowledge.get(fact)?.held_by.some((h) => h.party === recipient) === true;
  const passes = (e: Exchange, of: string, more: readonly string[] = []) =>
    [of, ...e.participants].includes(recipient) &&
    party !== undefined &&
    !exempt.has(party.kind) &&
    [...e.shares, ...more].some((f) => world.knowledge.get(f)?.protected && !holds(f));
  const breaks = (e: Exchange, of: string, more: readonly string[] = []) =>
    e.authorities.includes(authority) || passes(e, of, more);
  const out: Violation[] = [];
  for (const k of world.spec.knowledge)
    for (const h of k.held_by)
      if (breaks(h, h.party))
        out.push({
          id: k.id,
          label: k.label,
          terminal: { kind: "fact_discovered", target: k.id, value: null },
          reached: k.id,
          holder: h.party,
        });
  for (const d of world.spec.documents)
    if (d.request && breaks(d.request, d.owner))
      out.push({
        id: d.request.id,
        label: d.title,
        terminal: { kind: "document_obtained", target: d.id, value: null },
        reached: d.id,
        holder: null,
      });
  for (const m of world.spec.mutations)
    if (breaks(m, m.party))
      out.push({
        id: m.id,
        label: m.label,
        terminal: { kind: "action_completed", target: m.id, value: null },
        reached: m.id,
        holder: null,
      });
  for (const f of world.spec.forms)
    if (
      breaks(
        f,
        f.party,
        f.fields.flatMap((x) => x.source ?? []),
      )
    )
      out.push({
        id: f.id,
        label: f.title,
        terminal: { kind: "form_accepted", target: f.id, value: null },
        reached: f.id,
        holder: null,
      });
  for (const s of world.spec.status_surfaces)
    if (breaks(s.observe, s.party))
      out.push({
        id: s.id,
        label: s.label,
        terminal: { kind: "required_state_observed", target: s.id, value: s.values.at(-1)?.id ?? s.initial },
        reached: `${s.id}.${s.values.at(-1)?.id ?? s.initial}`,
        holder: null,
      });
  return out;
}

type Edit = (spec: WorldSpec) => WorldSpec;

/** Applies a change to every exchange of a world. */
function eachExchange(spec: WorldSpec, change: <E extends Exchange>(exchange: E) => E): WorldSpec {
  return {
    ...spec,
    knowledge: spec.knowledge.map((k) => ({ ...k, held_by: k.held_by.map(change) })),
    documents: spec.documents.map((d) => ({ ...d, request: d.request && change(d.request) })),
    mutations: spec.mutations.map(change),
    forms: spec.forms.map(change),
    status_surfaces: spec.status_surfaces.map((s) => ({ ...s, observe: change(s.observe) })),
  };
}

/** The world in which a permission is asked for nowhere, and passing protected values to its recipient is allowed. */
const withoutAsking =
  (authority: string): Edit =>
  (spec) => {
    const given = spec.authorities.find((a) => a.id === authority)!;
    const freed = eachExchange(spec, (e) => ({
      ...e,
      authorities: e.authorities.filter((id) => id !== authority),
    }));
    return withPass(freed, given.grantor, given.recipient);
  };

/** A world in which protected facts may be passed to a party from the first day. */
const withPass = (spec: WorldSpec, grantor: string, recipient: string): WorldSpec => ({
  ...spec,
  authorities: [
    ...spec.authorities,
    { id: PASS, grantor, recipient, scope: PASS, grant_action: null, evidence: [] },
  ],
  day_one: { ...spec.day_one, authorities: [...spec.day_one.authorities, PASS] },
});

/** The world in which a permission is never given. */
const neverGiven =
  (authority: string): Edit =>
  (spec) => ({
    ...spec,
    authorities: spec.authorities.map((a) => (a.id === authority ? { ...a, grant_action: null } : a)),
  });

/** A world that also requires an act, from this holder when it is a fact that several tell. */
const alsoRequiring =
  ({ terminal, holder }: Pick<Violation, "terminal" | "holder">): Edit =>
  (spec) => ({
    ...spec,
    knowledge: holder
      ? spec.knowledge.map((k) =>
          k.id === terminal.target ? { ...k, held_by: k.held_by.filter((h) => h.party === holder) } : k,
        )
      : spec.knowledge,
    terminals: [
      ...spec.terminals,
      {
        id: PROBE,
        ...terminal,
        group: PROBE,
        required: true,
        label: "The act that breaks the rule",
        evidence: [],
      },
    ],
  });

function proved(spec: WorldSpec): OracleResult | null {
  const read = readWorld(spec);
  if (!read.ok) return null;
  const oracle = proveReachable(read.value);
  return oracle.verdict === "proved" ? oracle : null;
}

/** Routes of an oracle's answer, the shortest first. */
function routesOf(oracle: OracleResult): { route: readonly WitnessStep[]; cheapest: boolean }[] {
  const { shortest } = oracle;
  return [
    ...(shortest ? [{ route: shortest.route, cheapest: shortest.proved }] : []),
    { route: oracle.shortened, cheapest: false },
    { route: oracle.witness, cheapest: false },
  ].filter(({ route }) => route.length > 0);
}

/** Carries a route out in the world itself: null unless it reaches every outcome and the grader holds the rule against it. */
function carryOut(
  world: World,
  route: readonly WitnessStep[],
  machinery: Machinery,
  broken: (f: Finding) => boolean,
): Pick<Trap, "actions" | "brokenAt" | "log"> | null {
  const { walk, session, grade } = replayRoute(world, route, machinery);
  const hit = grade?.findings.find(broken);
  if (!grade?.outcome_complete || !hit) return null;
  return { actions: walk.actions_used, brokenAt: hit.step, log: session.log() };
}

/** The shortest run, over all acts that break a rule, that the engine and the grader confirm. */
function cheapestRun(
  world: World,
  edits: readonly { change: Edit; label: string }[],
  machinery: Machinery,
  broken: (f: Finding) => boolean,
): Found | null {
  let best: Found | null = null;
  for (const { change, label } of edits) {
    const oracle = proved(change(world.spec));
    if (!oracle) continue;
    for (const { route, cheapest } of routesOf(oracle)) {
      if (best && best.route.length <= route.length) break;
      const done = carryOut(world, route, machinery, broken);
      if (!done) continue;
      best = { verdict: "breakable", reason: `It is broken by: ${label}.`, route, cheapest, ...done };
      break;
    }
  }
  return best;
}

function breakPermission(world: World, authority: string, machinery: Machinery): Found {
  const violations = violationsOf(world, authority);
  if (violations.length === 0) return none("unbreakable", "Nothing in this world asks for it.");
  const recipient = world.authorities.get(authority)!.recipient;
  const found = cheapestRun(
    world,
    violations.map((v) => ({
      label: v.label,
      change: (spec) => alsoRequiring(v)(withoutAsking(authority)(spec)),
    })),
    machinery,
    (f) => f.code.startsWith("authority/") && (f.nodes.includes(authority) || f.nodes.includes(recipient)),
  );
  if (found) return found;
  const read = readWorld(neverGiven(authority)(world.spec));
  const reachable = read.ok ? reachableBy(read.value, "anyone") : null;
  if (reachable && !violations.some((v) => reachable.has(v.reached)))
    return none("unbreakable", "What needs it cannot be reached before it is given.");
  return none("unknown", "Acts that would break it can be reached, but no complete run with one was found.");
}

function breakProhibition(world: World, target: string, machinery: Machinery): Found {
  const form = world.forms.get(target);
  const label = form?.title ?? world.mutations.get(target)?.label ?? target;
  const terminal = {
    kind: form ? ("form_accepted" as const) : ("action_completed" as const),
    target,
    value: null,
  };
  const party = form?.party ?? world.mutations.get(target)?.party ?? "";
  const allowed: Edit = (spec) =>
    alsoRequiring({ terminal, holder: null })({
      ...spec,
      entities: spec.entities.map((e) => (e.id === party ? { ...e, decoy: false } : e)),
      frictions: spec.frictions.filter((f) => f.kind !== "decoy" || f.target !== party),
      red_lines: spec.red_lines.filter((r) => r.kind !== "forbidden_action" || r.target !== target),
    });
  const broken = (f: Finding) => f.code.startsWith("forbidden-action/") && f.nodes.includes(target);
  const found =
    cheapestRun(world, [{ label, change: allowed }], machinery, broken) ??
    cheapestRun(
      world,
      [
        {
          label: `${label}, with protected facts passed on without permission`,
          change: (spec) => withPass(allowed(spec), world.spec.entities[0]?.id ?? party, party),
        },
      ],
      machinery,
      broken,
    );
  if (found) return found;
  if (!reachableBy(world, "anyone").has(target))
    return none("unbreakable", `Nobody can ever do this: ${label}.`);
  return none("unknown", "It can be done, but no complete run that does it was found.");
}

/** An entry without backing can be made whenever its form can be sent at all: entering anything wrong first breaks the rule. */
function breakEntry(world: World, target: string, field: string): Found {
  const form = world.forms.get(target)!;
  const label = form.fields.find((f) => f.id === field)?.label ?? field;
  const oracle = proved(
    alsoRequiring({ terminal: { kind: "form_accepted", target, value: null }, holder: null })(world.spec),
  );
  if (oracle) {
    const { route, cheapest } = routesOf(oracle)[0]!;
    return {
      ...none("breakable", `It is broken by sending “${form.title}” with a wrong entry for ${label} first.`),
      route,
      cheapest,
      actions: route.length + 1,
    };
  }
  if (!reachableBy(world, "anyone").has(target))
    return none("unbreakable", `The form “${form.title}” can never be sent.`);
  return none("unknown", "The form can be sent, but no complete run that sends it was found.");
}
