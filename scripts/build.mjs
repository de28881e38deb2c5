// Generates the database client and builds the pages, each only when what it is made from has changed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";
import { PlainError } from "./plain-error.mjs";
import { runLeashed } from "./process.mjs";
import { root } from "./state.mjs";

const sources = ["app", "components", "lib", "compiler", "public", "prisma/schema.prisma"];
const files = [
  "package-lock.json",
  "tsconfig.json",
  "next.config.mjs",
  "proxy.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
];

function* walk(path) {
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== "generated" && entry.name !== "node_modules") yield* walk(inner);
    } else if (!/\.test\.tsx?$/.test(entry.name)) yield inner;
  }
}

function hashOf(paths) {
  const hash = createHash("sha256").update(process.version);
  for (const path of paths)
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(root, path)))
      .update("\0");
  return hash.digest("hex");
}

function isKept(file, hash) {
  return existsSync(file) && readFileSync(file, "utf8") === hash;
}

/** Makes lib/db/generated from the schema. */
export function generateIfChanged() {
  const stamp = join(root, "lib/db/generated/.made-from");
  const hash = hashOf(["prisma/schema.prisma", "package-lock.json"]);
  if (isKept(stamp, hash)) return;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/prisma.mjs", "generate"], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new PlainError(`The database client could not be generated.\n${stdout}${stderr}`);
  writeFileSync(stamp, hash);
}

/** Builds the pages for production. */
export async function buildIfChanged(env, say) {
  const folder = env.BABA_DIST_DIR ?? ".next";
  const stamp = join(root, folder, "made-from");
  const all = sources.flatMap((source) => {
    const path = join(root, source);
    if (!existsSync(path)) return [];
    return source.includes(".") ? [source] : [...walk(path)].map((file) => file.slice(root.length));
  });
  const hash = hashOf([...all, ...files]);
  if (isKept(stamp, hash) && existsSync(join(root, folder, "BUILD_ID"))) return;
  say("Building the pages (half a minute, after each change of the sources)");
  const next = join("node_modules", "next", "dist", "bin", "next");
  const { status, output } = await runLeashed(process.execPath, [next, "build"], {
    cwd: root,
    env: { ...env, NODE_ENV: "production" },
  });
  if (status === 137)
    throw new PlainError(
      "The build was killed, most likely because memory ran out.",
      `Free some memory (2 GB are enough; ${Math.round(freemem() / 1e6)} MB are free now) and start again.`,
    );
  if (status !== 0) throw new PlainError(`The pages could not be built.\n${output}`);
  writeFileSync(stamp, hash);
}
