import { idOf, makeCase, openItem } from "./studio";
import { expect, expectAccessible, query, test } from "./support";

const CASE = "reviewer_day";
const decisions: Record<string, Record<string, unknown>> = {
  parish_number: { what: "the charity's direct line", decision: "edited" },
  ask_first: { decision: "rejected" },
};

test("a reviewer's day: a blind pass, the disagreements, a return, and the acceptance that freezes", async ({
  as,
}) => {
  test.setTimeout(120_000);
  await makeCase(CASE, { advocateId: await idOf("advocate") });
  const advocate = await as("advocate", "/cases");
  const post = async (path: string, data?: unknown) => {
    const origin = new URL(advocate.url()).origin;
    const answer = await advocate.request.post(path, { data, headers: { origin } });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  };
  const rows = await query<{
    itemId: string;
    section: string;
    position: number;
    content: Record<string, unknown>;
  }>(
    `SELECT "itemId", section, position, content FROM "PacketItem" WHERE "caseId" = $1 AND section <> 'about'`,
    [CASE],
  );
  await post(`/api/packets/${CASE}/changes`, {
    changes: rows.map((row) => ({
      clientKey: crypto.randomUUID(),
      itemId: row.itemId,
      section: row.section,
      op: "put",
      base: 1,
      position: row.position,
      content: { ...row.content, decision: "accepted", ...decisions[row.itemId] },
    })),
  });
  await post(`/api/packets/${CASE}/submit`);

  const page = await as("reviewer", "/reviews");
  await page.getByRole("link", { name: "Review: Replacement walker with a seat" }).first().waitFor();
  await expectAccessible(page);
  await page.goto(`/reviews/${CASE}`);
  await expect(page.getByText("you do not see what the advocate decided")).toBeVisible();
  await expect(page.getByText("direct line")).toHaveCount(0);
  await expectAccessible(page);

  for (let turn = 0; turn < rows.length; turn++) {
    const name = await openItem(page).locator("h3").textContent();
    await page.keyboard.press(name === "Exchange 2" ? "e" : "a");
    if (turn < rows.length - 1) await expect(openItem(page).locator("h3")).not.toHaveText(name ?? "");
  }
  await expect(page.getByText(`${rows.length} of ${rows.length}`)).toBeVisible();
  await page.getByRole("button", { name: "End the first pass" }).click();
  await expect(page.getByRole("heading", { name: "What you and the advocate decided" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Disagreements 1" })).toBeVisible();
  await expect(openItem(page)).toContainText("The advocate: Rejected");
  await expectAccessible(page);
  await expect(page.getByRole("button", { name: "Accept" })).toHaveAttribute("aria-disabled", "true");

  // Back to the advocate with reasons, who sees them and submits again.
  await page.getByRole("button", { name: "It needs a change" }).click();
  await page.getByRole("button", { name: "Return with reasons" }).click();
  await page
    .getByLabel("What the advocate is asked to change, and why")
    .fill("Practice 1 belongs in the packet.");
  await page.getByRole("button", { name: "Return", exact: true }).click();
  await page.waitForURL("**/reviews");
  await advocate.goto(`/cases/${CASE}`);
  await expect(advocate.getByText("Practice 1 belongs in the packet.")).toBeVisible();
  await advocate.getByText(/^You hold it until/).waitFor();
  await advocate.getByRole("button", { name: /Ask what she wants/ }).click();
  await expect(openItem(advocate)).toContainText("Practice 1");
  await advocate.locator("li.open .quotes").scrollIntoViewIfNeeded();
  await advocate.getByRole("button", { name: "Accept" }).click();
  await advocate.locator('.save-lines[data-waiting="0"]').waitFor();
  await advocate.getByRole("button", { name: "Submit for review" }).click();
  await advocate.waitForURL("**/cases");

  // A second pass over the new revision agrees, and accepting freezes it.
  await page.goto(`/reviews/${CASE}`);
  for (let turn = 0; turn < rows.length; turn++) {
    const name = await openItem(page).locator("h3").textContent();
    await page.keyboard.press(name === "Exchange 2" ? "e" : "a");
    if (turn < rows.length - 1) await expect(openItem(page).locator("h3")).not.toHaveText(name ?? "");
  }
  await page.getByRole("button", { name: "End the first pass" }).click();
  await page.getByRole("button", { name: "Changed against the draft 1" }).click();
  await page.getByRole("button", { name: /direct line/ }).click();
  await expect(openItem(page).locator("dd.is-changed")).toContainText("the charity's direct line");
  for (const box of await page.getByRole("region", { name: "Checklist" }).getByRole("checkbox").all())
    await box.check();
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await page.waitForURL("**/reviews");
  const [found] = await query<{ stage: string; kinds: string }>(
    `SELECT c.stage, string_agg(r.kind::text, ' ' ORDER BY r.number) AS kinds FROM "Case" c
     JOIN "PacketRevision" r ON r."caseId" = c.id WHERE c.id = $1 GROUP BY c.stage`,
    [CASE],
  );
  expect(found).toEqual({ stage: "accepted", kinds: "draft submit return submit accept" });

  // The advocate's own packet is refused to them by the server.
  const own = await advocate.request.get(`/api/reviews/${CASE}`);
  expect(own.status()).toBe(403);
});
