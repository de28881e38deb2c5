import { FEATURES, NONE_FEATURES, type Option, type Reading } from "./features";
import { NONE_WEIGHTS, WEIGHTS } from "./weights";

const weights = Float64Array.from(FEATURES, (name) => WEIGHTS[name]);
const noneWeights = Float64Array.from(NONE_FEATURES, (name) => NONE_WEIGHTS[name]);

/** An item with how likely it is that a request means it, from 0 to 1. */
export interface Chance {
  option: Option;
  chance: number;
}

const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

/** How likely it is that a request means each item, best first; what is left to one is that it means none of them. */
export function chancesOf({ options, none }: Reading): Chance[] {
  const free = options.filter((option) => !option.barred);
  const worth = free.map((option) => Math.exp(dot(weights, option.features)));
  const all = worth.reduce((sum, w) => sum + w, Math.exp(dot(noneWeights, none)));
  return free.map((option, i) => ({ option, chance: worth[i]! / all })).sort((a, b) => b.chance - a.chance);
}
