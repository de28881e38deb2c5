import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { type Access, pageAccess, routeAccess } from "./access";
import { expect, query, roles, test } from "./support";

const identities = ["nobody", "runner", ...roles] as const;
type Identity = (typeof identities)[number];

/** Addresses in which each parameter names something that does not exist: whoever may act finds nothing to act on. */
const addressOf = (pattern: string) => pattern.replace(/\[\w+\]/g, "0");

function may(identity: Identity, access: Access): boolean {
  if (access === "anybody") return true;
  if (identity === "nobody") return false;
  if (access === "signed-in") return identity !== "runner";
  return identity === "admin" || access.includes(identity);
}

/** The addresses under a folder of app/ whose files have a name, without the groups in brackets. */
const addressesOf = (folder: string, name: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path === name || path.endsWith(`/${name}`))
    .map((path) => ({
      file: `${folder}/${path}`,
      address: `${folder}/${path}`
        .replace(/^app/, "")
        .replace(/\/\([\w-]+\)/g, "")
        .replace(`/${name}`, ""),
    }));

test("the table names every page and every route that exists, and no other", () => {
  const pages = addressesOf("app/(studio)", "page.tsx").map(({ address }) => address);
  expect(Object.keys(pageAccess).sort()).toEqual(pages.sort());
  const methods = /^export const (GET|POST|PUT|PATCH|DELETE)\b/gm;
  const routes = addressesOf("app/api", "route.ts")
    .filter(({ address }) => !address.startsWith("/api/auth/"))
    .flatMap(({ file, address }) =>
      [...readFileSync(file, "utf8").matchAll(methods)].map(([, method]) => `${method} ${address}`),
    );
  expect(Object.keys(routeAccess).sort()).toEqual(routes.sort());
});

async function newToken(): Promise<string> {
  const token = `baba_${randomBytes(32).toString("base64url")}`;
  const hash = createHash("sha256").update(token).digest("hex");
  await query(
    `INSERT INTO "ApiToken" (id, name, "tokenHash", "userId") SELECT $1, 'access table', $1, id FROM "User" WHERE role = 'admin'`,
    [hash],
  );
  return token;
}

for (const identity of identities)
  test(`${identity} is let through where the table says so, and refused by the server elsewhere`, async ({
    as,
    browser,
  }) => {
    test.setTimeout(180_000);
    const headers: Record<string, string> =
      identity === "runner" ? { authorization: `Bearer ${await newToken()}` } : {};
    const page =
      identity === "nobody" || identity === "runner"
        ? await (await browser.newContext()).newPage()
        : await as(identity);

    const wrong: string[] = [];
    for (const [pattern, access] of Object.entries(pageAccess)) {
      if (identity === "runner") break;
      const answer = await page.request.get(addressOf(pattern), { maxRedirects: 0 });
      const expected = may(identity, access) ? [200, 404] : [identity === "nobody" ? 307 : 403];
      if (!expected.includes(answer.status())) wrong.push(`${pattern}: ${answer.status()}, not ${expected}`);
    }
    for (const [name, access] of Object.entries(routeAccess)) {
      if (name.endsWith("sign-out-everywhere") && may(identity, access)) continue;
      const [method = "", pattern = ""] = name.split(" ");
      const data = method === "GET" ? undefined : {};
      const answer = await page.request.fetch(addressOf(pattern), { method, headers, data });
      const refused = answer.status() === 401 || answer.status() === 403;
      const expected = may(identity, access) ? null : identity === "nobody" ? 401 : 403;
      if (expected === null ? refused || answer.status() >= 500 : answer.status() !== expected)
        wrong.push(`${name}: ${answer.status()}, not ${expected ?? "let through"}`);
      else if (refused && answer.headers()["content-type"] !== "application/problem+json")
        wrong.push(`${name}: refused without problem+json`);
    }
    expect(wrong).toEqual([]);
  });
