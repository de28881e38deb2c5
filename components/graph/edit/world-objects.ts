import type { z } from "zod";
import {
  authoritySchema,
  documentSchema,
  entitySchema,
  formSchema,
  frictionSchema,
  knowledgeSchema,
  mutationSchema,
  redLineSchema,
  statusSurfaceSchema,
  terminalSchema,
  timeEventSchema,
  type WorldSpec,
} from "@/compiler/spec/world";
import { frictionText } from "@/lib/contracts/friction-words";
import { WORLD_LISTS, type WorldList } from "@/lib/contracts/world-diff";
import type { WorldGraph } from "../world-graph";

export const OBJECT_SCHEMAS: Record<WorldList, z.ZodType> = {
  entities: entitySchema,
  knowledge: knowledgeSchema,
  documents: documentSchema,
  mutations: mutationSchema,
  forms: formSchema,
  status_surfaces: statusSurfaceSchema,
  time_events: timeEventSchema,
  authorities: authoritySchema,
  terminals: terminalSchema,
  red_lines: redLineSchema,
  frictions: frictionSchema,
};

export interface WorldObject {
  list: WorldList;
  id: string;
  label: string;
}

type Item = WorldSpec[WorldList][number];

function labelOf(item: Item, spec: WorldSpec): string {
  if ("name" in item) return item.name;
  if ("title" in item) return item.title;
  if ("scope" in item) return item.scope;
  if ("label" in item) return item.label;
  if ("text" in item) return item.text;
  return "severity" in item ? frictionText(item, spec) : (item as { id: string }).id;
}

/** Every object of a world with its list, id and label. */
export function objectsOf(spec: WorldSpec): WorldObject[] {
  return WORLD_LISTS.flatMap((list) =>
    spec[list].map((item: Item) => ({ list, id: item.id, label: labelOf(item, spec) || item.id })),
  );
}

/** The objects that a node of the graph stands for: itself, its grant, its events, frictions, outcomes and rules. */
export function objectsAt(spec: WorldSpec, graph: WorldGraph, node: string): WorldObject[] {
  const lane = graph.byId.get(node)?.lane;
  return objectsOf(spec).filter(({ id }) => {
    const anchor = graph.anchors.get(id);
    if (id === lane) return true;
    return (
      anchor !== undefined &&
      (("node" in anchor && anchor.node === node) ||
        ("lane" in anchor && anchor.lane === lane && id !== lane))
    );
  });
}

/** A world with one object replaced, or taken away when `next` is null; added when it is new. */
export function withObject(spec: WorldSpec, list: WorldList, id: string, next: unknown): WorldSpec {
  const items = spec[list] as readonly Item[];
  const at = items.findIndex((item) => item.id === id);
  const changed =
    next === null
      ? items.filter((item) => item.id !== id)
      : at < 0
        ? [...items, next as Item]
        : items.map((item, i) => (i === at ? (next as Item) : item));
  return { ...spec, [list]: changed };
}

const IDS: Record<string, readonly WorldList[]> = {
  party: ["entities"],
  owner: ["entities"],
  grantor: ["entities"],
  recipient: ["entities"],
  participants: ["entities"],
  fact: ["knowledge"],
  facts: ["knowledge"],
  shares: ["knowledge"],
  source: ["knowledge"],
  document: ["documents"],
  mutation: ["mutations"],
  grant_action: ["mutations"],
  form: ["forms"],
  status: ["status_surfaces"],
  authority: ["authorities"],
  authorities: ["authorities"],
  target: ["knowledge", "documents", "mutations", "forms", "status_surfaces", "time_events", "entities"],
};

/** What a field of this name may point at in this world. */
export function idsOf(spec: WorldSpec) {
  const objects = objectsOf(spec);
  const channels = spec.entities.flatMap((e) =>
    e.channels.map((c) => ({ id: c.id, label: `${e.name}: ${c.label}` })),
  );
  return (name: string): { id: string; label: string }[] => {
    if (
      name === "via" ||
      name === "reveals" ||
      name === "channels" ||
      name === "other_channel" ||
      name === "contacts"
    )
      return channels;
    const lists = IDS[name];
    if (!lists) return [];
    const own = objects.filter((o) => lists.includes(o.list)).map(({ id, label }) => ({ id, label }));
    return name === "target" ? [...own, ...channels] : own;
  };
}
