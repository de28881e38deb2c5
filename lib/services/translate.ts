import { LEXICAL_TRANSLATOR, type Session } from "@/compiler/engine";
import { type Ballot, type Rendering, translateLexically } from "@/compiler/language";
import type { PublicAction } from "@/compiler/public/action";
import type { PublicResultWire } from "@/compiler/public/result";
import type { AskOptions, Model } from "@/lib/llm/model";
import { renderByModel } from "@/lib/llm/render";
import { translateByModel } from "@/lib/llm/translate";

export interface TranslatedStep {
  result: PublicResultWire;
  /** The ballots of the translator, when a model translated. */
  ballots: Ballot[];
  rendering: Rendering | null;
}

const BY_MODEL = "model/1 ";

/** Name of a translator in the header of a run. */
export const translatorName = (model: Model | null): string =>
  model ? `${BY_MODEL}${model.nameOf("translate")}` : LEXICAL_TRANSLATOR;

/** The model that a run's translator is; null when words alone decide. */
export const modelNameOf = (translator: string): string | null =>
  translator.startsWith(BY_MODEL) ? translator.slice(BY_MODEL.length) : null;

/**
 * Carries out one tool call of a run, translated by a model or by words alone. A run keeps to the
 * translator it was begun with: where its model is missing, requests fail until it is set up again. A translator that fails
 * costs the agent nothing and changes nothing; the run counts it apart and the call can be made again. Ballots and rendering
 * go into the log of the run.
 */
export async function stepTranslated(
  session: Session,
  action: PublicAction,
  model: Model | "words" | "missing",
  caseId: string | null,
  options: AskOptions = {},
): Promise<TranslatedStep> {
  const request = session.prepare(action);
  if (request && model === "missing") {
    const result = session.apply(action, { failed: "The model of this run is not set up any more." });
    return { result, ballots: [], rendering: null };
  }
  if (!request || typeof model === "string") {
    const result = session.apply(action, request && translateLexically(request));
    return { result, ballots: [], rendering: null };
  }
  const { translation, ballots } = await translateByModel(model, request, caseId, {
    ...options,
    attempt: session.snapshot().failures,
  });
  const result = session.apply(action, translation);
  const rendering = "failed" in translation ? null : await renderByModel(model, result, caseId, options);
  session.attach({ ballots, rendering });
  return { result, ballots, rendering };
}
