import { type Finding, finding } from "./finding";
import { minutesOf } from "./moment";
import { jsonPath, type Read, readBy } from "./read";
import type { Atom, Requirement } from "./requirement";
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
  const kinds = new Map<string, { kind: Kind; path: string }>();

  const declare = (id: string, kind: Kind, path: string) => {
    const before = kinds.get(id);
    if (before)
      findings.push(
        finding(
          "schema/duplicate-id",
          `The id "${id}" is used twice: as ${before.kind} at ${before.path} and as ${kind} here.`,
          {
            path,
            fix: "Give one of them another id and update what refers to it.",
            nodes: [id],
          },
        ),
      );
    else kinds.set(id, { kind, path });
  };
  const at = (...keys: PropertyKey[]) => jsonPath(keys);

  spec.entities.forEach((e, i) => {
    declare(e.id, "entity", at("entities", i, "id"));
    e.channels.forEach((c, j) => {
      declare(c.id, "channel", at("entities", i, "channels", j, "id"));
    });
  });
  spec.knowledge.forEach((k, i) => {
    declare(k.id, "fact", at("knowledge", i, "id"));
  });
  spec.documents.forEach((d, i) => {
    declare(d.id, "document", at("documents", i, "id"));
    if (d.request) declare(d.request.id, "request", at("documents", i, "request", "id"));
  });
  spec.mutations.forEach((m, i) => {
    declare(m.id, "operation", at("mutations", i, "id"));
  });
  spec.forms.forEach((f, i) => {
    declare(f.id, "form", at("forms", i, "id"));
  });
  spec.status_surfaces.forEach((s, i) => {
    declare(s.id, "status", at("status_surfaces", i, "id"));
  });
  spec.time_events.forEach((e, i) => {
    declare(e.id, "time event", at("time_events", i, "id"));
  });
  spec.authorities.forEach((a, i) => {
    declare(a.id, "authority", at("authorities", i, "id"));
  });
  spec.terminals.forEach((t, i) => {
    declare(t.id, "terminal", at("terminals", i, "id"));
  });
  spec.red_lines.forEach((r, i) => {
    declare(r.id, "red line", at("red_lines", i, "id"));
  });
  spec.frictions.forEach((f, i) => {
    declare(f.id, "friction", at("frictions", i, "id"));
  });

  const refer = (id: string, allowed: readonly Kind[], path: string, owner: string): boolean => {
    const target = kinds.get(id);
    if (target && allowed.includes(target.kind)) return true;
    const wanted = allowed.join(" or ");
    findings.push(
      finding(
        "schema/dangling-id",
        target
          ? `"${id}" is a ${target.kind}, but a ${wanted} is needed here.`
          : `There is no ${wanted} with the id "${id}".`,
        { path, fix: `Add the ${wanted} or name one that exists.`, nodes: [owner, id] },
      ),
    );
    return false;
  };
  const statuses = new Map(spec.status_surfaces.map((s) => [s.id, s]));
  const referStatus = (id: string, value: string, path: string, owner: string) => {
    if (!refer(id, ["status"], path, owner)) return;
    const status = statuses.get(id);
    if (status && rankOf(status, value) < 0)
      findings.push(
        finding("schema/dangling-id", `The status "${id}" has no value "${value}".`, {
          path,
          fix: `Use one of ${status.values.map((v) => v.id).join(", ")}.`,
          nodes: [owner, id],
        }),
      );
  };
  const all = (
    list: readonly string[],
    allowed: readonly Kind[],
    path: readonly PropertyKey[],
    owner: string,
  ) => {
    list.forEach((id, i) => {
      refer(id, allowed, jsonPath([...path, i]), owner);
    });
  };

  const checkAtom = (atom: Atom, path: string, owner: string) => {
    switch (atom.kind) {
      case "fact_known":
        refer(atom.fact, ["fact"], path, owner);
        break;
      case "document_read":
        refer(atom.document, ["document"], path, owner);
        break;
      case "action_completed":
        refer(atom.mutation, ["operation"], path, owner);
        break;
      case "form_accepted":
        refer(atom.form, ["form"], path, owner);
        break;
      case "status_is":
        referStatus(atom.status, atom.value, path, owner);
        break;
      case "authority_held":
        refer(atom.authority, ["authority"], path, owner);
        break;
    }
  };
  const checkRequirement = (requirement: Requirement, path: readonly PropertyKey[], owner: string) => {
    requirement.forEach((set, i) => {
      set.forEach((atom, j) => {
        checkAtom(atom, jsonPath([...path, i, j]), owner);
      });
    });
  };
  const checkExchange = (exchange: Exchange, path: readonly PropertyKey[], owner: string) => {
    checkRequirement(exchange.requires, [...path, "requires"], owner);
    checkRequirement(exchange.grounding, [...path, "grounding"], owner);
    all(exchange.shares, ["fact"], [...path, "shares"], owner);
    all(exchange.authorities, ["authority"], [...path, "authorities"], owner);
    all(exchange.via, ["channel"], [...path, "via"], owner);
    all(exchange.participants, ["entity"], [...path, "participants"], owner);
  };
  const checkEffects = (effects: readonly Effect[], path: readonly PropertyKey[], owner: string) => {
    effects.forEach((effect, i) => {
      const here = jsonPath([...path, i]);
      if (effect.kind === "set_status") referStatus(effect.status, effect.value, here, owner);
      else if (effect.kind === "reveal_fact") refer(effect.fact, ["fact"], here, owner);
      else refer(effect.document, ["document"], here, owner);
    });
  };

  all(spec.day_one.contacts, ["channel"], ["day_one", "contacts"], "day_one");
  all(spec.day_one.facts, ["fact"], ["day_one", "facts"], "day_one");
  all(spec.day_one.documents, ["document"], ["day_one", "documents"], "day_one");
  all(spec.day_one.authorities, ["authority"], ["day_one", "authorities"], "day_one");
  spec.knowledge.forEach((k, i) => {
    k.held_by.forEach((h, j) => {
      refer(h.party, ["entity"], at("knowledge", i, "held_by", j, "party"), k.id);
      checkExchange(h, ["knowledge", i, "held_by", j], k.id);
    });
    all(k.reveals, ["channel"], ["knowledge", i, "reveals"], k.id);
  });
  spec.documents.forEach((d, i) => {
    refer(d.owner, ["entity"], at("documents", i, "owner"), d.id);
    all(d.facts, ["fact"], ["documents", i, "facts"], d.id);
    if (d.request) checkExchange(d.request, ["documents", i, "request"], d.id);
  });
  spec.mutations.forEach((m, i) => {
    refer(m.party, ["entity"], at("mutations", i, "party"), m.id);
    checkExchange(m, ["mutations", i], m.id);
    checkEffects(m.effects, ["mutations", i, "effects"], m.id);
  });
  spec.forms.forEach((f, i) => {
    refer(f.party, ["entity"], at("forms", i, "party"), f.id);
    checkRequirement(f.held_when, ["forms", i, "held_when"], f.id);
    checkExchange(f, ["forms", i], f.id);
    checkEffects(f.effects, ["forms", i, "effects"], f.id);
    const seen = new Set<string>();
    f.fields.forEach((field, j) => {
      const path = at("forms", i, "fields", j);
      if (seen.has(field.id))
        findings.push(
          finding("schema/duplicate-id", `The form "${f.id}" has two fields "${field.id}".`, {
            path,
            fix: "Rename one of them.",
            nodes: [f.id],
          }),
        );
      seen.add(field.id);
      if (field.source) refer(field.source, ["fact"], path, f.id);
      if (field.kind === "value" && !field.source && !field.expected)
        findings.push(
          finding(
            "schema/no-expected-value",
            `The field "${field.id}" has neither a source nor an expected value.`,
            {
              path,
              fix: "Name the fact it is filled in from, or the value that is right.",
              nodes: [f.id],
            },
          ),
        );
      if (field.expected && (field.source || field.kind === "attestation"))
        findings.push(
          finding("schema/expected-twice", `The field "${field.id}" states its expected value twice.`, {
            path,
            fix: 'A field with a source, and an attestation, must not state "expected" as well.',
            nodes: [f.id],
          }),
        );
    });
  });
  spec.status_surfaces.forEach((s, i) => {
    refer(s.party, ["entity"], at("status_surfaces", i, "party"), s.id);
    checkExchange(s.observe, ["status_surfaces", i, "observe"], s.id);
    const ids = new Set(s.values.map((v) => v.id));
    if (ids.size !== s.values.length)
      findings.push(
        finding("schema/duplicate-id", `The status "${s.id}" lists a value twice.`, {
          path: at("status_surfaces", i, "values"),
          fix: "Rename one of them.",
          nodes: [s.id],
        }),
      );
    referStatus(s.id, s.initial, at("status_surfaces", i, "initial"), s.id);
    s.reveals.forEach((r, j) => {
      referStatus(s.id, r.from, at("status_surfaces", i, "reveals", j, "from"), s.id);
      all(r.facts, ["fact"], ["status_surfaces", i, "reveals", j, "facts"], s.id);
      all(r.channels, ["channel"], ["status_surfaces", i, "reveals", j, "channels"], s.id);
    });
  });
  spec.time_events.forEach((e, i) => {
    checkRequirement(e.starts, ["time_events", i, "starts"], e.id);
    checkEffects(e.effects, ["time_events", i, "effects"], e.id);
  });
  spec.authorities.forEach((a, i) => {
    refer(a.grantor, ["entity"], at("authorities", i, "grantor"), a.id);
    refer(a.recipient, ["entity"], at("authorities", i, "recipient"), a.id);
    if (a.grant_action) refer(a.grant_action, ["operation"], at("authorities", i, "grant_action"), a.id);
  });
  const TERMINAL_TARGET = {
    fact_discovered: "fact",
    document_obtained: "document",
    required_state_observed: "status",
    action_completed: "operation",
    form_accepted: "form",
  } as const;
  spec.terminals.forEach((t, i) => {
    const path = at("terminals", i, "target");
    if (t.kind === "required_state_observed" && t.value) referStatus(t.target, t.value, path, t.id);
    else refer(t.target, [TERMINAL_TARGET[t.kind]], path, t.id);
    if ((t.kind === "required_state_observed") !== (t.value !== null))
      findings.push(
        finding(
          "schema/terminal-value",
          `The terminal "${t.id}" ${t.value === null ? "must name the status value to observe" : "has a value, which only a status has"}.`,
          {
            path: at("terminals", i, "value"),
            fix: "Give a value exactly when the kind is required_state_observed.",
            nodes: [t.id],
          },
        ),
      );
  });
  const forms = new Map(spec.forms.map((f) => [f.id, f]));
  spec.red_lines.forEach((r, i) => {
    if (r.kind !== "forbidden_action") return;
    const path = at("red_lines", i, "target");
    if (r.field === null) refer(r.target, ["operation", "form"], path, r.id);
    else if (
      refer(r.target, ["form"], path, r.id) &&
      !forms.get(r.target)?.fields.some((f) => f.id === r.field)
    )
      findings.push(
        finding("schema/dangling-id", `The form "${r.target}" has no field "${r.field}".`, {
          path: at("red_lines", i, "field"),
          fix: "Name a field of that form.",
          nodes: [r.id, r.target],
        }),
      );
  });
  const FRICTION_TARGET: Record<Friction["kind"], readonly Kind[]> = {
    retry: ["channel"],
    delay: ["time event", "document"],
    form_review: ["form"],
    availability_window: ["channel"],
    relative_opening: ["channel"],
    deadline: ["operation", "form", "fact", "document"],
    decoy: ["entity"],
  };
  spec.frictions.forEach((f, i) => {
    refer(f.target, FRICTION_TARGET[f.kind], at("frictions", i, "target"), f.id);
    if (f.kind === "retry" && f.other_channel)
      refer(f.other_channel, ["channel"], at("frictions", i, "other_channel"), f.id);
    if (f.kind === "relative_opening") checkRequirement(f.after, ["frictions", i, "after"], f.id);
    if (f.kind === "availability_window" && (f.daily === null) === (f.single === null))
      findings.push(
        finding("schema/window", `The window "${f.id}" must give either daily hours or a single window.`, {
          path: at("frictions", i),
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
