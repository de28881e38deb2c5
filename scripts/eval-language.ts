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

Paraphrases are split by a hash of their text into the half the matcher was tuned on and a half held out.
Misses of the tuned half are listed; --misses lists those of the held-out half as well. Wrong landings are always listed.
--json prints the result as JSON; its last line goes to the error output.
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

function main(args: readonly string[]): number {
  if (args.includes("--help")) {
    console.log(USAGE);
    return 0;
  }
  const at = args.indexOf("--world");
  const only = at < 0 ? null : (args[at + 1] ?? "");
  const known = new Set(["--json", "--misses", "--world", ...(only === null ? [] : [only])]);
  if (args.some((arg) => !known.has(arg)) || only === "") {
    console.error(USAGE);
    return 2;
  }
  const loaded = load(join(import.meta.dirname, "..", "corpus"), only);
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

process.exitCode = main(process.argv.slice(2));
