import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { measure } from "./eval-screening/measure";
import { readSet } from "./eval-screening/sets";

const script = fileURLToPath(new URL("eval-screening/main.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "eval-screening-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("without the labelled texts it says which are missing and exits 2", () => {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ["--import", "tsx", script, join(folder, "nothing")],
    { encoding: "utf8" },
  );
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/scq-phi, [\s\S]*npm run eval:screening/);
});

test("a label counts as found only when its letters and digits are covered; a form of address is no part of it", () => {
  const query = (text: string, ...tags: [string, string][]) =>
    `===QUERY===\n${text}\n===PHI_TAGS===\n${tags.map(([identifier_type, value]) => `${JSON.stringify({ identifier_type, value })}\n`).join("")}\n`;
  mkdirSync(join(folder, "scq-phi"));
  writeFileSync(
    join(folder, "scq-phi/synthetic_dataset.txt"),
    query(
      "Seen by Dr. Osterkamp, MRN: AB-44812.",
      ["NAME", "Dr. Osterkamp"],
      ["MEDICAL_RECORD_NUMBER", "AB-44812"],
    ) +
      query("the word table is labelled here", ["NAME", "table"]) +
      query("A clean text but for 12 Elm Street."),
  );
  const texts = readSet("scq-phi", folder)!;
  expect(texts.map((one) => one.half).every((half) => half === "tune" || half === "held_out")).toBe(true);
  const { groups, falseAlarms, misses } = measure(texts);
  expect(groups.names).toEqual({ labelled: 2, covered: 1, touched: 1 });
  expect(groups.numbers).toEqual({ labelled: 1, covered: 1, touched: 1 });
  expect([falseAlarms, misses.map((miss) => miss.value)]).toEqual([1, ["table"]]);
});
