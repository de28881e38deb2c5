import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { placeScreened } from "./studio";
import { expect, expectAccessible, query, test } from "./support";

const CASE = "language_case";
const TEXT =
  "Patient called: the walker is broken. Find out which walker she needs and make sure that it reaches her home.\nHealth plan, [phone number], covers a new one with a prescription.";

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  await placeScreened(CASE, "A case to draft", TEXT);
  await query(
    `INSERT INTO "ModelCall" (id, "caseId", step, "contentKey", model, prompt, schema, answer, "inputTokens", "outputTokens", "costDollars", "latencyMs")
     VALUES ($1, $2, 'draft', 'key', 'some-model', $3, '{}', '{"sentinel": 1}', 1200, 300, 0.0054, 2100) ON CONFLICT DO NOTHING`,
    [randomUUID(), CASE, JSON.stringify([{ role: "user", content: "<b>Sentinel-Quillfeather</b>" }])],
  );
});

test("an advocate has a draft made by rules: it says so, and every item waits", async ({ as }) => {
  const page = await as("advocate", `/cases/${CASE}`);
  await expect(page.getByText("or by", { exact: false })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Draft by rules" }).click();
  await expect(page.locator(".workbench")).toBeVisible();
  await expect(
    page.getByText("Drafted by rules, without a model from 1 record.", { exact: true }),
  ).toBeVisible();
  const rows = await query<{ decision: string }>(
    `SELECT decision FROM "PacketItem" WHERE "caseId" = $1 AND section NOT IN ('about')`,
    [CASE],
  );
  expect(rows.length).toBeGreaterThan(2);
  expect(new Set(rows.map((row) => row.decision))).toEqual(new Set(["undecided"]));
});

test("an administrator sees steps, spending and calls; text only when opened, as text", async ({ as }) => {
  const page = await as("admin", "/models");
  await expect(page.getByText("No model is set up: every step works by rules")).toBeVisible();
  await expect(page.getByRole("cell", { name: "$0.0054" })).toBeVisible();
  expect(await page.content()).not.toContain("Quillfeather");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("button", { name: "Show the text" }).click();
  await expect(page.getByText("<b>Sentinel-Quillfeather</b>")).toBeVisible();
  await expectAccessible(page);
  const opened = await query(`SELECT 1 FROM "AuditEvent" WHERE action = 'model_call.open'`);
  expect(opened).toHaveLength(1);
});

test("a curator sees every attempt to compile, and that nothing repairs without a model", async ({ as }) => {
  const page = await as("curator", `/worlds/${CASE}/attempts`);
  await expect(page.getByText("Not compiled yet")).toBeVisible();
  await expect(page.getByText("No model is set up", { exact: false })).toBeVisible();
  await expectAccessible(page);
});

const WORLD = "7ffc1903";

test("a curator edits the ways of asking: each says what it is understood as, and an edit makes the certificate stale", async ({
  as,
}) => {
  // Every ballot of two authors is a row, and each row is checked for access.
  test.slow();
  execFileSync(process.execPath, ["node_modules/tsx/dist/cli.mjs", "tests/support/place-accepted.ts", WORLD]);
  const page = await as("curator", "/worlds");
  await page.evaluate((id) => fetch(`/api/worlds/${id}/compile`, { method: "POST" }), WORLD);
  await page.goto(`/worlds/${WORLD}/asking`);
  const item = page.getByRole("region", { name: "resolve the flag with the patient's account of today" });
  await expect(item.getByText(/^\d+ of \d+ lead to it$/)).toBeVisible();
  const add = async (words: string) => {
    await item.getByRole("textbox").fill(words);
    await item.getByRole("button", { name: "Add" }).click();
  };
  const way = (words: string) =>
    item
      .getByRole("listitem")
      .filter({ has: page.getByRole("button", { name: `Take away: ${words}`, exact: true }) });
  await add("Please resolve the flag with his account.");
  await expect(way("Please resolve the flag with his account.")).toContainText("Leads to it");
  await expect(way("Please resolve the flag with his account.")).toContainText("written by");
  const wrong = "Close the flag because he was not reached";
  await add(wrong);
  await expect(way(wrong)).toContainText("Understood as");
  await expectAccessible(page);

  const certify = async () => {
    await page.goto(`/worlds/${WORLD}/certify`);
    await page.getByRole("button", { name: /^Certify/ }).click();
  };
  await certify();
  await expect(page.getByRole("heading", { name: "Refused: one gate did not pass" })).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByText("was understood as", { exact: false }).first()).toBeVisible();
  await page.getByRole("link", { name: "Open the ways of asking" }).first().click();
  await way(wrong)
    .getByRole("button", { name: /^Take away/ })
    .click();
  await expect(way(wrong)).toHaveCount(0);

  await certify();
  await expect(page.getByRole("heading", { name: "All eight gates passed" })).toBeVisible({
    timeout: 20_000,
  });
  await page.getByText(/^\d+ ballots$/).click();
  await expect(page.getByText("Translated by", { exact: false })).toBeVisible();
  await expect(page.getByRole("cell", { name: /^Please resolve the flag with his account\./ })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/worlds/${WORLD}/asking`);
  await add("Kindly resolve the flag with the account he gave today.");
  await expect(way("Kindly resolve the flag with the account he gave today.")).toBeVisible();
  await page.goto(`/worlds/${WORLD}/certify`);
  await expect(
    page.getByText("The ways of asking were edited after this certificate", { exact: false }),
  ).toBeVisible();
  await page.goto("/worlds");
  await expect(page.getByRole("row").filter({ hasText: WORLD })).toContainText("Stale");
});
