// Checks the import rules, and that they were applied to something: without TypeScript the checker sees no modules and passes.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { cruise } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";

const config = createRequire(import.meta.url)("../.dependency-cruiser.cjs");
const rooms = ["app", "components", "lib", "compiler", "runner"].filter((room) => existsSync(room));
const { output } = await cruise(
  rooms,
  { ...config.options, validate: true, ruleSet: { forbidden: config.forbidden } },
  undefined,
  { tsConfig: extractTSConfig("tsconfig.json") },
);

const own = output.modules
  .map((module) => module.source)
  .filter((source) => rooms.some((room) => source.startsWith(`${room}/`)));
const unseen = rooms.filter((room) => !own.some((source) => source.startsWith(`${room}/`)));
for (const { rule, from, to } of output.summary.violations) {
  const { comment } = config.forbidden.find((known) => known.name === rule.name) ?? {};
  console.error(`${rule.name}: ${from} imports ${to}\n    ${comment}`);
}
if (unseen.length > 0 || own.length < 5) {
  console.error(
    `The import rules saw ${own.length} modules and none in: ${unseen.join(", ") || "-"}. Is TypeScript installed?`,
  );
  process.exit(1);
}
console.log(`${own.length} modules keep the import rules, ${output.summary.violations.length} breaches`);
process.exit(output.summary.violations.length > 0 ? 1 : 0);
