import { db } from "@/lib/db";
import { type Env, env } from "@/lib/env";
import { databaseCallStore } from "./call-store";
import { createModel, type Model, type ModelSettings, type ModelStep } from "./model";

/** The model settings of an environment; null when no key is set, which is the default. */
export function modelSettings(from: Env): ModelSettings | null {
  if (!from.OPENAI_API_KEY) return null;
  const translate = from.OPENAI_MODEL_TRANSLATE ?? from.OPENAI_MODEL;
  return {
    apiKey: from.OPENAI_API_KEY,
    baseUrl: from.OPENAI_BASE_URL,
    models: {
      draft: from.OPENAI_MODEL_DRAFT ?? from.OPENAI_MODEL,
      propose: from.OPENAI_MODEL_PROPOSE ?? from.OPENAI_MODEL,
      translate,
      render: translate,
      validate: translate,
      screen: from.OPENAI_MODEL_SCREEN ?? from.OPENAI_MODEL,
      paraphrase: from.OPENAI_MODEL_PARAPHRASE ?? from.OPENAI_MODEL,
    },
    inputPrice: from.MODEL_INPUT_PRICE,
    outputPrice: from.MODEL_OUTPUT_PRICE,
    budgetPerCase: from.MODEL_BUDGET_PER_CASE,
    budgetPerDay: from.MODEL_BUDGET_PER_DAY,
    timeoutMs: from.MODEL_TIMEOUT_SECONDS * 1000,
    maxRetries: 4,
  };
}

/** The studio's model, or null when none is set up: every step then works by rules and says so. */
export function studioModel(): Model | null {
  const settings = modelSettings(env());
  return settings && createModel(settings, databaseCallStore(db()));
}

/** Name of the model that a step uses; null when the step works by rules. */
export const modelName = (step: ModelStep): string | null => modelSettings(env())?.models[step] ?? null;
