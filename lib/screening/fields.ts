import type { TextSpan } from "./finding";
import type { IdentifierKind } from "./kinds";
import { isOrdinary } from "./words";

/** What a field, column or key says of the value under it. A role ("patient", "owner") may hold a name or something else. */
export type FieldMeaning = IdentifierKind | "role" | "nothing";

/** A value that stands under a field name, with offsets in the visible text. */
export interface FieldValue {
  label: string;
  meaning: FieldMeaning;
  start: number;
  end: number;
}

/** What the form of a text says: values under names of fields, spans that a message format names, and what is only form. */
export interface Form {
  values: FieldValue[];
  /** Values of X12 and HL7 segments: the format itself says what they are. */
  spans: TextSpan[];
  /** Field names and segment names: never findings themselves. */
  names: { start: number; end: number }[];
  /** Lines of a message format: outside `spans` nothing in them is a finding, but for text for people. */
  coded: { start: number; end: number }[];
}

/** First match wins. Labels are matched as small words: "patientName", "PATIENT_NAME" and "Patient's name" are "patient name". */
const MEANINGS: [FieldMeaning, RegExp][] = [
  [
    "nothing",
    /\b(?:type|status|format|method|preference|reason|count|total|amount|quantity|version|percent|units?|category|relationship|verified|on file)$/,
  ],
  [
    "nothing",
    /^(?:re|subject|note|notes|summary|question|answer|status|state|country|sex|gender|race|ethnicity|age|language|decision|outcome|diagnosis|treatment|title|text|type|plan|assessment|result|history|hpi|cc|chief complaint)$/,
  ],
  [
    "nothing",
    /\b(?:cpt|hcpcs|icd(?: ?(?:9|10|11))?|ndc|drg|loinc|snomed|rxnorm|diagnosis|dx|procedure|proc|revenue|modifier|place of service|pos|taxonomy|denial|carc|rarc|reason|service|drug|product|billing|status|error|country|state|currency|language)(?: (?:type|code|codes|cd|id|name))$/,
  ],
  [
    "nothing",
    /\b(?:plan|drug|medication|product|form|file|event|test|procedure|service|program|document|template|model|brand|payer|payor|insurer|insurance|carrier|company|employer|organization|organisation|vendor|field|column|tool|function|domain|code|display|generic|group|queue|department|team)(?: |_)?names?$/,
  ],
  ["email", /\be ?mails?\b|\bemail ?(?:address)?$/],
  ["fax", /\bfax\b|\bfacsimile\b/],
  [
    "phone",
    /\b(?:phones?|telephone|tel|mobile|cell|landline|callback|call back|pager|sms|whatsapp|voicemail)\b(?!.*\b(?:type|call)s?$)/,
  ],
  ["ssn", /\bssn\b|\bsocial(?: security)?\b/],
  ["ip_address", /\bip(?: ?address)?$|\bipv[46]\b/],
  ["url", /\b(?:url|website|web ?site|web page|link|homepage)\b/],
  [
    "date",
    /\b(?:dob|d o b|birth ?(?:date|day)|date|dates|dos|admitted|admission|discharged?|deceased|death|died|effective|expires?|expiration|expiry|due|timestamp|period|issued|signed on|received on|created|updated|sent|start|end|onset|authored ?on)\b(?!.*\b(?:by|to|reason|status|type|id|number|diagnosis|facility|location|place|condition|name)$)/,
  ],
  [
    "geography",
    /\b(?:zip|zip ?code|postal|post ?code|postcode|street|address|addr|city|town|county|district|precinct|neighborhood|apt|apartment|suite|latitude|longitude|lat|lon|lng|geo|coordinates|location|place of birth|birth ?place|hometown|residence|parish)\b/,
  ],
  [
    "geography",
    /\b(?:hospital|clinic|facility|pharmacy|practice|school|site|nursing home|institution|church|shelter|lab|laboratory)(?: name)?$/,
  ],
  [
    "medical_record",
    /\b(?:mrn|mr ?(?:no|number)|medical record|chart|nhs|record (?:no|number|id)|patient (?:id|no|number|identifier))\b/,
  ],
  [
    "health_plan",
    /\b(?:(?:member|subscriber|policy|beneficiary|enrollee|insured|insurance|health ?plan|plan|group|medicare|medicaid|mbi|hicn|payer|coverage|dependent)(?: \w+)? (?:id|ids|no|num|number|identifier|code|#)|mbi|hicn|member ?id|subscriber ?id|policy)$/,
  ],
  [
    "account",
    /\b(?!.*\bname$)(?:account|acct|card|credit card|iban|routing|bank|invoice|billing|bill)(?: \w+)?(?: (?:id|no|num|number|#))?$/,
  ],
  ["licence", /\b(?:licen[cs]e|npi|dea|certificate|cert|passport|driver'?s?|permit|tax id|tin|ein|ptan)\b/],
  ["vehicle", /\b(?:vin|plate|license plate|vehicle)\b/],
  ["device", /\b(?:serial|udi|imei|imsi|device|mac address|implant|lot)\b/],
  ["photo", /\b(?:photo|picture|selfie|headshot|avatar)\b/],
  ["biometric", /\b(?:fingerprint|voiceprint|biometric|retina|iris)\b/],
  [
    "name",
    /\b(?:names?|surname|alias|aka|maiden|nickname|signature|signed by|signed|printed name|full ?name|attn|attention|contact person|next of kin|emergency contact|dear)\b(?!.*\b(?:id|number|type|code|history|size|plan|members?)$)/,
  ],
  [
    "name",
    /^(?:family|given|given ?name|family ?name|first|last|middle|first ?name|last ?name|fname|lname)$/,
  ],
  [
    "other_code",
    /\b(?:id|ids|identifier|uuid|guid|no|num|number|#|ref|reference|case|claim|confirmation|ticket|authorization|auth|trace|tracking|token|key|username|user ?name|login|user|badge|order|rx|prescription|accession|encounter|visit|employee|student|session|control|incident|docket|file)(?: (?:id|no|num|number|#))?$/,
  ],
  [
    "role",
    /\b(?:patient|member|client|caller|customer|resident|beneficiary|subscriber|enrollee|insured|claimant|applicant|appellant|complainant|requester|requestor|contact|owner|assignee|assigned to|agent|rep|representative|advocate|provider|physician|doctor|dr|nurse|therapist|caregiver|guardian|parent|mother|father|mom|dad|spouse|wife|husband|son|daughter|sister|brother|child|author|sender|recipient|from|to|cc|bcc|by|reviewer|reviewed by|prepared by|interviewer|interviewee|supervisor|manager|case manager|social worker|caseworker|attorney|witness|surgeon|pcp|attending|referring|person|user|practitioner|performer|requestor|subject name|seen by|approved by|denied by|spoke with|spoken with|called by|taken by|entered by)$/,
  ],
];

const known = new Map<string, FieldMeaning | null>();

/** What a field name says of its value; null where it says nothing. */
function fieldMeaning(label: string): FieldMeaning | null {
  const cached = known.get(label);
  if (cached !== undefined) return cached;
  const small = label
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replace(/'s\b/g, "")
    .replace(/[^\p{L}\p{N}#]+/gu, " ")
    .replace(/#/g, " # ")
    .replace(/\s+/g, " ")
    .trim();
  const meaning = MEANINGS.find(([, pattern]) => pattern.test(small))?.[0] ?? null;
  if (known.size > 5_000) known.clear();
  known.set(label, meaning);
  return meaning;
}

const JSON_LIKE = /[{[]\s*"/;
const LABEL_REACH = 48;
const LABEL_LIMIT = 4;
/** The words right before a colon, from the nearest mark on. */
const LABEL =
  /(?:^|[^\p{L}\p{N}_'/.# &-]|[ ]{2,}|\. )[ ]?("?)([\p{L}#][\p{L}\p{N}_'/.#&-]*(?: [\p{L}\p{N}_'/.#&-]+)*)(?: ?\(s\))?\1[ ]?$/u;

const VALUE_END =
  /\n|\||;|\t|[ ]{3,}|[ ,]+(?=[\p{L}][\p{L}_/']{1,20}(?: [\p{L}_/'#]{1,16}){0,3} ?[:=](?!\/\/))/u;
const VALUE_LIMIT = 240;

/** The longest end of the words that says something, as far as they are words of a label and no names. */
function tellingLabel(all: readonly string[]): { label: string; meaning: FieldMeaning | null } {
  let from = all.length;
  while (from > 0 && all.length - from < LABEL_LIMIT && labelWord(all[from - 1]!)) from--;
  for (; from < all.length; from++) {
    const label = all.slice(from).join(" ");
    const meaning = fieldMeaning(label);
    if (meaning) return { label, meaning };
  }
  return { label: "", meaning: null };
}

const labelWord = (word: string) =>
  /[_#/]|^\p{Lu}{1,6}$|\p{Ll}\p{Lu}/u.test(word) ||
  isOrdinary(word.toLowerCase().replace(/'s$/, "").replace(/[.,]/g, ""));

/** Values behind "label:" and "label=", the label as short as it still says something. */
function labelled(text: string, form: Form): void {
  const json = JSON_LIKE.test(text);
  for (const match of text.matchAll(/[:=]/g)) {
    const at = match.index;
    if (/\d/.test(text[at - 1] ?? "") && /\d/.test(text[at + 1] ?? "")) continue;
    if (text.startsWith("//", at + 1)) continue;
    const before = text.slice(Math.max(0, at - LABEL_REACH), at);
    const found = LABEL.exec(before);
    if (!found) continue;
    if (found[1] === '"' && json) continue;
    const { label, meaning } = tellingLabel(found[2]!.split(" "));
    if (!meaning) continue;
    const labelEnd = at - (before.length - (found.index + found[0].trimEnd().length)) - found[1]!.length;
    if (!label.includes(" ")) form.names.push({ start: labelEnd - label.length, end: labelEnd });
    let start = at + 1;
    while (text[start] === " " || text[start] === '"' || text[start] === "'") start++;
    if (text[start] === "\n") {
      start++;
      while (text[start] === " ") start++;
      const line = text.slice(start, start + 80).split("\n")[0]!;
      if (line.includes(":") || line === "" || line.length > 60) continue;
    }
    const rest = text.slice(start, start + VALUE_LIMIT);
    let end = start + rest.length;
    const stop = VALUE_END.exec(rest);
    if (stop) end = start + stop.index;
    while (end > start && /[\s"',;]/.test(text[end - 1]!)) end--;
    if (end > start) form.values.push({ label, meaning, start, end });
  }
}

const SEPARATORS = ["|", "\t", ","] as const;

function cells(line: string, separator: string): { start: number; end: number }[] {
  const out: { start: number; end: number }[] = [];
  let from = 0;
  let quoted = false;
  for (let i = 0; i <= line.length; i++) {
    if (line[i] === '"') quoted = !quoted;
    if (i < line.length && (line[i] !== separator || (quoted && separator === ","))) continue;
    let start = from;
    let end = i;
    while (start < end && /[\s"]/.test(line[start]!)) start++;
    while (end > start && /[\s"]/.test(line[end - 1]!)) end--;
    out.push({ start, end });
    from = i + 1;
  }
  return out;
}

/** Tables: a row of column names, then rows with as many cells. */
function tabled(text: string, form: Form): void {
  const lines: { start: number; text: string }[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    lines.push({ start: at, text: line });
    at += line.length + 1;
  }
  for (let i = 0; i + 1 < lines.length; i++) {
    const head = lines[i]!;
    if (head.text.length > 2_000) continue;
    const separator = SEPARATORS.find((one) => head.text.includes(one));
    if (!separator) continue;
    const columns = cells(head.text, separator);
    const labels = columns.map(({ start, end }) => head.text.slice(start, end));
    const meanings = labels.map((label) =>
      label.length > 0 && label.length <= 40 && label.split(" ").length <= 4 ? fieldMeaning(label) : null,
    );
    const telling = meanings.filter((one) => one !== null).length;
    if (columns.length < 2 || telling < (separator === "," ? Math.max(2, columns.length / 3) : 1)) continue;
    if (labels.some((label) => /\d{2}|[.?!]$/.test(label))) continue;
    let row = i + 1;
    for (; row < lines.length; row++) {
      const line = lines[row]!;
      if (/^[\s|:-]+$/.test(line.text) && line.text.includes("-")) continue;
      const values = cells(line.text, separator);
      if (values.length !== columns.length) break;
      for (const [column, { start, end }] of values.entries()) {
        const meaning = meanings[column];
        if (meaning && end > start)
          form.values.push({
            label: labels[column]!,
            meaning,
            start: line.start + start,
            end: line.start + end,
          });
      }
    }
    if (row > i + 1) {
      for (const { start, end } of columns)
        form.names.push({ start: head.start + start, end: head.start + end });
      i = row - 1;
    }
  }
}

const JSON_STRING = /"((?:[^"\\\n]|\\.){0,2000})"(\s*:)?|[{}[\],]|-?\d+(?:\.\d+)?/g;
const GENERIC_KEY =
  /^(?:text|value|display|line|use|prefix|suffix|reference|content|div|valueString|name|id|0)$/;

/** Values under the keys of JSON: the nearest key that says something, with the keys around it. */
function keyed(text: string, form: Form): void {
  if (!JSON_LIKE.test(text)) return;
  const keys: string[] = [];
  let key = "";
  for (const match of text.matchAll(JSON_STRING)) {
    const piece = match[0];
    if (piece === "{" || piece === "[") {
      keys.push(key);
      if (keys.length > 60) return;
      if (piece === "{") key = "";
    } else if (piece === "}" || piece === "]") key = keys.pop() ?? "";
    else if (piece === ",") continue;
    else if (match[2]) {
      key = match[1]!;
      form.names.push({ start: match.index + 1, end: match.index + 1 + key.length });
    } else {
      const around = keys.filter(Boolean);
      const parent = around.at(-1) === key ? around.at(-2) : around.at(-1);
      const label = GENERIC_KEY.test(key) ? `${parent ?? ""} ${key}`.trim() : key;
      const generic = GENERIC_KEY.test(key) && parent !== undefined;
      const meaning = (generic ? fieldMeaning(parent) : null) ?? fieldMeaning(label);
      const quoted = piece.startsWith('"');
      const start = match.index + (quoted ? 1 : 0);
      if (meaning)
        form.values.push({ label, meaning, start, end: start + (quoted ? match[1]! : piece).length });
    }
  }
}

type Element = [at: number, kind: IdentifierKind];

const X12: Record<string, Element[]> = {
  N3: [
    [1, "geography"],
    [2, "geography"],
  ],
  N4: [
    [1, "geography"],
    [3, "geography"],
  ],
  DMG: [[2, "date"]],
  DTP: [[3, "date"]],
  DTM: [[2, "date"]],
  BHT: [
    [3, "other_code"],
    [4, "date"],
  ],
  REF: [[2, "other_code"]],
  TRN: [[2, "other_code"]],
  CLM: [[1, "account"]],
  CLP: [
    [1, "account"],
    [7, "other_code"],
  ],
  SBR: [[3, "health_plan"]],
  BPR: [[16, "date"]],
};
/** Entities that are payers or clearing houses: their names identify nobody. */
const NOT_A_PERSON = new Set(["PR", "40", "41", "PE", "ACV", "X3"]);

const HL7: Record<string, Element[]> = {
  PID: [
    [2, "medical_record"],
    [3, "medical_record"],
    [4, "other_code"],
    [5, "name"],
    [6, "name"],
    [7, "date"],
    [9, "name"],
    [11, "geography"],
    [12, "geography"],
    [13, "phone"],
    [14, "phone"],
    [18, "account"],
    [19, "ssn"],
    [20, "licence"],
    [21, "other_code"],
    [29, "date"],
  ],
  NK1: [
    [2, "name"],
    [4, "geography"],
    [5, "phone"],
    [6, "phone"],
  ],
  PV1: [
    [3, "geography"],
    [7, "name"],
    [8, "name"],
    [9, "name"],
    [17, "name"],
    [19, "other_code"],
    [44, "date"],
    [45, "date"],
  ],
  IN1: [
    [16, "name"],
    [18, "date"],
    [19, "geography"],
    [36, "health_plan"],
    [49, "health_plan"],
    [8, "health_plan"],
    [12, "date"],
    [13, "date"],
  ],
  GT1: [
    [2, "other_code"],
    [3, "name"],
    [5, "geography"],
    [6, "phone"],
    [7, "phone"],
    [8, "date"],
    [12, "ssn"],
  ],
  ORC: [
    [2, "other_code"],
    [3, "other_code"],
    [9, "date"],
    [12, "name"],
  ],
  OBR: [
    [2, "other_code"],
    [3, "other_code"],
    [7, "date"],
    [16, "name"],
    [22, "date"],
  ],
  OBX: [
    [14, "date"],
    [16, "name"],
  ],
  MSH: [
    [6, "date"],
    [9, "other_code"],
  ],
  EVN: [
    [2, "date"],
    [5, "name"],
  ],
  SCH: [
    [1, "other_code"],
    [11, "date"],
  ],
  PRD: [
    [2, "name"],
    [3, "geography"],
    [5, "phone"],
  ],
};

const SEGMENT = /(?<=^|[~\n])[ ]*([A-Z][A-Z0-9]{1,2})([*|])([^~\n]{0,4000})/g;

/** X12 segments ("NM1*IL*1*DIAZ*ROSA") and HL7 version 2 segments ("PID|1||…") say by position what a value is. */
function segments(text: string, form: Form): void {
  if (!/(?:^|[~\n ])[A-Z][A-Z0-9]{1,2}(?:\*|\|)/.test(text)) return;
  for (const match of text.matchAll(SEGMENT)) {
    const [, name, separator, body] = match as unknown as [string, string, string, string];
    const positions = separator === "*" ? x12Elements(name, body) : HL7[name];
    const free = separator === "|" && (name === "NTE" || name === "OBX");
    if (!positions && !free && separator === "|") continue;
    if (separator === "*" && !/^[A-Z0-9 ]*[*]?/.test(body)) continue;
    const bodyAt = match.index + match[0].length - body.length;
    if (!free) form.coded.push({ start: match.index, end: bodyAt + body.length });
    let at = bodyAt;
    for (const [i, element] of body.split(separator).entries()) {
      const found = positions?.find(([position]) => position === i + 1);
      if (found && /[\p{L}\p{N}]/u.test(element)) addElement(form, found[1], element, at);
      at += element.length + 1;
    }
  }
}

function x12Elements(name: string, body: string): Element[] | undefined {
  const elements = body.split("*");
  if (name === "NM1") {
    if (NOT_A_PERSON.has(elements[0]!)) return undefined;
    const person = elements[1] === "1";
    const id: Element[] = [
      [9, elements[7] === "XX" ? "licence" : elements[7] === "34" ? "ssn" : "health_plan"],
    ];
    return person ? [[3, "name"], [4, "name"], [5, "name"], ...id] : [[3, "geography"], ...id];
  }
  if (name === "N1" && !NOT_A_PERSON.has(elements[0]!))
    return [
      [2, "name"],
      [4, "other_code"],
    ];
  if (name === "PER") {
    const kinds: Record<string, IdentifierKind> = {
      TE: "phone",
      FX: "fax",
      EM: "email",
      UR: "url",
      HP: "phone",
      WP: "phone",
    };
    return [
      [2, "name"],
      ...([2, 4, 6] as const).flatMap((i): Element[] => {
        const kind = kinds[elements[i] ?? ""];
        return kind ? [[i + 2, kind]] : [];
      }),
    ];
  }
  return X12[name];
}

function addElement(form: Form, kind: IdentifierKind, element: string, at: number): void {
  let start = at;
  for (const part of element.split("~")) {
    const components = kind === "geography" || kind === "phone" ? [part] : part.split("^");
    let from = start;
    for (const component of components) {
      if (
        /[\p{L}\p{N}]/u.test(component) &&
        (component.length > 1 || kind === "name") &&
        !/^(?:MR|MRN|DR|MD|SS|PI|L|D8)$/.test(component)
      )
        form.spans.push({
          start: from,
          end: from + component.length,
          kind,
          confidence: 0.97,
          reason: "the place of this value in its message",
        });
      from += component.length + 1;
    }
    start += part.length + 1;
  }
}

const ADDRESSED =
  /(?:(?<=[:,;][ ]{0,2})|(?<=^|\n))"?([\p{L}\p{M}][\p{L}\p{M} .,'-]{0,60}?)"?[ ]{1,2}<[^<>\s@]{1,64}@[^<>\s]{1,80}>/gu;

/** "Matilda Klein <m.klein@…>": the name before an address. */
function addressed(text: string, form: Form): void {
  if (!text.includes("@")) return;
  for (const match of text.matchAll(ADDRESSED)) {
    const start = match.index + match[0].indexOf(match[1]!);
    form.values.push({ label: "name", meaning: "name", start, end: start + match[1]!.length });
  }
}

/** Reads the form of a text; linear in its length. */
export function formOf(text: string): Form {
  const form: Form = { values: [], spans: [], names: [], coded: [] };
  labelled(text, form);
  tabled(text, form);
  keyed(text, form);
  segments(text, form);
  addressed(text, form);
  form.names.sort((a, b) => a.start - b.start || b.end - a.end);
  form.coded.sort((a, b) => a.start - b.start);
  form.values.sort((a, b) => a.start - b.start || b.end - a.end);
  return form;
}
