// Programs that a start runs, and what the system says about other processes: from /proc where there is one, else from ps.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const hasProc = existsSync("/proc/self/stat");

function ps(pid, column) {
  const { status, stdout } = spawnSync("ps", ["-p", String(pid), "-o", `${column}=`], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : "";
}

/** The command line of a process; empty when there is no such process. */
export function commandOf(pid) {
  if (!hasProc) return ps(pid, "args");
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return "";
  }
}

/** The parent of a process; 0 when there is no such process. */
export function parentOf(pid) {
  if (!hasProc) return Number(ps(pid, "ppid"));
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}

/**
 * Calls back when the npm that runs this process is gone. npm starts a shell that starts Node, and neither passes on every
 * end: without this, a killed npm would leave the studio running unseen.
 */
export function whenNpmIsGone(gone) {
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return;
  const parent = process.ppid;
  const above = commandOf(parent).includes("npm") ? null : parentOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && (above === null || parentOf(parent) === above)) return;
    clearInterval(timer);
    gone();
  }, 500);
  timer.unref();
}

const leashed = fileURLToPath(new URL("leashed.mjs", import.meta.url));
const atWork = new Set();

/**
 * Runs a program that ends with this process, however that ends, or when `letGo` is called (see leashed.mjs).
 * @param {{ cwd: string, env?: Record<string, string | undefined>, show?: boolean }} options show: its output goes to the terminal
 * @returns {Promise<{ status: number, output: string }>} status 137 when it was killed, 127 when it could not be run
 */
export function runLeashed(program, words, { cwd, env = process.env, show = false }) {
  const out = show ? "inherit" : "pipe";
  const child = spawn(process.execPath, [leashed, program, ...words], {
    cwd,
    env,
    stdio: ["pipe", out, out],
  });
  child.stdin.on("error", () => {});
  atWork.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  return new Promise((done) =>
    child.once("close", (status) => {
      atWork.delete(child);
      done({ status: status ?? 137, output });
    }),
  );
}

/** Ends every program that `runLeashed` runs, and waits until it has ended. */
export async function letGo() {
  await Promise.all(
    [...atWork].map((child) => {
      child.stdin.end();
      return new Promise((done) => child.once("close", done));
    }),
  );
}
