import { sampleCase, samplePacket } from "../tests/factories/case";
import { allSaved, editable, itemOf, openItem, tabTo } from "./studio";
import { expect, expectAccessible, query, test } from "./support";

const CASE = "advocate_day";

test("an advocate's day by keyboard alone: import, begin, read, mark, edit, decide, submit", async ({
  as,
}) => {
  test.setTimeout(120_000);
  const page = await as("advocate", "/import");

  await tabTo(page, "Choose files");
  const chooser = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  const file = {
    name: "case.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(sampleCase(CASE))),
  };
  await (await chooser).setFiles(file);
  await expect(page.getByText("1 case made")).toBeVisible();
  await expect(page.getByText("No identifier found")).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, "Begin");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/cases\/[0-9a-f]{10}$/);
  const caseId = page.url().split("/").at(-1) ?? "";

  await tabTo(page, /^Or import a packet file/);
  const packets = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  await (await packets).setFiles({
    name: "packet.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(samplePacket(CASE))),
  });
  await editable(page);
  await expect(openItem(page)).toContainText("The brief");

  // A sentence of a record becomes a quote of the open item, and comes off again.
  await page.keyboard.press("j");
  await expect(openItem(page)).toContainText("Party 1");
  await tabTo(page, /^Text of Message from the patient/);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("toolbar", { name: "Chosen passage" })).toContainText("Add to Party 1");
  await page.keyboard.press("m");
  await expect(openItem(page).locator("blockquote")).toHaveText(
    "One wheel is off my walker and the seat is split.",
  );
  await page.keyboard.press("m");
  await expect(openItem(page).locator("blockquote")).toHaveCount(0);
  await page.keyboard.press("m");
  await allSaved(page);
  expect((await itemOf(caseId, "patient")).evidence).toHaveLength(1);

  // Edit: the field has the focus, Ctrl+Enter saves and goes on.
  await page.keyboard.press("d");
  await page.keyboard.press("e");
  await page.keyboard.press("End");
  await page.keyboard.type(" of the county");
  await page.keyboard.press("Control+Enter");
  await allSaved(page);
  const edited = await query<{ name: string }>(
    `SELECT content->>'name' AS name FROM "PacketItem" WHERE "caseId" = $1 AND content->>'name' LIKE '%of the county'`,
    [caseId],
  );
  expect(edited).toHaveLength(1);

  // A new item from a passage by N, undone by U, done again by Y.
  await tabTo(page, /^Text of Call note/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("n");
  await tabTo(page, /^Practice/);
  await page.keyboard.press("Enter");
  await expect(openItem(page)).toContainText("Practice 2");
  await page.keyboard.press("Escape");
  await page.keyboard.press("u");
  await expect(page.getByText("Undone")).toBeAttached();
  await page.keyboard.press("y");
  await expect(openItem(page)).toContainText("Practice 2");
  await page.keyboard.press("r");

  // The keys' sheet opens and closes.
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("Next undecided item");
  await page.keyboard.press("Escape");

  // Everything else is accepted once it has been on the screen.
  for (let turn = 0; turn < 30; turn++) {
    const left = await page.locator(".benchbar-progress .strong").textContent();
    const [done, total] = (left ?? "").split(" of ").map(Number);
    if (done === total) break;
    await page.keyboard.press("d");
    await page.locator("li.open .quotes").scrollIntoViewIfNeeded();
    await page.waitForTimeout(60);
    await page.keyboard.press("a");
  }
  await allSaved(page);
  const submit = page.getByRole("button", { name: "Submit for review" });
  await expect(submit).not.toHaveAttribute("aria-disabled", "true");
  await tabTo(page, "Submit for review", 400);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/cases");
  const [row] = await query<{ stage: string }>(`SELECT stage FROM "Case" WHERE id = $1`, [caseId]);
  expect(row?.stage).toBe("in_review");
});
