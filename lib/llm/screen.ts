import { z } from "zod";
import {
  IDENTIFIER_KINDS,
  type RecordField,
  type ScreenedRecord,
  type ScreeningFinding,
  type SpanFinder,
} from "@/lib/screening";
import type { AskOptions, Model } from "./model";

const INSTRUCTIONS = `You look for what is left of the 18 HIPAA Safe Harbor identifiers in records that should be de-identified: names of people, places smaller than a state, dates of a person, phone and fax numbers, e-mail, social security, record, plan, account and licence numbers, vehicles, devices, web and IP addresses, biometrics, photos, any other unique code. Also in small letters, spelled out, or misspelt.

For each, "quote" is the identifier alone, copied letter by letter from the named field of the named record. Words in square brackets were held back already and are none. Roles, clinics' kinds, ages below 90 and years alone are none. When in doubt, name it: a person decides.`;

const foundSchema = z.strictObject({
  found: z.array(
    z.strictObject({
      record: z.string(),
      field: z.enum(["text", "title", "sender"]),
      quote: z.string(),
      kind: z.enum(IDENTIFIER_KINDS),
    }),
  ),
});

/** Characters of records in one call; a longer record goes alone. */
const MOST_AT_ONCE = 40_000;
const CONFIDENCE = 0.8;

function batches(records: readonly ScreenedRecord[]): ScreenedRecord[][] {
  const out: ScreenedRecord[][] = [];
  let size = MOST_AT_ONCE;
  for (const record of records) {
    if (size + record.text.length > MOST_AT_ONCE) {
      out.push([]);
      size = 0;
    }
    out.at(-1)?.push(record);
    size += record.text.length;
  }
  return out;
}

function placesOf(text: string, quote: string): number[] {
  const out: number[] = [];
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + quote.length)) out.push(at);
  return out;
}

/**
 * A finder that asks a model, to be united with the rules: it only adds. What it quotes is looked up in the record; a
 * quote that is not there comes to nothing.
 * @throws {ModelFailure} from `find`
 */
export function modelFinder(model: Model, caseId: string | null, options: AskOptions = {}): SpanFinder {
  return {
    name: `model ${model.nameOf("screen")}`,
    async find(records) {
      const findings: ScreeningFinding[] = [];
      for (const batch of batches(records)) {
        const { value } = await model.ask(
          {
            step: "screen",
            caseId,
            instructions: INSTRUCTIONS,
            data: {
              records: batch.map(({ key, text, title, sender }) => ({
                key,
                text,
                title: title ?? null,
                sender: sender ?? null,
              })),
            },
            schema: foundSchema,
          },
          options,
        );
        for (const { record, field, quote, kind } of value.found) {
          const text = fieldOf(batch, record, field);
          for (const start of quote.trim() === "" ? [] : placesOf(text, quote))
            findings.push({
              recordKey: record,
              field,
              start,
              end: start + quote.length,
              text: quote,
              kind,
              confidence: CONFIDENCE,
              reason: "a model took it for an identifier",
            });
        }
      }
      return findings;
    },
  };
}

const fieldOf = (records: readonly ScreenedRecord[], key: string, field: RecordField): string =>
  records.find((record) => record.key === key)?.[field] ?? "";
