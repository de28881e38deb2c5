// Prisma's command line without its downloaded schema engine: `generate` needs none, and migrations are authored with the
// WebAssembly engine (a development dependency). `node scripts/prisma.mjs migrate dev --name <what>` makes a new migration.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const [command] = process.argv.slice(2);
const engine =
  command === "generate" || command === "validate"
    ? "/bin/true"
    : fileURLToPath(new URL("./schema-engine.mjs", import.meta.url));
const cli = createRequire(import.meta.url).resolve("prisma/build/index.js");
const { status } = spawnSync(process.execPath, [cli, ...process.argv.slice(2)], {
  stdio: "inherit",
  env: {
    CHECKPOINT_DISABLE: "1",
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    ...(process.platform !== "win32" && { PRISMA_SCHEMA_ENGINE_BINARY: engine }),
    ...process.env,
  },
});
process.exit(status ?? 1);
