import type { Session } from "@/compiler/engine";
import { translateLexically } from "@/compiler/language";
import type { PublicAction } from "@/compiler/public/action";
import type { PublicResultWire } from "@/compiler/public/result";
import type { AskOptions, Model } from "@/lib/llm/model";
import { type Rendering, renderByModel } from "@/lib/llm/render";
import { type Ballot, translateByModel } from "@/lib/llm/translate";

export interface TranslatedStep {
  result: PublicResultWire;
  /** The ballots of the translator, when a model translated. */
  ballots: Ballot[];
  rendering: Rendering | null;
}

/** Name of a model translator in the header of a run. */
export const modelTranslator = (model: Model): string => `model/1 ${model.nameOf("translate")}`;

/**
 * Carries out one tool call of a run, translated by a model or, without one, by words alone. A translator that fails
 * costs the agent nothing and changes nothing; the run counts it apart and the call can be made again.
 */
export async function stepTranslated(
  session: Session,
  action: PublicAction,
  model: Model | null,
  caseId: string | null,
  options: AskOptions = {},
): Promise<TranslatedStep> {
  const request = session.prepare(action);
  if (!request || !model) {
    const result = session.apply(action, request && translateLexically(request));
    return { result, ballots: [], rendering: null };
  }
  const { translation, ballots } = await translateByModel(model, request, caseId, {
    ...options,
    attempt: session.snapshot().failures,
  });
  const result = session.apply(action, translation);
  const rendering = "failed" in translation ? null : await renderByModel(model, result, caseId, options);
  return { result, ballots, rendering };
}
