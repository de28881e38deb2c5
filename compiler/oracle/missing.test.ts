import { expect, test } from "vitest";
import type { WorldSpec } from "../spec/world";
import { buildWorld, on, worldOf } from "../testing/build-world";
import { known, since, when } from "../testing/conditions";
import { friction, goal } from "../testing/goals-and-frictions";
import { randomWorld } from "../testing/random-world";
import { consent, fact, operation, paper, party, patient } from "../testing/world-parts";
import type { Missing } from "./missing-words";
import { type OracleGroup, proveReachable } from "./prove";

const missingOf = (groups: readonly OracleGroup[], group = groups[0]?.group) =>
  groups.find((g) => g.group === group)?.missing ?? [];

/** Grants what is missing from the first day on; null for what no day-one entry can stand for. */
function granted(spec: WorldSpec, missing: readonly Missing[]): WorldSpec | null {
  const out = structuredClone(spec);
  const channels = new Set(spec.entities.flatMap((e) => e.channels.map((c) => c.id)));
  const neverAnswers = new Set(
    spec.frictions.flatMap((f) => (f.kind === "retry" && f.other_channel !== null ? [f.target] : [])),
  );
  for (const { kind, nodes } of missing) {
    const id = nodes[0] as string;
    if (kind !== "absent" && kind !== "cycle") return null;
    if (spec.knowledge.some((k) => k.id === id)) out.day_one.facts.push(id);
    else if (spec.documents.some((d) => d.id === id)) out.day_one.documents.push(id);
    else if (spec.authorities.some((a) => a.id === id)) out.day_one.authorities.push(id);
    else if (channels.has(id) && !neverAnswers.has(id)) out.day_one.contacts.push(id);
    else return null;
  }
  return out;
}

function isReached(spec: WorldSpec | null, group: string): boolean {
  return proveReachable(worldOf(spec), { routes: false }).groups.some(
    (g) => g.group === group && g.reached_at !== null,
  );
}

test("O7 with what is missing the group is reached, without any one of it it is not", () => {
  let tried = 0;
  let several = 0;
  for (let seed = 1; tried < 60; seed++) {
    const world = randomWorld(seed);
    for (const { group, missing } of proveReachable(world, { routes: false }).groups) {
      const helped = missing.length > 0 ? granted(world.spec, missing) : null;
      if (!helped) continue;
      tried++;
      if (missing.length > 1) several++;
      expect(isReached(helped, group), `seed ${seed} ${group}`).toBe(true);
      for (const one of missing)
        expect(
          isReached(
            granted(
              world.spec,
              missing.filter((m) => m !== one),
            ),
            group,
          ),
          `seed ${seed} ${group}`,
        ).toBe(false);
    }
  }
  expect(several).toBeGreaterThan(0);
});

test("O7 of two ways the one that lacks less is told", () => {
  const world = buildWorld({
    entities: [patient(), party("clinic"), party("payer")],
    knowledge: [
      fact("result", [
        { party: "clinic", shares: ["a", "b"] },
        { party: "payer", shares: ["c"] },
      ]),
      fact("a"),
      fact("b"),
      fact("c"),
    ],
    terminals: [goal("knowledge", "result")],
  });
  expect(missingOf(proveReachable(world).groups).map((m) => m.nodes[0])).toEqual(["c"]);
});

test("O7 each kind of missing thing has its own plain words", () => {
  const world = buildWorld({
    entities: [patient(), party("clinic", ["phone", "portal"]), party("lab", ["fax"]), party("files", [])],
    day_one: { contacts: ["patient_phone", "clinic_phone", "lab_fax"], facts: ["secret"] },
    knowledge: [
      fact("secret", [], { protected: true }),
      fact("number", [], { reveals: ["clinic_portal"] }),
      fact("by_portal", [{ party: "clinic", via: ["clinic_portal"] }]),
      fact("by_fax", "lab"),
      fact("by_secret", [{ party: "clinic", shares: ["secret"] }]),
      fact("by_consent", [{ party: "clinic", authorities: ["release"] }]),
      fact("by_paper", [{ party: "clinic", requires: when({ kind: "document_read", document: "note" }) }]),
      fact("by_state", [
        { party: "clinic", requires: when({ kind: "status_is", status: "visit", value: "booked" }) },
      ]),
    ],
    documents: [paper("note", "clinic", null)],
    mutations: [operation("late_appeal", "clinic", { requires: when(since(on(4))) })],
    status_surfaces: [
      {
        id: "visit",
        party: "clinic",
        label: "the visit",
        initial: "open",
        observe: {},
        values: [
          { id: "open", label: "open" },
          { id: "booked", label: "booked" },
        ],
      },
    ],
    authorities: [consent("release", "patient", null)],
    frictions: [friction("deadline", "late_appeal", { at: on(2) })],
    terminals: [
      ...["by_portal", "by_fax", "by_secret", "by_consent", "by_paper", "by_state"].map((id) =>
        goal("knowledge", id),
      ),
      goal("mutations", "late_appeal"),
    ],
  });
  const { groups } = proveReachable(world);
  expect(groups.map((g) => g.missing[0]?.message)).toEqual([
    "Nobody in this case can give you the portal of clinic (“number”).",
    "There is no way to reach lab that can carry “by fax”.",
    "No permission allows you to pass protected facts to clinic.",
    "Nobody in this case can give the permission “release”.",
    "Nobody in this case hands over “The note”.",
    "Nothing in this case brings about “the visit: booked”.",
    "“late appeal” has to happen by 2026-03-04 at 08:00, but everything it needs is there on 2026-03-06 at 08:00 at the earliest.",
  ]);
  expect(groups.every((g) => g.missing.every((m) => m.fix.length > 0 && m.nodes.length > 0))).toBe(true);
});

test("O7 a condition of itself is told as that, and a circle of two by both", () => {
  const world = buildWorld({
    entities: [patient(), party("clinic")],
    knowledge: [
      fact("own", [{ party: "clinic", requires: when(known("own")) }]),
      fact("one", [{ party: "clinic", requires: when(known("two")) }]),
      fact("two", [{ party: "clinic", requires: when(known("one")) }]),
    ],
    terminals: [goal("knowledge", "own"), goal("knowledge", "one")],
  });
  expect(
    proveReachable(world)
      .groups.flatMap((g) => g.missing)
      .map((m) => [m.kind, ...m.nodes, m.message]),
  ).toEqual([
    ["cycle", "own", "“own” is a condition of itself."],
    ["cycle", "one", "two", "“one” waits for “two”, which in turn waits for “one”."],
  ]);
});
