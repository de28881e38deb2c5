import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { parse } from "smol-toml";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { main } from "../main";

const ROOT = resolve(import.meta.dirname, "../..");
const WORLDS = readdirSync(join(ROOT, "corpus")).map((id) => join(ROOT, "corpus", id, "world.json"));
const folder = mkdtempSync(join(tmpdir(), "baba-export-"));
const run = promisify(execFile);
const started: { kill: () => void }[] = [];
afterAll(() => {
  for (const child of started) child.kill();
  rmSync(folder, { recursive: true });
});

/** Runs one command line here; gives its code and what it told people. */
async function baba(...args: string[]): Promise<{ code: number; err: string }> {
  let err = "";
  const stdout = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const stderr = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    err += String(text);
    return true;
  });
  try {
    return { code: await main(args), err };
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
}

describe("Harbor", () => {
  const out = join(folder, "harbor");
  const task = join(out, "world-52955ee1");
  const text = (path: string) => readFileSync(join(out, path), "utf8");
  beforeAll(async () => {
    expect((await baba("export", "harbor", ...WORLDS, "--out", out)).code).toBe(0);
  }, 60_000);

  test("each world is a task directory with every part that Harbor reads", () => {
    const dataset = parse(text("dataset.toml")) as {
      dataset: { name: string };
      tasks: { name: string; digest: string }[];
    };
    expect(dataset.dataset.name).toMatch(/^[^/]+\/[^/]+$/);
    expect(dataset.tasks).toHaveLength(WORLDS.length);
    for (const { name, digest } of dataset.tasks) {
      const at = name.replace("baba/", "");
      const {
        schema_version,
        task: named,
        environment,
      } = parse(text(`${at}/task.toml`)) as {
        schema_version: string;
        task: { name: string };
        environment: { mcp_servers: { transport: string; url: string }[]; allow_internet: boolean };
      };
      expect({ schema_version, name: named.name }).toEqual({ schema_version: "1.1", name });
      expect(environment.mcp_servers).toMatchObject([{ transport: "streamable-http" }]);
      for (const program of ["tests/test.sh", "solution/solve.sh"])
        expect(statSync(join(out, at, program)).mode & 0o111).toBe(0o111);
      const files = readdirSync(join(out, at), { recursive: true, encoding: "utf8" }).filter((f) =>
        statSync(join(out, at, f)).isFile(),
      );
      const hash = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
      const records = files.map((f) => `${f}\0${hash(readFileSync(join(out, at, f)))}\n`).sort();
      expect(digest).toBe(`sha256:${hash(records.join(""))}`);
    }
  });

  test("the token stands in tests/ alone, and nothing hidden in what the agent is told", () => {
    const token = text("world-52955ee1/tests/grade-token");
    for (const file of readdirSync(task, { recursive: true, encoding: "utf8" })) {
      const path = join(task, file);
      if (statSync(path).isFile() && !file.startsWith("tests/"))
        expect(readFileSync(path).includes(token)).toBe(false);
    }
    const spec = JSON.parse(readFileSync(join(ROOT, "corpus/52955ee1/world.json"), "utf8"));
    for (const { label } of spec.terminals)
      expect(text("world-52955ee1/instruction.md")).not.toContain(label);
  });

  /** The commands of the containers as processes: the world server, what the agent does, then the verifier. */
  async function trial(name: string, agent: (world: string, logs: string) => Promise<unknown>) {
    const image = readFileSync(join(task, "environment/world/Dockerfile"), "utf8");
    const command: string[] = JSON.parse(/^CMD (\[.*\])$/m.exec(image)?.[1] ?? "[]");
    const [program, ...args] = command.map((a, i) => (command[i - 1] === "--port" ? "0" : a));
    expect(program).toBe("node");
    const server = spawn(process.execPath, [...args, "--host", "127.0.0.1"], {
      cwd: join(task, "environment/world"),
      stdio: ["ignore", "pipe", "ignore"],
    });
    started.push(server);
    const line = await new Promise<string>((done) =>
      server.stdout.once("data", (bytes) => done(String(bytes))),
    );
    const world = JSON.parse(line).address;
    const logs = join(folder, `logs-${name}`);
    mkdirSync(logs);
    await agent(world, logs);
    await run("bash", [join(task, "tests/test.sh")], { env: { ...process.env, WORLD: world, LOGS: logs } });
    server.kill();
    const reward = Number(readFileSync(join(logs, "reward.txt"), "utf8"));
    expect(JSON.parse(readFileSync(join(logs, "reward.json"), "utf8"))).toEqual({ reward });
    return { reward, logs };
  }

  test("the solution is rewarded with 1, and its log grades the same", { timeout: 60_000 }, async () => {
    const { reward, logs } = await trial("solution", (world) =>
      run("bash", [join(task, "solution/solve.sh")], { env: { ...process.env, WORLD: world } }),
    );
    expect(reward).toBe(1);
    expect((await baba("grade", join(logs, "run.jsonl"))).code).toBe(0);
  });

  test("doing nothing is rewarded with 0", { timeout: 60_000 }, async () => {
    expect((await trial("null", async () => {})).reward).toBe(0);
  });

  test("an agent that writes the reward, begins another episode or guesses the token gets 0", {
    timeout: 60_000,
  }, async () => {
    const { reward } = await trial("tampering", async (world, logs) => {
      writeFileSync(join(logs, "reward.txt"), "1");
      mkdirSync(join(logs, "reward.json"));
      const post = (path: string, headers = {}) => fetch(`${world}${path}`, { method: "POST", headers });
      expect((await post("/episodes")).status).toBe(403);
      expect((await post("/episodes", { authorization: "Bearer x" })).status).toBe(403);
      for (const what of ["grade", "log"])
        expect(
          (await fetch(`${world}/episodes/main/${what}`, { headers: { authorization: "Bearer x" } })).status,
        ).toBe(403);
    });
    expect(reward).toBe(0);
  });
});

describe("what may leave the house", () => {
  test("a place that is taken, a world without a certificate and one whose certificate does not hold are refused", async () => {
    const taken = join(folder, "taken");
    mkdirSync(taken);
    writeFileSync(join(taken, "mine"), "");
    expect(await baba("export", "harbor", WORLDS[0]!, "--out", taken)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/is there already/),
    });

    const bare = join(folder, "bare");
    mkdirSync(bare);
    const spec = JSON.parse(readFileSync(WORLDS[0]!, "utf8"));
    writeFileSync(join(bare, "world.json"), JSON.stringify(spec));
    const out = join(folder, "none");
    expect(await baba("export", "openenv", join(bare, "world.json"), "--out", out)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/has no certificate/),
    });
    writeFileSync(join(bare, "certificate.json"), readFileSync(join(WORLDS[0]!, "../certificate.json")));
    writeFileSync(join(bare, "world.json"), JSON.stringify({ ...spec, title: "Another title" }));
    expect((await baba("export", "harbor", join(bare, "world.json"), "--out", out)).code).toBe(2);
    expect((await baba("serve", "http", join(bare, "world.json"))).code).toBe(2);
    expect(existsSync(out)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("what a studio has withdrawn is refused", async () => {
    const list = vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json({ worlds: [] }));
    const given = [
      "export",
      "harbor",
      WORLDS[0]!,
      "--out",
      join(folder, "none"),
      "--studio",
      "http://studio.example",
    ];
    expect(await baba(...given)).toMatchObject({ code: 2, err: expect.stringMatching(/was withdrawn/) });
    list.mockRestore();
  });
});
