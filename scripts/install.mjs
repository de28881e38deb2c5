// Installs the dependencies when they are missing or not those of the lock file.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PlainError } from "./plain-error.mjs";
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
export function installIfMissing(say) {
  if (isComplete()) return;
  say("Installing the dependencies (a minute or two, once)");
  const npm = process.env.npm_execpath;
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status, error } = npm?.endsWith(".js")
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: "inherit" })
    : spawnSync("npm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0)
    throw new PlainError(
      error ? `npm could not be run: ${error.message}` : "The dependencies could not be installed.",
      "Check the network and the free space on the disk (1.5 GB), then run it again.",
    );
}
