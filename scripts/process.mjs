// What the system says about other processes: from /proc where there is one, else from ps.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

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
