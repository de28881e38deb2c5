import type { IdentifierKind } from "./kinds";

/** Characters looked at before a code for the word that says what it is. */
export const CUE_WINDOW = 48;

interface Cue {
  kind: IdentifierKind;
  pattern: RegExp;
}

/** Searched in the text just before a code; the nearest cue wins. */
const CUES: Cue[] = [
  { kind: "ssn", pattern: /\b(?:ssn|ss#|social(?: security)?(?: (?:number|no|num))?|s\.s\.n)\b/gi },
  {
    kind: "medical_record",
    pattern:
      /\b(?:mrn|mr#|medical record|med(?:ical)? rec|chart|hospital (?:number|no)|nhs(?: number| no)?|record (?:number|no|id|#)|emr|ehr)\b/gi,
  },
  {
    kind: "health_plan",
    pattern:
      /\b(?:(?:health )?plan|beneficiary|member(?:ship)?|subscriber|policy|insurance|insured|medicare|medicaid|mbi|hicn|hpbn|hpb|hpn|group|payer|coverage|hmo|ppo)\b/gi,
  },
  {
    kind: "account",
    pattern:
      /\b(?:account|acct|acc|card|cc|iban|bank|routing|sort code|billing|invoice|visa|mastercard|amex|credit|debit)\b/gi,
  },
  {
    kind: "licence",
    pattern:
      /\b(?:licen[cs]e|certificate|cert|dea|npi|registration|passport|permit|gmc|nmc|tax id|tin|ein|driver'?s?|driving|dl)\b/gi,
  },
  {
    kind: "vehicle",
    pattern: /\b(?:vin|plate|plates|tag number|vehicle|registration plate|number plate|car reg)\b/gi,
  },
  {
    kind: "device",
    pattern:
      /\b(?:serial|s\/n|sn|device|udi|imei|imsi|lot|pump|implant|pacemaker|cpap|glucometer|mac address|gtin|model number|sensor|monitor)\b/gi,
  },
  { kind: "fax", pattern: /\b(?:fax|facsimile|telefax)\b/gi },
  {
    kind: "phone",
    pattern:
      /\b(?:phone|telephone|tel|mobile|cell|call|text|contact|sms|whatsapp|pager|desk|office line|landline|hotline|reach(?:ed)?|dial|registered|answering)\b/gi,
  },
  {
    kind: "other_code",
    pattern:
      /\b(?:id|ids|identifier|number|no|num|ref|reference|case|claim|confirmation|order|ticket|auth(?:orization|orisation)?|prior auth|pa|prescription|rx|tracking|accession|specimen|encounter|visit|study|site|trial|employee|badge|student|user|username|login|password|pin|code|token|file|docket|incident|complaint|appeal|service request|request|trace|transaction|invite|passcode|reservation)\b/gi,
  },
];

interface FoundCue {
  kind: IdentifierKind;
  word: string;
  start: number;
  end: number;
}

function findCues(text: string): FoundCue[] {
  const found = CUES.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)].map((match) => ({
      kind,
      word: match[0],
      start: match.index,
      end: match.index + match[0].length,
    })),
  );
  return found.sort((a, b) => a.end - b.end || b.start - a.start);
}

const SENTENCE_END = /[.!?]\s/;
const isGeneral = (kind: IdentifierKind) => kind === "other_code" || kind === "phone";

/** The words of a text that say what a number near them is. */
export interface Cues {
  /** The word before an offset that says what a number there is; words that name a kind win over "number" and "call". */
  before(at: number): { kind: IdentifierKind; word: string; near: boolean } | undefined;
}

export function cuesOf(text: string): Cues {
  const cues = findCues(text);
  return { before: (at) => cueFor(text, cues, at) };
}

export const digitsOf = (text: string) => text.replace(/\D/g, "");

/** The word before `at` that says what a number is; words that name a kind win over "number" and "call". */
function cueFor(
  text: string,
  cues: readonly FoundCue[],
  at: number,
): { kind: IdentifierKind; word: string; near: boolean } | undefined {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cues[middle]!.end <= at) low = middle + 1;
    else high = middle;
  }
  let best: FoundCue | undefined;
  for (let i = low - 1; i >= 0 && at - cues[i]!.end <= CUE_WINDOW; i--) {
    const cue = cues[i]!;
    if (!best || (isGeneral(best.kind) && !isGeneral(cue.kind) && at - cue.end < 30)) best = cue;
    if (best && !isGeneral(best.kind)) break;
  }
  if (!best) return undefined;
  const between = text.slice(best.end, at);
  if (between.includes("\n\n") || SENTENCE_END.test(between.replace(/^(?:\.|\s|no\.|num\.)+/i, "")))
    return undefined;
  const wordsBetween = between.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return { kind: best.kind, word: best.word, near: wordsBetween <= 3 };
}
