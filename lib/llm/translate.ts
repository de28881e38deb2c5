import { z } from "zod";
import {
  agreedOf,
  type Ballot,
  type Translation,
  type TranslationFailure,
  type TranslationRequest,
} from "@/compiler/language";
import { faultWords, ModelFailure, type ModelFault } from "./failure";
import type { AskOptions, Model } from "./model";

export interface ModelTranslation {
  translation: Translation | TranslationFailure;
  ballots: Ballot[];
}

const INSTRUCTIONS = `You map a request that an agent made to one party onto that party's fixed menu. You decide nothing else.

Answer with the ordered parts of the request. For each part:
- "asked": the agent's own words of this part, copied from "request" letter by letter.
- "item": the handle of the one menu item that these words ask for, or null.
- "candidates": when several items could be meant and the words do not say which, their handles, and "item" null. Otherwise empty.
A part that no item fits has "item" null and no candidates. Never choose an item because it is the closest: it must be what was asked. A permission is only meant when it is asked for with this very scope. An item for another tool may still be what was asked; name it.

"said" are the values passed on: for each entry of "share", and for values stated in the request itself, the handle of the fact in "vocabulary" that it is a value of, with the value copied letter by letter. An entry of "share" that names no one fact goes, by its "what", into "unplaced".`;

/** Faults of an answer, which another ballot may not have; all others are of the line. */
const OF_THE_ANSWER = ["not_json", "wrong_shape", "refused", "cut_short", "not_on_menu", "not_in_request"];

/** Why no further ballot can help, in plain words; null when one may. */
function lineFault(ballots: readonly Ballot[]): string | null {
  const found = ballots.find(({ fault }) => fault !== null && !OF_THE_ANSWER.includes(fault));
  return found?.fault ? faultWords(found.fault) : null;
}

const squeeze = (text: string) => text.replace(/\s+/gu, " ").trim();

/** Stands for the one member of an empty choice; nothing may choose it. */
const NONE = "-";

/** The question, with handles that are made here and mean nothing elsewhere. */
function questionOf(request: TranslationRequest) {
  const menu = request.menu.map((item, i) => ({ ...item, handle: `m${i + 1}` }));
  const vocabulary = request.vocabulary.map((entry, i) => ({ ...entry, handle: `v${i + 1}` }));
  const oneOf = (handles: string[]) => z.enum(handles.length > 0 ? handles : [NONE]);
  const items = oneOf(menu.map((item) => item.handle));
  const facts = oneOf(vocabulary.map((entry) => entry.handle));
  const schema = z.strictObject({
    parts: z.array(z.strictObject({ asked: z.string(), item: items.nullable(), candidates: z.array(items) })),
    said: z.array(z.strictObject({ fact: facts, value: z.string() })),
    unplaced: z.array(z.string()),
  });
  const data = {
    tool: request.tool,
    party: request.party,
    request: request.text,
    share: request.share,
    menu: menu.map(({ handle, kind, label }) => ({ handle, kind, label })),
    vocabulary: vocabulary.map(({ handle, fact, label, known }) => ({
      handle,
      label,
      also: known ? fact : null,
    })),
  };
  const itemAt = new Map(menu.map((item) => [item.handle, item.id]));
  const factAt = new Map(vocabulary.map((entry) => [entry.handle, entry.fact]));
  return { schema, data, itemAt, factAt };
}

async function ballot(
  model: Model,
  request: TranslationRequest,
  number: number,
  caseId: string | null,
  options: AskOptions,
): Promise<Ballot> {
  const { schema, data, itemAt, factAt } = questionOf(request);
  const failed = (fault: ModelFault | "not_on_menu" | "not_in_request"): Ballot => ({
    number,
    translation: null,
    fault,
  });
  try {
    const { value } = await model.ask(
      {
        step: "translate",
        caseId,
        instructions: INSTRUCTIONS,
        data,
        schema,
        ballot: number,
        maxOutputTokens: 4_096,
      },
      options,
    );
    const text = squeeze(request.text);
    const values = new Set([...request.share.map((share) => share.value), request.text]);
    if (value.parts.length === 0) return failed("wrong_shape");
    if (value.parts.some((part) => part.item === NONE || part.candidates.includes(NONE)))
      return failed("not_on_menu");
    if (value.said.some((said) => said.fact === NONE)) return failed("not_on_menu");
    if (value.parts.some((part) => !text.includes(squeeze(part.asked)))) return failed("not_in_request");
    if (value.said.some((said) => ![...values].some((v) => v.includes(said.value))))
      return failed("not_in_request");
    if (value.unplaced.some((what) => !request.share.some((share) => share.what === what)))
      return failed("not_in_request");
    const idOf = (handle: string) => itemAt.get(handle)!;
    return {
      number,
      fault: null,
      translation: {
        parts: value.parts.map(({ asked, item, candidates }) => ({
          asked,
          item: item === null ? null : idOf(item),
          candidates: item === null ? [...new Set(candidates.map(idOf))] : [],
          ordinary: null,
          why: null,
        })),
        said: value.said.map(({ fact, value }) => ({ fact: factAt.get(fact)!, value })),
        unplaced: value.unplaced,
      },
    };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return failed(error.fault);
  }
}

const BALLOTS = 3;

/**
 * Translates a request by a model: two independent ballots, and a third only when they disagree or one could not
 * be read. The map that two of them share is the translation. Everything else is a failure of the
 * infrastructure, never of the agent. A model can only choose from the menu and repeat words of the request.
 * A new `attempt` asks anew where the stored ballots of an earlier one would only fail again.
 */
export async function translateByModel(
  model: Model,
  request: TranslationRequest,
  caseId: string | null,
  options: AskOptions & { attempt?: number } = {},
): Promise<ModelTranslation> {
  const first = BALLOTS * (options.attempt ?? 0);
  const cast = (number: number) => ballot(model, request, first + number, caseId, options);
  const ballots = await Promise.all([cast(0), cast(1)]);
  if (!lineFault(ballots) && !agreedOf(ballots)) ballots.push(await cast(2));
  const translation = agreedOf(ballots) ?? {
    failed: lineFault(ballots) ?? "The ballots of the translator did not agree.",
  };
  return { translation, ballots };
}
