import { z } from "zod";
import { findingSchema } from "@/compiler/spec/finding";
import { worldSpecSchema } from "@/compiler/spec/world";
import { stageSchema } from "./packets";

export const worldParamsSchema = z.strictObject({ caseId: z.string().min(1).max(80) });
export const versionParamsSchema = z.strictObject({
  caseId: z.string().min(1).max(80),
  number: z.coerce.number().int().min(1),
});

export const bandSchema = z.enum(["light", "standard", "hard"]);
export const difficultyFiguresSchema = z.strictObject({
  S: z.int(),
  F: z.int(),
  R: z.int(),
  A: z.int(),
  U: z.int(),
  band: bandSchema,
});
export type DifficultyFigures = z.infer<typeof difficultyFiguresSchema>;

/** How a version of a world stands with its certificate. `stale` was certified, then the world was edited. */
export const certificateStateSchema = z.enum(["none", "queued", "running", "certified", "refused", "stale"]);
export type CertificateState = z.infer<typeof certificateStateSchema>;

export const worldRowSchema = z.strictObject({
  caseId: z.string(),
  title: z.string(),
  stage: stageSchema,
  since: z.string(),
  curator: z.string().nullable(),
  /** Null while the accepted packet waits to be compiled. */
  version: z.int().nullable(),
  packetRevision: z.int().nullable(),
  /** A newer packet was accepted than the newest version was made from. */
  packetNewer: z.boolean(),
  certificate: certificateStateSchema,
  difficulty: difficultyFiguresSchema.nullable(),
  published: z.int().nullable(),
});
export type WorldRow = z.infer<typeof worldRowSchema>;

export const worldVersionSchema = z.strictObject({
  number: z.int(),
  basedOn: z.int().nullable(),
  packetRevision: z.int(),
  origin: z.enum(["compiled", "edited", "friction"]),
  author: z.string().nullable(),
  note: z.string().nullable(),
  at: z.string(),
  contentHash: z.string(),
  certificate: z.enum(["none", "certified", "refused"]),
  publication: z.int().nullable(),
});
export type WorldVersionRow = z.infer<typeof worldVersionSchema>;

export const saveWorldSchema = z.strictObject({
  /** Number of the version that was edited. */
  basedOn: z.int().min(1),
  spec: worldSpecSchema,
  origin: z.enum(["edited", "friction"]).default("edited"),
  note: z.string().trim().max(500).default(""),
});
export type SaveWorld = z.infer<typeof saveWorldSchema>;

/**
 * Where the nodes of a world stand on its graph, kept for all its versions: by node the lane, minute, layer and row, and
 * whether a person put it there. Not part of the world.
 */
export const graphPlacesSchema = z.record(
  z.string().max(200),
  z.tuple([z.string().max(200), z.int(), z.int(), z.int(), z.boolean()]),
);
export type GraphPlaces = z.infer<typeof graphPlacesSchema>;
/** Null goes back to what the layout makes of it. */
export const saveGraphPlacesSchema = z.strictObject({ places: graphPlacesSchema.nullable() });

export const compileResultSchema = z.strictObject({
  attempt: z.int(),
  /** The version that was made, or the one that already says the same; null when the packet gives no world. */
  number: z.int().nullable(),
  made: z.boolean(),
  findings: z.array(findingSchema),
});
export type CompileResult = z.infer<typeof compileResultSchema>;
