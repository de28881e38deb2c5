import { z } from "zod";
import { bandSchema, difficultyFiguresSchema } from "./worlds";

export const publicationParamsSchema = z.strictObject({ publicationId: z.uuid() });

export const corpusQuerySchema = z.strictObject({
  /** Words of the title or of a party that can be reached on the first day. */
  q: z.string().trim().max(200).default(""),
  band: z.union([bandSchema, z.literal("any")]).default("any"),
  /** Least friction, parties to find, outcomes that act and permissions. */
  f: z.coerce.number().int().min(0).default(0),
  r: z.coerce.number().int().min(0).default(0),
  a: z.coerce.number().int().min(0).default(0),
  u: z.coerce.number().int().min(0).default(0),
  withdrawn: z.enum(["no", "yes"]).default("no"),
  order: z.enum(["newest", "hardest", "easiest", "title"]).default("newest"),
});
export type CorpusQuery = z.infer<typeof corpusQuerySchema>;

/** What anybody may read of a published world: what an agent sees before its first action, and how hard it is. */
export const publicWorldSchema = z.strictObject({
  world: z.string(),
  version: z.int(),
  title: z.string(),
  brief: z.string(),
  contacts: z.array(z.strictObject({ name: z.string(), kind: z.string(), channels: z.array(z.string()) })),
  difficulty: difficultyFiguresSchema,
  publishedAt: z.string(),
});
export type PublicWorld = z.infer<typeof publicWorldSchema>;

export const corpusRowSchema = publicWorldSchema.extend({
  publicationId: z.string(),
  caseId: z.string(),
  versions: z.int(),
  publishedBy: z.string(),
  bundleHash: z.string(),
  withdrawn: z.strictObject({ at: z.string(), reason: z.string() }).nullable(),
  route: z.strictObject({ operations: z.int(), days: z.int(), outcomes: z.int() }),
  runs: z.strictObject({ people: z.int(), peoplePassed: z.int(), agents: z.int(), agentsPassed: z.int() }),
});
export type CorpusRow = z.infer<typeof corpusRowSchema>;
