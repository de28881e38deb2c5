// Runs a program that does not outlive whoever started it: node scripts/leashed.mjs <program> <words...>
// The starter holds the other end of standard input. When it lets go, or is killed, the program is killed with all it has
// started: installing and building begin anew the next time, and npm takes its time over a gentler signal.
import { spawn } from "node:child_process";

const ownGroup = process.platform !== "win32";
const [program, ...words] = process.argv.slice(2);
const child = spawn(program, words, { stdio: ["ignore", "inherit", "inherit"], detached: ownGroup });

function end() {
  try {
    if (ownGroup) process.kill(-child.pid, "SIGKILL");
    else child.kill();
  } catch {
    // It has ended already.
  }
}

// Ctrl-C reaches everybody at the terminal; the starter decides what it means.
process.on("SIGINT", () => {});
process.once("SIGTERM", end);
process.stdin.once("end", end);
process.stdin.once("error", end);
process.stdin.resume();

child.once("error", (error) => {
  console.error(error.message);
  process.exit(127);
});
child.once("exit", (code) => {
  end();
  process.exit(code ?? 137);
});
