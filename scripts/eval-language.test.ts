import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "@/tests/support/model-server";

const script = fileURLToPath(new URL("eval-language.ts", import.meta.url));
const run = (args: string[], env: Record<string, string> = {}) =>
  new Promise<{ status: number | null; stdout: string; stderr: string }>((done) => {
    const { OPENAI_API_KEY: _, ...rest } = process.env;
    const child = spawn(process.execPath, ["--import", "tsx", script, ...args], { env: { ...rest, ...env } });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (text) => (stdout += text));
    child.stderr.on("data", (text) => (stderr += text));
    child.once("exit", (status) => done({ status, stdout, stderr }));
  });

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

test("wrong use, and a model without a key, say how it is used and exit 2", async () => {
  for (const args of [["--nothing"], ["--sample", "3"], ["--model", "--sample", "many"], ["--model"]]) {
    const { status, stdout, stderr } = await run(args);
    expect([status, stdout], args.join(" ")).toEqual([2, ""]);
    expect(stderr).toContain("npm run eval:language");
  }
});

test("a model is asked with two ballots, a third where they differ, and judged as the words are", async () => {
  let asked = 0;
  server.otherwise = ({ messages }) => {
    const { menu, request } = JSON.parse(messages[1]?.content ?? "{}");
    asked += 1;
    const first = { asked: request, item: menu[asked === 1 ? 1 : 0].handle, candidates: [] };
    return { kind: "answer", json: { parts: [first], said: [], unplaced: [] } };
  };
  const env = { OPENAI_API_KEY: "test-key", OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: "a-model" };
  const { status, stdout, stderr } = await run(
    ["--model", "--sample", "8", "--world", "7ffc1903", "--json"],
    env,
  );
  expect(status, stderr).toBe(10);
  const result = JSON.parse(stdout);
  expect(result.asked).toHaveLength(8);
  expect(result.asked[0].ballots).toHaveLength(3);
  expect(result.asked[1].ballots).toHaveLength(2);
  for (const { wanted, got, verdict } of result.asked)
    if (wanted.length === 1) expect(verdict === "hit").toBe(wanted[0] === got[0]);
  expect(result.goals.map(({ met }: { met: boolean | null }) => met)).toContain(null);
  expect(stderr).toMatch(/^a-model: 8 requests, 0 without two ballots that agree; a third ballot for 1\./m);
});
