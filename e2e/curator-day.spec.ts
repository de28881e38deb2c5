import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, expectAccessible, test } from "./support";

const worlds = readdirSync("corpus").filter((name) => /^[0-9a-f]{8}$/.test(name));
const WALKER = "52955ee1";
const LAST = worlds.filter((id) => id !== WALKER);

test.describe.configure({ mode: "serial" });

test.beforeAll(() => {
  execFileSync(process.execPath, [
    "node_modules/tsx/dist/cli.mjs",
    "tests/support/place-accepted.ts",
    ...worlds,
  ]);
});

test("a curator takes every world of the corpus from its packet to its publication", async ({ as }) => {
  test.setTimeout(180_000);
  const page = await as("curator", "/worlds");
  const certified: number[] = [];
  for (const id of [WALKER, ...LAST]) {
    await page.goto("/worlds");
    const row = page.getByRole("row").filter({ hasText: id });
    await row.getByRole("button", { name: "Compile" }).click();
    await page.waitForURL(new RegExp(`/worlds/${id}`));
    await expect(page.locator(".react-flow__node").first()).toBeVisible();
    await page.getByRole("link", { name: "Certify" }).click();
    const certify = page.getByRole("button", { name: "Certify", exact: true });
    await certify.waitFor();
    const clicked = performance.now();
    await certify.click();
    // Looked for at each frame: the usual waiting looks only twice a second after its first tries.
    const passed = () => document.querySelector("h2.head")?.textContent === "All eight gates passed";
    await page.waitForFunction(passed, null, { polling: "raf", timeout: 20_000 });
    certified.push(Math.round(performance.now() - clicked));
    await expect(page.getByRole("heading", { name: "All eight gates passed" })).toBeVisible();
    const published = JSON.parse(readFileSync(`corpus/${id}/certificate.json`, "utf8")).difficulty.S;
    await expect(page.getByRole("region", { name: "Difficulty" }).locator(".score b")).toHaveText(
      String(published),
    );
    await page.getByRole("button", { name: "Publish version 1" }).click();
    await expect(page.getByText("Published as version 1")).toBeVisible({ timeout: 20_000 });
  }
  console.log(`from the click to the last gate, queue and database included: ${certified.join(", ")} ms`);
  // The goal is a second for the median world on an idle machine; where more work waits than there are processors, it
  // takes as much longer. The better half keeps one stumble out of it.
  const limit = 1000 * Math.max(1, loadavg()[0]! / availableParallelism());
  const better = certified.sort((a, b) => a - b).slice(0, Math.ceil(certified.length / 2));
  expect(better.at(-1), "the median world certifies within a second").toBeLessThan(limit);
  await expectAccessible(page);
  await page.goto("/corpus");
  await expect(page.getByRole("row")).toHaveCount(worlds.length + 1);
  await page.getByRole("link", { name: "A new walker with a seat" }).click();
  await expect(page.getByText("Why it can be solved")).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).first().click();
  expect((await download).suggestedFilename()).toBe(`${WALKER}-v1.bundle.json`);
});

test("the graph follows the keyboard, plays the proved route, and has an outline twin", async ({ as }) => {
  const page = await as("curator", `/worlds/${WALKER}`);
  await expect(page.locator(".react-flow__node").first()).toBeVisible();
  await page.locator('[data-node="arrange_parish_delivery"]').dispatchEvent("click");
  const side = page.getByRole("complementary", { name: "Selected node" });
  await expect(side.getByRole("heading", { level: 2 })).toContainText("Bring the walker");
  await page.keyboard.press("ArrowLeft");
  await expect(side.getByRole("heading", { level: 2 })).not.toContainText("Bring the walker");
  await page.keyboard.press(".");
  await expect(page.getByText("Step 1 of 27")).toBeVisible();
  await page.getByRole("slider", { name: "Step" }).press("End");
  await expect(page.getByText("Step 27 of 27")).toBeVisible();
  await expect(page.getByText("Day 5, 09:00")).toBeVisible();
  await page.getByRole("button", { name: "Agent’s view" }).click();
  await expect(page.getByRole("region", { name: "What the agent sees at this step" })).toContainText(
    "Facts, ",
  );
  await page.getByRole("button", { name: "Close the agent’s view" }).click();
  await page.keyboard.press("o");
  const outline = page.getByRole("region", { name: "Outline of the graph, same order and actions" });
  await expect(outline.getByRole("heading", { name: "Parish charity" })).toBeVisible();
  await outline.getByRole("button", { name: /Bring the walker/i }).click();
  await expect(side.getByRole("heading", { level: 2 })).toContainText("Bring the walker");
  await expectAccessible(page);
});

test("a node stands where it was put, by hand or by key, after a reload and an edit; tidying up undoes it", async ({
  as,
}) => {
  const page = await as("curator", `/worlds/${WALKER}`);
  const node = page.locator(".react-flow__node").filter({ hasText: "Exactly which walker" });
  const under = page.locator(".react-flow__node").filter({ hasText: "Where her last walker" });
  const placeOf = async (which: typeof node) => {
    const box = await which.boundingBox();
    return box && { x: Math.round(box.x), y: Math.round(box.y) };
  };
  await expect(node).toBeVisible();
  const [before, below] = [await placeOf(node), await placeOf(under)];
  const kept = () => page.waitForResponse((answer) => answer.url().endsWith("/places") && answer.ok());
  const moved = kept();
  await node.hover();
  await page.mouse.down();
  await page.mouse.move((before?.x ?? 0) + 200, (below?.y ?? 0) + 30, { steps: 5 });
  await page.mouse.up();
  await moved;
  expect([await placeOf(node), await placeOf(under)]).toEqual([below, before]);
  await page.reload();
  await expect(node).toBeVisible();
  expect([await placeOf(node), await placeOf(under)]).toEqual([below, before]);
  await node.click();
  const further = kept();
  await page.keyboard.press("]");
  await further;
  expect((await placeOf(node))?.y).toBeGreaterThan(below?.y ?? 0);
  const tidied = kept();
  await page.getByRole("button", { name: "Tidy up" }).click();
  await tidied;
  expect([await placeOf(node), await placeOf(under)]).toEqual([before, below]);
  const again = kept();
  await page.keyboard.press("]");
  await again;
  expect(await placeOf(node)).toEqual(below);
});

test("an edit is proved while it is made, makes the certificate stale and is a new version", async ({
  as,
}) => {
  const page = await as("curator", `/worlds/${WALKER}?node=parish_charity_contact`);
  await page.getByRole("button", { name: "Edit", exact: true }).first().click();
  await expect(page.getByText("Nothing to settle")).toBeVisible();
  await page
    .getByRole("button", { name: "Take Held by 1 away" })
    .or(page.getByRole("button", { name: "Take Known by 1 away" }))
    .click();
  await expect(page.getByText(/findings? to settle/)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Nothing to settle")).toBeVisible();
  const label = page.getByLabel("Label");
  const before = await label.inputValue();
  await page.clock.setFixedTime(Date.now());
  await label.pressSequentially(" here");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(label, "what was typed in one go is undone in one go").toHaveValue(before);
  await label.fill("who brings equipment home");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByLabel("Why, in a few words").fill("shorter");
  await page.getByRole("button", { name: "Save as the next version" }).click();
  await page.waitForURL(/version=2/);
  await page.reload();
  const nodes = page.locator(".react-flow__node");
  const moved = nodes.filter({ hasText: "Exactly which walker" });
  await expect(moved).toBeVisible();
  const other = await nodes.filter({ hasText: "Where her last walker" }).boundingBox();
  expect((await moved.boundingBox())?.y, "what was moved stays").toBeGreaterThan(other?.y ?? 0);
  await page.goto("/worlds");
  await expect(page.getByRole("row").filter({ hasText: WALKER })).toContainText("Stale");
  await page.goto(`/worlds/${WALKER}/certify?version=1`);
  await expect(page.getByText("The world was edited after version 1.")).toBeVisible();
});

test("the bench tries friction through the gates, and the rules show what breaks them", async ({ as }) => {
  const page = await as("curator", `/worlds/${LAST.at(-1)}`);
  await page.getByRole("button", { name: "Friction", exact: true }).click();
  await page.getByRole("button", { name: "Try" }).first().click();
  await expect(page.getByText(/kept, S \+|refused: /).first()).toBeVisible();
  await page.getByRole("button", { name: "Rules", exact: true }).click();
  await page.getByRole("button", { name: "Look for traps" }).click();
  await expect(page.getByText(/rules, none of them vacuous|vacuous\./)).toBeVisible();
  await expectAccessible(page);
});

test("somebody plays a published world and is graded; a runner pulls it with a token and sends a run", async ({
  as,
}, info) => {
  const player = await as("advocate", "/playtests");
  await player.getByRole("row").filter({ hasText: WALKER }).getByRole("button", { name: "Play" }).click();
  await player.getByRole("button", { name: "Close" }).click();
  await player.getByRole("button", { name: /^Call, uses 1 action/ }).click();
  await expect(player.getByText("On the line with you")).toBeVisible();
  await player.getByRole("textbox", { name: /Your question/ }).fill("exactly which walker she needs");
  await player.getByRole("button", { name: /^Ask, uses 1 action/ }).click();
  await expect(player.getByText("wide four-wheel walker").first()).toBeVisible();
  await expectAccessible(player);
  await player.keyboard.press("Escape");
  await player.getByRole("button", { name: "Finish", exact: true }).click();
  await player.getByLabel(/I am done/).check();
  await player.getByRole("button", { name: /^Finish and be graded/ }).click();
  await expect(player.getByRole("heading", { name: "Your grade" })).toBeVisible();
  await expect(player.getByText("Not complete: 8 outcomes are open")).toBeVisible();
  await expectAccessible(player);

  const curator = await as("curator", "/corpus/tokens");
  await curator.getByLabel("What it is for").fill("end-to-end");
  await curator.getByRole("button", { name: "Make a token" }).click();
  const token = ((await curator.locator(".token-once .code").first().textContent()) ?? "").trim();
  const studio = new URL(curator.url()).origin;
  const folder = info.outputPath("worlds");
  const baba = (...args: string[]) =>
    execFileSync(process.execPath, ["node_modules/tsx/dist/cli.mjs", "runner/cli.ts", ...args], {
      encoding: "utf8",
    });
  expect(baba("pull", studio, WALKER, "--token", token, "--to", folder)).toContain("1 fetched");
  const log = info.outputPath("run.jsonl");
  baba("play", `${folder}/${WALKER}-v1.bundle.json`, "--agent", "witness", "--out", log);
  const answer = await fetch(`${studio}/api/runner/runs`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: readFileSync(log),
  });
  expect(answer.status).toBe(201);
  await playOverMcp(studio, token);
  await curator.goto("/playtests");
  await curator
    .getByRole("row")
    .filter({ hasText: "witness" })
    .getByRole("link", { name: "On the graph" })
    .click();
  await expect(curator.getByText(/steps\. Play, or step forward|Step \d+ of \d+/)).toBeVisible();
});

/** An agent that has only the address of its endpoint plays one episode; whoever began it reads the grade by token. */
async function playOverMcp(studio: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const begun = await fetch(`${studio}/api/runner/episodes`, {
    method: "POST",
    headers,
    body: JSON.stringify({ world: WALKER, agent: "over MCP" }),
  });
  expect(begun.status).toBe(201);
  const { episode, mcp } = await begun.json();
  const client = new Client({ name: "e2e", version: "0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp, studio)));
  expect((await client.listTools()).tools).toHaveLength(8);
  await client.callTool({ name: "wait", arguments: { minutes: 60 } });
  await client.callTool({ name: "finish", arguments: { summary: "" } });
  await client.close();
  const graded = await fetch(`${studio}/api/runner/episodes/${episode}`, { headers });
  expect(await graded.json()).toMatchObject({ state: "finished", grade: { actions_used: 2 } });
}

test("an edited world is certified and published as a second version, and the two are compared", async ({
  as,
}) => {
  const page = await as("curator", `/worlds/${WALKER}/certify`);
  await page.getByRole("button", { name: /^Certify/ }).click();
  await expect(page.getByRole("heading", { name: "All eight gates passed" })).toBeVisible({
    timeout: 20_000,
  });
  await page.getByRole("button", { name: "Publish version 2" }).click();
  await expect(page.getByText("Published as version 2")).toBeVisible({ timeout: 20_000 });
  await page.goto(`/corpus/${WALKER}`);
  await page.getByRole("link", { name: "Compare" }).click();
  await expect(page.getByRole("heading", { name: /versions 1 and 2/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "What changed" })).toBeVisible();
  await expect(page.getByText("who brings equipment home")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole("table"), "the page has the styles of its table").toHaveCSS(
    "border-collapse",
    "collapse",
  );
});
