import { type OracleResult, proveReachable, reachableBy } from "../oracle";
import { type Finding, finding } from "../spec/finding";
import { jsonPath } from "../spec/read";
import type { Exchange, Terminal } from "../spec/world";
import type { World } from "../spec/world-index";

/** An exchange with the object it belongs to. */
export interface Owned {
  id: string;
  party: string;
  label: string;
  exchange: Exchange;
  path: readonly PropertyKey[];
}

/** What the checks of gate 1 share: the world, paths by id, its exchanges, and what the oracle says of it. */
export interface LintContext {
  readonly world: World;
  readonly exchanges: readonly Owned[];
  readonly oracle: OracleResult;
  /** Ids that anyone could ever come to, whether by safe steps or not. */
  readonly reachable: ReadonlySet<string>;
  /** Ids that hold or come about without a single step. */
  readonly untouched: ReadonlySet<string>;
  path(id: string, ...rest: PropertyKey[]): string;
}

export type Check = (context: LintContext) => Finding[];

export function contextOf(world: World): LintContext {
  const paths = pathsOf(world);
  return {
    world,
    exchanges: exchangesOf(world),
    oracle: proveReachable(world, { routes: false }),
    reachable: reachableBy(world, "anyone"),
    untouched: reachableBy(world, "nobody"),
    path: (id, ...rest) => jsonPath([...(paths.get(id) ?? []), ...rest]),
  };
}

/** A finding of gate 1 about one object, the one to blame first among `nodes`. */
export function lintFinding(
  { path }: LintContext,
  slug: string,
  nodes: readonly [string, ...string[]],
  message: string,
  fix: string,
  ...at: PropertyKey[]
): Finding {
  return finding(`lint/${slug}`, message, { path: path(nodes[0], ...at), fix, nodes: [...nodes] });
}

function pathsOf({ spec }: World): ReadonlyMap<string, readonly PropertyKey[]> {
  const out = new Map<string, readonly PropertyKey[]>();
  const lists = [
    "entities",
    "knowledge",
    "documents",
    "mutations",
    "forms",
    "status_surfaces",
    "time_events",
    "authorities",
    "terminals",
    "red_lines",
    "frictions",
  ] as const;
  for (const list of lists)
    spec[list].forEach((item, i) => {
      out.set(item.id, [list, i]);
    });
  spec.entities.forEach((e, i) => {
    e.channels.forEach((c, j) => {
      out.set(c.id, ["entities", i, "channels", j]);
    });
  });
  spec.documents.forEach((d, i) => {
    if (d.request) out.set(d.request.id, ["documents", i, "request"]);
  });
  return out;
}

function exchangesOf({ spec }: World): Owned[] {
  return [
    ...spec.knowledge.flatMap((k, i) =>
      k.held_by.map((h, j) => ({
        id: k.id,
        party: h.party,
        label: k.label,
        exchange: h,
        path: ["knowledge", i, "held_by", j],
      })),
    ),
    ...spec.documents.flatMap((d, i) =>
      d.request
        ? [
            {
              id: d.id,
              party: d.owner,
              label: d.request.label,
              exchange: d.request,
              path: ["documents", i, "request"],
            },
          ]
        : [],
    ),
    ...spec.mutations.map((m, i) => ({
      id: m.id,
      party: m.party,
      label: m.label,
      exchange: m,
      path: ["mutations", i],
    })),
    ...spec.forms.map((f, i) => ({
      id: f.id,
      party: f.party,
      label: f.title,
      exchange: f,
      path: ["forms", i],
    })),
    ...spec.status_surfaces.map((s, i) => ({
      id: s.id,
      party: s.party,
      label: s.label,
      exchange: s.observe,
      path: ["status_surfaces", i, "observe"],
    })),
  ];
}

/** What is the target of an outcome called. */
export function targetLabels({ world }: LintContext, { target }: Terminal): string[] {
  const fact = world.knowledge.get(target);
  const document = world.documents.get(target);
  const operation = world.mutations.get(target);
  const form = world.forms.get(target);
  const status = world.statuses.get(target);
  return [
    ...(fact ? [fact.label] : []),
    ...(document ? [document.title, document.request?.label ?? ""] : []),
    ...(operation ? [operation.label] : []),
    ...(form ? [form.title, ...form.fields.map((f) => f.label)] : []),
    ...(status ? [status.label, ...status.values.map((v) => v.label)] : []),
  ];
}

/** Every text of what an outcome is about. */
export function targetTexts(context: LintContext, terminal: Terminal): string[] {
  const { world } = context;
  const { target } = terminal;
  const document = world.documents.get(target);
  const exchange = world.mutations.get(target) ?? world.forms.get(target);
  const party = world.entities.get(
    document?.owner ?? exchange?.party ?? world.statuses.get(target)?.party ?? "",
  );
  return [
    ...targetLabels(context, terminal),
    world.knowledge.get(target)?.statement ?? "",
    exchange?.receipt ?? "",
    party?.name ?? "",
  ];
}
