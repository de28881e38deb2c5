/**
 * npm run train:language -- [--write]: sets the weights of the translator from the texts of the worlds it may be tuned on
 * (`TUNED_ON`), and shows what they are worth on a world that did not set them: each world is judged with the weights that
 * the other gives. --write writes compiler/language/weights.ts with that table. The same texts give the same file.
 *
 * Each way of asking is two examples: with its item on the menu, and with it taken away, when nothing is meant. Each is also
 * tried on a menu of bare labels. Requests that fit nothing, ordinary questions and traps are examples of nothing.
 */
import { writeFileSync } from "node:fs";
import { FEATURES, NONE_FEATURES, readingOf } from "../compiler/language/features";
import { indexMenu, type MenuItem } from "../compiler/language/menu-index";
import type { Trial } from "../compiler/language/paraphrases";
import { clausesOf } from "../compiler/language/segments";
import { type LoadedWorld, loadWorlds } from "./language-trials";

/** How much an example counts: of an item, of nothing, of an item taken away, of a menu of labels alone. */
const COUNTS = { item: 1, nothing: 1, taken_away: 0.5, bare: 0.3 };
/** How strongly weights are held to zero; steps and rate of the descent. */
const HELD = 0.002;
const STEPS = 600;
const RATE = 0.1;

interface Example {
  options: Float64Array[];
  none: Float64Array;
  /** Place of the option that is meant; none is meant when it is behind the last. */
  meant: number;
  counts: number;
}

function exampleOf(trial: Trial, menu: readonly MenuItem[], counts: number): Example | null {
  const clauses = clausesOf(trial.request.text);
  const active = clauses.filter((clause) => clause.mood !== "greets" && !clause.held);
  if (active.length === 0) return null;
  const text = active.map((clause) => clause.text).join(" ");
  const held = clauses.filter((clause) => clause.held);
  const reading = readingOf(text, trial.request.tool, indexMenu(menu).words, active, held);
  const options = reading.options.filter((option) => !option.barred);
  const [item] = trial.items;
  const meant =
    item === undefined || !menu.some(({ id }) => id === item)
      ? options.length
      : options.findIndex((option) => option.item.id === item);
  return meant < 0
    ? null
    : { options: options.map((option) => option.features), none: reading.none, meant, counts };
}

function examplesOf({ menus, trials }: LoadedWorld): Example[] {
  const menuOf = new Map(menus.map(({ id, menu }) => [id, menu]));
  const bareOf = new Map(menus.map(({ id, menu }) => [id, menu.map((item) => ({ ...item, ways: [] }))]));
  return trials.flatMap((trial) => {
    if (trial.items.length > 1) return [];
    const [item] = trial.items;
    const each = (menu: readonly MenuItem[], counts: number) => [
      exampleOf(trial, menu, counts * (item ? COUNTS.item : COUNTS.nothing)),
      item && menu.length > 1
        ? exampleOf(
            trial,
            menu.filter(({ id }) => id !== item),
            counts * COUNTS.taken_away,
          )
        : null,
    ];
    return [...each(menuOf.get(trial.party)!, 1), ...each(bareOf.get(trial.party)!, COUNTS.bare)].flatMap(
      (example) => example ?? [],
    );
  });
}

const N = FEATURES.length;
const dot = (weights: Float64Array, values: Float64Array, from: number) => {
  let sum = 0;
  for (let j = 0; j < values.length; j++) sum += weights[from + j]! * values[j]!;
  return sum;
};

/** How likely each option is, and last that none is meant. */
function chancesOf({ options, none }: Example, weights: Float64Array): number[] {
  const worth = [...options.map((one) => dot(weights, one, 0)), dot(weights, none, N)];
  const most = Math.max(...worth);
  const raised = worth.map((one) => Math.exp(one - most));
  const all = raised.reduce((sum, one) => sum + one, 0);
  return raised.map((one) => one / all);
}

/** Logistic regression over the options of a request and "none of them", by Adam on all examples at once. */
function weightsFrom(examples: readonly Example[]): Float64Array {
  const size = N + NONE_FEATURES.length;
  const [weights, mean, square] = [0, 0, 0].map(() => new Float64Array(size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const counted = examples.reduce((sum, { counts }) => sum + counts, 0);
  for (let step = 1; step <= STEPS; step++) {
    const slope = new Float64Array(size);
    for (const example of examples) {
      const chances = chancesOf(example, weights);
      chances.forEach((chance, i) => {
        const off = (example.counts * (chance - (i === example.meant ? 1 : 0))) / counted;
        const values = example.options[i] ?? example.none;
        const from = i < example.options.length ? 0 : N;
        for (let j = 0; j < values.length; j++) slope[from + j]! += off * values[j]!;
      });
    }
    const rate = RATE * (1 - step / (STEPS + 1));
    for (let j = 0; j < size; j++) {
      const own = slope[j]! + HELD * weights[j]!;
      mean[j] = 0.9 * mean[j]! + 0.1 * own;
      square[j] = 0.99 * square[j]! + 0.01 * own * own;
      weights[j]! -=
        (rate * (mean[j]! / (1 - 0.9 ** step))) / (Math.sqrt(square[j]! / (1 - 0.99 ** step)) + 1e-9);
    }
  }
  return weights;
}

const LEVELS = [0.3, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8];

/** By chance from which one lands: how many ways of asking land rightly and wrongly, and how many requests that mean nothing land. */
function tableOf(judged: readonly { weights: Float64Array; world: LoadedWorld }[]): string[] {
  const rows = judged.flatMap(({ weights, world }) => {
    const menuOf = new Map(world.menus.map(({ id, menu }) => [id, menu]));
    return world.trials
      .filter((trial) => trial.items.length < 2)
      .map((trial) => {
        const example = exampleOf(trial, menuOf.get(trial.party)!, 1);
        const chances = example ? chancesOf(example, weights).slice(0, -1) : [];
        const best = chances.indexOf(Math.max(...chances));
        return { trial, best, chance: chances[best] ?? 0, meant: example?.meant ?? -1 };
      });
  });
  const items = rows.filter(({ trial }) => trial.items.length === 1);
  const nothing = rows.filter(({ trial }) => trial.of === "no_fit" || trial.of === "ordinary");
  const first = items.filter(({ best, meant }) => best === meant).length;
  return [
    `${items.length} ways of asking, ${nothing.length} requests that mean nothing; the right item is first for ${(first / items.length).toFixed(3)}`,
    "lands from   rightly   wrongly   nothing meant",
    ...LEVELS.map((level) => {
      const landed = items.filter(({ chance }) => chance >= level);
      const right = landed.filter(({ best, meant }) => best === meant).length;
      const share = (n: number, of: number) => (n / of).toFixed(3).padStart(10);
      return `${level.toFixed(2).padStart(10)}${share(right, items.length)}${share(landed.length - right, items.length)}${share(nothing.filter(({ chance }) => chance >= level).length, nothing.length).padStart(16)}`;
    }),
  ];
}

const worlds = loadWorlds().filter(({ tuned }) => tuned);
const examples = worlds.map(examplesOf);
const table = tableOf(
  worlds.map((world, i) => ({
    world,
    weights: weightsFrom(examples.filter((_, other) => other !== i).flat()),
  })),
);
const weights = weightsFrom(examples.flat());
console.log(table.join("\n"));

const written = (names: readonly string[], from: number) =>
  names.map((name, j) => `  ${name}: ${weights[from + j]!.toFixed(2)},`).join("\n");
if (process.argv.includes("--write"))
  writeFileSync(
    "compiler/language/weights.ts",
    `import type { Feature, NoneFeature } from "./features";

/**
 * Written by \`npm run train:language -- --write\` from trials.json and the ways of asking of ${worlds.map(({ id }) => id).join(" and ")}.
 * Each of them judged with weights that only the other set, before lists, clauses and ordinary questions are looked at:
 *
${table.map((line) => ` * ${line}`).join("\n")}
 */
export const WEIGHTS: Record<Feature, number> = {
${written(FEATURES, 0)}
};

export const NONE_WEIGHTS: Record<NoneFeature, number> = {
${written(NONE_FEATURES, N)}
};
`,
  );
console.log([...FEATURES, ...NONE_FEATURES].map((name, j) => `${name} ${weights[j]!.toFixed(2)}`).join(", "));
