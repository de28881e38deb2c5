/** A record as richness reads it. */
export interface RichnessRecord {
  key: string;
  kind: string;
  sender: string;
  at: string | null;
  text: string;
}

export interface RichnessReason {
  /** What was found, or what is missing, in a sentence. */
  message: string;
  points: number;
  /** The most this could have given. */
  of: number;
  /** Where it stands: at most three places. */
  spans: { recordKey: string; start: number; end: number }[];
}

export interface RichnessPart {
  score: number;
  of: 25;
  reasons: RichnessReason[];
}

export interface Richness {
  /** 0 to 100: the sum of the parts. */
  score: number;
  parts: { outcomes: RichnessPart; parties: RichnessPart; steps: RichnessPart; information: RichnessPart };
}

interface Sign {
  name: string;
  pattern: RegExp;
}

const sign = (name: string, source: string): Sign => ({
  name,
  pattern: new RegExp(`\\b(?:${source})\\b`, "gi"),
});

const GOALS = [
  sign(
    "a request or need",
    "requests?|requested|requesting|needs?|wants?|wanted|asks? for|asked for|seeking|in order to|so that|goal|hoping to|trying to|would like|please (?:help|send|call|approve|confirm)",
  ),
];
const DECISIONS = [
  sign(
    "approved",
    "approv(?:ed|al|es)|authori[sz]ed|certified|granted|accepted|covered in full|overturned|reinstated",
  ),
  sign(
    "denied",
    "denied|denial|not certified|refused|rejected|declined|upheld|terminated|cancell?ed|not covered",
  ),
  sign("paid", "paid|reimbursed|refund(?:ed)?|waived|written off|adjusted|credited"),
  sign(
    "arranged",
    "scheduled|booked|delivered|shipped|enrolled|admitted|discharged|transferred|installed|repaired|replaced",
  ),
];
const WHY = [
  sign(
    "a reason",
    "because|reason|due to|since (?:it|the|they|he|she)|not medically necessary|out of network|missing|incomplete|expired|no (?:record|prior auth\\w*)|criteria",
  ),
];
const ENDINGS = [
  sign(
    "an end",
    "resolved|completed|closed|finali[sz]ed|successful(?:ly)?|confirmed|all set|case closed|no further|thank you for your help|outcome|finally",
  ),
];

const PARTIES = [
  sign("the patient or member", "patient|member|beneficiary|subscriber|client|caller|insured|enrollee"),
  sign(
    "the insurer or plan",
    "insurer|insurance|health plan|payer|medicare|medicaid|hmo|ppo|claims department|utili[sz]ation (?:review|management)|appeals (?:unit|department)|member services",
  ),
  sign(
    "a clinician or practice",
    "doctor|dr|physician|clinic|practice|provider|specialist|surgeon|nurse|therapist|oncologist|cardiologist|primary care|pcp",
  ),
  sign(
    "a hospital or facility",
    "hospital|facility|nursing home|rehab|emergency (?:room|department)|imaging center|laboratory|hospice",
  ),
  sign(
    "a pharmacy or supplier",
    "pharmacy|pharmacist|supplier|dme|vendor|manufacturer|specialty pharmacy|distributor",
  ),
  sign(
    "a relative or carer",
    "mother|father|daughter|son|wife|husband|spouse|sister|brother|caregiver|carer|guardian|parents?",
  ),
  sign(
    "an employer or agency",
    "employer|hr|human resources|county|state agency|social security|department of|ombudsman|charity|foundation|school|landlord|billing (?:office|department)|collections?",
  ),
  sign("the advocate", "advocate|case manager|care manager|social worker|navigator|coordinator"),
];
const ACTIONS = [
  sign("called", "called|phoned|rang|spoke (?:to|with)|left (?:a )?(?:message|voicemail)|on hold"),
  sign("sent", "sent|faxed|mailed|e-?mailed|uploaded|forwarded|submitted|filed|resubmitted|attached"),
  sign("received", "received|got back|returned|responded|replied|heard back|arrived"),
  sign("asked", "asked|requested|inquired|followed up|checked|verified|confirmed"),
  sign("appealed", "appeal(?:ed)?|escalated|grievance|complaint|peer[- ]to[- ]peer|reconsideration"),
  sign("signed", "signed|consented|authori[sz]ed|completed the form|filled (?:in|out)"),
  sign("told", "told|explained|advised|informed|said that|stated that|instructed"),
  sign("arranged", "scheduled|booked|arranged|ordered|referred|prescribed|transferred"),
];
const INFORMATION = [
  sign(
    "a document",
    "letter of medical necessity|medical records?|explanation of benefits|eob|denial letter|referral|prescription|consent form|release form|invoice|bill|chart notes|test results?|lab results?|appeal letter|plan of care|itemi[sz]ed",
  ),
  sign(
    "a deadline or a wait",
    "within \\d+ (?:business |calendar |working )?(?:days?|hours?|weeks?)|deadline|by (?:monday|tuesday|wednesday|thursday|friday)|\\d+[- ](?:business |calendar )?days?|expires?|due (?:by|on|date)|urgent|expedited",
  ),
  sign(
    "what must be given first",
    "must|required?|requires|need(?:s|ed)? to (?:provide|send|have|sign|submit)|before (?:we|they|you) can|in order to|unless|only if|proof of|verification",
  ),
  sign(
    "an amount",
    "[$£€]\\s?\\d[\\d,.]*|\\d[\\d,.]* (?:dollars|pounds|euros)|co-?pay(?:ment)?|deductible|co-?insurance|out[- ]of[- ]pocket|balance",
  ),
  sign(
    "a code or reference",
    "(?:cpt|hcpcs|icd(?:-10)?|ndc|drg|modifier)(?: codes?)?|reference number|claim number|case number|authori[sz]ation number|confirmation number|ticket",
  ),
  sign(
    "a diagnosis or treatment",
    "diagnos(?:is|ed|es)|surgery|procedure|therapy|medication|treatment|infusion|scan|mri|prescribed|mg|dose|symptoms?|device",
  ),
  sign(
    "how somebody is reached",
    "fax (?:number|it|to)|phone number|extension|portal|e-?mail (?:address|it|to)|mailing address|direct line|call(?:ed)? back at|office hours|open until",
  ),
  sign(
    "a rule of the plan",
    "policy|coverage|in[- ]network|out[- ]of[- ]network|formulary|step therapy|prior auth\\w*|benefits?|criteria|exclusion|eligib\\w+|medical(?:ly)? necess\\w+",
  ),
];

interface Place {
  recordKey: string;
  start: number;
  end: number;
}

function places(records: readonly RichnessRecord[], { pattern }: Sign): { count: number; first: Place[] } {
  let count = 0;
  const first: Place[] = [];
  for (const record of records) {
    for (const match of record.text.matchAll(pattern)) {
      count++;
      if (first.length < 3)
        first.push({ recordKey: record.key, start: match.index, end: match.index + match[0].length });
    }
  }
  return { count, first };
}

/** Points for the number of different signs met, full at `enough` of them. */
function variety(
  records: readonly RichnessRecord[],
  signs: readonly Sign[],
  of: number,
  enough: number,
  found: (names: string) => string,
  missing: string,
): RichnessReason {
  const met = signs.map((one) => ({ ...one, ...places(records, one) })).filter((one) => one.count > 0);
  const points = Math.round((of * Math.min(met.length, enough)) / enough);
  return {
    message: met.length > 0 ? found(met.map((one) => one.name).join(", ")) : missing,
    points,
    of,
    spans: met.flatMap((one) => one.first.slice(0, 1)).slice(0, 3),
  };
}

function amount(of: number, have: number, enough: number, message: string): RichnessReason {
  return { message, points: Math.round((of * Math.min(have, enough)) / enough), of, spans: [] };
}

function part(reasons: RichnessReason[]): RichnessPart {
  return { score: reasons.reduce((sum, reason) => sum + reason.points, 0), of: 25, reasons };
}

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/**
 * How far the records would let a person rebuild the case: what was to be reached and what came of it, who took
 * part, what was done in which order, and what had to be known. The same records always score the same, so that
 * many imported cases can be ranked; it measures words, not truth.
 */
export function scoreRichness(records: readonly RichnessRecord[]): Richness {
  const senders = new Set(records.map((record) => record.sender.trim().toLowerCase()).filter(Boolean));
  const speakers = new Set(
    records.flatMap((record) =>
      [...record.text.matchAll(/^(?:\[\d+:\d\d\] )?(\p{Lu}[\p{L}_ .'-]{1,30}):\s/gmu)].map((match) =>
        match[1]!.toLowerCase(),
      ),
    ),
  );
  const voices = new Set([...senders, ...(speakers.size <= 12 ? speakers : [])]);
  const days = new Set(records.flatMap((record) => (record.at ? [record.at.slice(0, 10)] : [])));
  const length = records.reduce((sum, record) => sum + record.text.length, 0);
  const parts = {
    outcomes: part([
      variety(records, GOALS, 6, 1, () => "Somebody says what is needed.", "Nobody says what is needed."),
      variety(records, DECISIONS, 10, 2, (names) => `Results are stated: ${names}.`, "No result is stated."),
      variety(records, WHY, 5, 1, () => "Reasons are given.", "No reason is given."),
      variety(records, ENDINGS, 4, 1, () => "The records reach an end.", "The records do not reach an end."),
    ]),
    parties: part([
      variety(records, PARTIES, 17, 5, (names) => `They speak of ${names}.`, "No party can be told apart."),
      amount(
        8,
        voices.size,
        3,
        voices.size > 0
          ? `${plural(voices.size, "voice")} can be told apart.`
          : "No record says who wrote or spoke it.",
      ),
    ]),
    steps: part([
      variety(records, ACTIONS, 12, 6, (names) => `Steps are told: ${names}.`, "No step is told."),
      amount(8, records.length, 8, `${plural(records.length, "record")}.`),
      amount(
        5,
        days.size,
        3,
        days.size > 0
          ? `The records are dated on ${plural(days.size, "day")}.`
          : "No record has a date, so their order is not sure.",
      ),
    ]),
    information: part([
      variety(
        records,
        INFORMATION,
        20,
        6,
        (names) => `They hold ${names}.`,
        "They hold no detail to ask for.",
      ),
      amount(5, length, 4_000, `${plural(length, "character")} of text.`),
    ]),
  };
  return { score: Object.values(parts).reduce((sum, one) => sum + one.score, 0), parts };
}
