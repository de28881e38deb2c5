// npm run measure:graph: the curator's graph in a real Chromium. Prints a table, --json the figures as JSON; the last line
// states the figure, and the exit code is 10 when it falls short of the goals.
import { createReadStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { type CDPSession, chromium, type Page } from "@playwright/test";
import { build } from "vite";
import type { Measured } from "./measure-graph/page";
import { JSON_OPTION, optionsOf } from "./options";

interface Row extends Measured {
  /** Presented frames a second. */
  pan: number;
  zoom: number;
}

interface Goal {
  nodes: number;
  text: string;
  met: (row: Row) => boolean;
}

const GOALS: readonly Goal[] = [
  { nodes: 300, text: "laid out in at most 50 ms", met: (r) => r.layout <= 50 },
  { nodes: 300, text: "painted within 1 s", met: (r) => r.painted <= 1000 },
  { nodes: 300, text: "45 frames a second or more", met: (r) => Math.min(r.pan, r.zoom) >= 45 },
  { nodes: 2000, text: "opened within 1.5 s with lanes folded", met: (r) => r.painted <= 1500 },
  { nodes: 2000, text: "30 frames a second or more", met: (r) => Math.min(r.pan, r.zoom) >= 30 },
];
const SIZES = [100, 300, 500, 1000, 2000];
const SECONDS = 2.5;
/** The better of this many tries counts: other programs of the machine can only slow a page down. */
const TRIES = 3;

const { json } = optionsOf(JSON_OPTION);
const say = (text: string) => process.stderr.write(`${text}\n`);
const root = fileURLToPath(new URL("..", import.meta.url));

function browserPath(): string | undefined {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  if (existsSync(chromium.executablePath())) return undefined;
  return ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync);
}

async function buildPage(folder: string): Promise<void> {
  await build({
    root: join(root, "scripts/measure-graph"),
    configFile: false,
    logLevel: "error",
    base: "./",
    resolve: { alias: { "@": root.replace(/\/$/, "") } },
    define: { "process.env.NODE_ENV": '"production"' },
    build: { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 10_000 },
  });
}

const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

function serve(folder: string): Promise<{ address: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path =
      normalize(new URL(request.url ?? "/", "http://localhost").pathname).replace(/^\/+/, "") || "index.html";
    const file = join(folder, path);
    if (!file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      const place = server.address();
      const port = typeof place === "object" && place ? place.port : 0;
      done({ address: `http://127.0.0.1:${port}/`, close: () => server.close() });
    });
  });
}

/** Frames that reached the screen while the view was moved by wheel events, from Chromium's own trace. */
async function frames(
  cdp: CDPSession,
  wheel: (i: number) => { dx: number; dy: number; zoom: boolean },
): Promise<number> {
  let presented = 0;
  const count = ({ value }: { value: { name?: string }[] }) => {
    presented += value.filter((e) => e.name === "Display::DrawAndSwap").length;
  };
  cdp.on("Tracing.dataCollected", count as never);
  await cdp.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["viz"] },
  });
  const from = performance.now();
  const sent: Promise<unknown>[] = [];
  for (let i = 0; performance.now() - from < SECONDS * 1000; i++) {
    const next = from + (i + 1) * 16;
    const { dx, dy, zoom } = wheel(i);
    sent.push(
      cdp
        .send("Input.dispatchMouseEvent", {
          type: "mouseWheel",
          x: 560,
          y: 420,
          deltaX: dx,
          deltaY: dy,
          modifiers: zoom ? 2 : 0,
        })
        .catch(() => undefined),
    );
    const rest = next - performance.now();
    if (rest > 0) await new Promise((wake) => setTimeout(wake, rest));
  }
  const seconds = (performance.now() - from) / 1000;
  const done = new Promise((complete) => cdp.once("Tracing.tracingComplete", complete));
  await cdp.send("Tracing.end");
  await done;
  cdp.off("Tracing.dataCollected", count as never);
  await Promise.all(sent);
  return presented / seconds;
}

async function measureOnce(page: Page, address: string, nodes: number): Promise<Row> {
  await page.goto(`${address}?nodes=${nodes}`);
  await page.waitForFunction(() => window.measured !== undefined, undefined, { timeout: 60_000 });
  const measured = await page.evaluate(() => window.measured as Measured);
  await page.waitForTimeout(1200);
  const cdp = await page.context().newCDPSession(page);
  const pan = await frames(cdp, (i) => ({
    dx: i % 80 < 40 ? 12 : -12,
    dy: i % 80 < 40 ? 9 : -9,
    zoom: false,
  }));
  const zoom = await frames(cdp, (i) => ({ dx: 0, dy: i % 60 < 30 ? 6 : -6, zoom: true }));
  await cdp.detach();
  return { ...measured, pan, zoom };
}

async function measure(address: string): Promise<Row[]> {
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  const rows: Row[] = [];
  try {
    for (const nodes of SIZES) {
      let best: Row | null = null;
      const goals = GOALS.filter((g) => g.nodes === nodes);
      for (let i = 0; i < TRIES; i++) {
        const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
        const row = await measureOnce(page, address, nodes);
        await page.close();
        best = best
          ? {
              ...row,
              layout: Math.min(best.layout, row.layout),
              painted: Math.min(best.painted, row.painted),
              pan: Math.max(best.pan, row.pan),
              zoom: Math.max(best.zoom, row.zoom),
            }
          : row;
        if (goals.every((g) => g.met(best as Row))) break;
      }
      if (best) rows.push(best);
      say(`${nodes} nodes measured`);
    }
  } finally {
    await browser.close();
  }
  return rows;
}

function table(rows: readonly Row[]): string {
  const head = ["nodes", "edges", "shown", "layout ms", "painted ms", "pan fps", "zoom fps"];
  const lines = rows.map((r) => [
    r.nodes,
    r.edges,
    r.shown,
    r.layout.toFixed(1),
    r.painted.toFixed(0),
    r.pan.toFixed(0),
    r.zoom.toFixed(0),
  ]);
  return [head, ...lines].map((cells) => cells.map((c) => String(c).padStart(11)).join("")).join("\n");
}

const folder = mkdtempSync(join(tmpdir(), "baba-graph-"));
try {
  say("Building the page");
  await buildPage(folder);
  const { address, close } = await serve(folder);
  const rows = await measure(address);
  close();
  const missed = GOALS.filter((g) => {
    const row = rows.find((r) => r.nodes === g.nodes);
    return !row || !g.met(row);
  });
  const at = (n: number) => rows.find((r) => r.nodes === n);
  if (json)
    console.log(JSON.stringify({ rows, missed: missed.map((g) => `${g.nodes} nodes: ${g.text}`) }, null, 2));
  else console.log(table(rows));
  const line = (n: number) => {
    const r = at(n);
    return r
      ? `${n} nodes: layout ${r.layout.toFixed(0)} ms, painted ${r.painted.toFixed(0)} ms, pan ${r.pan.toFixed(0)} and zoom ${r.zoom.toFixed(0)} frames/s`
      : `${n} nodes: not measured`;
  };
  const short =
    missed.length > 0
      ? `; missed: ${missed.map((g) => `${g.nodes} nodes ${g.text}`).join(", ")}`
      : "; all goals met";
  (json ? say : console.log)(`${line(300)}; ${line(2000)}${short}`);
  process.exitCode = missed.length > 0 ? 10 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
