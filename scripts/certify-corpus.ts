import { existsSync, readdirSync } from "node:fs";
import { certify } from "@/runner/commands/certify";

/** Certifies every world of the corpus again, with the command a person would use. Exits 10 when one does not certify. */
let code = 0;
for (const name of readdirSync("corpus").sort()) {
  const world = `corpus/${name}/world.json`;
  if (!existsSync(world)) continue;
  const result = await certify(world, {
    out: `corpus/${name}/certificate.json`,
    paraphrases: `corpus/${name}/trials.json`,
  });
  if (result !== 0) code = result;
}
process.exitCode = code;
