import { type OracleResult, proveReachable } from "@/compiler/oracle";
import { indexSpec, type World } from "@/compiler/spec/world-index";
import { explore } from "@/compiler/testing/explore";
import { randomWorld } from "@/compiler/testing/random-world";
import { runWitness } from "@/compiler/testing/run-witness";
import { solve } from "./clingo";
import { WITHOUT } from "./without";

/** Days that the slow references look ahead. */
export const HORIZON_DAYS = 14;
/** States that one exploration may visit before it gives up. */
const STATE_LIMIT = 1500;

const HORIZON = HORIZON_DAYS * 1440;

export interface Disagreement {
  seed: number;
  group: string;
  /** Earliest minute each of the three found; null for never. */
  oracle: number | null;
  exploration: number | null;
  solver: number | null;
}

export interface Agreement {
  /** Worlds on which all three gave an answer. */
  compared: number;
  /** Worlds whose exploration reached its limit, or whose groups lie beyond the horizon: not compared. */
  excluded: number;
  groups: number;
  reached: number;
  /** Groups that are reached only after some time. */
  later: number;
  states: number;
  worldsWith: Record<string, number>;
  /** Worlds in which some group is reached at another minute, or not, once the thing is taken out. */
  decides: Record<string, number>;
  disagreements: Disagreement[];
  /** Witnesses, shortened and shortest routes that the engine carried out. */
  routes: number;
  /** What went wrong with those it could not carry out to the end without a finding. */
  failedRoutes: string[];
}

export function nothingCompared(): Agreement {
  return {
    compared: 0,
    excluded: 0,
    groups: 0,
    reached: 0,
    later: 0,
    states: 0,
    worldsWith: {},
    decides: {},
    disagreements: [],
    routes: 0,
    failedRoutes: [],
  };
}

/**
 * Compares oracle, exploration and solver on the worlds of some seeds: reachability and earliest minute of every group,
 * required or not, and the verdict with the minute in which the witness ends. The solver works in its own thread meanwhile.
 */
export async function compare(
  seeds: readonly number[],
  into: Agreement,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  const worlds = seeds.map(randomWorld);
  const solving = solve(worlds, HORIZON_DAYS);
  const explored = worlds.map((world) => explore(world, HORIZON, STATE_LIMIT));
  const solved = await solving;
  worlds.forEach((world, i) => {
    if (into.compared >= most) return;
    const result = proveReachable(world);
    const { verdict, groups } = result;
    const exploration = explored[i];
    if (
      !exploration ||
      exploration.verdict === "unknown" ||
      groups.some((g) => (g.reached_at ?? 0) > HORIZON)
    ) {
      into.excluded++;
      return;
    }
    if (verdict === "unsupported") throw new Error(`seed ${seeds[i]}: the oracle has no rule for this world`);
    into.compared++;
    into.states += exploration.states;
    if (verdict === "proved")
      for (const route of [result.witness, result.shortened, result.shortest?.route ?? []]) {
        if (route.length === 0) continue;
        into.routes++;
        const wrong = runWitness(world, route);
        if (wrong) into.failedRoutes.push(`seed ${seeds[i]}: ${wrong}`);
      }
    for (const kind of kindsOf(world)) {
      into.worldsWith[kind] = (into.worldsWith[kind] ?? 0) + 1;
      if (decides(world, kind, result)) into.decides[kind] = (into.decides[kind] ?? 0) + 1;
    }
    const disagree = (group: string, found: Omit<Disagreement, "seed" | "group">) => {
      if (found.exploration !== found.oracle || found.solver !== found.oracle)
        into.disagreements.push({ seed: seeds[i] as number, group, ...found });
    };
    for (const { group, reached_at: oracle } of groups) {
      into.groups++;
      if (oracle !== null) into.reached++;
      if (oracle !== null && oracle > 0) into.later++;
      disagree(group, {
        oracle,
        exploration: exploration.reached.get(group) ?? null,
        solver: solved[i]?.get(group) ?? null,
      });
    }
    const required = groups.filter((g) => g.required).map((g) => g.group);
    disagree("all required groups", {
      oracle: verdict === "proved" ? (result.witness.at(-1)?.at ?? 0) : null,
      exploration: lastOf(required, exploration.reached),
      solver: lastOf(required, solved[i]),
    });
  });
}

/** The minute in which the last of the groups is reached; null when one never is. */
function lastOf(groups: readonly string[], reached: ReadonlyMap<string, number> | undefined): number | null {
  const minutes = groups.map((group) => reached?.get(group) ?? Number.POSITIVE_INFINITY);
  const last = Math.max(...minutes);
  return Number.isFinite(last) ? last : null;
}

function decides(world: World, kind: (typeof KINDS)[number], { groups }: OracleResult): boolean {
  const without = WITHOUT[kind];
  if (!without) return false;
  const spec = structuredClone(world.spec);
  without(spec);
  const read = indexSpec(spec);
  if (!read.ok) throw new Error(`${kind} cannot be taken out`);
  const changed = proveReachable(read.value, { routes: false }).groups;
  return changed.some((g, i) => g.reached_at !== groups[i]?.reached_at);
}

/** Everything the worlds have to have between them. */
export const KINDS = [
  "retry",
  "retry with a gap",
  "retry to another channel",
  "delay",
  "form_review",
  "availability_window, daily",
  "availability_window, weekdays",
  "availability_window, single",
  "relative_opening",
  "deadline",
  "decoy",
  "phone",
  "in_person",
  "message",
  "portal",
  "email",
  "voicemail",
  "fax",
  "mail",
  "call with participants",
  "protected fact",
  "document at once",
  "document collected",
  "document sent",
  "form",
  "attestation",
  "status",
  "status that reveals",
  "time event",
  "authority",
  "grounding",
  "alternatives in a condition",
  "condition that lapses",
  "alternatives in a group",
  "optional group",
  "forbidden action",
] as const;

function kindsOf(world: World): (typeof KINDS)[number][] {
  const { spec } = world;
  const text = JSON.stringify(spec);
  const exchanges = [...spec.knowledge.flatMap((k) => k.held_by), ...spec.mutations, ...spec.forms];
  const out = new Set<(typeof KINDS)[number]>();
  const add = (kind: (typeof KINDS)[number], is: boolean) => {
    if (is) out.add(kind);
  };
  for (const f of spec.frictions) {
    if (f.kind === "availability_window") {
      add("availability_window, single", f.single !== null);
      add("availability_window, daily", f.daily?.weekdays.length === 0);
      add("availability_window, weekdays", (f.daily?.weekdays.length ?? 0) > 0);
    } else out.add(f.kind);
    if (f.kind !== "retry") continue;
    add("retry with a gap", f.gap_minutes > 0);
    add("retry to another channel", f.other_channel !== null);
  }
  for (const { channel } of world.channels.values()) out.add(channel.kind);
  for (const { request } of spec.documents)
    if (request)
      out.add(request.handover === "at_once" ? "document at once" : `document ${request.handover}`);
  add(
    "call with participants",
    exchanges.some((x) => x.participants.length > 0),
  );
  add(
    "protected fact",
    spec.knowledge.some((k) => k.protected),
  );
  add("form", spec.forms.length > 0);
  add(
    "attestation",
    spec.forms.some((f) => f.fields.some((x) => x.kind === "attestation")),
  );
  add("status", spec.status_surfaces.length > 0);
  add(
    "status that reveals",
    spec.status_surfaces.some((s) => s.reveals.length > 0),
  );
  add("time event", spec.time_events.length > 0);
  add("authority", spec.authorities.length > 0);
  add(
    "grounding",
    exchanges.some((x) => x.grounding.length > 0),
  );
  add(
    "alternatives in a condition",
    exchanges.some((x) => x.requires.length > 1),
  );
  add("condition that lapses", text.includes('"before_deadline"'));
  add(
    "alternatives in a group",
    [...world.groups.values()].some((g) => g.terminals.length > 1),
  );
  add(
    "optional group",
    [...world.groups.values()].some((g) => !g.required),
  );
  add("forbidden action", spec.red_lines.length > 0);
  return [...out];
}
