import { type Atom, atomsOf, type Requirement } from "@/compiler/spec/requirement";
import type { Effect, Exchange, WorldSpec } from "@/compiler/spec/world";
import { frictionText } from "@/lib/contracts/friction-words";
import { NOBODY_LANE, type WorldGraph } from "./world-graph";

/** One thing that is needed: its words, where it comes from, and the node to go to. */
export interface Need {
  text: string;
  note: string;
  node: string | null;
  lane: string | null;
}

export interface ExchangeView {
  /** Who is asked, when there is more than one. */
  from: string | null;
  /** Alternatives; all of one set are needed. One empty set asks for nothing. */
  sets: Need[][];
  always: Need[];
  tells: { label: string; protected: boolean; node: string | null }[];
  together: string[];
}

export interface NodeView {
  id: string;
  where: string;
  title: string;
  text: string | null;
  value: string | null;
  exchanges: ExchangeView[];
  follows: Need[];
  hard: { id: string; text: string; severity: number }[];
  rules: string[];
  /** Source spans as `record:start-end`. */
  evidence: string[];
}

const KIND_PHRASES = {
  fact: "Fact known by",
  document: "Document of",
  operation: "Operation at",
  form: "Form for",
  permission: "Permission given by",
  status: "Status kept by",
} as const;

/** Everything the side panel says about a node, in plain words. */
export function describeNode(spec: WorldSpec, graph: WorldGraph, id: string): NodeView | null {
  const node = graph.byId.get(id);
  if (!node) return null;
  const words = wordsOf(spec, graph);
  const lane = graph.lanes.find((l) => l.id === node.lane);
  const view: NodeView = {
    id,
    where: lane?.file
      ? `${capital(node.kind)} on file from the first day`
      : node.lane === NOBODY_LANE
        ? `${capital(node.kind)} that nobody holds`
        : `${KIND_PHRASES[node.kind]} ${lane?.name ?? ""}`,
    title: node.label,
    text: null,
    value: null,
    exchanges: [],
    follows: [],
    hard: [],
    rules: [],
    evidence: [],
  };
  const fact = spec.knowledge.find((k) => k.id === id);
  if (fact) {
    view.text = fact.statement;
    view.value =
      fact.value.type === "money" ? `${fact.value.value} ${fact.value.currency}` : fact.value.value;
    view.evidence = fact.evidence;
    if (!node.onFile)
      for (const h of fact.held_by)
        view.exchanges.push(words.exchange(h, h.party, fact.held_by.length > 1 || h.party !== node.lane));
    for (const channel of fact.reveals) view.follows.push(words.channel(channel));
  }
  const document = spec.documents.find((d) => d.id === id);
  if (document) {
    view.evidence = document.evidence;
    if (document.request && !node.onFile) {
      view.exchanges.push(words.exchange(document.request, document.owner, false));
      if (document.request.handover !== "at_once")
        view.text =
          document.request.handover === "sent"
            ? "It is asked for and arrives by itself."
            : "It is asked for, becomes ready, and is asked for again.";
    }
    for (const f of document.facts) view.follows.push(words.node(f, "stands in it"));
  }
  const operation = spec.mutations.find((m) => m.id === id);
  if (operation) {
    view.text = operation.receipt;
    view.evidence = operation.evidence;
    view.exchanges.push(words.exchange(operation, operation.party, false));
    view.follows.push(...words.effects(operation.effects));
  }
  const permission = spec.authorities.find((a) => a.id === id);
  if (permission) {
    view.evidence = permission.evidence;
    const grant = spec.mutations.find((m) => m.id === permission.grant_action);
    if (grant) {
      view.text = grant.receipt;
      view.exchanges.push(words.exchange(grant, grant.party, false));
    } else view.text = "It is held from the first day.";
    view.follows.push({
      text: `Protected facts may go to ${words.party(permission.recipient)}`,
      note: "",
      node: null,
      lane: permission.recipient,
    });
  }
  const form = spec.forms.find((f) => f.id === id);
  if (form) {
    view.text = form.receipt;
    view.evidence = form.evidence;
    const filled = words.exchange(form, form.party, false);
    filled.tells.push(
      ...form.fields.map((f) => ({
        label: f.source ? `${f.label}, from ${words.label(f.source)}` : f.label,
        protected: f.source ? (graph.byId.get(f.source)?.protected ?? false) : false,
        node: f.source && graph.byId.has(f.source) ? f.source : null,
      })),
    );
    view.exchanges.push(filled);
    view.follows.push(...words.effects(form.effects));
  }
  const status = spec.status_surfaces.find((s) => s.id === id);
  if (status) {
    view.text = status.values.map((v) => v.label).join(", then ");
    view.evidence = status.evidence;
    view.exchanges.push(words.exchange(status.observe, status.party, false));
    for (const r of status.reveals) {
      const at = status.values.find((v) => v.id === r.from)?.label ?? r.from;
      for (const f of r.facts) view.follows.push(words.node(f, `once it is ${at}`));
      for (const c of r.channels) view.follows.push(words.channel(c));
    }
  }
  for (const event of spec.time_events)
    for (const effect of event.effects)
      if (targetOf(effect) === id)
        for (const atom of atomsOf(event.starts)) {
          const need = words.atom(atom);
          view.follows.push({ ...need, text: event.label, note: `after ${need.text}` });
        }
  for (const f of spec.frictions) {
    const anchor = graph.anchors.get(f.id);
    const own = anchor && "node" in anchor && anchor.node === id;
    const ofLane = anchor && "lane" in anchor && anchor.lane === node.lane && !lane?.file;
    if (own || ofLane) view.hard.push({ id: f.id, text: frictionText(f, spec), severity: f.severity });
  }
  for (const r of spec.red_lines) {
    const anchor = graph.anchors.get(r.id);
    if (anchor && "node" in anchor && anchor.node === id) view.rules.push(r.text);
  }
  return view;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const targetOf = (e: Effect) =>
  e.kind === "set_status" ? e.status : e.kind === "reveal_fact" ? e.fact : e.document;

function wordsOf(spec: WorldSpec, graph: WorldGraph) {
  const party = (id: string) => spec.entities.find((e) => e.id === id)?.name ?? id;
  const laneOf = (id: string) => graph.byId.get(id)?.lane ?? null;
  const label = (id: string) => graph.byId.get(id)?.label ?? id;
  const from = (id: string) => {
    const node = graph.byId.get(id);
    if (!node) return "";
    const lane = graph.lanes.find((l) => l.id === node.lane);
    if (lane?.file || node.onFile) return "on file";
    return node.kind === "permission" ? `given by ${lane?.name}` : `from ${lane?.name}`;
  };
  const node = (id: string, note = from(id)): Need => {
    const anchor = graph.anchors.get(id);
    const at = anchor && "node" in anchor ? anchor.node : null;
    return { text: label(at ?? id), note, node: at, lane: at ? laneOf(at) : null };
  };
  const atom = (a: Atom): Need => {
    switch (a.kind) {
      case "fact_known":
        return node(a.fact);
      case "document_read":
        return { ...node(a.document), text: `${label(a.document)}, read` };
      case "action_completed":
        return { ...node(a.mutation), text: `${node(a.mutation).text}, done` };
      case "form_accepted":
        return { ...node(a.form), text: `${label(a.form)}, accepted` };
      case "status_is": {
        const value = spec.status_surfaces
          .find((s) => s.id === a.status)
          ?.values.find((v) => v.id === a.value);
        return { ...node(a.status), text: `${label(a.status)}: ${value?.label ?? a.value}` };
      }
      case "authority_held":
        return node(a.authority);
      case "time_reached":
        return { text: `From ${a.at.replace("T", ", ")}`, note: "", node: null, lane: null };
      case "before_deadline":
        return { text: `Until ${a.at.replace("T", ", ")}`, note: "", node: null, lane: null };
    }
  };
  const channel = (id: string): Need => {
    const owner = spec.entities.find((e) => e.channels.some((c) => c.id === id));
    const kind = owner?.channels.find((c) => c.id === id)?.label ?? id;
    return { text: `${owner?.name ?? id} can be reached`, note: kind, node: null, lane: owner?.id ?? null };
  };
  const opened = (e: Exchange, of: string): Need[] => {
    const channels =
      e.via.length > 0 ? e.via : (spec.entities.find((x) => x.id === of)?.channels.map((c) => c.id) ?? []);
    if (channels.some((c) => spec.day_one.contacts.includes(c))) return [];
    return spec.knowledge.filter((k) => k.reveals.some((c) => channels.includes(c))).map((k) => node(k.id));
  };
  const sets = (r: Requirement): Need[][] => r.map((set) => set.map(atom));
  return {
    party,
    label,
    node,
    atom,
    channel,
    exchange: (e: Exchange, of: string, named: boolean): ExchangeView => ({
      from: named ? party(of) : null,
      sets: sets(e.requires),
      always: [
        ...opened(e, of),
        ...e.authorities.map((a) => node(a)),
        ...atomsOf(e.grounding).map((a) => ({ ...atom(a), note: "or it is ungrounded" })),
      ],
      tells: e.shares.map((f) => ({
        label: label(f),
        protected: graph.byId.get(f)?.protected ?? false,
        node: graph.byId.has(f) ? f : null,
      })),
      together: e.participants.map(party),
    }),
    effects: (list: readonly Effect[]): Need[] =>
      list.map((e) => {
        if (e.kind === "set_status") {
          const value = spec.status_surfaces
            .find((s) => s.id === e.status)
            ?.values.find((v) => v.id === e.value);
          return { ...node(e.status, ""), text: `${label(e.status)} becomes ${value?.label ?? e.value}` };
        }
        return node(targetOf(e), "");
      }),
  };
}
