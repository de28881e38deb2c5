import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { afterAll, beforeAll, expect, test } from "vitest";

const config = createRequire(import.meta.url)("../.dependency-cruiser.cjs");

/** Files that each break one rule, and the rule. */
const breaches: Record<string, [imports: string, rule: string]> = {
  "compiler/spec/clock.ts": ["node:fs", "compiler-is-pure"],
  "compiler/engine/peek.ts": ["../oracle/prove", "engine-knows-no-oracle"],
  "compiler/oracle/peek.ts": ["../engine/run", "oracle-knows-no-engine"],
  "compiler/replay/peek.ts": ["../engine/run", "replay-is-a-black-box"],
  "runner/agents/peek.ts": ["../../compiler/engine/run", "agents-see-public-only"],
  "components/playtest/peek.ts": ["../../compiler/engine/run", "playtest-sees-public-only"],
  "components/graph/peek.ts": ["../../lib/services/cases", "components-are-browser-safe"],
  "components/ui/peek.ts": ["../graph/lanes", "ui-knows-no-domain"],
  "lib/contracts/peek.ts": ["../services/cases", "contracts-are-browser-safe"],
  "lib/services/peek.ts": ["../../app/page", "lib-knows-no-page"],
  "runner/peek.ts": ["../lib/services/cases", "runner-knows-no-studio"],
  "compiler/spec/lost.ts": ["./nowhere", "unresolvable"],
  "lib/services/a.ts": ["./b", "no-cycles"],
  "lib/services/tested.ts": ["./cases.test", "product-knows-no-tests"],
};
const innocent = [
  "compiler/oracle/prove.ts",
  "compiler/engine/run.ts",
  "lib/services/cases.ts",
  "lib/services/cases.test.ts",
  "components/graph/lanes.ts",
  "app/page.ts",
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "baba-rules-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const path of innocent) write(path, "export const here = 1;\n");
  write("lib/services/b.ts", 'export * from "./a";\n');
  for (const [path, [target]] of Object.entries(breaches)) write(path, `export * from "${target}";\n`);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("each import rule catches its breach, and nothing else is caught", async () => {
  const { tsConfig: _, ...options } = config.options;
  const { output } = await cruise(["app", "components", "compiler", "lib", "runner"], {
    ...options,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden: config.forbidden },
  });
  const found = (output as ICruiseResult).summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`);
  const planted = Object.entries(breaches).map(([path, [, rule]]) => `${path}: ${rule}`);
  const missed = planted.filter((breach) => !found.includes(breach));
  expect(missed).toEqual([]);
  const sources = new Set(found.map((breach) => breach.split(":")[0]));
  expect(innocent.filter((path) => sources.has(path))).toEqual([]);
});
