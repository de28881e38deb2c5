import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compileWorld } from "../compiler/engine";
import { translateLexically } from "../compiler/language";
import {
  judgeTrial,
  type PartyMenu,
  paraphrasesSchema,
  type Trial,
  type TrialVerdict,
  trialsOf,
} from "../compiler/language/paraphrases";
import { readWorld } from "../compiler/spec/world-index";

const USAGE = `Measures the lexical translator on the paraphrases of every world of the corpus.

  npm run eval:language [-- --json] [--misses] [--world <id>]
  OPENAI_API_KEY=... npm run eval:language -- --model [--sample <n>] [--json] [--world <id>]

Paraphrases are split by a hash of their text into the half the matcher was tuned on and a half held out.
Misses of the tuned half are listed; --misses lists those of the held-out half as well. Wrong landings are always listed.
--json prints the result as JSON; its last line goes to the error output.
--model puts n of the requests (40), evenly chosen, to the model of OPENAI_BASE_URL and OPENAI_MODEL instead, each with its two or
three ballots, for at most MODEL_EVAL_BUDGET dollars (2). What it did not understand is listed with its ballots.
Exit 0: at least 0.95 hit and nothing landed on a wrong item. 10: not so. 2: wrong use.`;

const GOAL = 0.95;

type Half = "tuned" | "held_out";

/** FNV-1a: which half a text belongs to depends on the text alone. */
function halfOf(world: string, text: string): Half {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${world}\n${text}`))
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return (hash >>> 16) % 2 === 0 ? "tuned" : "held_out";
}

interface Judged {
  world: string;
  half: Half;
  verdict: TrialVerdict;
  party: string;
  tool: string;
  text: string;
  wanted: readonly string[];
  got: string[];
  milliseconds: number;
}

function judge(world: string, trial: Trial): Judged {
  const start = performance.now();
  const translation = translateLexically(trial.request);
  const milliseconds = performance.now() - start;
  return {
    world,
    half: halfOf(world, trial.request.text),
    verdict: judgeTrial(trial, translation),
    party: trial.party,
    tool: trial.request.tool,
    text: trial.request.text,
    wanted: trial.items,
    got: translation.parts.map((part) => part.item ?? `[${part.candidates.join(" | ")}]`),
    milliseconds,
  };
}

interface Loaded {
  id: string;
  menus: PartyMenu[];
  trials: Trial[];
}

function load(corpus: string, only: string | null): Loaded[] {
  return readdirSync(corpus)
    .filter((id) => (only === null || id === only) && existsSync(join(corpus, id, "paraphrases.json")))
    .sort()
    .map((id) => {
      const file = (name: string): unknown => JSON.parse(readFileSync(join(corpus, id, name), "utf8"));
      const read = readWorld(file("world.json"));
      if (!read.ok) throw new Error(`${id}: ${read.findings[0]?.message}`);
      const { parties } = compileWorld(read.value);
      const { entities } = read.value.spec;
      const menus = parties.map((party, i) => ({
        id: party.id,
        name: entities[i]!.name,
        kind: entities[i]!.kind,
        menu: party.menu,
      }));
      return { id, menus, trials: trialsOf(menus, paraphrasesSchema.parse(file("paraphrases.json"))) };
    });
}

/**
 * Puts every paraphrase to every party of the other cases, where what it means is not on the menu. Some of those have
 * something so like it that landing there is right, so this is a figure to watch, not a fault.
 */
function strangers(worlds: readonly Loaded[]): { asked: number; landed: number } {
  const out = { asked: 0, landed: 0 };
  for (const from of worlds)
    for (const { items, request } of from.trials)
      for (const { id, menus } of items.length === 1 ? worlds : [])
        for (const { menu } of id === from.id ? [] : menus) {
          if (menu.some((item) => item.id === items[0])) continue;
          out.asked += 1;
          const { parts } = translateLexically({ ...request, menu });
          if (parts.some((part) => part.item !== null)) out.landed += 1;
        }
  return out;
}

interface Figures {
  trials: number;
  hits: number;
  rate: number;
  asked_back: number;
  missed: number;
  wrong: number;
}

function figuresOf(judged: readonly Judged[]): Figures {
  const count = (verdict: TrialVerdict) => judged.filter((j) => j.verdict === verdict).length;
  return {
    trials: judged.length,
    hits: count("hit"),
    rate: judged.length === 0 ? 0 : count("hit") / judged.length,
    asked_back: count("asked_back"),
    missed: count("missed"),
    wrong: count("wrong"),
  };
}

function row(name: string, judged: readonly Judged[]): string {
  const f = figuresOf(judged);
  const cells = [f.trials, f.hits, f.rate.toFixed(3), f.asked_back, f.missed, f.wrong];
  return name.padEnd(24) + cells.map((cell) => String(cell).padStart(11)).join("");
}

const line = (j: Judged) =>
  `  ${j.world} ${j.party} ${j.tool} ${j.verdict}: ${JSON.stringify(j.text)}\n      meant ${j.wanted.join(", ") || "nothing"}; got ${j.got.join(", ")}`;

interface ByModel {
  world: string;
  party: string;
  text: string;
  wanted: readonly string[];
  got: string[];
  /** `failed`: no two ballots agreed, or the model gave none. */
  verdict: TrialVerdict | "failed";
  ballots: { number: number; items: (string | null)[] | null; fault: string | null }[];
}

/** Spread evenly over all worlds, the same ones each time. */
const sampleOf = <T>(all: readonly T[], most: number): T[] =>
  Array.from(
    { length: Math.min(most, all.length) },
    (_, i) => all[Math.floor((i * all.length) / Math.min(most, all.length))]!,
  );

async function askModel(loaded: readonly Loaded[], sample: number, json: boolean): Promise<number> {
  const { createModel, MODEL_STEPS } = await import("../lib/llm/model");
  const { memoryCallStore } = await import("../lib/llm/memory-store");
  const { translateByModel } = await import("../lib/llm/translate");
  const name = process.env.OPENAI_MODEL || "gpt-5.6-luna";
  const budget = Number(process.env.MODEL_EVAL_BUDGET ?? 2);
  const model = createModel(
    {
      apiKey: process.env.OPENAI_API_KEY ?? "",
      baseUrl: process.env.OPENAI_BASE_URL,
      models: Object.fromEntries(MODEL_STEPS.map((step) => [step, name])) as Record<
        (typeof MODEL_STEPS)[number],
        string
      >,
      inputPrice: Number(process.env.MODEL_INPUT_PRICE ?? 2),
      outputPrice: Number(process.env.MODEL_OUTPUT_PRICE ?? 10),
      budgetPerCase: budget,
      budgetPerDay: budget,
      timeoutMs: 60_000,
      maxRetries: 4,
    },
    memoryCallStore(),
  );
  const trials = sampleOf(
    loaded.flatMap(({ id, trials }) => trials.map((trial) => ({ world: id, trial }))),
    sample,
  );
  const asked: ByModel[] = [];
  for (const { world, trial } of trials) {
    const { translation, ballots } = await translateByModel(model, trial.request, null);
    asked.push({
      world,
      party: trial.party,
      text: trial.request.text,
      wanted: trial.items,
      got: "failed" in translation ? [] : translation.parts.map((part) => part.item ?? "-"),
      verdict: "failed" in translation ? "failed" : judgeTrial(trial, translation),
      ballots: ballots.map(({ number, translation: said, fault }) => ({
        number,
        items: said?.parts.map((part) => part.item) ?? null,
        fault,
      })),
    });
  }
  const count = (verdict: ByModel["verdict"]) => asked.filter((one) => one.verdict === verdict).length;
  const rate = asked.length === 0 ? 0 : count("hit") / asked.length;
  const thirds = asked.filter((one) => one.ballots.length > 2).length;
  const last = `${name}: ${count("hit")} of ${asked.length} requests understood (${rate.toFixed(3)}), ${count("wrong")} wrong landings, ${count("failed")} without two ballots that agree; a third ballot for ${thirds}.`;
  if (json) {
    console.log(JSON.stringify({ model: name, rate, thirds, asked }, null, 2));
    console.error(last);
  } else {
    for (const one of asked.filter(({ verdict }) => verdict !== "hit"))
      console.log(
        `  ${one.world} ${one.party} ${one.verdict}: ${JSON.stringify(one.text)}\n      meant ${one.wanted.join(", ") || "nothing"}; ballots ${one.ballots.map(({ items, fault }) => items?.map((item) => item ?? "-").join("+") ?? fault).join(" | ")}`,
      );
    console.log(last);
  }
  return rate >= GOAL && count("wrong") === 0 ? 0 : 10;
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log(USAGE);
    return 0;
  }
  const wordAfter = (flag: string) => {
    const at = args.indexOf(flag);
    return at < 0 ? null : (args[at + 1] ?? "");
  };
  const only = wordAfter("--world");
  const sample = wordAfter("--sample");
  const model = args.includes("--model");
  const values = [only, sample].filter((value) => value !== null);
  const known = new Set(["--json", "--misses", "--world", "--model", "--sample", ...values]);
  const odd = sample !== null && (!model || !/^[1-9]\d{0,4}$/.test(sample));
  if (args.some((arg) => !known.has(arg)) || only === "" || odd || (model && !process.env.OPENAI_API_KEY)) {
    console.error(USAGE);
    return 2;
  }
  const loaded = load(join(import.meta.dirname, "..", "corpus"), only);
  if (model) return askModel(loaded, Number(sample ?? 40), args.includes("--json"));
  const judged = loaded.flatMap(({ id, trials }) => trials.map((trial) => judge(id, trial)));
  const elsewhere = strangers(loaded);
  const all = figuresOf(judged);
  const worlds = [...new Set(judged.map((j) => j.world))];
  const halves: Half[] = ["tuned", "held_out"];
  const meant = judged.filter((j) => j.wanted.length > 0);
  const last = `Lexical translator: ${meant.filter((j) => j.verdict === "hit").length} of ${meant.length} paraphrases hit (${figuresOf(meant).rate.toFixed(3)}; held-out half ${figuresOf(meant.filter((j) => j.half === "held_out")).rate.toFixed(3)}), ${all.wrong} wrong landings of ${all.trials} requests.`;
  if (args.includes("--json")) {
    const result = {
      all,
      meant: figuresOf(meant),
      halves: Object.fromEntries(halves.map((h) => [h, figuresOf(meant.filter((j) => j.half === h))])),
      worlds: Object.fromEntries(worlds.map((w) => [w, figuresOf(meant.filter((j) => j.world === w))])),
      elsewhere,
      not_hit: judged.filter((j) => j.verdict !== "hit"),
    };
    console.log(JSON.stringify(result, null, 2));
    console.error(last);
  } else {
    const head = ["requests", "hit", "rate", "asked back", "missed", "wrong"];
    console.log(" ".repeat(24) + head.map((h) => h.padStart(11)).join(""));
    for (const world of worlds)
      console.log(
        row(
          world,
          meant.filter((j) => j.world === world),
        ),
      );
    for (const half of halves)
      console.log(
        row(
          `${half} half`,
          meant.filter((j) => j.half === half),
        ),
      );
    console.log(
      row(
        "several parts",
        meant.filter((j) => j.wanted.length > 1),
      ),
    );
    console.log(row("all paraphrases", meant));
    console.log(
      row(
        "that fit nothing",
        judged.filter((j) => j.wanted.length === 0),
      ),
    );
    const listed = judged.filter(
      (j) =>
        j.verdict === "wrong" || (j.verdict !== "hit" && (j.half === "tuned" || args.includes("--misses"))),
    );
    if (listed.length > 0) console.log(`\n${listed.map(line).join("\n")}\n`);
    console.log(
      `Put to parties of other cases, which do not have it: ${elsewhere.landed} of ${elsewhere.asked} landed on something.`,
    );
    const times = judged.map((j) => j.milliseconds).sort((a, b) => a - b);
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(2);
    console.log(`Time for a request: median ${at(0.5)} ms, 99th percentile ${at(0.99)} ms.`);
    console.log(last);
  }
  return figuresOf(meant).rate >= GOAL && all.wrong === 0 ? 0 : 10;
}

process.exitCode = await main(process.argv.slice(2));
