import { momentOf } from "../spec/moment";
import type { ChannelKind } from "../spec/world";
import type { CompiledWorld } from "./compile";
import type { ForwardRun } from "./forward";
import { NEVER, NODE, STEP } from "./rule-graph";

/** Something that could be added or lifted: a node nobody provides, or what stops one rule. */
export interface Hypothesis {
  /** `cycle`: the node has providers, but each waits for the node itself. */
  kind: "absent" | "cycle" | "late" | "barred";
  node: number;
  /** The rule that is too late or barred; -1 otherwise. */
  rule: number;
}

/** One thing that is missing, in an advocate's words. `nodes` are ids of world objects, the one to blame first. */
export interface Missing {
  kind: "absent" | "cycle" | "late" | "prohibited" | "decoy";
  nodes: string[];
  message: string;
  fix: string;
}

const CONTACT: Record<ChannelKind, string> = {
  phone: "phone number",
  voicemail: "voicemail",
  message: "address for messages",
  portal: "portal",
  email: "e-mail address",
  fax: "fax number",
  mail: "postal address",
  in_person: "address to visit",
};

const quoted = (text: string) => `“${text}”`;

export function sayMissing(compiled: CompiledWorld, run: ForwardRun, hypothesis: Hypothesis): Missing {
  switch (hypothesis.kind) {
    case "absent":
      return { kind: "absent", ...absent(compiled, hypothesis.node) };
    case "cycle": {
      const { label, id } = named(compiled, hypothesis.node);
      const other = otherOnCircle(compiled, run, hypothesis.node);
      return {
        kind: "cycle",
        nodes: other ? [id, other.id] : [id],
        message: other
          ? `${quoted(label)} waits for ${quoted(other.label)}, which in turn waits for ${quoted(label)}.`
          : `${quoted(label)} is a condition of itself.`,
        fix: other
          ? "Make one of the two possible without the other."
          : "Take the condition away, or add another way to it.",
      };
    }
    case "late":
      return { kind: "late", ...late(compiled, run, hypothesis.rule) };
    case "barred":
      return barred(compiled, hypothesis.rule);
  }
}

/** Another object on the shortest way from a node back to itself; null where it waits for nothing but itself. */
function otherOnCircle(
  compiled: CompiledWorld,
  run: ForwardRun,
  start: number,
): { label: string; id: string } | null {
  const { providers, body } = compiled.graph;
  const cameFrom = new Map<number, number>([[start, -1]]);
  for (const node of cameFrom.keys())
    for (const rule of providers.items.subarray(providers.start[node], providers.start[node + 1]))
      for (const need of body.items.subarray(body.start[rule], body.start[rule + 1])) {
        if (need === start) return onTheWay(compiled, cameFrom, node, start);
        if (run.reached[need] === NEVER && !cameFrom.has(need)) cameFrom.set(need, node);
      }
  return null;
}

/** The object nearest to the end of a way that is another than the one it started from. */
function onTheWay(
  compiled: CompiledWorld,
  cameFrom: ReadonlyMap<number, number>,
  end: number,
  start: number,
) {
  const own = named(compiled, start).id;
  for (let node = end; node >= 0 && node !== start; node = cameFrom.get(node) ?? -1) {
    const other = named(compiled, node);
    if (other.id !== own && other.id !== compiled.world.spec.id) return other;
  }
  return null;
}

type Said = Omit<Missing, "kind">;

function absent(compiled: CompiledWorld, node: number): Said {
  const { graph, world, channels } = compiled;
  const { spec } = world;
  const ref = graph.nodeRef[node] as number;
  switch (graph.nodeKind[node]) {
    case NODE.fact: {
      const fact = spec.knowledge[ref] as (typeof spec.knowledge)[number];
      const opened = fact.reveals.flatMap((id) => world.channels.get(id) ?? []);
      const first = opened[0];
      return {
        nodes: [fact.id, ...fact.reveals],
        message: first
          ? `Nobody in this case can give you the ${CONTACT[first.channel.kind]} of ${first.entity.name} (${quoted(fact.label)}).`
          : `Nobody in this case can tell you ${quoted(fact.label)}.`,
        fix: "Say who tells it, or in which document it stands.",
      };
    }
    case NODE.known: {
      const { channel, entity } = channels[ref] as CompiledWorld["channels"][number];
      return {
        nodes: [channel.id, entity.id],
        message: `Nobody in this case can give you the ${CONTACT[channel.kind]} of ${entity.name}.`,
        fix: "Let someone tell it, or mark it as known at the start.",
      };
    }
    case NODE.usable: {
      const { channel, entity } = channels[ref] as CompiledWorld["channels"][number];
      return {
        nodes: [channel.id, entity.id],
        message: `Nobody at ${entity.name} ever answers on “${channel.label}”.`,
        fix: "Allow what is asked there over the other way to reach them as well.",
      };
    }
    case NODE.access: {
      const party = spec.entities[ref] as (typeof spec.entities)[number];
      const steps = stepsThatNeed(compiled, node);
      const what = steps[0] === undefined ? null : stepSaid(compiled, steps[0]);
      return {
        nodes: [party.id, ...(what ? [what.id] : [])],
        message: `There is no way to reach ${party.name} that can carry ${what ? quoted(what.label) : "this"}.`,
        fix: "Add a way to reach them that can, or allow one of those they have.",
      };
    }
    case NODE.cleared: {
      const party = spec.entities[ref] as (typeof spec.entities)[number];
      return {
        nodes: [party.id],
        message: `No permission allows you to pass protected facts to ${party.name}.`,
        fix: `Add a permission for ${party.name} and the step by which it is given.`,
      };
    }
    case NODE.authority: {
      const authority = spec.authorities[ref] as (typeof spec.authorities)[number];
      const grantor = world.entities.get(authority.grantor)?.name ?? authority.grantor;
      return {
        nodes: [authority.id, authority.grantor],
        message: `Nobody in this case can give the permission ${quoted(authority.scope)}.`,
        fix: `Add the step by which ${grantor} gives it.`,
      };
    }
    case NODE.held: {
      const document = spec.documents[ref] as (typeof spec.documents)[number];
      return {
        nodes: [document.id, document.owner],
        message: `Nobody in this case hands over ${quoted(document.title)}.`,
        fix: "Say how it is asked for, or what brings it.",
      };
    }
    default: {
      const { label, id } = named(compiled, node);
      return {
        nodes: [id],
        message: `Nothing in this case brings about ${quoted(label)}.`,
        fix: "Add the step or the event that does.",
      };
    }
  }
}

function late(compiled: CompiledWorld, run: ForwardRun, rule: number): Said {
  const { graph, world } = compiled;
  const deadline = graph.deadline[rule] as number;
  const ready = readyAt(graph.body.items.subarray(graph.body.start[rule], graph.body.start[rule + 1]), run);
  const when = (minute: number) => momentOf(world.start + minute).replace("T", " at ");
  const at = ready !== NEVER ? `, but everything it needs is there on ${when(ready)} at the earliest` : "";
  if (rule >= graph.steps) {
    const head = graph.heads.items[graph.heads.start[rule] as number] as number;
    const { label, id } = named(compiled, head);
    return {
      nodes: [id],
      message: `A condition of ${quoted(label)} counts only until ${when(deadline)}${at}.`,
      fix: "Move the deadline, or make what it waits for possible earlier.",
    };
  }
  const { label, id, nodes } = stepSaid(compiled, rule);
  if (deadline !== NEVER)
    return {
      nodes: [id, ...nodes],
      message: `${quoted(label)} has to happen by ${when(deadline)}${at}.`,
      fix: "Move the deadline, or make what it waits for possible earlier.",
    };
  return {
    nodes: [id, ...nodes],
    message: `There is no time at which ${quoted(label)} can happen: those who are needed cannot be reached then.`,
    fix: "Widen the hours, or allow another way to reach them.",
  };
}

function readyAt(body: Int32Array, run: ForwardRun): number {
  let at = 0;
  for (const node of body) at = Math.max(at, run.reached[node] as number);
  return at;
}

function barred(compiled: CompiledWorld, rule: number): Missing {
  const { label, id, nodes } = stepSaid(compiled, rule);
  const decoy = nodes.map((party) => compiled.world.entities.get(party)).find((e) => e?.decoy);
  if (decoy)
    return {
      kind: "decoy",
      nodes: [id, decoy.id],
      message: `${quoted(label)} takes ${decoy.name}, and that is not the right place to turn to.`,
      fix: "Let the right party do it, or do not mark this one as a look-alike.",
    };
  return {
    kind: "prohibited",
    nodes: [id],
    message: compiled.world.forbidden.has(id)
      ? `The only way leads through ${quoted(label)}, which is prohibited.`
      : `${quoted(label)} asks for something that none of its fields carries.`,
    fix: compiled.world.forbidden.has(id)
      ? "Add a way that is allowed, or take back the prohibition."
      : "Add the field, or do not ask for it.",
  };
}

function stepsThatNeed({ graph }: CompiledWorld, node: number): number[] {
  return [...graph.users.items.subarray(graph.users.start[node], graph.users.start[node + 1])].filter(
    (rule) => rule < graph.steps,
  );
}

/** A step by the object it is about; `nodes` are the parties it takes, the one that is asked first. */
function stepSaid(compiled: CompiledWorld, step: number): { label: string; id: string; nodes: string[] } {
  const { graph, world, channels } = compiled;
  const { spec } = world;
  const ref = graph.stepRef[step] as number;
  switch (graph.stepKind[step]) {
    case STEP.contact:
    case STEP.switch_channel: {
      const { channel, entity } = channels[ref] as CompiledWorld["channels"][number];
      return { label: channel.label, id: channel.id, nodes: [entity.id] };
    }
    case STEP.ask: {
      const fact = spec.knowledge[ref] as (typeof spec.knowledge)[number];
      const holder = fact.held_by[graph.stepPart[step] as number] as (typeof fact.held_by)[number];
      return { label: fact.label, id: fact.id, nodes: [holder.party, ...holder.participants] };
    }
    case STEP.act: {
      const { id, label, party, participants } = spec.mutations[ref] as (typeof spec.mutations)[number];
      return { label, id, nodes: [party, ...participants] };
    }
    case STEP.submit: {
      const { id, title, party, participants } = spec.forms[ref] as (typeof spec.forms)[number];
      return { label: title, id, nodes: [party, ...participants] };
    }
    case STEP.observe: {
      const { id, label, party, observe } = spec.status_surfaces[
        ref
      ] as (typeof spec.status_surfaces)[number];
      return { label, id, nodes: [party, ...observe.participants] };
    }
    default: {
      const { id, title, owner, request } = spec.documents[ref] as (typeof spec.documents)[number];
      return { label: title, id, nodes: [owner, ...(request?.participants ?? [])] };
    }
  }
}

/** The object that a node is about, by its label and id. */
function named(compiled: CompiledWorld, node: number): { label: string; id: string } {
  const { graph, world, channels } = compiled;
  const { spec } = world;
  const ref = graph.nodeRef[node] as number;
  switch (graph.nodeKind[node]) {
    case NODE.fact:
      return spec.knowledge[ref] as { label: string; id: string };
    case NODE.completed:
    case NODE.receipt:
      return spec.mutations[ref] as { label: string; id: string };
    case NODE.form_held:
    case NODE.submitted:
    case NODE.answerable:
    case NODE.accepted: {
      const form = spec.forms[ref] as (typeof spec.forms)[number];
      return { label: form.title, id: form.id };
    }
    case NODE.status:
    case NODE.observed: {
      const status = spec.status_surfaces[ref] as (typeof spec.status_surfaces)[number];
      return {
        label: `${status.label}: ${status.values[graph.nodeRank[node] as number]?.label}`,
        id: status.id,
      };
    }
    case NODE.authority: {
      const authority = spec.authorities[ref] as (typeof spec.authorities)[number];
      return { label: authority.scope, id: authority.id };
    }
    case NODE.held:
    case NODE.read:
    case NODE.requested:
    case NODE.ready: {
      const document = spec.documents[ref] as (typeof spec.documents)[number];
      return { label: document.title, id: document.id };
    }
    case NODE.requirement: {
      const [step] = stepsThatNeed(compiled, node);
      return step === undefined ? { label: spec.title, id: spec.id } : stepSaid(compiled, step);
    }
    case NODE.group: {
      const [group, { terminals }] = [...world.groups][ref] as [
        string,
        { terminals: readonly { label: string }[] },
      ];
      return { label: terminals[0]?.label ?? group, id: group };
    }
    default: {
      const channel = channels[ref]?.channel;
      return channel ? { label: channel.label, id: channel.id } : { label: spec.title, id: spec.id };
    }
  }
}
