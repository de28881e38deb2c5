import { z } from "zod";
import type { Rendering } from "@/compiler/language";
import type { PublicResultWire } from "@/compiler/public/result";
import { ModelFailure } from "./failure";
import type { AskOptions, Model } from "./model";

const RENDER = `You put the structured result of a request into the words of the party that was asked, as it would be said in a call or written in a message. At most four sentences. Say everything that the result says and nothing else: no fact, number, date, name, promise or advice that is not in it.`;

const VALIDATE = `You compare a text with the structured result it was made from. "adds": a passage of the text that says something the result does not say, copied letter by letter, or null. "lacks": something the result says and the text does not, in a few words, or null. "outcomes": for each part of the result in order, the outcome that the text conveys.`;

const renderedSchema = z.strictObject({ text: z.string() });

/** The engine's own words for a result. */
export function engineWords(result: PublicResultWire): string {
  return [result.message, ...result.parts.map((part) => part.message), result.text]
    .filter(Boolean)
    .join("\n");
}

/** Numbers of two digits or more: what a text must not invent and must not lose. */
const numbersIn = (text: string) =>
  new Set(text.match(/\d[\d\s().:/-]*\d/gu)?.map((n) => n.replace(/\D/g, "")));

function inventedNumber(text: string, source: string): boolean {
  const digits = source.replace(/\D+/g, " ");
  const known = numbersIn(source);
  return [...numbersIn(text)].some((number) => !known.has(number) && !digits.split(" ").includes(number));
}

/**
 * Puts an engine's result into a party's words by a model; a fresh call checks them against the result. When they do
 * not hold, or the model fails, the engine's own words stand. Never changes the result.
 */
export async function renderByModel(
  model: Model,
  result: PublicResultWire,
  caseId: string | null,
  options: AskOptions = {},
): Promise<Rendering> {
  const own = (because: string): Rendering => ({ text: engineWords(result), by: "engine", because });
  const data = {
    result: {
      outcome: result.outcome,
      message: result.message,
      parts: result.parts,
      facts: result.facts,
      documents: result.documents,
      forms: result.forms,
    },
  };
  try {
    const { value } = await model.ask(
      { step: "render", caseId, instructions: RENDER, data, schema: renderedSchema, maxOutputTokens: 1_024 },
      options,
    );
    const text = value.text.trim();
    if (text === "") return own("The rendering was empty.");
    if (inventedNumber(text, JSON.stringify(data))) return own("The rendering named a number of its own.");
    const outcomes = [...new Set(result.parts.map((part) => part.outcome)), "other"] as const;
    const validated = await model.ask(
      {
        step: "validate",
        caseId,
        instructions: VALIDATE,
        data: { ...data, text },
        schema: z.strictObject({
          adds: z.string().nullable(),
          lacks: z.string().nullable(),
          outcomes: z.array(z.enum(outcomes)),
        }),
        maxOutputTokens: 1_024,
      },
      options,
    );
    const { adds, lacks, outcomes: conveyed } = validated.value;
    const right =
      conveyed.length === result.parts.length &&
      result.parts.every((part, i) => part.outcome === conveyed[i]);
    return adds === null && lacks === null && right
      ? { text, by: "model", because: null }
      : own("The rendering did not say what the result says.");
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return own(error.message);
  }
}
