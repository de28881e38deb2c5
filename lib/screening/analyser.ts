import { z } from "zod";
import type { RecordField, ScreenedRecord, ScreeningFinding, SpanFinder } from "./finding";
import { IDENTIFIER_KINDS, type IdentifierKind } from "./kinds";

/** Presidio's entity types and the kind each is of; other types are shown as another unique code. */
const KINDS: Record<string, IdentifierKind> = {
  PERSON: "name",
  LOCATION: "geography",
  GPE: "geography",
  ADDRESS: "geography",
  ZIP_CODE: "geography",
  DATE_TIME: "date",
  AGE: "date",
  PHONE_NUMBER: "phone",
  EMAIL_ADDRESS: "email",
  US_SSN: "ssn",
  URL: "url",
  DOMAIN_NAME: "url",
  IP_ADDRESS: "ip_address",
  MAC_ADDRESS: "device",
  CREDIT_CARD: "account",
  IBAN_CODE: "account",
  US_BANK_NUMBER: "account",
  CRYPTO: "account",
  US_DRIVER_LICENSE: "licence",
  US_PASSPORT: "licence",
  US_ITIN: "licence",
  MEDICAL_LICENSE: "licence",
  UK_NHS: "medical_record",
};
/** Entity types that are no Safe Harbor identifiers. */
const NO_IDENTIFIER = new Set(["NRP", "ORGANIZATION", "TITLE"]);

const answerSchema = z
  .array(
    z.object({
      entity_type: z.string().max(80),
      start: z.int().min(0),
      end: z.int().min(0),
      score: z.number(),
    }),
  )
  .max(20_000);

/** Largest answer read, in characters. */
const ANSWER_LIMIT = 4_000_000;
const FIELDS = ["title", "sender", "text"] as const satisfies RecordField[];

export interface AnalyserOptions {
  /** The address of its "analyze" request, as in Presidio: `http://localhost:5002/analyze`. */
  url: string;
  timeoutMs: number;
  /** Findings below this score are left out. */
  least?: number;
  signal?: AbortSignal;
}

/** The analyser was not reached, took too long, or answered something else. Record text is never part of the message. */
export class AnalyserFailure extends Error {
  constructor(
    message: string,
    readonly fix: string,
  ) {
    super(message);
    this.name = "AnalyserFailure";
  }
}

/**
 * A finder that asks an outside analyser over HTTP in Presidio's request and answer format, to be united with the rules: it
 * only adds. Presidio counts characters as Python does, by code points; a span that leaves its text is dropped.
 * @throws {AnalyserFailure} from `find`
 */
export function analyserFinder(options: AnalyserOptions): SpanFinder {
  return {
    name: "analyser",
    async find(records: readonly ScreenedRecord[]) {
      const findings: ScreeningFinding[] = [];
      for (const record of records)
        for (const field of FIELDS) {
          const text = record[field];
          if (text?.trim()) findings.push(...(await analyse(record.key, field, text, options)));
        }
      return findings;
    },
  };
}

async function analyse(
  recordKey: string,
  field: RecordField,
  text: string,
  { url, timeoutMs, least = 0.4, signal }: AnalyserOptions,
): Promise<ScreeningFinding[]> {
  const spans = answerSchema.safeParse(await ask(url, text, timeoutMs, signal));
  if (!spans.success)
    throw new AnalyserFailure(
      "The analyser answered something that is no list of spans.",
      "Check that SCREENING_ANALYZER_URL is the address of Presidio's analyze request.",
    );
  const offsets = codePointOffsets(text);
  return spans.data.flatMap(({ entity_type, start, end, score }) => {
    const from = offsets[start];
    const to = offsets[end];
    if (
      from === undefined ||
      to === undefined ||
      from >= to ||
      score < least ||
      NO_IDENTIFIER.has(entity_type)
    )
      return [];
    const known = IDENTIFIER_KINDS.find((kind) => kind === entity_type.toLowerCase());
    return [
      {
        recordKey,
        field,
        start: from,
        end: to,
        text: text.slice(from, to),
        kind: KINDS[entity_type] ?? known ?? "other_code",
        confidence: Math.max(0.5, Math.min(1, score)),
        reason: "an outside analyser took it for an identifier",
      },
    ];
  });
}

async function ask(url: string, text: string, timeoutMs: number, signal?: AbortSignal): Promise<unknown> {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ text, language: "en" }),
      redirect: "error",
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    });
    if (!response.ok)
      throw new AnalyserFailure(`The analyser answered with status ${response.status}.`, "Look at its log.");
    const body = await response.text();
    if (body.length > ANSWER_LIMIT)
      throw new AnalyserFailure("The analyser's answer is too long.", "Look at its log.");
    return JSON.parse(body) as unknown;
  } catch (error) {
    if (error instanceof AnalyserFailure) throw error;
    if (error instanceof SyntaxError)
      throw new AnalyserFailure("The analyser's answer is no JSON.", "Check SCREENING_ANALYZER_URL.");
    throw new AnalyserFailure(
      deadline.aborted
        ? `The analyser did not answer within ${timeoutMs / 1000} seconds.`
        : "The analyser could not be reached.",
      "Check that it runs and that SCREENING_ANALYZER_URL is its address.",
    );
  }
}

/** The UTF-16 offset of each code point, and of the end. */
function codePointOffsets(text: string): number[] {
  const offsets: number[] = [];
  let at = 0;
  for (const point of text) {
    offsets.push(at);
    at += point.length;
  }
  offsets.push(at);
  return offsets;
}
