// What a checkout keeps between starts: .data/ with its secrets, and who uses it now.
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PlainError } from "./plain-error.mjs";
import { commandOf } from "./process.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));

function checkMachine() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new PlainError(
      `This is Node ${process.versions.node}; the studio needs 20.19 or later.`,
      "Install a newer Node and try again.",
    );
}

/** Whether the start that left a lock still runs; process ids are used again, so its command is looked at. */
const stillRuns = (other) =>
  other !== null && other.pid !== process.pid && commandOf(other.pid).includes("scripts/start.mjs");

/** The lock that another start left, once that start has had a moment to end. */
async function lockOfAnother(lock) {
  for (let attempt = 0; ; attempt++) {
    let other = null;
    try {
      other = JSON.parse(readFileSync(lock, "utf8"));
    } catch {}
    if (!stillRuns(other) || attempt === 30) return stillRuns(other) ? other : null;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/**
 * The state folder of this checkout, taken by this process.
 * @throws {PlainError} when another start uses it, or when it belongs to somebody else
 */
export async function prepareState(port) {
  checkMachine();
  const folder = process.env.BABA_DATA ?? join(root, ".data");
  const lock = join(folder, "running.json");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (process.getuid?.() !== 0) {
      const owner = statSync(folder).uid;
      if (owner !== process.getuid?.() && process.platform !== "win32")
        throw new PlainError(
          "The data in .data/ belongs to another user of this machine.",
          "Start the studio as that user, or clone it again for yourself.",
        );
      chmodSync(folder, 0o700);
    }
    const other = await lockOfAnother(lock);
    if (other)
      throw new PlainError(
        `The studio of this folder already runs (process ${other.pid}, port ${other.port}).`,
        `Use it at http://localhost:${other.port}, or stop it first with Ctrl-C where it was started.`,
      );
    rmSync(lock, { force: true });
    writeFileSync(lock, JSON.stringify({ pid: process.pid, port }), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (error.code === "EEXIST")
      throw new PlainError("Another start of this studio began at the same moment.", "Wait for that one.");
    if (error.code === "EACCES" || error.code === "EPERM" || error.code === "EROFS")
      throw new PlainError(
        `You may not write to ${folder}.`,
        "Start the studio as the user who owns this folder, or clone it again where you may write.",
      );
    if (error.code === "ENOSPC")
      throw new PlainError(
        "The disk is full.",
        "Free some space (the studio needs about 2 GB) and try again.",
      );
    throw error;
  }
  return { folder, lock };
}

const makers = {
  "session-secret": () => randomBytes(48).toString("base64url"),
  "certificate-key": () => generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }),
};

/** A secret of this checkout: made at its first use, readable by its owner only. */
export function readOrMake(state, name) {
  const file = join(state.folder, name);
  try {
    const kept = readFileSync(file, "utf8").trim();
    if (kept) return kept;
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  const made = makers[name]().trim();
  writeFileSync(`${file}.new`, `${made}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return made;
}
