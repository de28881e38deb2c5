// What a start and the tests share: filling an empty database, and a server on a leash.
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { PlainError } from "./plain-error.mjs";
import { root } from "./state.mjs";

/**
 * Puts the first people and the sample case into an empty database.
 * @param {Record<string, string>} env with DATABASE_URL
 * @param {string} roles who is made, one person each: "advocate,reviewer"
 * @param {boolean} show whether the passwords are shown at the terminal, before they are stored
 * @returns {{ role: string, name: string, email: string, password: string }[]} who was made; nobody when there were people
 */
export function seed(env, roles, show = false) {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join("node_modules", "tsx", "dist", "cli.mjs"), "scripts/seed.ts", roles, ...(show ? ["--show"] : [])],
    { cwd: root, env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
  );
  if (status !== 0) throw new PlainError("The database could not be filled for the first time.");
  return JSON.parse(stdout.trim().split("\n").at(-1)).made;
}

async function untilReady(address, server) {
  const patience = Date.now() + 60_000;
  while (Date.now() < patience) {
    if (server.exitCode !== null)
      throw new PlainError("The server stopped while it was starting. Its last lines are above.");
    try {
      if ((await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(5000) })).ok) return;
    } catch {}
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new PlainError(
    "The server did not become ready within a minute.",
    "Its log above says more; LOG_LEVEL=debug says most.",
  );
}

/**
 * Starts the Next server and waits until it answers. It ends when this process does, however that ends (see leash.mjs).
 * @param {{ env: Record<string, string>, port: number, host: string, development?: boolean }} options
 * @returns {Promise<{ address: string, pid: number, exited: Promise<number>, stop: () => Promise<void> }>}
 */
export async function serve({ env, port, host, development = false }) {
  const next = join("node_modules", "next", "dist", "bin", "next");
  const leash = development ? [] : ["--import", new URL("./leash.mjs", import.meta.url).href];
  const command = [next, development ? "dev" : "start", "-p", String(port), "-H", host];
  const server = spawn(process.execPath, [...leash, ...command], {
    cwd: root,
    env: { ...env, NODE_ENV: development ? "development" : "production" },
    stdio: ["pipe", development ? "inherit" : "ignore", "inherit"],
    detached: !development,
  });
  const exited = new Promise((done) => server.once("exit", (code) => done(code ?? 1)));
  const stop = async () => {
    server.stdin.end();
    if (development) server.kill("SIGTERM");
    const impatience = setTimeout(() => server.kill("SIGKILL"), 15_000);
    await exited;
    clearTimeout(impatience);
  };
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const address = `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
  try {
    await untilReady(address, server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, pid: server.pid, exited, stop };
}
