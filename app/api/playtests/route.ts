import { startPlaytestSchema } from "@/lib/contracts/playtests";
import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { listRuns, startPlaytest } from "@/lib/services/playtests";

const players = ["advocate", "reviewer", "curator"] as const;

export const GET = route({ allow: players, handle: ({ user }) => listRuns(db(), user) });

export const POST = route({
  allow: players,
  body: startPlaytestSchema,
  status: 201,
  handle: ({ user, body }) => startPlaytest(db(), user, body),
});
