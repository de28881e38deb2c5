import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Database } from "@/lib/db";
import { Prisma } from "@/lib/db/generated/client";
import type { ModelFault } from "./failure";

export interface Reservation {
  contentKey: string;
  caseId: string | null;
  step: string;
  model: string;
  prompt: unknown;
  schema: unknown;
  /** The most the call can cost, in dollars. */
  costDollars: number;
  budgetPerCase: number;
  budgetPerDay: number;
}

export interface Settlement {
  answer: unknown;
  error: ModelFault | null;
  inputTokens: number;
  outputTokens: number;
  costDollars: number;
  latencyMs: number;
}

/** Where model calls are kept, so that they replay and their cost is known. */
export interface CallStore {
  /** The answer to the same question, if there is one. */
  find(contentKey: string): Promise<unknown | undefined>;
  /** Sets the cost aside and returns the call's id; null when a budget would be passed. */
  reserve(reservation: Reservation): Promise<string | null>;
  settle(id: string, settlement: Settlement): Promise<void>;
}

const spentSchema = z.array(z.strictObject({ of_case: z.coerce.number(), of_day: z.coerce.number() }));

/**
 * Model calls in the database. A call holds its highest possible cost until it is settled, so that calls
 * made side by side cannot pass a budget together; a call cut off by a crash keeps holding it. Only an
 * answered call carries the bare content key: failures never replay.
 */
export function databaseCallStore(database: Database): CallStore {
  return {
    async find(contentKey) {
      const call = await database.modelCall.findUnique({ where: { contentKey }, select: { answer: true } });
      return call?.answer ?? undefined;
    },
    async reserve({ budgetPerCase, budgetPerDay, ...call }) {
      return database.$transaction(async (step) => {
        await step.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('model_budget'))`;
        const spent = spentSchema.parse(
          await step.$queryRaw`SELECT
            coalesce(sum("costDollars") FILTER (WHERE "caseId" = ${call.caseId}), 0)::text AS of_case,
            coalesce(sum("costDollars") FILTER (WHERE "createdAt" >= date_trunc('day', now())), 0)::text AS of_day
            FROM "ModelCall"`,
        )[0];
        if (!spent) return null;
        if (call.caseId && spent.of_case + call.costDollars > budgetPerCase) return null;
        if (spent.of_day + call.costDollars > budgetPerDay) return null;
        const id = randomUUID();
        await step.modelCall.create({
          data: {
            ...call,
            id,
            contentKey: `${call.contentKey}:${id}`,
            prompt: call.prompt as Prisma.InputJsonValue,
            schema: call.schema as Prisma.InputJsonValue,
            error: "in_flight",
          },
        });
        return id;
      });
    },
    async settle(id, { answer, error, ...figures }) {
      const data = {
        ...figures,
        error,
        answer: answer === undefined ? Prisma.DbNull : (answer as Prisma.InputJsonValue),
      };
      const call = await database.modelCall.update({ where: { id }, data });
      if (error !== null) return;
      const contentKey = call.contentKey.slice(0, call.contentKey.indexOf(":"));
      await database.$transaction(async (step) => {
        await step.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${contentKey}))`;
        await step.$executeRaw`UPDATE "ModelCall" SET "contentKey" = ${contentKey} WHERE id = ${id}
          AND NOT EXISTS (SELECT 1 FROM "ModelCall" WHERE "contentKey" = ${contentKey})`;
      });
    },
  };
}
