// npm start: from a fresh clone to a running studio. Plain Node until the dependencies are there.
import { spawn, spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { installIfMissing } from "./install.mjs";
import { main, PlainError } from "./plain-error.mjs";
import { prepareState, readOrMake, root } from "./state.mjs";

const development = process.argv.includes("--dev");
const say = (line = "") => console.log(line);

function takePort(text = "3000") {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new PlainError(`PORT is ${JSON.stringify(text)}, which is no port.`, "Use a number from 1 to 65535.");
}

/** Refuses a port that somebody listens on, before anything is built. */
function checkPort(port, host) {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", (error) => {
      const [what, fix] =
        error.code === "EADDRINUSE"
          ? [
              `Port ${port} is already in use.`,
              `Stop what uses it, or choose another: PORT=${port + 1} npm start`,
            ]
          : error.code === "EACCES"
            ? [
                `You may not listen on port ${port}.`,
                "Ports under 1024 need more rights; choose another: PORT=3000 npm start",
              ]
            : [`The studio cannot listen on ${host}:${port} (${error.code}).`, "Check HOST and PORT."];
      fail(new PlainError(what, fix));
    });
    probe.listen(port, host, () => probe.close(done));
  });
}

async function ready(address, server) {
  for (let attempt = 0; attempt < 240; attempt++) {
    if (server.exitCode !== null)
      throw new PlainError("The server stopped while it was starting. Its last lines are above.");
    try {
      if ((await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(5000) })).ok) return;
    } catch {}
    await new Promise((done) => setTimeout(done, 250));
  }
  throw new PlainError(
    "The server did not become ready within a minute.",
    "Its log above says more; LOG_LEVEL=debug says most.",
  );
}

const run = (program, args, env, options = {}) =>
  spawnSync(process.execPath, [program, ...args], {
    cwd: root,
    env,
    encoding: "utf8",
    maxBuffer: 1 << 26,
    ...options,
  });

await main(async () => {
  const port = takePort(process.env.PORT);
  const host = process.env.HOST ?? "127.0.0.1";
  const state = prepareState(port);
  try {
    await checkPort(port, host);
    installIfMissing(say);
  } catch (error) {
    rmSync(state.lock, { force: true });
    throw error;
  }
  const { startPostgres } = await import("./database.mjs");
  const { migrate } = await import("./migrate.mjs");
  const { buildIfChanged, generateIfChanged } = await import("./build.mjs");

  const embedded = !process.env.DATABASE_URL;
  if (embedded) say("Starting the database");
  const database = embedded
    ? await startPostgres({ stateDir: state.folder, database: "baba_studio" })
    : { url: process.env.DATABASE_URL, stop: () => {} };
  if (database.outside) say(`Only root may enter this folder, so the database lies in ${database.outside}`);

  let server;
  let stopping = false;
  const stop = async (code) => {
    if (stopping) return;
    stopping = true;
    if (server && server.exitCode === null) {
      const ended = new Promise((done) => server.once("exit", done));
      server.stdin.end();
      const impatience = setTimeout(() => server.kill("SIGKILL"), 15_000);
      await ended;
      clearTimeout(impatience);
    }
    database.stop();
    rmSync(state.lock, { force: true });
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => {
      if (!stopping) say("\nStopping");
      stop(0);
    });

  try {
    await migrate(database.url);
    const env = {
      ...process.env,
      DATABASE_URL: database.url,
      NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET ?? readOrMake(state, "session-secret"),
      CERTIFICATE_KEY: process.env.CERTIFICATE_KEY ?? readOrMake(state, "certificate-key"),
      ...(process.env.NEXTAUTH_URL ? {} : { AUTH_TRUST_HOST: "true" }),
      JOBS: process.env.JOBS ?? (embedded ? "sole" : "on"),
      LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
      NEXT_TELEMETRY_DISABLED: "1",
    };
    generateIfChanged();
    if (!development) buildIfChanged(env, say);

    // Whoever runs a database of their own gets one administrator to begin with, not one person per role.
    const roles = embedded ? "advocate,reviewer,curator,admin" : "admin";
    const seeded = run("node_modules/tsx/dist/cli.mjs", ["scripts/seed.ts", roles], env, {
      stdio: ["ignore", "pipe", "inherit"],
    });
    if (seeded.status !== 0) throw new PlainError("The database could not be filled for the first time.");
    const { made } = JSON.parse(seeded.stdout.trim().split("\n").at(-1));

    const next = join("node_modules", "next", "dist", "bin", "next");
    const leash = ["--import", new URL("./leash.mjs", import.meta.url).href];
    server = spawn(
      process.execPath,
      [...(development ? [] : leash), next, development ? "dev" : "start", "-p", String(port), "-H", host],
      {
        cwd: root,
        env: { ...env, NODE_ENV: development ? "development" : "production" },
        stdio: ["pipe", "pipe", "inherit"],
        detached: !development,
      },
    );
    if (development) server.stdout.pipe(process.stdout);
    else server.stdout.resume();
    server.once("exit", (code) => {
      if (!stopping) {
        console.error("The server stopped by itself.");
        stop(code || 1);
      }
    });
    const shownHost = ["127.0.0.1", "0.0.0.0", "::", "localhost"].includes(host) ? "localhost" : host;
    await ready(`http://${host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host}:${port}`, server);
    writeFileSync(state.lock, JSON.stringify({ pid: process.pid, port }));

    say();
    say(`BABA-Studio is ready at ${process.env.NEXTAUTH_URL ?? `http://${shownHost}:${port}`}`);
    if (made.length > 0) {
      say();
      say("Sign in as one of these. The passwords are shown this once, so keep them:");
      say();
      for (const { role, email, password } of made)
        say(`  ${role.padEnd(10)} ${email.padEnd(28)} ${password}`);
    } else {
      say(
        "Sign in with the passwords that the first start showed. One is lost? npm run password -- <address>",
      );
    }
    say();
    say("Ctrl-C stops the studio. What it keeps is in .data/");
  } catch (error) {
    if (!stopping) {
      console.error(error instanceof PlainError ? `\n${error.message}\n` : error);
      await stop(1);
    }
  }
});
