import { z } from "zod";
import { gradeSchema } from "@/compiler/grade";

/** Hours after its beginning for which an episode can be played. */
export const EPISODE_HOURS = 24;

export const beginEpisodeSchema = z.strictObject({
  world: z.string().min(1).max(80),
  version: z.union([z.literal("latest"), z.int().min(1)]).default("latest"),
  /** Who plays, as the list of runs shows it. */
  agent: z.string().trim().min(1).max(240).default("an unnamed agent"),
});
export type BeginEpisode = z.output<typeof beginEpisodeSchema>;

export const episodeSchema = z.strictObject({
  episode: z.string(),
  world: z.string(),
  version: z.int(),
  /** Path of the MCP endpoint on this studio. Give the agent this and not the token. */
  mcp: z.string(),
  expires_at: z.string(),
});

export const episodeGradeSchema = z.strictObject({
  episode: z.string(),
  world: z.string(),
  agent: z.string(),
  /** playing, finished, or expired without `finish`; then the grade is of what was done until then. */
  state: z.enum(["playing", "finished", "expired"]),
  grade: gradeSchema.nullable(),
});
export type EpisodeGrade = z.infer<typeof episodeGradeSchema>;

export const episodeParamsSchema = z.strictObject({ episodeId: z.uuid() });
