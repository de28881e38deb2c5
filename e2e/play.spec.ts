import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { type PublicAction, publicActionSchema } from "../compiler/public/action";
import { minutesOf } from "../compiler/spec/moment";
import { type WorldSpec, worldSpecSchema } from "../compiler/spec/world";
import { expect, expectAccessible, query, test } from "./support";

const worlds = readdirSync("corpus").filter((name) => /^[0-9a-f]{8}$/.test(name));
const WALKER = "52955ee1";

test.describe.configure({ mode: "serial" });

const tsx = (...args: string[]) =>
  execFileSync(process.execPath, ["node_modules/tsx/dist/cli.mjs", ...args], {
    encoding: "utf8",
    stdio: "pipe",
  });

/** Publishes the worlds of the corpus that are not published yet, as a curator does. */
async function publishAll(page: Page): Promise<void> {
  const published = await query<{ caseId: string }>(
    `SELECT "caseId" FROM "Publication" WHERE "withdrawnAt" IS NULL`,
  );
  const missing = worlds.filter((id) => !published.some((row) => row.caseId === id));
  if (missing.length === 0) return;
  tsx("tests/support/place-accepted.ts", ...missing);
  for (const id of missing) {
    await page.evaluate((caseId) => fetch(`/api/worlds/${caseId}/compile`, { method: "POST" }), id);
    await page.goto(`/worlds/${id}/certify`);
    await page.getByRole("button", { name: "Certify", exact: true }).click();
    await page.getByRole("button", { name: /^Publish version 1/ }).click({ timeout: 20_000 });
    await expect(page.getByText("Published as version 1")).toBeVisible({ timeout: 20_000 });
  }
}

/** The public actions of the proved route, as an agent takes them. */
function routeOf(id: string, log: string): PublicAction[] {
  tsx("runner/cli.ts", "play", `corpus/${id}/world.json`, "--agent", "witness", "--out", log);
  return readFileSync(log, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => publicActionSchema.parse(JSON.parse(line).action));
}

const readSpec = (id: string) =>
  worldSpecSchema.parse(JSON.parse(readFileSync(`corpus/${id}/world.json`, "utf8")));

const actionsLeft = async (page: Page) =>
  Number(await page.getByRole("meter", { name: "Actions left" }).getAttribute("aria-valuenow"));

async function begin(page: Page, id: string): Promise<void> {
  await page.goto("/playtests");
  await page.getByRole("row").filter({ hasText: id }).getByRole("button", { name: /^Play/ }).click();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
}

const tool = (page: Page, name: string) =>
  page.getByRole("group", { name: "Tools" }).getByRole("button", { name, exact: true }).click();

async function shareFacts(page: Page, spec: WorldSpec, share: { what: string; value: string }[]) {
  for (const { what } of share) {
    const { label = what } = spec.knowledge.find((k) => k.id === what) ?? {};
    const box = page.getByRole("group", { name: "Share" }).getByLabel(label, { exact: true });
    if ((await box.count()) > 0) await box.check();
    else await page.getByLabel("Share another fact").selectOption(what);
  }
}

/** Takes one action of an agent as a person does, by the controls of the page, and waits for what came of it. */
async function perform(page: Page, spec: WorldSpec, action: PublicAction, clock: number): Promise<void> {
  const left = await actionsLeft(page);
  const main = page.locator(".compose-line .button-main");
  const choose = async (label: string, value: string) => {
    const select = page.getByLabel(label, { exact: true });
    if ((await select.count()) > 0) await select.selectOption(value);
  };
  if (action.tool === "contact" && action.mode === "end_call")
    await page.getByRole("button", { name: "End the call", exact: true }).click();
  else if (action.tool === "contact") {
    await tool(page, "Contact");
    for (const box of await page.locator(".compose > .share input:checked").all()) await box.uncheck();
    for (const id of action.channels) {
      const party = spec.entities.find((e) => e.channels.some((c) => c.id === id));
      const label = party?.channels.find((c) => c.id === id)?.label;
      const boxes = page.getByRole("group", { name: "Call" });
      const both = boxes.getByLabel(`${party?.name}, ${label}`, { exact: true });
      await both.or(boxes.getByLabel(party?.name ?? "", { exact: true })).check();
    }
    if (action.request) await page.getByLabel("What you leave on it").fill(action.request);
    await shareFacts(page, spec, action.share);
    await main.click();
  } else if (action.tool === "ask" || action.tool === "act") {
    await tool(page, action.tool === "ask" ? "Ask" : "Act");
    await choose("To", `${action.party}|${action.channel ?? ""}`);
    await page.locator(".compose textarea").fill(action.request);
    await shareFacts(page, spec, action.share);
    await main.click();
  } else if (action.tool === "submit_form") {
    await tool(page, "Fill a form");
    await choose("Form", action.form);
    const fields = spec.forms.find((f) => f.id === action.form)?.fields ?? [];
    for (const [id, entry] of Object.entries(action.fields)) {
      const label = fields.find((f) => f.id === id)?.label ?? id;
      const control = page.locator(".form-grid").getByLabel(label, { exact: true });
      if (typeof entry === "boolean") await control.setChecked(entry);
      else await control.fill(entry);
    }
    await choose("Way", action.channel ?? "");
    await main.click();
  } else if (action.tool === "read_document") {
    await tool(page, "Read");
    await choose("Document or playbook", action.document);
    await main.click();
  } else if (action.tool === "wait") {
    await tool(page, "Wait");
    const minutes = action.until ? minutesOf(action.until) - clock : action.minutes;
    await page.getByLabel("How long").fill(String(minutes));
    await choose("Unit", "minutes");
    await main.click();
  } else if (action.tool === "finish") {
    await tool(page, "Finish");
    await page.getByLabel("Summary of what you did").fill(action.summary);
    await page.getByLabel(/I am done/).check();
    await main.click();
    return;
  }
  await expect.poll(() => actionsLeft(page)).toBe(left - 1);
}

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000);
  const { signIn } = await import("./support");
  const page = await (await browser.newContext()).newPage();
  await signIn(page, "curator", "/worlds");
  await publishAll(page);
  await page.context().close();
});

test("every world of the corpus is played to a strict pass through the page", async ({ as }, info) => {
  test.setTimeout(300_000);
  const page = await as("advocate", "/playtests");
  for (const id of worlds) {
    const spec = readSpec(id);
    await begin(page, id);
    let clock = minutesOf(spec.clock_start);
    const actions = routeOf(id, info.outputPath(`${id}.jsonl`));
    for (const [i, action] of actions.entries()) {
      await perform(page, spec, action, clock);
      if (action.tool === "wait")
        clock = action.until ? minutesOf(action.until) : clock + (action.minutes ?? 0);
      if (i === Math.floor(actions.length / 2)) {
        const turns = await page.locator(".turn-group").count();
        await page.reload();
        await expect(page.locator(".turn-group")).toHaveCount(turns);
      }
    }
    await expect(page.getByRole("heading", { name: "A strict pass" }), id).toBeVisible();
    await expect(page.getByRole("heading", { name: "Your grade" })).toBeFocused();
  }
  await expectAccessible(page);
  await page.goto("/playtests");
  for (const id of worlds)
    await expect(
      page.getByRole("row").filter({ hasText: id }).filter({ hasText: "Strict pass" }).first(),
    ).toBeVisible();
});

test("a run is played by keyboard alone, and what was typed outlives a look elsewhere and a refusal", async ({
  as,
}) => {
  const page = await as("reviewer", "/playtests");
  await begin(page, WALKER);
  const { keyboard } = page;
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  await keyboard.press("1");
  await expect(page.getByRole("group", { name: "Call" }).getByRole("checkbox").first()).toBeFocused();
  await keyboard.press("Control+Enter");
  await expect(page.getByText("On the line with you")).toBeVisible();
  await expect.poll(focused).toMatch(/^Your question to/);
  await keyboard.type("exactly which walker she needs");
  await keyboard.press("Control+Enter");
  await expect(page.getByText("wide four-wheel walker").first()).toBeVisible();
  await expect.poll(focused).toMatch(/^Your question to/);
  await keyboard.type("who brings");
  await keyboard.press("Escape");
  await keyboard.press("6");
  await expect.poll(focused).toBe("How long");
  await keyboard.press("Escape");
  await keyboard.press("2");
  await expect.poll(focused).toMatch(/^Your question to/);
  await expect(page.locator(".compose textarea")).toHaveValue("who brings");
  await page.route("**/actions", (route) => route.abort());
  await keyboard.press("Control+Enter");
  await expect(page.getByText("No connection to the studio.")).toBeVisible();
  await expect(page.locator(".compose textarea")).toHaveValue("who brings");
  await page.unroute("**/actions");
  await keyboard.press("Control+Enter");
  await expect(page.locator(".turn-text").filter({ hasText: "who brings" })).toBeVisible();
  await expect(page.locator(".compose textarea")).toHaveValue("");
  await keyboard.press("Tab");
  expect(await focused()).toBe("");
});

test("a run that went on in a second tab says so in the first, which goes on after a reload", async ({
  as,
}) => {
  const first = await as("advocate", "/playtests");
  await begin(first, WALKER);
  const second = await first.context().newPage();
  await second.goto(first.url());
  await second.getByRole("button", { name: "Close" }).click();
  await tool(second, "Wait");
  await second.getByRole("button", { name: /^Wait, uses/ }).click();
  await expect(second.getByText("You waited.")).toBeVisible();
  await tool(first, "Wait");
  await first.getByRole("button", { name: /^Wait, uses/ }).click();
  await expect(first.getByText("This run went on in another window.")).toBeVisible();
  await first.reload();
  await expect(first.getByText("You waited.")).toBeVisible();
  await tool(first, "Wait");
  await first.getByRole("button", { name: /^Wait, uses/ }).click();
  await expect(first.getByText("You waited.")).toHaveCount(2);
});

test("the last action ends the run and grades it, long words stay in their place, also on a phone", async ({
  as,
}) => {
  test.setTimeout(120_000);
  const page = await as("advocate", "/playtests");
  await page.setViewportSize({ width: 390, height: 844 });
  await begin(page, WALKER);
  const left = await actionsLeft(page);
  const long = `${"Where does she want the walker to be brought, and by whom? ".repeat(30)}${"x".repeat(400)}`;
  await tool(page, "Contact");
  await page.getByRole("button", { name: /^Call, uses/ }).click();
  await page.locator(".compose textarea").fill(long);
  await page.getByRole("button", { name: /^Ask, uses/ }).click();
  await expect(page.locator(".turn-text").filter({ hasText: "xxx" }).first()).toBeVisible();
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await wide(), "the page scrolls sideways").toBeLessThanOrEqual(0);
  const id = page.url().split("/").at(-1);
  const turns = await page.locator(".turn-group").count();
  await page.evaluate(
    async ({ id, turns, until }) => {
      for (let n = turns; n < until; n++)
        await fetch(`/api/playtests/${id}/actions`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ turns: n, action: { tool: "wait", minutes: 1 } }),
        });
    },
    { id, turns, until: left - 1 },
  );
  await page.reload();
  expect(await actionsLeft(page)).toBe(1);
  await tool(page, "Wait");
  await page.getByRole("button", { name: /^Wait, uses/ }).click();
  await expect(page.getByText("All actions are used. Finish to be graded; it costs none.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(/I am done/).check();
  await page.getByRole("button", { name: /^Finish and be graded/ }).click();
  await expect(page.getByRole("heading", { name: "Your grade" })).toBeFocused();
  await expect(page.getByText("before the actions ran out")).toBeVisible();
  expect(await wide(), "the grade scrolls sideways").toBeLessThanOrEqual(0);
  await expectAccessible(page);
  const curator = await as("curator", "/playtests");
  const row = curator
    .getByRole("row")
    .filter({ hasText: `${left} of` })
    .or(curator.getByRole("row").filter({ hasText: String(left) }));
  await row.first().getByRole("link", { name: "On the graph" }).click();
  await expect(curator.getByText(/Step \d+ of \d+|steps\. Play, or step forward/)).toBeVisible();
});
