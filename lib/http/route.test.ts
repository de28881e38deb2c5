import { expect, test, vi } from "vitest";
import { z } from "zod";
import { testDatabase } from "@/tests/setup/database";
import { createToken } from "../auth/tokens";
import { log } from "../log";
import { readBody } from "./body";
import { Problem } from "./problem";
import { route } from "./route";

const session = vi.hoisted(() => ({ role: null as string | null, mustChangePassword: false }));
vi.mock("@/lib/auth/session", async (original) => ({
  ...(await original<typeof import("@/lib/auth/session")>()),
  currentUser: async () => session.role && { id: "u1", email: "a@b.c", name: "A", ...session },
}));

const database = await testDatabase();

const call = (handler: ReturnType<typeof route>, options: RequestInit & { path?: string } = {}) =>
  handler(new Request(`http://studio.test${options.path ?? "/"}`, options), {
    params: Promise.resolve({ id: "7" }),
  });

const as = (role: string | null, mustChangePassword = false) =>
  Object.assign(session, { role, mustChangePassword });

test.each([
  [null, ["curator"], 401],
  ["advocate", ["curator"], 403],
  ["curator", ["curator"], 200],
  ["admin", ["curator"], 200],
  ["advocate", "signed-in", 200],
  [null, "signed-in", 401],
  [null, "anybody", 200],
] as const)("%s at a route for %j is answered %i", async (role, allow, status) => {
  as(role);
  const response = await call(route({ allow, handle: async () => ({}) }) as never);
  expect(response.status).toBe(status);
  if (status !== 200) expect(response.headers.get("content-type")).toBe("application/problem+json");
});

test("somebody with a first password gets no further than changing it", async () => {
  as("admin", true);
  expect((await call(route({ allow: ["admin"], handle: async () => ({}) }) as never)).status).toBe(403);
  const open = route({ allow: "signed-in", evenWithFirstPassword: true, handle: async () => ({}) });
  expect((await call(open as never)).status).toBe(200);
});

test("a token may do what a runner may, and nothing that is for people", async () => {
  as(null);
  const { id: userId } = await database.user.create({ data: { email: "t@b.c", name: "T", role: "admin" } });
  const { token } = await createToken(database, { name: "ci", userId });
  const headers = { authorization: `Bearer ${token}` };
  expect(
    (await call(route({ allow: ["runner"], handle: async () => ({}) }) as never, { headers })).status,
  ).toBe(200);
  for (const allow of ["signed-in", ["admin"]] as const)
    expect((await call(route({ allow, handle: async () => ({}) }) as never, { headers })).status).toBe(403);
});

test("parameters, query and body are parsed before the service is called", async () => {
  as("curator");
  const handle = vi.fn(async ({ params, query, body }) => ({ params, query, body }));
  const handler = route({
    allow: ["curator"],
    params: z.strictObject({ id: z.coerce.number() }),
    query: z.strictObject({ page: z.coerce.number().default(1) }),
    body: z.strictObject({ title: z.string() }),
    status: 201,
    handle,
  }) as never;
  const json = { method: "POST", headers: { "content-type": "application/json" } };
  const good = await call(handler, { ...json, path: "/?page=3", body: '{"title":"x"}' });
  expect([good.status, await good.json()]).toEqual([
    201,
    { params: { id: 7 }, query: { page: 3 }, body: { title: "x" } },
  ]);
  handle.mockClear();
  for (const [path, body] of [
    ["/?pages=3", '{"title":"x"}'],
    ["/", '{"title":"x","extra":1}'],
    ["/", '{"title":'],
  ])
    expect((await call(handler, { ...json, path, body })).status).toBe(400);
  expect(handle).not.toHaveBeenCalled();
});

test("a client that hangs up while it sends is no fault of ours; a database that does is", async () => {
  as("curator");
  const logged = vi.spyOn(log(), "error").mockImplementation(() => {});
  const broken = (message: string) =>
    new ReadableStream({
      pull: (controller) => controller.error(Object.assign(new Error(message), { code: "ECONNRESET" })),
    });
  const handler = route({
    allow: ["curator"],
    handle: async ({ request }) => ({ size: (await readBody(request)).length }),
  }) as never;
  const send = (message: string) =>
    call(handler, { method: "POST", body: broken(message), duplex: "half" } as RequestInit);
  expect((await send("aborted")).status).toBe(400);
  expect(logged).not.toHaveBeenCalled();
  expect((await send("read ECONNRESET")).status).toBe(500);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

test("a problem keeps its words; any other fault shows only a number that the log has too", async () => {
  as("curator");
  const told = await call(
    route({
      allow: ["curator"],
      handle: async () => {
        throw new Problem("conflict", "Rosa saved before you.", {
          fix: "Compare and choose.",
          extra: { revision: 4 },
        });
      },
    }) as never,
  );
  expect([told.status, await told.json()]).toEqual([
    409,
    {
      type: "urn:baba-studio:problem:conflict",
      title: "This changed in the meantime",
      status: 409,
      detail: "Rosa saved before you.",
      fix: "Compare and choose.",
      revision: 4,
    },
  ]);
  const hidden = await call(
    route({
      allow: ["curator"],
      handle: async () => {
        throw new Error("the record says: secret");
      },
    }) as never,
  );
  const text = await hidden.text();
  expect(hidden.status).toBe(500);
  expect(text).not.toContain("secret");
  expect(JSON.parse(text).fix).toContain(JSON.parse(text).id);
});
