import { type Finding, finding, type Verdict } from "../spec/finding";
import { DAY } from "../spec/moment";
import type { World } from "../spec/world-index";
import { type CompiledWorld, compileWorld } from "./compile";
import { runForward } from "./forward";
import { type Missing, missingFor } from "./missing";
import { renderWitness } from "./render";
import { NEVER, NODE } from "./rule-graph";
import { type Shortest, shorten } from "./shorten";
import { unsupportedIn } from "./unsupported";
import type { WitnessStep } from "./witness";

export interface OracleGroup {
  group: string;
  label: string;
  required: boolean;
  /** Earliest minute in which a safe route can pass the group; null when none can. */
  reached_at: number | null;
  /** For a group that cannot be reached: a smallest set of things that would make it reachable. */
  missing: Missing[];
}

export interface OracleResult {
  verdict: Verdict;
  findings: Finding[];
  /** Length of the witness. */
  operations: number;
  /** Fictional days until the last required group passes. */
  days: number;
  required_groups: number;
  groups: OracleGroup[];
  witness: WitnessStep[];
  /** A minimal part of the witness that still passes (O6). */
  shortened: WitnessStep[];
  /** The shortest route where it was searched for; `proved` when no shorter one exists. */
  shortest: Shortest | null;
  /**
   * Earliest minute of facts known, documents held, operations completed, forms accepted, authorities held
   * and channels known, by id; of a document that is not handed over at once being requested, by the id of its request; of
   * a form being submitted, by `form.submitted`; of a status having a value or a later one, by `status.value`.
   */
  earliest: Record<string, number>;
}

export interface OracleOptions {
  /** False leaves out the shortened and the shortest route, which cost far more than the proof. */
  routes?: boolean;
}

/** Groups times rules up to which it is said what is missing; in a larger world the first groups have to do. */
const MOST_EXPLAINED = 2_000_000;

const NOTHING_REQUIRED = finding("oracle/no-required-group", "Nothing has to be reached in this world.", {
  path: "$.terminals",
  fix: "Add an outcome that is required.",
});

/**
 * Gate 2 (O1 to O6): proves that every required group has a safe route, with a witness, or says what is
 * missing. Pure and deterministic; O(n log n) apart from the shortened and shortest routes, which are
 * searched for within a fixed budget. A world without a required group is refuted. What a proved world does not
 * need for that (`groups`, `earliest`) is worked out when it is first asked for.
 */
export function proveReachable(world: World, { routes = true }: OracleOptions = {}): OracleResult {
  const unsupported = unsupportedIn(world);
  const compiled = compileWorld(world);
  const run = runForward(compiled, { roots: [compiled.goal], until: compiled.goal });
  const everything = once(() => runForward(compiled, { roots: "everything", until: -1 }));
  const asked = [...world.groups.values()].filter((g) => g.required).length;
  const proved = run.reached[compiled.goal] !== NEVER && asked > 0;
  const witness = proved ? renderWitness(compiled, run) : [];
  let explained = 0;
  const explain = (group: number) =>
    ++explained * compiled.graph.rules <= MOST_EXPLAINED ? missingFor(compiled, everything(), group) : [];
  const groups = once(() =>
    [...world.groups].map(([group, { required, terminals }], i): OracleGroup => {
      const node = compiled.groupNodes[i] as number;
      const at = everything().reached[node] as number;
      return {
        group,
        label: terminals[0]?.label ?? group,
        required,
        reached_at: at === NEVER ? null : at,
        missing: at === NEVER && required ? explain(node) : [],
      };
    }),
  );
  const earliest = once(() => earliestById(compiled, everything().reached));
  const { shortened, shortest } =
    proved && routes ? shorten(compiled, run, witness) : { shortened: witness, shortest: null };
  return {
    verdict: unsupported.length > 0 ? "unsupported" : proved ? "proved" : "refuted",
    findings:
      unsupported.length > 0
        ? unsupported
        : asked === 0
          ? [NOTHING_REQUIRED]
          : proved
            ? []
            : groups().flatMap(unreachable),
    operations: witness.length,
    days: proved ? Math.ceil(run.end / DAY) : 0,
    required_groups: asked,
    get groups() {
      return groups();
    },
    witness,
    shortened,
    shortest,
    get earliest() {
      return earliest();
    },
  };
}

function once<T>(work: () => T): () => T {
  let done: { value: T } | null = null;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}

/** Ids, and groups, that anyone can come to by whatever the engine allows, or that come without a step (gate 1). */
export function reachableBy(world: World, whose: "anyone" | "nobody"): ReadonlySet<string> {
  const compiled = compileWorld(world, whose === "anyone" ? "enforced" : "safe");
  const run =
    whose === "anyone"
      ? runForward(compiled, { roots: "everything", until: -1, unbarred: true })
      : runForward(compiled, {
          roots: "everything",
          until: -1,
          allowed: new Uint8Array(compiled.graph.steps),
        });
  const ids = new Set(Object.keys(earliestById(compiled, run.reached)));
  [...world.groups.keys()].forEach((group, i) => {
    if (run.reached[compiled.groupNodes[i] as number] !== NEVER) ids.add(group);
  });
  return ids;
}

function unreachable(group: OracleGroup): Finding[] {
  if (!group.required || group.reached_at !== null) return [];
  return [
    finding(
      "oracle/unreachable-group",
      `“${group.label}” cannot be reached. ${group.missing.map((m) => m.message).join(" ")}`.trim(),
      {
        fix: group.missing.map((m) => m.fix).join(" "),
        nodes: [...new Set([...group.missing.flatMap((m) => m.nodes), group.group])],
      },
    ),
  ];
}

function earliestById(
  { graph, world, channels }: CompiledWorld,
  reached: Int32Array,
): Record<string, number> {
  const { spec } = world;
  const idOf: Partial<Record<number, (ref: number, rank: number) => string | undefined>> = {
    [NODE.fact]: (ref) => spec.knowledge[ref]?.id,
    [NODE.held]: (ref) => spec.documents[ref]?.id,
    [NODE.requested]: (ref) => spec.documents[ref]?.request?.id,
    [NODE.completed]: (ref) => spec.mutations[ref]?.id,
    [NODE.accepted]: (ref) => spec.forms[ref]?.id,
    [NODE.submitted]: (ref) => spec.forms[ref] && `${spec.forms[ref].id}.submitted`,
    [NODE.authority]: (ref) => spec.authorities[ref]?.id,
    [NODE.known]: (ref) => channels[ref]?.channel.id,
    [NODE.status]: (ref, rank) => {
      const status = spec.status_surfaces[ref];
      return status && `${status.id}.${status.values[rank]?.id}`;
    },
  };
  const out: Record<string, number> = {};
  reached.forEach((at, node) => {
    if (at === NEVER) return;
    const id = idOf[graph.nodeKind[node] as number]?.(
      graph.nodeRef[node] as number,
      graph.nodeRank[node] as number,
    );
    if (id !== undefined) out[id] = at;
  });
  return out;
}
