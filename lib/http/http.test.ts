import { expect, test } from "vitest";
import { z } from "zod";
import { readBody, readJson } from "./body";
import { requireSameOrigin } from "./origin";
import { parse } from "./parse";
import { Problem } from "./problem";

const post = (
  body: BodyInit | ReadableStream,
  headers: Record<string, string> = { "content-type": "application/json" },
) =>
  new Request("http://studio.test/api/x", { method: "POST", body, headers, duplex: "half" } as RequestInit);

async function problemOf(work: Promise<unknown> | (() => unknown)): Promise<Problem> {
  try {
    await (typeof work === "function" ? work() : work);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

test("a body beyond the limit is refused after reading it without holding it", async () => {
  let sent = 0;
  const chunk = new Uint8Array(64 * 1024);
  const body = new ReadableStream({
    pull(controller) {
      if (sent >= 50 * 1024 * 1024) return controller.close();
      sent += chunk.byteLength;
      controller.enqueue(chunk);
    },
  });
  const before = process.memoryUsage().arrayBuffers;
  const problem = await problemOf(readBody(post(body), 1024 * 1024));
  expect(problem.status).toBe(413);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
});

test("a body at the limit is read whole, and one byte more is not", async () => {
  expect((await readBody(post(new Uint8Array(1000)), 1000)).byteLength).toBe(1000);
  expect((await problemOf(readBody(post(new Uint8Array(1001)), 1000))).kind).toBe("too_large");
});

test.each([
  ["truncated JSON", '{"a": [1, 2', { "content-type": "application/json" }, "bad_input"],
  [
    "bytes that are not UTF-8",
    new Uint8Array([0x22, 0xff, 0x22]),
    { "content-type": "application/json" },
    "bad_input",
  ],
  ["a form", "a=1", { "content-type": "application/x-www-form-urlencoded" }, "wrong_media_type"],
])("%s is refused with a way out", async (_, body, headers, kind) => {
  const problem = await problemOf(readJson(post(body, headers)));
  expect(problem.kind).toBe(kind);
  expect(problem.fix).toBeTruthy();
});

test("a fault in the data is named by its JSON path, without the data", async () => {
  const schema = z.strictObject({
    items: z.array(z.strictObject({ name: z.string().max(3), "odd key": z.number().optional() })),
  });
  const problem = await problemOf(() =>
    parse(
      schema,
      { items: [{ name: "abc" }, { name: "secret words", "odd key": "x" }], more: 1 },
      "The packet",
    ),
  );
  const paths = (problem.extra.issues as { path: string }[]).map((issue) => issue.path);
  expect(paths).toEqual(["$.items[1].name", '$.items[1]["odd key"]', "$"]);
  expect(JSON.stringify(problem.body())).not.toContain("secret words");
});

const from = (headers: Record<string, string>, method = "POST") =>
  new Request("http://studio.test/api/x", { method, headers: { host: "studio.test", ...headers } });

test.each([
  [{ origin: "https://evil.example" }],
  [{ origin: "http://studio.test.evil.example" }],
  [{ origin: "null" }],
  [{ origin: "http://studio.test", "sec-fetch-site": "cross-site" }],
  [{ "sec-fetch-site": "same-site" }],
])("a changing request from elsewhere is refused: %j", async (headers) => {
  expect((await problemOf(() => requireSameOrigin(from(headers)))).status).toBe(403);
});

test.each([
  [{ origin: "http://studio.test", "sec-fetch-site": "same-origin" }, "POST"],
  [{ origin: "https://evil.example", authorization: "Bearer x" }, "POST"],
  [{ origin: "https://evil.example" }, "GET"],
  [{}, "DELETE"],
])(
  "a request of the studio's own, of a token, or one that changes nothing passes: %j %s",
  (headers, method) => {
    expect(() => requireSameOrigin(from(headers, method))).not.toThrow();
  },
);
