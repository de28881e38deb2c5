import { expect, test } from "vitest";
import { scoreDifficulty } from "../difficulty";
import { proveReachable } from "../oracle";
import type { Finding } from "../spec/finding";
import type { WorldSpec } from "../spec/world";
import { readWorld } from "../spec/world-index";
import { buildWorld, on, worldOf } from "../testing/build-world";
import { hands, known, since, when } from "../testing/conditions";
import { friction, goal } from "../testing/goals-and-frictions";
import { randomWorld } from "../testing/random-world";
import { walkerWorld } from "../testing/walker-world";
import { consent, fact, form, operation, paper, party, patient } from "../testing/world-parts";
import { keepFrictions, ladder, MECHANISMS, reachBand, severityOf, stripFriction, suggestFrictions } from ".";

/** Schema and oracle, as a stand-in for the gates that run after each rung. */
function check(spec: WorldSpec): readonly Finding[] {
  const read = readWorld(spec);
  return read.ok ? proveReachable(read.value, { routes: false }).findings : read.findings;
}

test("S1 the friction-free printed world passes within the first minute and keeps R, A and U", () => {
  const free = worldOf(stripFriction(worldOf(walkerWorld()).spec));
  expect(proveReachable(free)).toMatchObject({ verdict: "proved", days: 0 });
  expect(scoreDifficulty(free)).toEqual({ S: 35, F: 0, R: 5, A: 4, U: 7, band: "standard" });
});

test("S2 decoys go with everything that belongs to them, and nothing else does", () => {
  const world = buildWorld({
    entities: [patient(), party("clinic"), party("old_clinic", ["phone"], { decoy: true })],
    day_one: { contacts: ["patient_phone"] },
    knowledge: [
      fact("old_number", "patient", { reveals: ["old_clinic_phone"] }),
      fact("number", [{ party: "patient" }, { party: "old_clinic" }], { reveals: ["clinic_phone"] }),
      fact("old_hours", "old_clinic"),
      fact("advice", [{ party: "clinic", requires: [[known("old_hours")], [known("number")]] }]),
      fact("gossip", [{ party: "clinic", requires: when(known("old_hours")) }]),
    ],
    mutations: [operation("grant_old", "patient"), operation("book_old", "old_clinic")],
    authorities: [consent("old", "old_clinic")],
    terminals: [goal("knowledge", "advice")],
    frictions: [friction("decoy", "old_clinic", {})],
  });
  const free = worldOf(stripFriction(world.spec)).spec;
  expect(free.entities.map((e) => e.id)).toEqual(["patient", "clinic"]);
  expect(free.knowledge.map((k) => k.id)).toEqual(["number", "advice"]);
  expect(free.knowledge[0]?.held_by.map((h) => h.party)).toEqual(["patient"]);
  expect(free.knowledge[1]?.held_by[0]?.requires).toEqual([[known("number")]]);
  expect([free.mutations.map((m) => m.id), free.authorities, free.frictions]).toEqual([[], [], []]);
});

test("S2 what takes no decoy to come by stays when it is needed, with the decoy's name and no way to reach it", () => {
  const world = buildWorld({
    entities: [patient(), party("shop"), party("old_shop", ["phone"], { decoy: true })],
    knowledge: [
      fact("order_number"),
      fact("price", [{ party: "shop", shares: ["order_number"] }]),
      fact("old_price", "old_shop"),
    ],
    documents: [
      paper("old_order", "old_shop", "at_once", { facts: ["order_number"] }),
      paper("old_list", "old_shop", "at_once", { facts: ["old_price"] }),
    ],
    mutations: [operation("look_for_papers", "patient", { effects: [hands("old_order")] })],
    terminals: [goal("knowledge", "price")],
    frictions: [friction("decoy", "old_shop", {})],
  });
  const free = worldOf(stripFriction(world.spec));
  expect(proveReachable(world).verdict).toBe("proved");
  expect(proveReachable(free).verdict).toBe("proved");
  expect(free.entities.get("old_shop")).toMatchObject({ channels: [] });
  expect(free.spec.documents.map((d) => [d.id, d.request])).toEqual([["old_order", null]]);
  expect(free.spec.knowledge.map((k) => k.id)).toEqual(["order_number", "price"]);
});

test("C4 without the missed calls the other channel is known with the one that was called", () => {
  const world = buildWorld({
    entities: [patient(), party("clinic", ["phone", "portal"])],
    day_one: { contacts: ["patient_phone"] },
    knowledge: [
      fact("number", "patient", { reveals: ["clinic_phone"] }),
      fact("slot", [{ party: "clinic", via: ["clinic_portal"] }]),
    ],
    frictions: [friction("retry", "clinic_phone", { tries: 2, other_channel: "clinic_portal" })],
    terminals: [goal("knowledge", "slot")],
  });
  const free = worldOf(stripFriction(world.spec));
  expect(free.knowledge.get("number")?.reveals).toEqual(["clinic_phone", "clinic_portal"]);
  expect(proveReachable(free).verdict).toBe("proved");
});

test("S2 severities are those of the documented scale", () => {
  const world = buildWorld({
    entities: [patient()],
    mutations: [operation("appeal", "patient", { requires: when(since(on(1))) })],
    terminals: [goal("mutations", "appeal")],
    frictions: [friction("deadline", "appeal", { at: on(10) })],
  });
  const measured = (f: Parameters<typeof severityOf>[0]) => severityOf(f, world);
  const kinds = Object.fromEntries(MECHANISMS.map((m) => [m.kind, m]));
  for (const severity of [1, 2, 3] as const)
    for (const kind of ["retry", "delay", "form_review", "availability_window", "relative_opening"]) {
      const made = kinds[kind]?.make(world, "patient_phone", severity, 0);
      expect(made && measured(made), `${kind} ${severity}`).toBe(severity);
    }
  const slack = (day: number, time?: string) => {
    const spec = { ...world.spec, frictions: [{ ...world.spec.frictions[0], at: on(day, time) }] };
    const changed = worldOf(spec);
    return severityOf(changed.spec.frictions[0] as never, changed);
  };
  expect([slack(4), slack(3, "23:00"), slack(2), slack(1, "20:00"), slack(0)]).toEqual([1, 2, 2, 3, null]);
});

test("S2, E1 the slack of a deadline ends with the request or the submission, not with what comes of it", () => {
  const severity = (f: ReturnType<typeof friction>, late: ReturnType<typeof friction>) => {
    const world = buildWorld({
      entities: [patient(), party("clinic")],
      knowledge: [fact("born", "patient")],
      documents: [paper("letter", "clinic", "sent"), paper("card", "clinic", "collected")],
      forms: [form("claim", "clinic", ["born"])],
      terminals: [goal("documents", "letter"), goal("documents", "card"), goal("forms", "claim")],
      frictions: [late, f],
    });
    expect(proveReachable(world).verdict).toBe("proved");
    return severityOf(world.spec.frictions[1]!, world);
  };
  const minutes = 3 * 1440;
  const by = (target: string) => friction("deadline", target, { at: on(3) });
  expect(severity(by("letter"), friction("delay", "letter", { minutes }))).toBe(1);
  expect(severity(by("claim"), friction("form_review", "claim", { minutes }))).toBe(1);
  expect(severity(by("card"), friction("delay", "card", { minutes }))).toBe(3);
});

test("S2 the ladder keeps what leaves a route and says why it refuses the rest", () => {
  const spec = worldOf(walkerWorld()).spec;
  const early = friction("deadline", "arrange_parish_delivery", { at: "2026-03-03T09:00", severity: 3 });
  const result = ladder(spec, check, [worldOf({ ...spec, frictions: [early] }).spec.frictions[0] as never]);
  expect(result.base).toEqual([]);
  expect(result.rungs.map((r) => r.kept)).toEqual([true, true, true, true, true, true, false]);
  expect(result.rungs[6]?.findings[0]?.message).toContain("has to happen by 2026-03-03 at 09:00");
  expect(result.spec).toEqual(spec);
});

test("S1 suggestions act on the route and lead a light world to a band", () => {
  const spec = stripFriction(worldOf(walkerWorld()).spec);
  const onRoute = suggestFrictions(worldOf(spec)).map((s) => s.friction.target);
  expect(onRoute).toContain("non_repairable_letter_document");
  expect(onRoute).not.toContain("loaner_charity_phone");
  const grown = reachBand(spec, "hard", check);
  expect(grown.reached).toBe(true);
  expect(scoreDifficulty(worldOf(grown.spec)).band).toBe("hard");
  expect(proveReachable(worldOf(grown.spec)).verdict).toBe("proved");
});

test("S2 without mechanisms and decoys every outcome that could be reached still can, and no later", () => {
  for (let seed = 1; seed <= 1200; seed++) {
    const world = randomWorld(seed);
    if (seed > 400 && !world.spec.entities.some((e) => e.decoy)) continue;
    const free = worldOf(stripFriction(world.spec));
    const after = new Map(proveReachable(free, { routes: false }).groups.map((g) => [g.group, g.reached_at]));
    expect(free.spec.frictions).toEqual([]);
    for (const { group, reached_at } of proveReachable(world, { routes: false }).groups)
      if (reached_at !== null) {
        expect(after.get(group) ?? null, `seed ${seed} ${group}`).not.toBeNull();
        expect(after.get(group), `seed ${seed} ${group}`).toBeLessThanOrEqual(reached_at);
      }
  }
});

test("S2 whatever mechanisms and decoys are kept, nothing that is left refers to what is gone", () => {
  for (let seed = 5_000; seed <= 5_800; seed++) {
    const { spec } = randomWorld(seed);
    if (!spec.entities.some((e) => e.decoy)) continue;
    const left = worldOf(stripFriction(spec)).spec.entities.filter((e) => e.decoy);
    expect(left.flatMap((e) => e.channels)).toEqual([]);
    for (const { id } of spec.frictions) worldOf(keepFrictions(spec, (f) => f.id === id));
    expect(keepFrictions(spec, () => true)).toEqual(spec);
  }
});
