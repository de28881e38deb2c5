import { expect, expectAccessible, query, test } from "./support";

test("an administrator's day: invite, another role, sign out everywhere, disable, and the log of it", async ({
  as,
  browser,
}) => {
  const page = await as("admin", "/people");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("Name").fill("Nia Newcomer");
  await page.getByLabel("E-mail address").fill("nia@studio.example");
  await page.getByRole("dialog").getByLabel("Role").selectOption("reviewer");
  await page.getByRole("button", { name: "Make the invitation" }).click();
  const link = await page.getByLabel("Link").inputValue();
  await page.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("region", { name: "Open invitations" })).toContainText("nia@studio.example");

  const context = await browser.newContext();
  const nia = await context.newPage();
  await nia.goto(new URL(link).pathname);
  const fields = nia.locator('input[type="password"]');
  for (const field of await fields.all()) await field.fill("five quiet boats drift");
  await nia.locator('button[type="submit"]').click();
  await nia.waitForURL((url) => !url.pathname.startsWith("/invitation"));
  if (new URL(nia.url()).pathname === "/sign-in") {
    await nia.getByLabel("E-mail address").fill("nia@studio.example");
    await nia.getByLabel("Password").fill("five quiet boats drift");
    await nia.getByRole("button", { name: "Sign in", exact: true }).click();
    await nia.waitForURL((url) => url.pathname !== "/sign-in");
  }
  await nia.goto("/reviews");
  await expect(nia.getByRole("heading", { name: "Reviews", exact: true })).toBeVisible();

  // Another role holds at the next request, without signing in again.
  await page.reload();
  await page.getByLabel("Role of Nia Newcomer").selectOption("advocate");
  await expect.poll(async () => (await nia.request.get("/reviews")).status()).toBe(403);
  expect((await nia.request.get("/cases")).status()).toBe(200);

  await page.getByRole("button", { name: "Sign Nia Newcomer out everywhere" }).click();
  await expect.poll(async () => (await nia.request.get("/api/cases")).status()).toBe(401);
  await page.getByRole("button", { name: "Disable Nia Newcomer" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disable", exact: true }).click();
  await expect(page.getByRole("row", { name: /Nia Newcomer/ })).toContainText("Disabled");
  await nia.goto("/sign-in");
  await nia.getByLabel("E-mail address").fill("nia@studio.example");
  await nia.getByLabel("Password").fill("five quiet boats drift");
  await nia.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(nia.getByText("do not match an open account")).toBeVisible();
  await context.close();

  // The last administrator cannot be taken away.
  const [me] = await query<{ name: string }>(`SELECT name FROM "User" WHERE role = 'admin'`);
  await page.getByLabel(`Role of ${me?.name}`).selectOption("curator");
  await expect(page.getByText("This is the last active administrator.")).toBeVisible();

  await page.goto("/audit");
  await expectAccessible(page);
  await page.getByLabel("What", { exact: true }).selectOption("user.disable");
  await expect(page.getByRole("row")).toHaveCount(2);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export as CSV" }).click();
  const path = await (await download).path();
  const { readFileSync } = await import("node:fs");
  const csv = readFileSync(path, "utf8");
  expect(csv.split("\r\n")[0]).toBe("id,at,who,act,case,detail");
  expect(csv).toContain("user.disable");
  expect(csv).not.toContain("user.invite");
});
