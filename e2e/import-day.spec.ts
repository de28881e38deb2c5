import type { Page } from "@playwright/test";
import { MUST_GO, messyFolder } from "./messy-folder";
import { expect, expectAccessible, query, test } from "./support";

const MOST_MINUTES = 5;

/** Pictures for whoever wants to look: written only when a folder is named. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.BABA_PICTURES;
  if (!folder) return;
  for (const width of [1280, 390])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 860 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
    }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  await page.setViewportSize({ width: 1280, height: 860 });
}

test("a stranger's messy folder: from files through the check to a draft, in minutes and few decisions", async ({
  as,
}) => {
  test.setTimeout(180_000);
  const began = Date.now();
  const advocate = await as("advocate", "/import");
  await advocate.getByRole("button", { name: "One case" }).click();
  await advocate.getByLabel("Choose files").setInputFiles(messyFolder());
  await expect(advocate.getByText(/^\d cases? made$/)).toBeVisible();
  await expect(advocate.getByText("It stays in your list", { exact: false }).first()).toBeVisible();
  await expect(advocate.getByText("Refused", { exact: true })).toHaveCount(0);
  await picture(advocate, "imported");
  const [{ id } = { id: "" }] = await query<{ id: string }>(
    `SELECT id FROM "Case" c WHERE stage = 'imported' ORDER BY (SELECT count(*) FROM "Record" r WHERE r."caseId" = c.id) DESC LIMIT 1`,
  );
  const named = await query<{ all: string }>(
    `SELECT concat_ws(' ', c.id, c.title, (SELECT string_agg(r.key || ' ' || r.title, ' ') FROM "Record" r WHERE r."caseId" = c.id),
       (SELECT string_agg(a.detail::text, ' ') FROM "AuditEvent" a WHERE a."caseId" = c.id)) AS all FROM "Case" c WHERE c.id = $1`,
    [id],
  );
  expect(named[0]?.all).not.toMatch(MUST_GO);

  // The importer sees that it waits, and for whom; not what for.
  await advocate.goto("/cases");
  await expect(advocate.getByRole("row").filter({ hasText: id })).toContainText("waits for");
  await advocate.goto(`/import/${id}`);
  await expect(advocate.getByText(/^It waits for /)).toBeVisible();
  await expectAccessible(advocate);
  expect(await advocate.content()).not.toMatch(MUST_GO);

  const curator = await as("curator", `/import/${id}`);
  await expect(curator.getByRole("heading", { name: "To decide", exact: true })).toBeVisible();
  await expectAccessible(curator);
  await picture(curator, "check");
  const open = () => curator.locator(".val-open h3");
  const progress = curator.locator(".benchbar-progress");

  // What was missed is marked with the mouse and one key.
  await curator.getByText("The whole record").waitFor();
  let decisions = 0;

  // The first values one by one, the first taken back; then the sure ones together, then the rest.
  const firstValue = await open().textContent();
  await curator.keyboard.press("r");
  decisions += 1;
  await expect(open()).not.toHaveText(firstValue ?? "");
  await curator.keyboard.press("u");
  await expect(open()).toHaveText(firstValue ?? "");
  await curator.reload();
  await expect(progress).toContainText(/^0 of \d+ decided/);
  for (;;) {
    const left = await curator.locator(".val.is-todo, .val-open .button-main").count();
    if (left === 0) break;
    if (decisions >= 3 && left > 1) {
      await curator.getByRole("button", { name: /^Choose all/ }).click();
      await picture(curator, "chosen");
    }
    await curator.keyboard.press("r");
    decisions += 1;
    await expect(curator.locator(".casebar-end")).not.toContainText("Saving");
    if (decisions > 20) break;
  }
  for (const button of await curator.getByRole("button", { name: /^Leave out: / }).all())
    await button.click();
  await expect(progress).toContainText(/^(\d+) of \1 decided/);
  await curator.keyboard.press("b");
  await expect(curator.getByRole("region", { name: "The whole record" })).not.toContainText("Whitcombe");
  await picture(curator, "after");
  await expectAccessible(curator);
  const finish = curator.getByRole("button", { name: "Finish the check" });
  await finish.click();
  // A second reading may find more: it is shown, decided, and the check ends.
  const more = curator.getByText("A second reading found more");
  await Promise.race([curator.waitForURL("**/cases"), more.waitFor()]);
  while (curator.url().includes("/import/")) {
    await picture(curator, "again");
    await curator
      .getByRole("button", { name: /^Choose all/ })
      .click({ timeout: 2_000 })
      .catch(() => {});
    await curator.keyboard.press("r");
    decisions += 1;
    await expect(progress).toContainText(/^(\d+) of \1 decided/);
    await finish.click();
    await curator.waitForTimeout(1_000);
    if (decisions > 20) break;
  }
  await curator.waitForURL("**/cases");
  expect(decisions).toBeLessThanOrEqual(12);

  await advocate.goto(`/cases/${id}`);
  const records = await advocate.request.get(`/api/cases/${id}/records`);
  expect(await records.text()).not.toMatch(MUST_GO);
  await picture(advocate, "begin");
  await advocate.getByRole("button", { name: "Draft by rules" }).click();
  await expect(advocate.locator(".workbench")).toBeVisible();
  await picture(advocate, "draft");
  await expectAccessible(advocate);
  const [{ items } = { items: "0" }] = await query<{ items: string }>(
    `SELECT count(*) AS items FROM "PacketItem" WHERE "caseId" = $1 AND section NOT IN ('about', 'brief')`,
    [id],
  );
  expect(Number(items)).toBeGreaterThan(5);
  expect(Date.now() - began).toBeLessThan(MOST_MINUTES * 60_000);
});

test("words that nobody marked are selected and marked by a key, and survive a second tab", async ({
  as,
}) => {
  const advocate = await as("advocate", "/import");
  await advocate.getByLabel("Choose files").setInputFiles([
    {
      name: "note.txt",
      mimeType: "text/plain",
      buffer: Buffer.from(
        "Rosa Lopez called. She stays with the ferry people for now.\nShe will call again.",
      ),
    },
  ]);
  await expect(advocate.getByText("1 case made")).toBeVisible();
  const [{ id } = { id: "" }] = await query<{ id: string }>(
    `SELECT id FROM "Case" WHERE stage = 'imported' ORDER BY "createdAt" DESC LIMIT 1`,
  );
  const curator = await as("curator", `/import/${id}`);
  const text = curator.locator("[data-field=text]").first();
  await text.waitFor();
  await text.evaluate((node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    for (let part = walker.nextNode(); part; part = walker.nextNode()) {
      const at = part.textContent?.indexOf("ferry people") ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(part, at);
      range.setEnd(part, at + "ferry people".length);
      window.getSelection()?.removeAllRanges();
      window.getSelection()?.addRange(range);
    }
  });
  await expect(curator.getByRole("toolbar", { name: "Mark what was missed" })).toContainText("ferry people");
  await expectAccessible(curator);
  await curator.keyboard.press("l");
  await expect(curator.getByRole("button", { name: /^ferry people/ })).toBeVisible();
  const tab = await curator.context().newPage();
  await tab.goto(`/import/${id}`);
  await expect(tab.getByRole("button", { name: /^ferry people/ })).toBeVisible();
  await tab.setViewportSize({ width: 640, height: 430 });
  await expect(tab.getByRole("group", { name: "What is in sight" })).toBeVisible();
  const wide = await tab.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(wide, "scrolls sideways at 200%").toBe(false);
});
