import { z } from "zod";
import { PARAPHRASE_SOURCES } from "../language/paraphrases";
import { idSchema } from "../spec/id";
import { LIMITS } from "../spec/limits";

/**
 * One request that gate 5 put to the translator, and what it was understood as. `of` says which: a public request of
 * the route, a paraphrase by its source, a request of several parts, or one that must land on nothing.
 */
export const ballotSchema = z.strictObject({
  of: z.enum(["route", ...PARAPHRASE_SOURCES, "several", "no_fit", "ordinary", "trap"]),
  party: idSchema,
  asked: z.string(),
  intended: z.array(idSchema),
  /** By part: the item it led to; null where it was asked back or fitted nothing. */
  understood: z.array(idSchema.nullable()),
  /** Items that were offered where it was not clear which was meant. */
  offered: z.array(idSchema),
  verdict: z.enum(["hit", "asked_back", "missed", "wrong"]),
});
export type RequestBallot = z.infer<typeof ballotSchema>;

/** Everything gate 5 asked, in order, and the translator it asked. The certificate carries its hash. */
export const ballotReportSchema = z.strictObject({
  translator: z.string().max(LIMITS.label),
  ballots: z.array(ballotSchema).max(LIMITS.nodesPerKind),
});
export type BallotReport = z.infer<typeof ballotReportSchema>;
