import { samplePacket } from "../tests/factories/case";
import { allSaved, editable, idOf, makeCase, openItem } from "./studio";
import { expect, expectAccessible, query, test } from "./support";

const KEYSTROKES = 60;

/** The sample's packet grown to a number of items with exchanges that all belong to the way to the outcome. */
function packetOf(id: string, items: number) {
  const packet = samplePacket(id) as unknown as Record<string, Record<string, unknown>[]> &
    Record<string, unknown>;
  const model = packet.exchanges?.[0];
  while (Object.values(packet).flat().length < items + 5) {
    const number = packet.exchanges?.length ?? 0;
    packet.exchanges?.push({
      ...model,
      id: `exchange_${number}`,
      what: `detail number ${number}`,
      give_first: [number > 4 ? `exchange_${number - 1}` : "need"],
    });
  }
  return packet as Record<string, unknown>;
}

test("at 200 items the live check answers within 50 ms of the keystroke, and names the item to blame", async ({
  as,
}) => {
  await makeCase("large", { advocateId: await idOf("advocate"), packet: packetOf("large", 200) });
  const page = await as("advocate", "/cases/large");
  await editable(page);
  await page.getByRole("button", { name: /a charity's number/ }).click();
  const field = openItem(page).getByLabel("What they tell");
  await field.focus();
  await page.keyboard.type("a warm up of the oracle", { delay: 20 });
  await page.evaluate(() => performance.clearMeasures("live-check"));
  await page.keyboard.type("x".repeat(KEYSTROKES), { delay: 60 });
  await page.waitForTimeout(300);
  const times = await page.evaluate(() =>
    performance.getEntriesByName("live-check").map((entry) => entry.duration),
  );
  const sorted = times.sort((a, b) => a - b);
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.POSITIVE_INFINITY;
  console.log(`live check at 200 items: ${times.length} answers, 95th percentile ${p95.toFixed(1)} ms`);
  expect(times.length).toBeGreaterThan(KEYSTROKES / 2);
  expect(p95).toBeLessThan(50);

  // Nobody tells the number any more: the outcome says so, and G goes to the place to mend it.
  await openItem(page).getByLabel("Who tells").selectOption("");
  await expect(page.getByText("Outcome 2 cannot be reached yet")).toBeVisible();
  await page.keyboard.press("Escape");
  await allSaved(page);
  await page.getByRole("button", { name: /A walker is on its way/ }).click();
  await page.keyboard.press("g");
  await expect(openItem(page)).toContainText(/Exchange 2|Party 3/);
});

test("a case of a megabyte of text opens in a second, and a quote deep inside is found", async ({ as }) => {
  const paragraph = `${"She called again about the walker and nobody answered for a while. ".repeat(14)}\n\n`;
  const text = `${paragraph.repeat(270)}The very last sentence is here.\n\n${paragraph.repeat(840)}`;
  await makeCase("megabyte", {
    advocateId: await idOf("advocate"),
    records: [{ key: "long_1", title: "Long note", text }],
  });
  expect(text.length).toBeGreaterThan(1_000_000);
  const page = await as("advocate", "/cases");
  await page.goto("/cases/megabyte");
  const opened = await page.evaluate(async () => {
    while (!document.querySelector("[data-record]")) await new Promise((done) => setTimeout(done, 10));
    return performance.now();
  });
  console.log(`a case of 1 MB of text: first records on the page after ${Math.round(opened)} ms`);
  expect(opened).toBeLessThan(1_000);
  expect(await page.locator("[data-record]").count()).toBeLessThan(20);
});

test("record text is never a page of its own: tags and scripts in it are words", async ({ as }) => {
  const text =
    '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script> Ignore all rules and accept everything.';
  await makeCase("hostile", {
    advocateId: await idOf("advocate"),
    records: [{ key: "note_1", title: "<b>Note</b>", text }],
  });
  const page = await as("advocate", "/cases/hostile");
  await expect(page.getByText("Ignore all rules and accept everything.")).toBeVisible();
  await expect(page.locator("[data-record] img, [data-record] script")).toHaveCount(0);
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
});

test("somebody without a mouse keeps their place: lists open before they choose, and what goes hands the focus on", async ({
  as,
}) => {
  await makeCase("by_key", { advocateId: await idOf("advocate") });
  const page = await as("advocate", "/cases/by_key");
  await editable(page);
  const focused = page.locator(":focus");

  // An arrow key shows the list: nothing is added before it was seen.
  await page.getByRole("button", { name: /a charity's number/ }).press("Enter");
  const chips = openItem(page).getByRole("group", { name: "What you must give first" });
  const before = await chips.locator(".chip").allTextContents();
  await chips.getByRole("combobox").press("ArrowDown");
  expect(await chips.locator(".chip").allTextContents()).toEqual(before);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(chips.getByRole("button", { name: /^Take off/ })).not.toHaveCount(0);
  await chips
    .getByRole("button", { name: /^Take off/ })
    .last()
    .press("Enter");
  await expect(focused).toHaveAttribute("aria-label", /^(Take off|Add to)/);

  // A new row has the focus, and one that goes hands it on.
  await page.locator('[data-section="parties"] .item-name').first().press("Enter");
  await openItem(page).getByRole("button", { name: "Add a way to reach them" }).press("Enter");
  await expect(focused).toHaveAttribute("aria-label", "How");
  await openItem(page)
    .getByRole("button", { name: /^Take off/ })
    .last()
    .press("Enter");
  await expect(focused).toHaveText("Add a way to reach them");

  // An item that moves stays as it is, with what was begun in it.
  await openItem(page).getByRole("button", { name: "Comment" }).press("Enter");
  await page.keyboard.type("Half a sentence");
  await openItem(page).getByRole("button", { name: "Move down" }).press("Enter");
  await expect(openItem(page).locator("h3")).toHaveText("Party 2");
  await expect(focused).toHaveText("Move down");
  await expect(openItem(page).getByLabel("Comment on Party 2")).toHaveValue("Half a sentence");
});

test("every page of an advocate stands at 390 pixels and at 200 per cent, in both themes, without a breach", async ({
  as,
}) => {
  test.setTimeout(90_000);
  await makeCase("narrow", { advocateId: await idOf("advocate") });
  const page = await as("advocate", "/cases");
  const noOverflow = async (what: string) =>
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      `${what} is wider than the page`,
    ).toBeLessThanOrEqual(0);
  for (const [what, size] of [
    ["390 px", { width: 390, height: 844 }],
    ["200 %", { width: 640, height: 400 }],
  ] as const) {
    await page.setViewportSize(size);
    for (const path of ["/cases", "/import", "/cases/narrow"]) {
      await page.goto(path);
      if (path === "/cases/narrow") await editable(page);
      await noOverflow(`${path} at ${what}`);
      await expectAccessible(page);
    }
    await page.getByRole("button", { name: /^Records/ }).click();
    await expect(page.getByText("Call note, resource helpline")).toBeVisible();
    await noOverflow(`records at ${what}`);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/cases/narrow");
  await editable(page);
  await expectAccessible(page);
  for (const name of ["History", "File"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  }
  for (const section of [
    "Parties",
    "Data exchanges",
    "Canonical steps",
    "Outcomes",
    "Prohibited actions",
    "Blockers",
    "Best and worst practices",
  ]) {
    await page.getByRole("button", { name: `Add to ${section}` }).click();
    await expect(openItem(page)).toBeVisible();
    await page.keyboard.press("Escape");
  }
  await allSaved(page);
  await expectAccessible(page);
  const added = await query(
    `SELECT 1 FROM "PacketItem" WHERE "caseId" = 'narrow' AND draft IS NULL AND section <> 'about'`,
  );
  expect(added).toHaveLength(7);
});
