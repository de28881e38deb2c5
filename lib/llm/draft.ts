import { type Outline, outlineSchema, type SourceRecord } from "@/lib/services/draft-outline";
import type { AskOptions, Model, ModelAnswer } from "./model";

const INSTRUCTIONS = `You read the records of one patient-advocacy case and write an outline of it for an expert to correct.

For every item give "quotes": passages copied letter by letter from the record named by its key, as short as still shows it. An item that you cannot quote, leave out. Never mend, translate or shorten inside a quote. Never write identifiers that the records hold back in square brackets.

- brief: what the advocate is asked to do, without what they only find out later; "starts" as YYYY-MM-DDTHH:MM.
- parties: the patient first, then everybody who is asked or told something, with ways to reach them. "at_start" only for what the advocate has on the first day. "look_alike" for a party that only seems to be the right one.
- exchanges: what the advocate is told, one thing each: "teller", "what" as one would ask for it without giving the answer away, "statement" the answer. "on_file" for what the advocate has on the first day. "opens" names contacts that become known by it; "give_first" other exchanges whose content must be given before. "document" for a paper.
- steps: permissions (who gives it, "for_party" whom it lets the advocate deal with), actions, and checks on how something stands ("states" ranked from how it is at first).
- outcomes: what must have been reached at the end, "reached_by" the exchanges or steps any one of which shows it.
- prohibited, blockers, practices: what must not be done, what stood in the way, what was done well or badly.
"ref" are names of your own for parties, contacts, exchanges and steps; each is used once, and references name only these.`;

/**
 * Asks a model for the outline of a case. What it writes is checked against the records by whoever makes the draft.
 * @throws {ModelFailure}
 */
export function outlineByModel(
  model: Model,
  caseId: string,
  records: readonly SourceRecord[],
  options: AskOptions = {},
): Promise<ModelAnswer<Outline>> {
  return model.ask(
    {
      step: "draft",
      caseId,
      instructions: INSTRUCTIONS,
      data: {
        records: records.map(({ key, kind, sender, at, title, text }) => ({
          key,
          kind,
          sender,
          at,
          title,
          text,
        })),
      },
      schema: outlineSchema,
      maxOutputTokens: 32_768,
    },
    options,
  );
}
