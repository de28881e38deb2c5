import { expect, test } from "vitest";
import { loadCertified } from "./cases";
import { sabotage } from "./run";

test("every kind of fault that has a place in two worlds is caught by a gate that names the node", async () => {
  const all = await loadCertified();
  const cases = all.filter(({ world }) => ["52955ee1", "median"].includes(world.spec.id));
  expect(cases).toHaveLength(2);
  const { rows, planted, good } = await sabotage(cases);
  expect(rows.flatMap((row) => row.missed)).toEqual([]);
  expect(planted).toBeGreaterThan(50);
  expect(good).toBe(true);
}, 180_000);
