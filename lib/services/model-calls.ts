import { z } from "zod";
import { audit } from "@/lib/auth/audit";
import type { ModelCallRow, Models } from "@/lib/contracts/models";
import type { Database } from "@/lib/db";
import type { Env } from "@/lib/env";
import { Problem } from "@/lib/http/problem";
import { modelSettings } from "@/lib/llm";
import { faultWords } from "@/lib/llm/failure";
import type { ModelStep } from "@/lib/llm/model";
import type { Actor } from "./cases-access";

const LISTED = 100;
const DEAREST = 20;

const STEPS: readonly { step: ModelStep; does: string; rules: string }[] = [
  {
    step: "draft",
    does: "Drafts a packet from records; every item with its quote",
    rules: "A thin draft from senders, questions and turns of phrase",
  },
  {
    step: "propose",
    does: "Repairs a compiled world where the gates found faults",
    rules: "The packet is compiled by rules, and a person mends what the gates find",
  },
  {
    step: "translate",
    does: "Maps a player's request onto a party's menu, by two or three ballots",
    rules: "Words, synonyms and kinds of answer; asks back when unclear",
  },
  { step: "render", does: "Puts a result into a party's words", rules: "The engine's own words" },
  {
    step: "validate",
    does: "Checks a rendering against the result; what does not hold is not shown",
    rules: "Nothing is rendered, so nothing is checked",
  },
  {
    step: "screen",
    does: "Looks for identifiers that lists and patterns miss",
    rules: "Patterns, lists and names followed through the case",
  },
  {
    step: "paraphrase",
    does: "Proposes ways of asking, which gate 5 puts to the translator",
    rules: "Frames around the public labels, where people have written too few",
  },
];

const sumSchema = z.array(z.strictObject({ spent: z.coerce.number() }));

/** Who does each language step, what was spent against which budget, and the newest calls. Shows no text of a call. */
export async function modelsView(database: Database, from: Env): Promise<Models> {
  const settings = modelSettings(from);
  const today = sumSchema.parse(
    await database.$queryRaw`SELECT coalesce(sum("costDollars"), 0)::text AS spent FROM "ModelCall"
      WHERE "createdAt" >= date_trunc('day', now())`,
  );
  const byCase = await database.modelCall.groupBy({
    by: ["caseId"],
    where: { caseId: { not: null } },
    _sum: { costDollars: true },
    _count: true,
    orderBy: { _sum: { costDollars: "desc" } },
    take: DEAREST,
  });
  const calls = await database.modelCall.findMany({
    orderBy: { createdAt: "desc" },
    take: LISTED,
    omit: { prompt: true, schema: true, answer: true, contentKey: true },
  });
  return {
    address: settings ? (settings.baseUrl ?? "https://api.openai.com/v1") : null,
    steps: STEPS.map((step) => ({ ...step, model: settings?.models[step.step] ?? null })),
    spentToday: today[0]?.spent ?? 0,
    budgetPerDay: from.MODEL_BUDGET_PER_DAY,
    budgetPerCase: from.MODEL_BUDGET_PER_CASE,
    cases: byCase.map((row) => ({
      caseId: row.caseId ?? "",
      calls: row._count,
      costDollars: Number(row._sum.costDollars ?? 0),
    })),
    calls: calls.map(
      (call): ModelCallRow => ({
        id: call.id,
        at: call.createdAt.toISOString(),
        step: call.step,
        model: call.model,
        caseId: call.caseId,
        fault: call.error === null ? null : faultWords(call.error),
        inputTokens: call.inputTokens,
        outputTokens: call.outputTokens,
        costDollars: Number(call.costDollars ?? 0),
        latencyMs: call.latencyMs,
      }),
    ),
  };
}

/**
 * What one call asked and answered, for an administrator. That it was opened is in the audit log.
 * @throws {Problem} not_found
 */
export async function callText(
  database: Database,
  actor: Actor,
  callId: string,
): Promise<{ prompt: string; schema: string; answer: string }> {
  const call = await database.modelCall.findUnique({ where: { id: callId } });
  if (!call) throw new Problem("not_found", "There is no such call.");
  await audit(database, {
    actorId: actor.id,
    action: "model_call.open",
    caseId: call.caseId ?? undefined,
    detail: { callId },
  });
  const parts =
    z.array(z.object({ role: z.string(), content: z.string() })).safeParse(call.prompt).data ?? [];
  return {
    prompt: parts.map((part) => `${part.role.toUpperCase()}\n${part.content}`).join("\n\n"),
    schema: JSON.stringify(call.schema, null, 2),
    answer: call.answer === null ? "" : JSON.stringify(call.answer, null, 2),
  };
}
