import { memoryCallStore } from "@/lib/llm/memory-store";
import { createModel, MODEL_STEPS, type Model, type ModelSettings, type ModelStep } from "@/lib/llm/model";

/** Settings for a scripted server: quick to give up, a budget that no test passes by accident. */
export function settingsFor(baseUrl: string, rest: Partial<ModelSettings> = {}): ModelSettings {
  return {
    apiKey: "test-key",
    baseUrl,
    models: Object.fromEntries(MODEL_STEPS.map((step) => [step, `model-for-${step}`])) as Record<
      ModelStep,
      string
    >,
    inputPrice: 1,
    outputPrice: 10,
    budgetPerCase: 10,
    budgetPerDay: 10,
    timeoutMs: 300,
    maxRetries: 1,
    ...rest,
  };
}

export const scriptedModel = (baseUrl: string, rest: Partial<ModelSettings> = {}): Model =>
  createModel(settingsFor(baseUrl, rest), memoryCallStore());
