import { memoryCallStore } from "@/lib/llm/memory-store";
import { createModel, MODEL_STEPS, type Model, type ModelStep } from "@/lib/llm/model";
import { type Behaviour, type SeenRequest, startModelServer } from "./model-server";
import { settingsFor } from "./model-settings";

/** True when the language tests are pointed at a real model (npm run test:model). */
export const REAL = process.env.MODEL_TESTS === "real";

const PATIENCE_MS = 120_000;

function realModel(): Model {
  const name = process.env.OPENAI_MODEL || "gpt-5.6-luna";
  const models = Object.fromEntries(MODEL_STEPS.map((step) => [step, name])) as Record<ModelStep, string>;
  return createModel(
    settingsFor(process.env.OPENAI_BASE_URL || "https://api.openai.com/v1", {
      apiKey: process.env.OPENAI_API_KEY ?? "",
      models,
      budgetPerCase: Number(process.env.MODEL_TEST_BUDGET ?? 2),
      budgetPerDay: Number(process.env.MODEL_TEST_BUDGET ?? 2),
      timeoutMs: PATIENCE_MS,
      maxRetries: 4,
    }),
    memoryCallStore(),
  );
}

export interface LanguageModel {
  model: Model;
  close: () => Promise<void>;
}

/** A model for tests that must hold with any: the real one, or a server that gives the answers of `answer`. */
export async function languageModel(answer: (request: SeenRequest) => Behaviour): Promise<LanguageModel> {
  if (REAL) return { model: realModel(), close: async () => {} };
  const server = await startModelServer();
  server.otherwise = answer;
  return {
    model: createModel(settingsFor(server.baseUrl, { timeoutMs: 2_000 }), memoryCallStore()),
    close: () => server.close(),
  };
}
