// npm start: from a fresh clone to a running studio. Plain Node until the dependencies are there.
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { installIfMissing } from "./install.mjs";
import { main, PlainError } from "./plain-error.mjs";
import { letGo, whenNpmIsGone } from "./process.mjs";
import { seed, serve } from "./serve.mjs";
import { prepareState, readOrMake } from "./state.mjs";

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

await main(async () => {
  const port = takePort(process.env.PORT);
  const host = process.env.HOST ?? "127.0.0.1";
  const state = await prepareState(port);
  let server;
  let starting;
  let stopping = false;
  const stop = async (code) => {
    if (stopping) return;
    stopping = true;
    await letGo();
    await server?.stop();
    (await starting?.catch(() => null))?.stop();
    rmSync(state.lock, { force: true });
    process.exit(code);
  };
  const stopCalmly = () => {
    if (!stopping) say("\nStopping");
    stop(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stopCalmly);
  whenNpmIsGone(stopCalmly);

  try {
    await checkPort(port, host);
    await installIfMissing(say);
    if (stopping) return;
    const { startPostgres } = await import("./database.mjs");
    const { migrate } = await import("./migrate.mjs");
    const { buildIfChanged, generateIfChanged } = await import("./build.mjs");

    const embedded = !process.env.DATABASE_URL;
    if (embedded) say("Starting the database");
    starting = embedded
      ? startPostgres({ stateDir: state.folder, database: "baba_studio" })
      : Promise.resolve({ url: process.env.DATABASE_URL, stop: () => {} });
    const database = await starting;
    if (database.outside) say(`Only root may enter this folder, so the database lies in ${database.outside}`);

    await migrate(database.url);
    if (stopping) return;
    const env = {
      ...process.env,
      DATABASE_URL: database.url,
      NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET ?? readOrMake(state, "session-secret"),
      CERTIFICATE_KEY: process.env.CERTIFICATE_KEY ?? readOrMake(state, "certificate-key"),
      ...(process.env.NEXTAUTH_URL ? {} : { AUTH_TRUST_HOST: "true" }),
      LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
      NEXT_TELEMETRY_DISABLED: "1",
    };
    generateIfChanged();
    if (!development) await buildIfChanged(env, say);
    if (stopping) return;

    // Whoever runs a database of their own gets one administrator to begin with, not one person per role.
    const made = seed(env, embedded ? "advocate,reviewer,curator,admin" : "admin", true);
    server = await serve({ env, port, host, development });
    server.exited.then((code) => {
      if (stopping) return;
      console.error("The server stopped by itself.");
      stop(code || 1);
    });

    const address = process.env.NEXTAUTH_URL ?? server.address.replace("127.0.0.1", "localhost");
    say();
    say(`BABA-Studio is ready at ${address}`);
    say(
      made.length > 0
        ? "Sign in there with one of the addresses and passwords above."
        : "Sign in with a password that the first start showed. One is lost? npm run password -- <address>",
    );
    say();
    say("Ctrl-C stops the studio. What it keeps is in .data/");
  } catch (error) {
    if (!stopping) {
      console.error(error instanceof PlainError ? `\n${error.message}\n` : error);
      await stop(1);
    }
  }
});
