import { z } from "zod";
import { LIMITS } from "../spec/limits";
import { type Translation, translationSchema } from "./translation";

/** What one ballot of a translator said: a typed map, or why there is none. */
export const ballotSchema = z.strictObject({
  number: z.int().min(0),
  translation: translationSchema.nullable(),
  fault: z.string().max(LIMITS.label).nullable(),
});
export type Ballot = z.infer<typeof ballotSchema>;

/** What an agent read of a result; `by` says whose words they are, `because` why the engine's stand where a model is there. */
export const renderingSchema = z.strictObject({
  text: z.string(),
  by: z.enum(["model", "engine"]),
  because: z.string().max(LIMITS.statement).nullable(),
});
export type Rendering = z.infer<typeof renderingSchema>;

/** What a model had to do with one action: how it was understood, and in which words the result was given. */
export const spokenSchema = z.strictObject({
  ballots: z.array(ballotSchema).max(LIMITS.listLength),
  rendering: renderingSchema.nullable(),
});
export type Spoken = z.infer<typeof spokenSchema>;

/** What two ballots have to agree on: the items and ordinary questions in order, and the values; not how the words were cut. */
function typedMap({ parts, said }: Translation): string {
  const map = parts.map(
    ({ item, candidates, ordinary, why }) =>
      item ?? ordinary ?? (candidates.length > 0 ? [...candidates].sort() : why),
  );
  return JSON.stringify([map, said.map(({ fact, value }) => `${fact} ${value}`).sort()]);
}

/** The translation that two ballots share, in the words of the first of them; null while there is none (L7). */
export function agreedOf(ballots: readonly Ballot[]): Translation | null {
  const counted = new Map<string, Translation[]>();
  for (const { translation } of ballots)
    if (translation) {
      const key = typedMap(translation);
      counted.set(key, [...(counted.get(key) ?? []), translation]);
    }
  return [...counted.values()].find((same) => same.length >= 2)?.[0] ?? null;
}
