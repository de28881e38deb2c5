import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const script = fileURLToPath(new URL("eval-screening.ts", import.meta.url));
const run = (...args: string[]) =>
  spawnSync(process.execPath, ["--import", "tsx", script, ...args], { encoding: "utf8" });
const folder = mkdtempSync(join(tmpdir(), "eval-screening-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("without the labelled texts it says which are missing and exits 2", () => {
  const { status, stderr, stdout } = run(join(folder, "nothing"));
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/synthetic_dataset\.txt[\s\S]*npm run eval:screening/);
});

test("it counts what was found, missed and wrongly flagged, and exits 10 short of the goals", () => {
  const query = (text: string, ...tags: [string, string][]) =>
    `===QUERY===\n${text}\n===PHI_TAGS===\n${tags.map(([identifier_type, value]) => `${JSON.stringify({ identifier_type, value })}\n`).join("")}\n`;
  const found = query(
    "Seen by Dr. Osterkamp, MRN: AB-44812.",
    ["NAME", "Osterkamp"],
    ["MEDICAL_RECORD_NUMBER", "AB-44812"],
  );
  const missed = query("the word table is labelled here", ["NAME", "table"]);
  const flagged = query("A clean text but for 12 Elm Street.");
  mkdirSync(join(folder, "scq-phi"));
  mkdirSync(join(folder, "presidio-research"));
  writeFileSync(
    join(folder, "scq-phi/synthetic_dataset.txt"),
    found + found + missed + missed + flagged + flagged,
  );
  const item = {
    full_text: "Call Tamsin at 312-555-0148",
    spans: [
      { entity_type: "PHONE_NUMBER", entity_value: "312-555-0148", start_position: 15, end_position: 27 },
      { entity_type: "TITLE", entity_value: "Call", start_position: 0, end_position: 4 },
    ],
  };
  for (const name of ["synth_v2_first600.json", "generated_small.json"])
    writeFileSync(join(folder, "presidio-research", name), JSON.stringify([item]));
  const { status, stdout, stderr } = run(folder, "--json");
  const result = JSON.parse(stdout);
  expect(status).toBe(10);
  expect(result.clinical.all).toMatchObject({
    texts: 6,
    labelled: 6,
    found: 4,
    covered: 4,
    sameKind: 4,
    cleanTexts: 2,
    cleanTextsFlagged: 2,
    misses: 2,
    false: 2,
  });
  expect(result.general.all).toMatchObject({ labelled: 2, found: 2, findings: 4, right: 2 });
  expect(result.clinical.tune.texts + result.clinical.held_out.texts).toBe(6);
  expect(stderr.trim()).toBe(result.figure);
  expect(result.figure).toMatch(/^Goals not met/);
});
