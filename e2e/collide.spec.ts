import { allSaved, editable, idOf, itemOf, makeCase, openItem, secondAdvocate, signInWith } from "./studio";
import { expect, expectAccessible, query, signIn, test } from "./support";

const open = async (page: import("@playwright/test").Page, name: RegExp) => {
  await page.getByRole("button", { name }).click();
};

test("two people at one case: a hold, a takeover, a collision, and nothing is lost", async ({
  as,
  browser,
}) => {
  const bea = await secondAdvocate("Bea Brand");
  await makeCase("collide", { advocateId: await idOf("advocate") });
  await query(`INSERT INTO "CaseShare" ("caseId", "userId") VALUES ('collide', $1)`, [bea.id]);
  const first = await as("advocate", "/cases/collide");
  await editable(first);

  const context = await browser.newContext();
  const second = await context.newPage();
  await signInWith(second, bea, "/cases/collide");
  await expect(second.getByText("Ada Advocate holds this case now")).toBeVisible();
  await expect(second.getByRole("button", { name: "Accept" })).toHaveCount(0);
  await expectAccessible(second);

  // Ada's connection drops and she goes on typing on her device, while Bea takes the case over.
  await first.context().setOffline(true);
  await second.getByRole("button", { name: "Take it over" }).click();
  await editable(second);
  await open(first, /a charity's number/);
  await openItem(first).getByLabel("What they tell").fill("Ada's words");
  await expect(first.locator(".save-lines")).toContainText("1 edit waits on this device");
  await open(second, /a charity's number/);
  await openItem(second).getByLabel("What they tell").fill("Bea's words");
  await openItem(second).getByLabel("In full").fill("Bea says it in full.");
  await allSaved(second);
  expect(await itemOf("collide", "parish_number")).toMatchObject({ what: "Bea's words" });

  // Back online Ada takes the case back: both sides are shown, and each is in the history.
  await first.context().setOffline(false);
  await first.getByRole("button", { name: "Take it over" }).click();
  const card = first.locator('[data-collision="parish_number"]');
  await expect(card).toContainText("was also changed by Bea Brand");
  await expect(card).toContainText("Ada's words");
  await expect(card).toContainText("Bea's words");
  await expectAccessible(first);
  await card.getByRole("button", { name: "Keep yours" }).click();
  await allSaved(first);
  expect(await itemOf("collide", "parish_number")).toMatchObject({
    what: "Ada's words",
  });
  const kept = await query<{ what: string; outcome: string }>(
    `SELECT content->>'what' AS what, outcome FROM "PacketChange" WHERE "caseId" = 'collide' AND "itemId" = 'parish_number' ORDER BY number`,
  );
  expect(kept.map((row) => row.what)).toContain("Bea's words");
  expect(kept.filter((row) => row.outcome === "set_aside").map((row) => row.what)).toEqual(["Ada's words"]);
  await context.close();
});

test("two windows, a failed network and a closed window lose nothing", async ({ browser }) => {
  await makeCase("windows", { advocateId: await idOf("advocate") });
  const context = await browser.newContext();
  const first = await context.newPage();
  await signIn(first, "advocate", "/cases/windows");
  await editable(first);
  const second = await context.newPage();
  await second.goto("/cases/windows");
  await editable(second);

  // Different fields of one item, at the same time, are joined.
  for (const page of [first, second]) await open(page, /a charity's number/);
  await openItem(first).getByLabel("What they tell").fill("from the first window");
  await openItem(second).getByLabel("In full").fill("from the second window");
  for (const page of [first, second]) await allSaved(page);
  expect(await itemOf("windows", "parish_number")).toMatchObject({
    what: "from the first window",
    statement: "from the second window",
  });
  await second.close();

  // No connection: the status says so, editing goes on, and the edits are there afterwards.
  await context.setOffline(true);
  await openItem(first).getByLabel("What they tell").fill("typed without a connection");
  await expect(first.locator(".save-lines")).toContainText(
    "No connection. 1 edit waits on this device; go on working",
  );
  await context.setOffline(false);
  await allSaved(first);
  expect(await itemOf("windows", "parish_number")).toMatchObject({ what: "typed without a connection" });

  // An answer that never comes, and a window closed meanwhile: the next one takes the edit up.
  await context.route("**/api/packets/windows/changes", (route) => route.abort());
  await openItem(first).getByLabel("What they tell").fill("typed before the window closed");
  await expect(first.locator(".save-lines")).toContainText("1 edit waits on this device");
  await first.close();
  await context.unroute("**/api/packets/windows/changes");
  const third = await context.newPage();
  await third.goto("/cases/windows");
  await expect(third.getByText("1 edit from a closed window was taken up again")).toBeVisible();
  await allSaved(third);
  expect(await itemOf("windows", "parish_number")).toMatchObject({ what: "typed before the window closed" });

  // Away and back by the browser's own button.
  await open(third, /typed before the window closed/);
  await openItem(third).getByLabel("What they tell").fill("typed before going back");
  await third.getByRole("link", { name: "Back to your cases" }).click();
  await third.waitForURL("**/cases");
  await third.goBack();
  await editable(third);
  await expect
    .poll(async () => (await itemOf("windows", "parish_number")).what)
    .toBe("typed before going back");
  await context.close();
});

test("a session that ended keeps the words on the device until somebody signs in again", async ({
  browser,
}) => {
  await makeCase("signed_out", { advocateId: await idOf("advocate") });
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, "advocate", "/cases/signed_out");
  await editable(page);
  await open(page, /a charity's number/);
  const cookies = await context.cookies();
  await context.clearCookies();
  await openItem(page).getByLabel("What they tell").fill("typed after the session ended");
  await expect(page.locator(".save-lines")).toContainText("Your session ended. 1 edit waits on this device");
  await context.addCookies(cookies);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await allSaved(page);
  expect(await itemOf("signed_out", "parish_number")).toMatchObject({
    what: "typed after the session ended",
  });
  await context.close();
});

test("an identifier that somebody sees sets the record aside at once, for everybody, until a curator has decided", async ({
  as,
}) => {
  await makeCase("identifier", { advocateId: await idOf("advocate") });
  const page = await as("advocate", "/cases/identifier");
  await editable(page);
  await page.getByRole("group", { name: /^Text of Fax/ }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("i");
  await expect(page.getByText("Set aside: Ada Advocate saw an identifier in it")).toBeVisible();
  const answer = await page.request.get("/api/cases/identifier/records");
  expect(await answer.text()).not.toContain("Frame bent");

  const curator = await as("curator", "/import/identifier");
  await expect(curator.getByText("four-wheel walker").first()).toBeVisible();
  await expectAccessible(curator);
  await curator.keyboard.press("h");
  await expect(curator.getByText("1 of 1 decided")).toBeVisible();
  await curator.getByRole("button", { name: "Finish the check" }).click();
  await curator.waitForURL("**/cases");
  await page.reload();
  await expect(page.getByText("Frame bent at both rear joints")).toBeVisible();
});
