import { expect, test } from "vitest";
import { buildWorld, worldOf } from "../testing/build-world";
import { done, sets, when } from "../testing/conditions";
import { friction, goal } from "../testing/goals-and-frictions";
import { walkerWorld } from "../testing/walker-world";
import { consent, event, operation, party, patient, status } from "../testing/world-parts";
import { bandOf, scoreDifficulty } from "./score";

test("S1 the printed world has its published score", () => {
  expect(scoreDifficulty(worldOf(walkerWorld()))).toEqual({ S: 68, F: 11, R: 5, A: 4, U: 7, band: "hard" });
});

test("S1 bands begin at 23 and 36", () => {
  expect([0, 22, 23, 35, 36, 73].map(bandOf)).toEqual([
    "light",
    "light",
    "standard",
    "standard",
    "hard",
    "hard",
  ]);
});

test("S2 decoys count once in F and nowhere else", () => {
  const world = buildWorld({
    entities: [
      patient(),
      party("clinic"),
      party("old_clinic", ["phone"], { decoy: true }),
      party("other_clinic", ["phone"], { decoy: true }),
      party("file", [], { kind: "case_record" }),
    ],
    day_one: { contacts: ["patient_phone"] },
    mutations: [
      operation("grant_a", "patient"),
      operation("grant_b", "patient"),
      operation("ask_old", "old_clinic"),
    ],
    authorities: [consent("a", "clinic", "grant_a"), consent("b", "old_clinic", "grant_b")],
    terminals: [goal("mutations", "grant_a"), goal("mutations", "ask_old", null, { required: false })],
    frictions: [
      friction("decoy", "old_clinic", {}),
      friction("decoy", "other_clinic", {}),
      friction("retry", "clinic_phone", { tries: 3, severity: 2 }),
    ],
  });
  expect(scoreDifficulty(world)).toEqual({ S: 16, F: 3, R: 1, A: 1, U: 1, band: "light" });
});

test("S2 a status counts in A when doing something brings it, also in time", () => {
  const world = buildWorld({
    entities: [patient()],
    mutations: [operation("send", "patient")],
    status_surfaces: [
      status("parcel", "patient", ["none", "near", "there"]),
      status("season", "patient", ["winter", "spring"]),
    ],
    time_events: [
      event("near", { starts: when(done("send")), effects: [sets("parcel", "near")] }),
      event("there", {
        starts: when({ kind: "status_is", status: "parcel", value: "near" }),
        effects: [sets("parcel", "there")],
      }),
      event("spring_comes", { effects: [sets("season", "spring")] }),
    ],
    terminals: [goal("status_surfaces", "parcel", "there"), goal("status_surfaces", "season", "spring")],
  });
  expect(scoreDifficulty(world).A).toBe(1);
});
