// Installs the dependencies when they are missing or not those of the lock file.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PlainError } from "./plain-error.mjs";
import { runLeashed } from "./process.mjs";
import { root } from "./state.mjs";

function isComplete() {
  const packagesOf = (file) => JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  try {
    const wanted = packagesOf("package-lock.json");
    const present = packagesOf("node_modules/.package-lock.json");
    return Object.entries(wanted).every(
      ([path, { version, optional, peer }]) =>
        path === "" || optional || peer || present[path]?.version === version,
    );
  } catch {
    return false;
  }
}

/** Runs `npm ci` unless every package of the lock file is there. */
export async function installIfMissing(say) {
  if (isComplete()) return;
  say("Installing the dependencies (a minute or two, once)");
  const npm = process.env.npm_execpath;
  const words = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const [program, ...before] = npm?.endsWith(".js") ? [process.execPath, npm] : [npmProgram];
  const { status } = await runLeashed(program, [...before, ...words], { cwd: root, show: true });
  if (status === 0) return;
  throw new PlainError(
    status === 127 ? "npm could not be run." : "The dependencies could not be installed.",
    "Check the network and the free space on the disk (1.5 GB), then run it again.",
  );
}

const npmProgram = process.platform === "win32" ? "npm.cmd" : "npm";
