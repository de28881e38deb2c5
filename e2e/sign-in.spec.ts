import { expect, expectAccessible, person, query, roles, signIn, test } from "./support";

test("nobody is asked to sign in, and comes back to the page they wanted", async ({ page }) => {
  await page.goto("/account?first=0");
  await expect(page).toHaveURL(/\/sign-in\?next=%2Faccount%3Ffirst%3D0$/);
  const { email, password, name } = person("advocate");
  await page.getByLabel("E-mail address").fill(email.toUpperCase());
  await page.getByLabel("Password").fill("not the password");
  await page.keyboard.press("Enter");
  await expect(page.getByText("do not match an open account")).toBeVisible();
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/account\?first=0$/);
  await expect(page.getByRole("button", { name: `You: ${name}` })).toBeVisible();
});

for (const role of roles)
  test(`each link in the top bar opens for ${role}`, async ({ as }) => {
    const page = await as(role);
    const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
    const addresses = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    for (const address of addresses) expect((await page.goto(address))?.status(), address).toBe(200);
  });

test("sign out everywhere ends another device's session at once", async ({ as }) => {
  const [laptop, tablet] = [await as("reviewer"), await as("reviewer")];
  await laptop.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(laptop).toHaveURL(/\/sign-in$/);
  await tablet.goto("/account");
  await expect(tablet).toHaveURL(/\/sign-in\?next=/);
  await signIn(tablet, "reviewer");
  await expect(tablet.getByRole("heading", { name: "Your account" })).toBeVisible();
});

test("a changing request from another site is refused, whoever is signed in", async ({ as }) => {
  const page = await as("curator");
  const answer = await page.request.post("/api/account/sign-out-everywhere", {
    headers: { origin: "https://evil.example" },
  });
  expect(answer.status()).toBe(403);
  expect(answer.headers()["content-type"]).toBe("application/problem+json");
  expect((await page.goto("/account"))?.url()).toMatch(/\/account$/);
});

test("an unknown page is 404, and a page tells browsers to run only its own scripts", async ({ page }) => {
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  const policy = response?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("script-src 'self' 'nonce-");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  await expect(page.getByRole("heading", { name: "Nothing here" })).toBeVisible();
  const icon = await page.request.get("/favicon.ico");
  expect([icon.status(), icon.headers()["content-type"]]).toEqual([200, "image/svg+xml"]);
});

test("50 MB are refused with a plain answer", async ({ request }) => {
  const answer = await request.post("/api/invitations/accept", {
    headers: { "content-type": "application/json" },
    data: Buffer.alloc(50 * 1024 * 1024, " "),
  });
  expect(answer.status()).toBe(413);
  expect((await answer.json()).fix).toContain("split");
});

test("theme and density are kept, and the keys have a sheet that stays shut while typing", async ({ as }) => {
  const page = await as("advocate");
  // Keys work once the page has come alive.
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await page.getByLabel("Current password").press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeHidden();
  const settings = page.getByRole("main");
  await settings.getByRole("button", { name: "Dark" }).click();
  await settings.getByRole("button", { name: "Compact" }).click();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("html")).toHaveAttribute("data-density", "compact");
});

test("a password from somebody else is changed before anything else opens", async ({ browser }) => {
  const { email, name } = person("curator");
  const [before] = await query<{ passwordHash: string }>(
    `SELECT "passwordHash" FROM "User" WHERE email = $1`,
    [email],
  );
  await query(`UPDATE "User" SET "mustChangePassword" = true WHERE email = $1`, [email]);
  const page = await (await browser.newContext()).newPage();
  await signIn(page, "curator", "/");
  await expect(page).toHaveURL(/\/account\?first=1$/);
  await expect(page.getByText("Choose a password of your own first")).toBeVisible();
  await page.getByLabel("Current password").fill(person("curator").password);
  await page.getByLabel("New password").fill(`${name} 2026`);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Leave out your name")).toBeVisible();
  await page.getByLabel("New password").fill("three unlikely words");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page).not.toHaveURL(/first=1/);
  await expect(page.getByText("Choose a password of your own first")).toBeHidden();
  await query(`UPDATE "User" SET "passwordHash" = $2 WHERE email = $1`, [email, before?.passwordHash]);
});

test("the pages around sign-in are accessible in light and dark, and fit 390 pixels", async ({
  page,
  as,
}) => {
  await page.goto("/sign-in");
  await expectAccessible(page);
  await page.goto("/invitation/unknown");
  await expectAccessible(page);
  await page.goto("/no-such-page");
  await expectAccessible(page);
  const account = await as("advocate");
  await expectAccessible(account);
  await account.keyboard.press("?");
  await expectAccessible(account);
  await account.keyboard.press("Escape");
  await account.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(account);
  const overflow = await account.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
