import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { menusOf } from "../compiler/certify";
import { type PartyMenu, paraphrasesSchema, type Trial, trialsOf } from "../compiler/language/paraphrases";
import { ALONE, ORDINARY_TOPICS } from "../compiler/language/translation";
import { idSchema } from "../compiler/spec/id";
import { readWorld, type World } from "../compiler/spec/world-index";

/** Worlds whose texts set the weights. What is reported of others was never looked at, but for its sums. */
export const TUNED_ON: readonly string[] = ["52955ee1", "7ffc1903"];

/** What blind players asked, and what somebody else says it meant. */
export const playsSchema = z.strictObject({
  schema_version: z.literal(1),
  kind: z.literal("plays"),
  world: idSchema,
  /** Who said what the requests mean. */
  labeled_by: z.string(),
  requests: z.array(
    z.strictObject({
      player: z.string(),
      party: idSchema,
      tool: z.enum(["ask", "act"]),
      text: z.string(),
      /** The items that it asks for, in any order; none when nothing on the menu is meant. */
      items: z.array(idSchema),
      /** The ordinary question that it puts. */
      topic: z.enum(ORDINARY_TOPICS).nullable(),
      note: z.string().optional(),
    }),
  ),
});

export interface LoadedWorld {
  id: string;
  tuned: boolean;
  world: World;
  menus: PartyMenu[];
  trials: Trial[];
  played: Trial[];
}

const CORPUS = join(import.meta.dirname, "..", "corpus");
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

/** Every world of the corpus with what is tried on it. */
export function loadWorlds(only: string | null = null): LoadedWorld[] {
  return readdirSync(CORPUS)
    .filter((id) => (only === null || id === only) && existsSync(join(CORPUS, id, "trials.json")))
    .sort()
    .map((id) => {
      const read = readWorld(readJson(join(CORPUS, id, "world.json")));
      if (!read.ok) throw new Error(`${id}: ${read.findings[0]?.message}`);
      const world = read.value;
      const menus = menusOf(world);
      const trials = trialsOf(menus, paraphrasesSchema.parse(readJson(join(CORPUS, id, "trials.json"))));
      const plays = join(CORPUS, id, "plays", "requests.json");
      const played = existsSync(plays) ? playedOf(menus, playsSchema.parse(readJson(plays))) : [];
      return { id, tuned: TUNED_ON.includes(id), world, menus, trials, played };
    });
}

function playedOf(menus: readonly PartyMenu[], { requests }: z.infer<typeof playsSchema>): Trial[] {
  return requests.flatMap(({ party, tool, text, items, topic }) => {
    const found = menus.find(({ id }) => id === party);
    if (!found) return [];
    const { name, kind, menu, isNamed = ALONE.isNamed } = found;
    const of = items.length > 1 ? "several" : items.length === 1 ? "written" : topic ? "ordinary" : "no_fit";
    const request = { tool, party: { name, kind }, text, share: [], menu, vocabulary: [], ...ALONE, isNamed };
    return [{ of, party, items, must_not: [], why: null, topic, request }];
  });
}
