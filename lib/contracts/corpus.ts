import { z } from "zod";
import { certificateSchema } from "@/compiler/certify/certificate";
import { bandSchema, difficultyFiguresSchema } from "./worlds";

export const publicationParamsSchema = z.strictObject({ publicationId: z.uuid() });

/**
 * What pages read of a published certificate. A publication is never changed, so it outlives the version that made it:
 * nothing is asked of it but what is shown.
 */
export const publishedCertificateSchema = certificateSchema
  .pick({ route: true, shortened: true, required_groups: true, gates: true, versions: true, signature: true })
  .strip();
export type PublishedCertificate = z.infer<typeof publishedCertificateSchema>;

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

/** A published world as runners list it. */
export const runnerWorldSchema = publicWorldSchema
  .pick({ world: true, version: true, title: true, difficulty: true, publishedAt: true })
  .extend({ sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int() });
export type RunnerWorld = z.infer<typeof runnerWorldSchema>;
export const runnerWorldsSchema = z.strictObject({ worlds: z.array(runnerWorldSchema) });

export const runnerBundleParamsSchema = z.strictObject({
  world: z.string().min(1).max(80),
  version: z.union([z.literal("latest"), z.coerce.number().int().min(1)]),
});

export const tokenRowSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  by: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
});
export type TokenRow = z.infer<typeof tokenRowSchema>;
export const newTokenSchema = z.strictObject({
  name: z.string().trim().min(1).max(100),
  days: z.int().min(1).max(366).default(90),
});
