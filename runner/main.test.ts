import { spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { canonicalJson } from "@/compiler/spec/canonical";
import { publicKeyOf, sign } from "@/lib/crypto/ed25519";
import { sha256 } from "@/lib/crypto/hash";
import { BadInput } from "./input";
import { keepNewKey } from "./keys";
import { main } from "./main";

const ROOT = resolve(import.meta.dirname, "..");
const WORLD = join(ROOT, "corpus/52955ee1/world.json");
const PACKET = join(ROOT, "corpus/52955ee1/packet.json");
const folder = mkdtempSync(join(tmpdir(), "baba-cli-"));
const file = (name: string) => join(folder, name);
const KEY = file("key.pem");
const BUNDLE = file("world.bundle.json");
const CERTIFICATE = file("certificate.json");

/** Runs one command line here and gives what it wrote. */
async function baba(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = "";
  let err = "";
  const stdout = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const stderr = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    err += String(text);
    return true;
  });
  try {
    return { code: await main(args), out, err };
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
}

const world = () => JSON.parse(readFileSync(WORLD, "utf8"));
function written(name: string, content: unknown): string {
  writeFileSync(
    file(name),
    typeof content === "string" || content instanceof Uint8Array ? content : JSON.stringify(content),
  );
  return file(name);
}

beforeAll(async () => {
  const { privateKey } = generateKeyPairSync("ed25519");
  writeFileSync(KEY, privateKey.export({ type: "pkcs8", format: "pem" }));
  const { code } = await baba("certify", WORLD, "--key", KEY, "--out", CERTIFICATE, "--bundle", BUNDLE);
  expect(code).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("known answers of world 52955ee1", () => {
  test("certify --json gives the published difficulty and route", async () => {
    const { code, out } = await baba("certify", WORLD, "--json", "--key", KEY);
    expect(code).toBe(0);
    const said = JSON.parse(out);
    expect(said.difficulty).toEqual({ S: 68, F: 11, R: 5, A: 4, U: 7, band: "hard" });
    expect(said.oracle).toMatchObject({ operations: 27, days: 5, requiredGroups: 9 });
    expect(said.oracle.witness).toHaveLength(27);
  });

  test("compile makes that world from the packet", async () => {
    const { code, out } = await baba("compile", PACKET);
    expect(code).toBe(0);
    // Ways of asking are added to the corpus from phrasings.json; a packet has none.
    const withoutWays = (key: string, value: unknown) => (key === "ways" ? undefined : value);
    expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(world(), withoutWays)));
  });

  test("the witness agent passes strictly within 150 actions; its log grades the same", async () => {
    const run = file("witness.jsonl");
    const { code, out } = await baba("play", BUNDLE, "--agent", "witness", "--out", run, "--json");
    expect(code).toBe(0);
    const grade = JSON.parse(out);
    expect(grade).toMatchObject({ strict_pass: true, class: "strict_pass", findings: [] });
    expect(grade.actions_used).toBeLessThanOrEqual(150);
    const { agent: _, ...plain } = grade;
    expect(JSON.parse((await baba("grade", run, "--json")).out)).toEqual(plain);
  });

  test("the null agent reaches nothing and falls into one of three classes", async () => {
    const { code, out } = await baba("play", WORLD, "--agent", "null", "--json");
    expect(code).toBe(10);
    const grade = JSON.parse(out);
    expect(grade.groups.every((g: { passed: boolean }) => !g.passed)).toBe(true);
    expect(["discovery_open", "action_open", "both_open"]).toContain(grade.class);
  });

  test("without the helpline's contact fact, certify is refuted and says in words what is missing", async () => {
    const less = world();
    less.knowledge = less.knowledge.filter((k: { reveals: string[] }) => !k.reveals.includes("parish_phone"));
    const { code, out, err } = await baba("certify", written("less.json", less), "--json", "--key", KEY);
    expect(code).toBe(10);
    const [found] = JSON.parse(out).gates.find((g: { gate: string }) => g.gate === "oracle").findings;
    expect(found.nodes).toContain("walker_home_receipt_confirmation");
    expect(err).toMatch(/parish charity/i);
    expect((await baba("replay", file("less.json"))).code).toBe(10);
    expect(await baba("play", file("less.json"), "--agent", "witness")).toMatchObject({
      code: 10,
      out: "There is no route to walk: refuted.\n",
    });
  });

  test("replay, difficulty and verify agree", async () => {
    expect(await baba("replay", BUNDLE)).toMatchObject({
      code: 0,
      out: expect.stringContaining("Strict pass"),
    });
    expect(JSON.parse((await baba("difficulty", WORLD, "--json")).out).S).toBe(68);
    const { code, out, err } = await baba("verify", WORLD, CERTIFICATE, "--json");
    expect([code, err]).toEqual([12, expect.stringContaining("whose key this is, nobody has told me")]);
    expect(await baba("verify", BUNDLE, "--any-signer")).toMatchObject({ code: 0 });
    const { public_key, key_id } = JSON.parse(out);
    expect(key_id).toBe(sha256(public_key).slice(0, 16));
    const list = (state: string, id = key_id) =>
      written("keys.json", {
        schema_version: 1,
        kind: "keys",
        keys: [{ key_id: id, public_key, owner: "The studio", state, reason: "It was lost." }],
      });
    expect((await baba("verify", BUNDLE, "--keys", list("replaced"))).code).toBe(0);
    const revoked = await baba("verify", BUNDLE, "--keys", list("revoked"), "--any-signer");
    expect([revoked.code, revoked.err]).toEqual([10, expect.stringContaining("was revoked: It was lost.")]);
    expect((await baba("verify", BUNDLE, "--keys", list("current", "0".repeat(16)))).code).toBe(2);
    expect((await baba("verify", BUNDLE, "--public-key", public_key)).code).toBe(0);
    expect((await baba("verify", BUNDLE, "--public-key", "A".repeat(43))).code).toBe(10);
  });
});

test("a certificate of another version is not decided: exit 12", async () => {
  const { signature: _, ...body } = JSON.parse(readFileSync(CERTIFICATE, "utf8"));
  body.versions.compiler = "0.0.1";
  const pem = readFileSync(KEY, "utf8");
  const value = sign(Buffer.from(canonicalJson(body)), pem);
  const signature = { algorithm: "Ed25519", public_key: publicKeyOf(pem), value };
  const { code, err } = await baba("verify", WORLD, written("older.json", { ...body, signature }));
  expect(code).toBe(12);
  expect(err).toContain("0.0.1");
});

test("a bundle of another version whose shape is not known is not decided: exit 12 for every command", async () => {
  const bundle = JSON.parse(readFileSync(BUNDLE, "utf8"));
  bundle.world.mood = "calm";
  bundle.certificate = { ...bundle.certificate, versions: { compiler: "0.0.1" }, rungs: 3 };
  for (const part of ["world", "certificate"]) bundle.manifest[part] = sha256(canonicalJson(bundle[part]));
  const pem = readFileSync(KEY, "utf8");
  bundle.signature.value = sign(Buffer.from(canonicalJson(bundle.manifest)), pem);
  const older = written("older.bundle.json", `${canonicalJson(bundle)}\n`);
  for (const args of [["verify"], ["replay"], ["play", "--agent", "null"], ["traps"]]) {
    const { code, out, err } = await baba(...args, older, "--json");
    expect({ code, verdict: JSON.parse(out).verdict }, args[0]).toEqual({ code: 12, verdict: "unsupported" });
    expect(err).toContain("version 0.0.1");
  }
});

describe("bad input: exit 2, the JSON path, what to do, nothing half written", () => {
  const broken: [string, () => string, RegExp][] = [
    ["an unknown field", () => written("bad.json", { ...world(), colour: 1 }), /colour[\s\S]*spelling/],
    [
      "a dangling id",
      () => {
        const w = world();
        w.terminals[0].target = "no_such_fact";
        return written("bad.json", w);
      },
      /\$\.terminals\[0\]\.target/,
    ],
    [
      "a duplicate id",
      () => {
        const w = world();
        w.entities[1].id = w.entities[0].id;
        return written("bad.json", w);
      },
      /used twice[\s\S]*\$\.entities\[1\]\.id/,
    ],
    [
      "a key that stands twice",
      () =>
        written(
          "bad.json",
          readFileSync(WORLD, "utf8").replace('"title":', '"title": "Another", "titl\\u0065":'),
        ),
      /says "title" twice/,
    ],
    ["a wrong type", () => written("bad.json", { ...world(), action_limit: "many" }), /\$\.action_limit/],
    [
      "truncated JSON",
      () => written("bad.json", readFileSync(WORLD, "utf8").slice(0, 999)),
      /not complete JSON/,
    ],
    ["a 50 MB file", () => written("bad.json", `"${"x".repeat(50 * 1024 * 1024)}"`), /the limit is/],
    ["deep nesting", () => written("bad.json", "[".repeat(500) + "]".repeat(500)), /nested deeper/],
    ["bytes that are no text", () => written("bad.json", Buffer.from([0x7b, 0xff])), /UTF-8/],
    ["a missing file", () => file("nowhere.json"), /cannot be read/],
    ["a folder", () => folder, /not a file/],
  ];
  test.each(broken)("%s", async (_, make, words) => {
    const before = readdirSync(folder).length;
    const { code, out, err } = await baba("certify", make(), "--out", file("half.json"), "--key", KEY);
    expect(code).toBe(2);
    expect(err).toMatch(words);
    expect(err).not.toMatch(/\n\s+at .*\.(ts|js):\d+/);
    expect(out).toBe("");
    expect(existsSync(file("half.json"))).toBe(false);
    expect(readdirSync(folder).length - before).toBeLessThanOrEqual(1);
  });

  test("a bundle with one byte changed, for every command that reads one", async () => {
    const text = readFileSync(BUNDLE, "utf8");
    const at = text.indexOf("parish_phone");
    const changed = written("changed.json", `${text.slice(0, at)}q${text.slice(at + 1)}`);
    for (const args of [["verify"], ["replay"], ["play", "--agent", "null"]]) {
      const { code, err } = await baba(...args, changed);
      expect(code).toBe(2);
      expect(err).toMatch(/bundle\/changed|schema\//);
    }
  });

  test("a signature whose spare bits were changed, though they say the same bytes", async () => {
    const text = readFileSync(BUNDLE, "utf8");
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const ends = [...text.matchAll(/"(?:public_key|value)":"(?:[\w-]{43}|[\w-]{86})"/g)].map(
      (found) => found.index + found[0].length - 2,
    );
    expect(ends).toHaveLength(4);
    for (const end of ends) {
      const other = letters[letters.indexOf(text[end] as string) ^ 1];
      const changed = written("changed.json", `${text.slice(0, end)}${other}${text.slice(end + 1)}`);
      expect((await baba("verify", changed)).code, `byte ${end}`).toBe(2);
    }
  });

  test("a mark before a bundle changes it, before a world it does not", async () => {
    const marked = (name: string, of: string) => written(name, `\ufeff${readFileSync(of, "utf8")}`);
    expect((await baba("difficulty", marked("marked.json", WORLD))).code).toBe(0);
    expect((await baba("verify", marked("marked.bundle.json", BUNDLE))).code).toBe(2);
    expect((await baba("play", file("marked.bundle.json"), "--agent", "null")).code).toBe(2);
  });

  test("a changed certificate is refuted, a log that was altered is refused", async () => {
    const certificate = JSON.parse(readFileSync(CERTIFICATE, "utf8"));
    certificate.difficulty.S = 5;
    expect((await baba("verify", WORLD, written("lie.json", certificate))).code).toBe(10);
    await baba("play", WORLD, "--agent", "null", "--out", file("null.jsonl"));
    const log = readFileSync(file("null.jsonl"), "utf8").replace("Nothing was done.", "All was done.");
    expect(
      await baba("grade", written("forged.jsonl", log.replace("The run has ended", "You win"))),
    ).toMatchObject({
      code: 2,
    });
  });

  test("L7 a strict pass that rests on translations nobody can check is not decided; a cut log goes as far as it goes", async () => {
    const run = file("claimed.jsonl");
    await baba("play", BUNDLE, "--agent", "witness", "--out", run);
    const log = readFileSync(run, "utf8");
    const claimed = log.replace(/"translator":"[^"]*"/, '"translator":"somebody 1.0"');
    const { code, err, out } = await baba("grade", written("claimed.jsonl", claimed), "--json");
    expect([code, err]).toEqual([12, expect.stringContaining("somebody 1.0")]);
    expect(JSON.parse(out)).toMatchObject({
      strict_pass: true,
      unchecked_steps: expect.arrayContaining([expect.any(Number)]),
    });
    const cut = await baba("grade", written("cut.jsonl", log.slice(0, -40)), "--json");
    expect(cut.err).toContain("cut off");
    expect(JSON.parse(cut.out).finished).toBe(false);
    expect((await baba("grade", written("gap.jsonl", log.slice(0, -40).concat("\n")))).code).toBe(2);
  });

  test("C21 a log whose world is not the one it names, or not the one that was to be played", async () => {
    await baba("play", BUNDLE, "--agent", "null", "--out", file("null.jsonl"));
    const [header, ...steps] = readFileSync(file("null.jsonl"), "utf8").trimEnd().split("\n");
    const weaker = JSON.parse(header as string);
    for (const terminal of weaker.world.terminals.slice(1)) terminal.required = false;
    const log = (first: object) => written("weaker.jsonl", [JSON.stringify(first), ...steps].join("\n"));
    expect((await baba("grade", log(weaker))).err).toContain("run/world-hash");
    weaker.world_hash = sha256(canonicalJson(weaker.world));
    expect((await baba("grade", log(weaker))).code).toBe(10);
    const { code, err } = await baba("grade", log(weaker), "--world", BUNDLE);
    expect([code, err]).toEqual([2, expect.stringContaining("run/other-world")]);
    expect((await baba("grade", file("null.jsonl"), "--world", WORLD)).code).toBe(10);
  });

  test("a command, an option, a key and a place to write that do not exist", async () => {
    expect((await baba("dance")).code).toBe(2);
    expect((await baba("play", WORLD)).code).toBe(2);
    expect((await baba("play", WORLD, "--agent", "random", "--seed", "x")).code).toBe(2);
    expect((await baba("certify", WORLD, "--key", PACKET)).err).toMatch(/openssl genpkey/);
    expect((await baba("certify", WORLD, "--key", KEY, "--out", join(folder, "no/where.json"))).code).toBe(2);
  });

  test("a place where no key can be kept is no fault of ours", () => {
    const blocked = written("blocked", "a file where a folder has to be");
    expect(() => keepNewKey(join(blocked, "keys", "command-line.pem"))).toThrow(BadInput);
  });

  test("a document of another kind is told apart in one sentence", async () => {
    const lines = async (...args: string[]) => (await baba(...args)).err.trimEnd().split("\n");
    expect(await lines("certify", PACKET, "--key", KEY)).toEqual([
      "This input cannot be used:",
      expect.stringContaining("is a packet; this command takes a world."),
      expect.any(String),
      expect.stringContaining("Make a world of it with: compile"),
    ]);
    expect((await lines("verify", WORLD))[1]).toContain("is a world; this command takes a bundle.");
    expect((await lines("verify", WORLD, BUNDLE))[1]).toContain(
      "is a bundle; this command takes a certificate.",
    );
    expect((await lines("play", CERTIFICATE, "--agent", "null"))[1]).toContain("takes a world or a bundle");
    expect((await lines("compile", WORLD))[1]).toContain("is a world");
    expect((await lines("grade", WORLD))[1]).toContain("takes a run");
  });

  test("with --json the findings come as JSON too", async () => {
    const { out } = await baba(
      "certify",
      written("bad.json", { ...world(), colour: 1 }),
      "--json",
      "--key",
      KEY,
    );
    expect(JSON.parse(out)).toMatchObject({ verdict: "bad_input", findings: [{ path: "$" }] });
  });
});

test.each(["world", "packet", "run", "certificate", "bundle"])(
  "schema %s prints a JSON Schema",
  async (name) => {
    const { code, out } = await baba("schema", name);
    expect(code).toBe(0);
    expect(JSON.parse(out).$schema).toContain("json-schema.org");
  },
);

test("--help names every command and the exit codes", async () => {
  const { code, out } = await baba("--help");
  expect(code).toBe(0);
  for (const word of [
    "compile",
    "certify",
    "verify",
    "replay",
    "play",
    "grade",
    "difficulty",
    "schema",
    "Exit codes",
  ])
    expect(out).toContain(word);
});

test("three processes in three time zones and locales write the same bytes", async () => {
  const commands = [
    ["compile", PACKET],
    ["certify", WORLD, "--json", "--key", KEY],
    ["replay", WORLD, "--json"],
    ["play", WORLD, "--agent", "witness", "--json"],
    ["play", WORLD, "--agent", "random", "--seed", "7", "--out", "RUN", "--json"],
  ];
  const script = `
    import { readFileSync } from "node:fs";
    import { main } from "./runner/main.ts";
    const run = process.env.RUN;
    for (const command of ${JSON.stringify(commands)}) await main(command.map((word) => (word === "RUN" ? run : word)));
    process.stdout.write(readFileSync(run, "utf8"));`;
  const places = [
    { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
    { TZ: "America/St_Johns", LANG: "C", LC_ALL: "C" },
    { TZ: "Asia/Kathmandu", LANG: "de_DE.UTF-8", LC_ALL: "de_DE.UTF-8" },
  ];
  const outputs = await Promise.all(
    places.map(
      (env, n) =>
        new Promise<string>((done, failed) => {
          const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
            cwd: ROOT,
            env: { ...process.env, ...env, RUN: file(`run-${n}.jsonl`) },
            stdio: ["ignore", "pipe", "ignore"],
          });
          let out = "";
          child.stdout.on("data", (chunk) => {
            out += chunk;
          });
          child.on("error", failed);
          child.on("exit", () => done(out));
        }),
    ),
  );
  expect(outputs[0]?.length).toBeGreaterThan(50_000);
  expect(outputs[1]).toBe(outputs[0]);
  expect(outputs[2]).toBe(outputs[0]);
}, 120_000);

test("a reader who closes the pipe early is no fault", async () => {
  const child = spawn(process.execPath, ["--import", "tsx", "runner/cli.ts", "schema", "bundle"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.once("data", () => child.stdout.destroy());
  let err = "";
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const code = await new Promise((done) => child.on("close", done));
  expect({ code, err }).toEqual({ code: 0, err: "" });
});
