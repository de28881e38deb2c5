import { type Finding, finding } from "./finding";
import { minutesOf } from "./moment";
import { jsonPath, type Read, readBy } from "./read";
import { type Atom, objectOf, type Requirement } from "./requirement";
import {
  type Authority,
  type Channel,
  type Document,
  type Effect,
  type Entity,
  type Exchange,
  type Form,
  type Friction,
  type Knowledge,
  type Mutation,
  type StatusSurface,
  type Terminal,
  type TimeEvent,
  type WorldSpec,
  worldSpecSchema,
} from "./world";

type FrictionOf<K extends Friction["kind"]> = Extract<Friction, { kind: K }>;

declare const checked: unique symbol;

/**
 * A world whose shape and references have been checked, with every object by its id. Only `readWorld`
 * makes one, so engine and oracle never meet a dangling id.
 */
export interface World {
  readonly [checked]: true;
  readonly spec: WorldSpec;
  /** Absolute wall-clock minutes of the start; engine and oracle count minutes from here. */
  readonly start: number;
  readonly entities: ReadonlyMap<string, Entity>;
  readonly channels: ReadonlyMap<string, { channel: Channel; entity: Entity }>;
  readonly knowledge: ReadonlyMap<string, Knowledge>;
  readonly documents: ReadonlyMap<string, Document>;
  /** Documents by the id of their request. */
  readonly requests: ReadonlyMap<string, Document>;
  readonly mutations: ReadonlyMap<string, Mutation>;
  readonly forms: ReadonlyMap<string, Form>;
  readonly statuses: ReadonlyMap<string, StatusSurface>;
  readonly events: ReadonlyMap<string, TimeEvent>;
  readonly authorities: ReadonlyMap<string, Authority>;
  /** Authorities by the operation that grants them. */
  readonly grants: ReadonlyMap<string, readonly Authority[]>;
  readonly terminals: ReadonlyMap<string, Terminal>;
  /** Required and optional groups in declaration order. */
  readonly groups: ReadonlyMap<string, { required: boolean; terminals: readonly Terminal[] }>;
  /** Ids of forbidden operations and forms. */
  readonly forbidden: ReadonlySet<string>;
  /** `form.field` of entries that are forbidden while unbacked. */
  readonly forbiddenFields: ReadonlySet<string>;
  readonly retries: ReadonlyMap<string, FrictionOf<"retry">>;
  /** Minutes of delay by time event or document. */
  readonly delays: ReadonlyMap<string, number>;
  readonly reviews: ReadonlyMap<string, number>;
  readonly windows: ReadonlyMap<string, readonly FrictionOf<"availability_window">[]>;
  readonly openings: ReadonlyMap<string, readonly FrictionOf<"relative_opening">[]>;
  /** Minutes from the start, the earliest of several. */
  readonly deadlines: ReadonlyMap<string, number>;
}

/** Rank of a status value, 0 for the first; -1 for one that is not in the list. */
export function rankOf(status: StatusSurface, value: string): number {
  return status.values.findIndex((v) => v.id === value);
}

/** Minutes from the start of the world to a moment. */
export function sinceStart(world: Pick<World, "start">, moment: string): number {
  return minutesOf(moment) - world.start;
}

type Path = readonly PropertyKey[];

type Kind =
  | "entity"
  | "channel"
  | "fact"
  | "document"
  | "request"
  | "operation"
  | "form"
  | "status"
  | "time event"
  | "authority"
  | "terminal"
  | "red line"
  | "friction";

const LISTS = [
  ["entities", "entity"],
  ["knowledge", "fact"],
  ["documents", "document"],
  ["mutations", "operation"],
  ["forms", "form"],
  ["status_surfaces", "status"],
  ["time_events", "time event"],
  ["authorities", "authority"],
  ["terminals", "terminal"],
  ["red_lines", "red line"],
  ["frictions", "friction"],
] as const satisfies readonly (readonly [keyof WorldSpec, Kind])[];

const ATOM_TARGET = {
  fact_known: ["fact"],
  document_read: ["document"],
  action_completed: ["operation"],
  form_accepted: ["form"],
  authority_held: ["authority"],
} as const satisfies Partial<Record<Atom["kind"], readonly Kind[]>>;

const TERMINAL_TARGET = {
  fact_discovered: ["fact"],
  document_obtained: ["document"],
  required_state_observed: ["status"],
  action_completed: ["operation"],
  form_accepted: ["form"],
} as const satisfies Record<Terminal["kind"], readonly Kind[]>;

const FRICTION_TARGET: Record<Friction["kind"], readonly Kind[]> = {
  retry: ["channel"],
  delay: ["time event", "document"],
  form_review: ["form"],
  availability_window: ["channel"],
  relative_opening: ["channel"],
  deadline: ["operation", "form", "fact", "document"],
  decoy: ["entity"],
};

/**
 * Parses a world strictly and checks every id: unique across kinds, and leading to an object of the
 * right kind. Findings carry the JSON path and the fix (SPEC: schema).
 */
export function readWorld(input: unknown): Read<World> {
  const read = readBy(worldSpecSchema, input, "World");
  return read.ok ? indexSpec(read.value) : read;
}

/** The same for a document whose shape is known to be right: one that was made from a world that was read. */
export function indexSpec(spec: WorldSpec): Read<World> {
  const findings: Finding[] = [];
  const kinds = new Map<string, { kind: Kind; path: Path }>();

  const declare = (id: string, kind: Kind, path: Path) => {
    const before = kinds.get(id);
    if (before)
      findings.push(
        finding(
          "schema/duplicate-id",
          `The id "${id}" is used twice: as ${before.kind} at ${jsonPath([...before.path, "id"])} and as ${kind} here.`,
          {
            path: jsonPath([...path, "id"]),
            fix: "Give one of them another id and update what refers to it.",
            nodes: [id],
          },
        ),
      );
    else kinds.set(id, { kind, path });
  };

  for (const [list, kind] of LISTS)
    spec[list].forEach((item, i) => {
      declare(item.id, kind, [list, i]);
    });
  spec.entities.forEach((e, i) => {
    e.channels.forEach((c, j) => {
      declare(c.id, "channel", ["entities", i, "channels", j]);
    });
  });
  spec.documents.forEach((d, i) => {
    if (d.request) declare(d.request.id, "request", ["documents", i, "request"]);
  });

  /** The path is put together only where something is wrong: `base`, then what it is below that. */
  const refer = (
    id: string,
    allowed: readonly Kind[],
    owner: string,
    base: Path,
    name: PropertyKey,
    i?: PropertyKey,
    j?: PropertyKey,
  ): boolean => {
    const target = kinds.get(id);
    if (target && allowed.includes(target.kind)) return true;
    const wanted = allowed.join(" or ");
    findings.push(
      finding(
        "schema/dangling-id",
        target
          ? `"${id}" is a ${target.kind}, but a ${wanted} is needed here.`
          : `There is no ${wanted} with the id "${id}".`,
        {
          path: jsonPath([...base, ...[name, i, j].filter((key) => key !== undefined)]),
          fix: `Add the ${wanted} or name one that exists.`,
          nodes: [owner, id],
        },
      ),
    );
    return false;
  };
  const statuses = new Map(spec.status_surfaces.map((s) => [s.id, s]));
  const referStatus = (
    id: string,
    value: string,
    owner: string,
    base: Path,
    name: PropertyKey,
    i?: PropertyKey,
    j?: PropertyKey,
  ) => {
    if (!refer(id, ["status"], owner, base, name, i, j)) return;
    const status = statuses.get(id);
    if (status && rankOf(status, value) < 0)
      findings.push(
        finding("schema/dangling-id", `The status "${id}" has no value "${value}".`, {
          path: jsonPath([...base, ...[name, i, j].filter((key) => key !== undefined)]),
          fix: `Use one of ${status.values.map((v) => v.id).join(", ")}.`,
          nodes: [owner, id],
        }),
      );
  };
  const all = (
    list: readonly string[],
    allowed: readonly Kind[],
    owner: string,
    base: Path,
    name: PropertyKey,
  ) => {
    for (let i = 0; i < list.length; i++) refer(list[i] as string, allowed, owner, base, name, i);
  };

  const checkRequirement = (requirement: Requirement, owner: string, base: Path, name: PropertyKey) => {
    requirement.forEach((set, i) => {
      set.forEach((atom, j) => {
        if (atom.kind === "status_is") referStatus(atom.status, atom.value, owner, base, name, i, j);
        else if (atom.kind !== "time_reached" && atom.kind !== "before_deadline")
          refer(objectOf(atom) ?? "", ATOM_TARGET[atom.kind], owner, base, name, i, j);
      });
    });
  };
  const checkExchange = (exchange: Exchange, owner: string, base: Path) => {
    checkRequirement(exchange.requires, owner, base, "requires");
    checkRequirement(exchange.grounding, owner, base, "grounding");
    all(exchange.shares, ["fact"], owner, base, "shares");
    all(exchange.authorities, ["authority"], owner, base, "authorities");
    all(exchange.via, ["channel"], owner, base, "via");
    all(exchange.participants, ["entity"], owner, base, "participants");
  };
  const checkEffects = (effects: readonly Effect[], owner: string, base: Path) => {
    effects.forEach((effect, i) => {
      if (effect.kind === "set_status") referStatus(effect.status, effect.value, owner, base, "effects", i);
      else if (effect.kind === "reveal_fact") refer(effect.fact, ["fact"], owner, base, "effects", i);
      else refer(effect.document, ["document"], owner, base, "effects", i);
    });
  };

  all(spec.day_one.contacts, ["channel"], "day_one", ["day_one"], "contacts");
  all(spec.day_one.facts, ["fact"], "day_one", ["day_one"], "facts");
  all(spec.day_one.documents, ["document"], "day_one", ["day_one"], "documents");
  all(spec.day_one.authorities, ["authority"], "day_one", ["day_one"], "authorities");
  spec.knowledge.forEach((k, i) => {
    k.held_by.forEach((h, j) => {
      refer(h.party, ["entity"], k.id, ["knowledge", i, "held_by", j], "party");
      checkExchange(h, k.id, ["knowledge", i, "held_by", j]);
    });
    all(k.reveals, ["channel"], k.id, ["knowledge", i], "reveals");
  });
  spec.documents.forEach((d, i) => {
    refer(d.owner, ["entity"], d.id, ["documents", i], "owner");
    all(d.facts, ["fact"], d.id, ["documents", i], "facts");
    if (d.request) checkExchange(d.request, d.id, ["documents", i, "request"]);
  });
  spec.mutations.forEach((m, i) => {
    refer(m.party, ["entity"], m.id, ["mutations", i], "party");
    checkExchange(m, m.id, ["mutations", i]);
    checkEffects(m.effects, m.id, ["mutations", i]);
  });
  spec.forms.forEach((f, i) => {
    refer(f.party, ["entity"], f.id, ["forms", i], "party");
    checkRequirement(f.held_when, f.id, ["forms", i], "held_when");
    checkExchange(f, f.id, ["forms", i]);
    checkEffects(f.effects, f.id, ["forms", i]);
    const seen = new Set<string>();
    f.fields.forEach((field, j) => {
      if (seen.has(field.id))
        findings.push(
          finding("schema/duplicate-id", `The form "${f.id}" has two fields "${field.id}".`, {
            path: jsonPath(["forms", i, "fields", j]),
            fix: "Rename one of them.",
            nodes: [f.id],
          }),
        );
      seen.add(field.id);
      if (field.source) refer(field.source, ["fact"], f.id, ["forms", i], "fields", j);
      if (field.kind === "value" && !field.source && !field.expected)
        findings.push(
          finding(
            "schema/no-expected-value",
            `The field "${field.id}" has neither a source nor an expected value.`,
            {
              path: jsonPath(["forms", i, "fields", j]),
              fix: "Name the fact it is filled in from, or the value that is right.",
              nodes: [f.id],
            },
          ),
        );
      if (field.expected && (field.source || field.kind === "attestation"))
        findings.push(
          finding("schema/expected-twice", `The field "${field.id}" states its expected value twice.`, {
            path: jsonPath(["forms", i, "fields", j]),
            fix: 'A field with a source, and an attestation, must not state "expected" as well.',
            nodes: [f.id],
          }),
        );
    });
  });
  spec.status_surfaces.forEach((s, i) => {
    refer(s.party, ["entity"], s.id, ["status_surfaces", i], "party");
    checkExchange(s.observe, s.id, ["status_surfaces", i, "observe"]);
    const ids = new Set(s.values.map((v) => v.id));
    if (ids.size !== s.values.length)
      findings.push(
        finding("schema/duplicate-id", `The status "${s.id}" lists a value twice.`, {
          path: jsonPath(["status_surfaces", i, "values"]),
          fix: "Rename one of them.",
          nodes: [s.id],
        }),
      );
    referStatus(s.id, s.initial, s.id, ["status_surfaces", i], "initial");
    s.reveals.forEach((r, j) => {
      referStatus(s.id, r.from, s.id, ["status_surfaces", i, "reveals", j], "from");
      all(r.facts, ["fact"], s.id, ["status_surfaces", i, "reveals", j], "facts");
      all(r.channels, ["channel"], s.id, ["status_surfaces", i, "reveals", j], "channels");
    });
  });
  spec.time_events.forEach((e, i) => {
    checkRequirement(e.starts, e.id, ["time_events", i], "starts");
    checkEffects(e.effects, e.id, ["time_events", i]);
  });
  spec.authorities.forEach((a, i) => {
    refer(a.grantor, ["entity"], a.id, ["authorities", i], "grantor");
    refer(a.recipient, ["entity"], a.id, ["authorities", i], "recipient");
    if (a.grant_action) refer(a.grant_action, ["operation"], a.id, ["authorities", i], "grant_action");
  });
  spec.terminals.forEach((t, i) => {
    if (t.kind === "required_state_observed" && t.value)
      referStatus(t.target, t.value, t.id, ["terminals", i], "target");
    else refer(t.target, TERMINAL_TARGET[t.kind], t.id, ["terminals", i], "target");
    if ((t.kind === "required_state_observed") !== (t.value !== null))
      findings.push(
        finding(
          "schema/terminal-value",
          `The terminal "${t.id}" ${t.value === null ? "must name the status value to observe" : "has a value, which only a status has"}.`,
          {
            path: jsonPath(["terminals", i, "value"]),
            fix: "Give a value exactly when the kind is required_state_observed.",
            nodes: [t.id],
          },
        ),
      );
  });
  const forms = new Map(spec.forms.map((f) => [f.id, f]));
  spec.red_lines.forEach((r, i) => {
    if (r.kind !== "forbidden_action") return;
    if (r.field === null) refer(r.target, ["operation", "form"], r.id, ["red_lines", i], "target");
    else if (
      refer(r.target, ["form"], r.id, ["red_lines", i], "target") &&
      !forms.get(r.target)?.fields.some((f) => f.id === r.field)
    )
      findings.push(
        finding("schema/dangling-id", `The form "${r.target}" has no field "${r.field}".`, {
          path: jsonPath(["red_lines", i, "field"]),
          fix: "Name a field of that form.",
          nodes: [r.id, r.target],
        }),
      );
  });
  spec.frictions.forEach((f, i) => {
    refer(f.target, FRICTION_TARGET[f.kind], f.id, ["frictions", i], "target");
    if (f.kind === "retry" && f.other_channel)
      refer(f.other_channel, ["channel"], f.id, ["frictions", i], "other_channel");
    if (f.kind === "relative_opening") checkRequirement(f.after, f.id, ["frictions", i], "after");
    if (f.kind === "availability_window" && (f.daily === null) === (f.single === null))
      findings.push(
        finding("schema/window", `The window "${f.id}" must give either daily hours or a single window.`, {
          path: jsonPath(["frictions", i]),
          fix: 'Fill in exactly one of "daily" and "single".',
          nodes: [f.id],
        }),
      );
  });
  if (findings.length > 0) return { ok: false, findings };
  return { ok: true, value: indexWorld(spec) };
}

function byId<T extends { id: string }>(list: readonly T[]): Map<string, T> {
  return new Map(list.map((item) => [item.id, item]));
}

function grouped<T>(list: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const out = new Map<string, T[]>();
  for (const item of list) {
    const before = out.get(key(item));
    if (before) before.push(item);
    else out.set(key(item), [item]);
  }
  return out;
}

function indexWorld(spec: WorldSpec): World {
  const start = minutesOf(spec.clock_start);
  const of = <K extends Friction["kind"]>(kind: K) =>
    spec.frictions.filter((f): f is FrictionOf<K> => f.kind === kind);
  const summed = (list: readonly { target: string; minutes: number }[]) => {
    const out = new Map<string, number>();
    for (const f of list) out.set(f.target, (out.get(f.target) ?? 0) + f.minutes);
    return out;
  };
  const deadlines = new Map<string, number>();
  for (const f of of("deadline")) {
    const at = minutesOf(f.at) - start;
    deadlines.set(f.target, Math.min(at, deadlines.get(f.target) ?? at));
  }
  const redLines = spec.red_lines.filter((r) => r.kind === "forbidden_action");
  const index: Omit<World, typeof checked> = {
    spec,
    start,
    entities: byId(spec.entities),
    channels: new Map(
      spec.entities.flatMap((entity) =>
        entity.channels.map((channel) => [channel.id, { channel, entity }] as const),
      ),
    ),
    knowledge: byId(spec.knowledge),
    documents: byId(spec.documents),
    requests: new Map(spec.documents.flatMap((d) => (d.request ? [[d.request.id, d] as const] : []))),
    mutations: byId(spec.mutations),
    forms: byId(spec.forms),
    statuses: byId(spec.status_surfaces),
    events: byId(spec.time_events),
    authorities: byId(spec.authorities),
    grants: grouped(
      spec.authorities.filter((a) => a.grant_action !== null),
      (a) => a.grant_action ?? "",
    ),
    terminals: byId(spec.terminals),
    groups: new Map(
      [...grouped(spec.terminals, (t) => t.group)].map(([group, terminals]) => [
        group,
        { required: terminals.some((t) => t.required), terminals },
      ]),
    ),
    forbidden: new Set(redLines.filter((r) => r.field === null).map((r) => r.target)),
    forbiddenFields: new Set(redLines.flatMap((r) => (r.field === null ? [] : [`${r.target}.${r.field}`]))),
    retries: new Map(of("retry").map((f) => [f.target, f])),
    delays: summed(of("delay")),
    reviews: summed(of("form_review")),
    windows: grouped(of("availability_window"), (f) => f.target),
    openings: grouped(of("relative_opening"), (f) => f.target),
    deadlines,
  };
  return index as World;
}
