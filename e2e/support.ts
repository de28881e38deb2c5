import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import pg from "pg";

export type Role = "advocate" | "reviewer" | "curator" | "admin";
export const roles: readonly Role[] = ["advocate", "reviewer", "curator", "admin"];

type Person = { role: Role; name: string; email: string; password: string };

const given = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the end-to-end tests with npm test -- e2e`);
  return value;
};

/** The person of a role in the database under test. */
export function person(role: Role): Person {
  const found = (JSON.parse(given("BABA_E2E_PEOPLE")) as Person[]).find((other) => other.role === role);
  if (!found) throw new Error(`nobody has the role ${role}`);
  return found;
}

/** Asks the database under test directly. */
export async function query<Row extends pg.QueryResultRow>(
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: given("DATABASE_URL") });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Signs in on the sign-in page and arrives at `next`. */
export async function signIn(page: Page, role: Role, next = "/account"): Promise<void> {
  const { email, password } = person(role);
  await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
}

/** Finds no breach of WCAG 2.2 AA on the page as it stands, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
    );
    expect(found, `${page.url()} in ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** Tests with `as(role)`: a page of a fresh browser in which somebody is signed in. Page errors fail the test. */
export const test = base.extend<{ as: (role: Role, next?: string) => Promise<Page> }>({
  as: async ({ browser }, use) => {
    const faults: string[] = [];
    const contexts: Awaited<ReturnType<typeof browser.newContext>>[] = [];
    await use(async (role, next) => {
      const context = await browser.newContext();
      contexts.push(context);
      const page = await context.newPage();
      page.on("pageerror", (error) => faults.push(error.message));
      await signIn(page, role, next);
      return page;
    });
    for (const context of contexts) await context.close();
    expect(faults, "errors in the page").toEqual([]);
  },
});

export { expect };
