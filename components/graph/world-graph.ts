import { type Atom, atomsOf, objectOf } from "@/compiler/spec/requirement";
import type { Effect, Exchange, WorldSpec } from "@/compiler/spec/world";
import { durationText } from "@/lib/contracts/friction-words";

export type NodeKind = "fact" | "document" | "operation" | "form" | "permission" | "status";
/** What an edge carries. `contact` is a fact that makes the party reachable; `state` is something done or shown. */
export type EdgeKind = "fact" | "contact" | "document" | "permission" | "state" | "time";

export interface Badge {
  text: string;
  icon: "wait" | "phone" | "clock" | "flag";
  /** Id of the friction or time event that it stands for. */
  id: string;
}

export interface OutcomeMark {
  /** Number of its group, from 1, in the order of the world. */
  number: number;
  group: string;
  label: string;
  required: boolean;
  terminal: string;
}

export interface GraphNode {
  id: string;
  kind: NodeKind;
  label: string;
  lane: string;
  outcomes: OutcomeMark[];
  badges: Badge[];
  /** Held or known on the first day. */
  onFile: boolean;
  forbidden: boolean;
  protected: boolean;
}

export interface GraphEdge {
  id: string;
  source: string;
  target: string;
  kind: EdgeKind;
}

export interface Lane {
  id: string;
  name: string;
  decoy: boolean;
  /** The lane of what is on file from the first day; it belongs to no party. */
  file: boolean;
  badges: Badge[];
}

export interface WorldGraph {
  lanes: Lane[];
  nodes: GraphNode[];
  edges: GraphEdge[];
  byId: ReadonlyMap<string, GraphNode>;
  /** The node (or lane) on which any object of the world is shown: requests, grants, channels, events, red lines. */
  anchors: ReadonlyMap<string, { node: string } | { lane: string }>;
  incoming: ReadonlyMap<string, readonly GraphEdge[]>;
  outgoing: ReadonlyMap<string, readonly GraphEdge[]>;
}

export const FILE_LANE = "on_file";
/** The lane of what no party holds, brings or owns: nobody can ever learn it. */
export const NOBODY_LANE = "nobody";

/**
 * What a person sees of a world: one lane for each party, one node for each fact, document, operation, form,
 * permission and status, edges from what is needed to what needs it. An operation that does nothing but give one
 * permission is that permission's node; outcomes sit on the node they are about; time events are edges and badges.
 */
export function buildWorldGraph(spec: WorldSpec): WorldGraph {
  const anchors = new Map<string, { node: string } | { lane: string }>();
  const nodes = new Map<string, GraphNode>();
  const edges = new Map<string, GraphEdge>();
  const onFile = new Set([...spec.day_one.facts, ...spec.day_one.authorities, ...spec.day_one.documents]);
  for (const document of spec.documents)
    if (onFile.has(document.id)) for (const fact of document.facts) onFile.add(fact);

  const lanes = new Map<string, Lane>();
  for (const entity of spec.entities) {
    lanes.set(entity.id, { id: entity.id, name: entity.name, decoy: entity.decoy, file: false, badges: [] });
    anchors.set(entity.id, { lane: entity.id });
    for (const channel of entity.channels) anchors.set(channel.id, { lane: entity.id });
  }
  const grantCounts = new Map<string, number>();
  for (const a of spec.authorities)
    if (a.grant_action) grantCounts.set(a.grant_action, (grantCounts.get(a.grant_action) ?? 0) + 1);
  const merged = new Set(
    spec.mutations.filter((m) => m.effects.length === 0 && grantCounts.get(m.id) === 1).map((m) => m.id),
  );

  const bringers = new Map<string, string>();
  const bring = (effects: readonly Effect[], party: string) => {
    for (const e of effects) {
      if (e.kind === "reveal_fact" && !bringers.has(e.fact)) bringers.set(e.fact, party);
      if (e.kind === "set_status") continue;
    }
  };
  for (const d of spec.documents)
    for (const fact of d.facts) if (!bringers.has(fact)) bringers.set(fact, d.owner);
  for (const m of spec.mutations) bring(m.effects, m.party);
  for (const f of spec.forms) bring(f.effects, f.party);
  for (const s of spec.status_surfaces)
    for (const r of s.reveals) for (const f of r.facts) if (!bringers.has(f)) bringers.set(f, s.party);
  const partyOf = new Map<string, string>([
    ...spec.mutations.map((m) => [m.id, m.party] as const),
    ...spec.forms.map((f) => [f.id, f.party] as const),
    ...spec.documents.map((d) => [d.id, d.owner] as const),
    ...spec.status_surfaces.map((s) => [s.id, s.party] as const),
  ]);
  for (const event of spec.time_events) {
    const from = atomsOf(event.starts)
      .map((atom) => partyOf.get(objectOf(atom) ?? ""))
      .find((party) => party !== undefined);
    if (from) bring(event.effects, from);
  }

  const add = (id: string, kind: NodeKind, label: string, lane: string, extra: Partial<GraphNode> = {}) => {
    const home = lanes.has(lane) ? lane : onFile.has(id) ? FILE_LANE : NOBODY_LANE;
    if (!lanes.has(home)) {
      const file = home === FILE_LANE;
      lanes.set(home, { id: home, name: file ? "On file" : "Nobody", decoy: false, file, badges: [] });
    }
    nodes.set(id, {
      id,
      kind,
      label,
      lane: home,
      outcomes: [],
      badges: [],
      onFile: onFile.has(id),
      forbidden: false,
      protected: false,
      ...extra,
    });
    anchors.set(id, { node: id });
  };
  for (const k of spec.knowledge) {
    const holder = onFile.has(k.id) ? FILE_LANE : (k.held_by[0]?.party ?? bringers.get(k.id) ?? NOBODY_LANE);
    add(k.id, "fact", k.label, holder, { protected: k.protected });
  }
  for (const d of spec.documents) {
    add(d.id, "document", d.title, d.owner);
    if (d.request) anchors.set(d.request.id, { node: d.id });
  }
  for (const a of spec.authorities) {
    add(a.id, "permission", a.scope, a.grantor);
    if (a.grant_action && merged.has(a.grant_action)) anchors.set(a.grant_action, { node: a.id });
  }
  for (const m of spec.mutations) if (!merged.has(m.id)) add(m.id, "operation", m.label, m.party);
  for (const f of spec.forms) add(f.id, "form", f.title, f.party);
  for (const s of spec.status_surfaces) add(s.id, "status", s.label, s.party);

  const nodeOf = (id: string): string | undefined => {
    const anchor = anchors.get(id);
    return anchor && "node" in anchor ? anchor.node : undefined;
  };
  const connect = (from: string, to: string, kind: EdgeKind) => {
    const source = nodeOf(from);
    const target = nodeOf(to);
    if (!source || !target || source === target) return;
    const id = `${kind}:${source}:${target}`;
    if (!edges.has(id)) edges.set(id, { id, source, target, kind });
  };
  const need = (atom: Atom, target: string, timed = false) => {
    const subject = objectOf(atom);
    if (subject) connect(subject, target, timed ? "time" : CARRIES[atom.kind]);
  };

  const openedBy = new Map<string, string[]>();
  const opens = (channel: string, source: string) =>
    openedBy.set(channel, [...(openedBy.get(channel) ?? []), source]);
  for (const k of spec.knowledge) for (const channel of k.reveals) opens(channel, k.id);
  for (const s of spec.status_surfaces)
    for (const r of s.reveals) for (const channel of r.channels) opens(channel, s.id);
  const known = new Set(spec.day_one.contacts);
  const channelsOf = new Map(spec.entities.map((e) => [e.id, e.channels.map((c) => c.id)]));

  const exchange = (e: Exchange, party: string, target: string) => {
    for (const atom of [...atomsOf(e.requires), ...atomsOf(e.grounding)]) need(atom, target);
    for (const fact of e.shares) if (!onFile.has(fact)) connect(fact, target, "fact");
    for (const authority of e.authorities) connect(authority, target, "permission");
    const reachable = e.via.length > 0 ? e.via : (channelsOf.get(party) ?? []);
    if (!reachable.some((c) => known.has(c)))
      for (const channel of reachable)
        for (const source of openedBy.get(channel) ?? [])
          if (!onFile.has(source)) connect(source, target, "contact");
  };
  const effects = (list: readonly Effect[], source: string, kind: EdgeKind = "state") => {
    for (const e of list) {
      const target = e.kind === "set_status" ? e.status : e.kind === "reveal_fact" ? e.fact : e.document;
      connect(source, target, kind);
    }
  };
  for (const k of spec.knowledge)
    if (!onFile.has(k.id)) for (const h of k.held_by) exchange(h, h.party, k.id);
  for (const d of spec.documents) {
    if (d.request && !onFile.has(d.id)) exchange(d.request, d.owner, d.id);
    for (const fact of d.facts) connect(d.id, fact, "document");
  }
  for (const m of spec.mutations) {
    exchange(m, m.party, m.id);
    effects(m.effects, m.id);
  }
  for (const a of spec.authorities) if (a.grant_action) connect(a.grant_action, a.id, "permission");
  for (const f of spec.forms) {
    exchange(f, f.party, f.id);
    for (const atom of atomsOf(f.held_when)) need(atom, f.id);
    for (const field of f.fields)
      if (field.source && !onFile.has(field.source)) connect(field.source, f.id, "fact");
    effects(f.effects, f.id);
  }
  for (const s of spec.status_surfaces) {
    exchange(s.observe, s.party, s.id);
    for (const r of s.reveals) for (const fact of r.facts) connect(s.id, fact, "state");
  }

  const badge = (id: string, mark: Badge) => {
    const anchor = anchors.get(id);
    if (!anchor) return;
    if ("node" in anchor) nodes.get(anchor.node)?.badges.push(mark);
    else lanes.get(anchor.lane)?.badges.push(mark);
    anchors.set(mark.id, anchor);
  };
  const delays = new Map<string, number>();
  for (const f of spec.frictions)
    if (f.kind === "delay") delays.set(f.target, (delays.get(f.target) ?? 0) + f.minutes);
  for (const event of spec.time_events) {
    for (const e of event.effects) {
      const target = e.kind === "set_status" ? e.status : e.kind === "reveal_fact" ? e.fact : e.document;
      for (const atom of atomsOf(event.starts)) need(atom, target, true);
      const late = delays.get(event.id);
      badge(target, {
        id: event.id,
        icon: "wait",
        text: late ? `After ${durationText(late)}` : event.not_before ? "At a set time" : "By itself",
      });
    }
  }
  for (const f of spec.frictions) {
    if (f.kind === "delay") {
      if (anchors.has(f.target) && spec.time_events.some((e) => e.id === f.target))
        anchors.set(f.id, anchors.get(f.target)!);
      else badge(f.target, { id: f.id, icon: "wait", text: `After ${durationText(f.minutes)}` });
    } else badge(f.target, { id: f.id, ...FRICTION_BADGE[f.kind](f) });
  }
  const numbers = new Map<string, number>();
  for (const t of spec.terminals) {
    const number = numbers.get(t.group) ?? numbers.size + 1;
    numbers.set(t.group, number);
    const target = nodeOf(t.target);
    if (!target) continue;
    anchors.set(t.id, { node: target });
    nodes
      .get(target)
      ?.outcomes.push({ number, group: t.group, label: t.label, required: t.required, terminal: t.id });
  }
  for (const r of spec.red_lines) {
    if (r.kind !== "forbidden_action") continue;
    const target = nodeOf(r.target);
    if (!target) continue;
    anchors.set(r.id, { node: target });
    if (r.field === null) nodes.get(target)!.forbidden = true;
  }

  const list = [...edges.values()];
  const incoming = grouped(list, (e) => e.target);
  const kept = list.filter((e) => e.kind !== "contact" || !reachedOtherwise(e, incoming));
  return {
    lanes: [...lanes.values()],
    nodes: [...nodes.values()],
    edges: kept,
    byId: nodes,
    anchors,
    incoming: grouped(kept, (e) => e.target),
    outgoing: grouped(kept, (e) => e.source),
  };
}

const CARRIES: Record<Atom["kind"], EdgeKind> = {
  fact_known: "fact",
  document_read: "document",
  action_completed: "state",
  form_accepted: "state",
  status_is: "state",
  authority_held: "permission",
  time_reached: "time",
  before_deadline: "time",
};

type SpecFriction = WorldSpec["frictions"][number];
const FRICTION_BADGE: {
  [K in Exclude<SpecFriction["kind"], "delay">]: (friction: SpecFriction) => Omit<Badge, "id">;
} = {
  retry: (f) => ({
    icon: "phone",
    text:
      f.kind === "retry" && f.other_channel
        ? "Never answers"
        : f.kind === "retry" && f.tries > 2
          ? `Answers try ${f.tries}`
          : "First call missed",
  }),
  form_review: (f) => ({
    icon: "wait",
    text: f.kind === "form_review" ? `Reviewed in ${durationText(f.minutes)}` : "",
  }),
  availability_window: (f) => ({
    icon: "clock",
    text:
      f.kind === "availability_window" && f.daily
        ? `Open ${f.daily.from} to ${f.daily.to}`
        : "Open once only",
  }),
  relative_opening: (f) => ({
    icon: "clock",
    text: f.kind === "relative_opening" ? `Opens after ${durationText(f.minutes)}` : "",
  }),
  deadline: (f) => ({
    icon: "flag",
    text: f.kind === "deadline" ? `By ${f.at.slice(5).replace("T", " ")}` : "",
  }),
  decoy: () => ({ icon: "flag", text: "Decoy" }),
};

export function grouped<T>(list: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const out = new Map<string, T[]>();
  for (const item of list) {
    const before = out.get(key(item));
    if (before) before.push(item);
    else out.set(key(item), [item]);
  }
  return out;
}

/** True when the target needs the edge's source through something else already, so that the edge says nothing new. */
function reachedOtherwise(edge: GraphEdge, incoming: ReadonlyMap<string, readonly GraphEdge[]>): boolean {
  const seen = new Set<string>([edge.target]);
  const stack = (incoming.get(edge.target) ?? []).filter((e) => e.id !== edge.id).map((e) => e.source);
  for (let budget = 400, id = stack.pop(); id !== undefined && budget > 0; id = stack.pop(), budget--) {
    if (id === edge.source) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    for (const e of incoming.get(id) ?? []) stack.push(e.source);
  }
  return false;
}

/** Everything that the given nodes need, directly or not, themselves included: the slice of an outcome. */
export function neededBy(graph: WorldGraph, starts: Iterable<string>): Set<string> {
  const out = new Set<string>();
  const stack = [...starts];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (out.has(id)) continue;
    out.add(id);
    for (const e of graph.incoming.get(id) ?? []) stack.push(e.source);
  }
  return out;
}
