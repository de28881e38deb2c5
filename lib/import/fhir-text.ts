import { htmlToPlainText, writtenOut } from "./plain-text";

/** JSON whose numbers may be kept as their written text, so that 7.10 stays 7.10. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const textOf = (value: Json | undefined): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
const listOf = (value: Json | undefined): Json[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** What the lines of a resource are made with. */
export interface FhirWords {
  /** The words for a reference, such as `Rosa Diaz (Patient/p1)`. */
  reference(reference: string): string;
  /** Called for every encoded content; gives the line that stands in its place. */
  content(attachment: JsonObject, path: string): string;
  /** Called for each technical value that gets no line, by the name of its field. */
  technical(field: string): void;
}

const MAX_DEPTH = 40;
/** Types whose plain fields only make sense with the type before them: `patient name`, `organization address`. */
const NAMED_BY_TYPE = new Set([
  "Patient",
  "Practitioner",
  "RelatedPerson",
  "Person",
  "Organization",
  "Location",
  "Group",
]);
/** Fields that machines use; they get no line and are counted for the report. */
const TECHNICAL = new Set(["meta", "resourceType", "implicitRules", "fullUrl"]);
/** Identifier types of HL7 table 0203 in the words people use. */
export const IDENTIFIER_WORDS: Record<string, string> = {
  MR: "medical record number",
  MB: "member id",
  SN: "subscriber id",
  MC: "medicare number",
  MA: "medicaid number",
  SS: "social security number",
  DL: "driver license number",
  PPN: "passport number",
  AN: "account number",
  NPI: "NPI",
  PRN: "provider number",
  TAX: "tax id",
  EN: "employer number",
  PLAC: "placer number",
  FILL: "filler number",
  ACSN: "accession number",
  VN: "visit number",
  SNO: "serial number",
};

/** `subscriberId` as people read it: "subscriber id". */
export const wordsOf = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();

/** "Not Certified (A3)": the words first, the code in brackets. */
export function codeWords(value: Json | undefined): string {
  if (!isObject(value)) return "";
  const own = textOf(value.text);
  const codings = listOf(value.coding)
    .filter(isObject)
    .map((coding) => {
      const words = textOf(coding.display);
      const code = textOf(coding.code);
      return words && code ? `${words} (${code})` : words || code;
    });
  return [...new Set([own, ...codings].filter(Boolean))].join(", ");
}

/** The readable narrative of a resource; empty when it has none. */
export const narrativeOf = (resource: JsonObject): string =>
  isObject(resource.text) && textOf(resource.text.div)
    ? htmlToPlainText(textOf(resource.text.div), false).trim()
    : "";

/** Every field of a resource that people would read, as `path: value`, in the order of the file. */
export function resourceLines(resource: JsonObject, words: FhirWords): string[] {
  const type = textOf(resource.resourceType);
  const lines: string[] = [];
  objectLines(resource, NAMED_BY_TYPE.has(type) ? wordsOf(type) : "", lines, words, 0);
  return lines;
}

const join = (path: string, name: string) => [path, name].filter(Boolean).join(" ");

function valueLines(value: Json, path: string, lines: string[], words: FhirWords, depth: number): void {
  if (value === null || value === "") return;
  if (depth > MAX_DEPTH) {
    lines.push(...writtenOut(value).map((line) => `${path} ${line}`));
    return;
  }
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one !== "object" || one === null)) {
      if (value.length > 0) lines.push(`${path}: ${value.filter((one) => one !== null).join(" ")}`);
      return;
    }
    const short = value.map((one) => isObject(one) && readAtOnce(one, path, words));
    value.forEach((one, position) => {
      const numbered = value.length > 1 && !short[position] ? `${path} ${position + 1}` : path;
      valueLines(one, numbered, lines, words, depth + 1);
    });
    return;
  }
  if (!isObject(value)) {
    lines.push(`${path}: ${String(value)}`);
    return;
  }
  const known = readAtOnce(value, path, words);
  if (!known) {
    objectLines(value, path, lines, words, depth);
    return;
  }
  if (known.text) lines.push(`${known.path ?? path}: ${known.text}`);
  for (const field of known.technical ?? []) if (field in value) words.technical(field);
  const rest = Object.fromEntries(Object.entries(value).filter(([key]) => !known.used.includes(key)));
  objectLines(rest, path, lines, words, depth);
}

function objectLines(
  value: JsonObject,
  path: string,
  lines: string[],
  words: FhirWords,
  depth: number,
): void {
  for (const inner of listOf(value.contained)) {
    if (!isObject(inner)) continue;
    const narrative = narrativeOf(inner);
    const type = join(path, `contained ${wordsOf(textOf(inner.resourceType))}`);
    if (narrative) lines.push(`${type} text: ${narrative}`);
    objectLines(inner, type, lines, words, depth + 1);
  }
  for (const [key, inner] of Object.entries(value)) {
    if (key === "contained") continue;
    if (key === "extension" || key === "modifierExtension") {
      extensionLines(inner, path, lines, words, depth);
    } else if (TECHNICAL.has(key)) {
      if (key !== "resourceType") for (const _ of leavesOf(inner)) words.technical(key);
    } else if (key === "text" && isObject(inner) && "div" in inner) {
      if ("status" in inner) words.technical("text.status");
    } else if (key === "id" && depth > 0 && !("resourceType" in value)) words.technical("element id");
    else if (key === "data" && typeof inner === "string" && isEncoded(value)) {
      lines.push(`${join(path, "content")}: ${words.content(value, path)}`);
    } else valueLines(inner, join(path, wordsOf(key)), lines, words, depth + 1);
  }
}

/** Every single value inside. */
export function leavesOf(value: Json): (string | number | boolean)[] {
  const leaves: (string | number | boolean)[] = [];
  const stack: Json[] = [value];
  while (stack.length > 0) {
    const one = stack.pop()!;
    if (typeof one === "object" && one !== null) stack.push(...Object.values(one));
    else if (one !== null && one !== undefined) leaves.push(one);
  }
  return leaves;
}

/** An Attachment, a Binary or a Signature: `data` is base64 there and nowhere else. */
export const isEncoded = (value: JsonObject): boolean =>
  typeof value.data === "string" &&
  !("lowerLimit" in value || "origin" in value) &&
  ("contentType" in value ||
    value.resourceType === "Binary" ||
    "sigFormat" in value ||
    "who" in value ||
    "title" in value ||
    "size" in value ||
    "hash" in value ||
    Object.keys(value).length === 1);

function extensionLines(value: Json, path: string, lines: string[], words: FhirWords, depth: number): void {
  for (const extension of listOf(value)) {
    if (!isObject(extension)) continue;
    const name = textOf(extension.url)
      .split("/")
      .at(-1)!
      .replace(/^extension-/, "");
    if (textOf(extension.url).includes("/")) words.technical("extension.url");
    const { url: _url, ...rest } = extension;
    for (const [field, held] of Object.entries(rest)) {
      const at = join(path, wordsOf(name));
      if (field === "extension") {
        if (depth > MAX_DEPTH) lines.push(...writtenOut(held).map((line) => `${at} ${line}`));
        else extensionLines(held, at, lines, words, depth + 1);
      } else if (field === "id") words.technical("element id");
      else if (field === "valueBase64Binary" && typeof held === "string")
        lines.push(`${at}: ${words.content({ data: held }, at)}`);
      else
        valueLines(held, field.startsWith("value") ? at : join(at, wordsOf(field)), lines, words, depth + 1);
    }
  }
}

/** A data type that reads as one line; what `used` does not name gets lines of its own. */
interface OneLine {
  text: string;
  used: string[];
  technical?: string[];
  /** When another name than the field's says better what it is. */
  path?: string;
}

function readAtOnce(value: JsonObject, path: string, words: FhirWords): OneLine | null {
  if (Array.isArray(value.coding)) {
    for (const coding of value.coding)
      if (isObject(coding))
        for (const field of ["system", "version", "userSelected"])
          if (field in coding) words.technical(`coding.${field}`);
    const plain = value.coding.every(
      (coding) =>
        !isObject(coding) ||
        Object.keys(coding).every((key) =>
          ["system", "version", "code", "display", "userSelected", "id"].includes(key),
        ),
    );
    return plain ? { text: codeWords(value), used: ["coding", "text", "id"] } : null;
  }
  if (typeof value.reference === "string") {
    const shown = words.reference(value.reference);
    const display = textOf(value.display);
    return {
      text: display && !shown.includes(display) ? `${display} (${shown})` : shown,
      used: ["reference", "display", "type", "id"],
    };
  }
  if ("family" in value || "given" in value || (/(?:^| )name$/.test(path) && "text" in value))
    return nameLine(value);
  if ("line" in value || "postalCode" in value || (/(?:^| )address$/.test(path) && "text" in value))
    return addressLine(value);
  if (typeof value.text === "string" && !("div" in value)) return { text: value.text, used: ["text", "id"] };
  if (("start" in value || "end" in value) && typeof (value.start ?? value.end) === "string")
    return {
      text: `${textOf(value.start) || "open"} to ${textOf(value.end) || "open"}`,
      used: ["start", "end", "id"],
    };
  if (!("value" in value) || typeof value.value === "object") return codingLine(value);
  if ("unit" in value || "currency" in value || typeof value.value === "number") return amountLine(value);
  return identifierLine(value, path);
}

function codingLine(value: JsonObject): OneLine | null {
  if (typeof value.code !== "string" || !("display" in value || "system" in value)) return null;
  return {
    text: textOf(value.display) ? `${textOf(value.display)} (${value.code})` : value.code,
    used: ["code", "display", "system", "version", "userSelected", "id"],
    technical: ["system", "version", "userSelected"],
  };
}

const parts = (value: Json | undefined, between: string) =>
  listOf(value).map(textOf).filter(Boolean).join(between);
const inBrackets = (...notes: string[]) => {
  const held = notes.filter(Boolean);
  return held.length > 0 ? ` (${held.join(", ")})` : "";
};

function nameLine(value: JsonObject): OneLine {
  const composed = ["prefix", "given", "family", "suffix"]
    .map((field) => parts(value[field], " "))
    .filter(Boolean);
  const whole = composed.join(" ");
  const written = textOf(value.text);
  return {
    text: `${whole}${written && written !== whole ? `${whole ? ", written " : ""}${written}` : ""}${inBrackets(textOf(value.use))}`,
    used: ["prefix", "given", "family", "suffix", "text", "use", "id"],
  };
}

function addressLine(value: JsonObject): OneLine {
  const whole = [
    parts(value.line, ", "),
    textOf(value.city),
    textOf(value.district),
    [textOf(value.state), textOf(value.postalCode)].filter(Boolean).join(" "),
    textOf(value.country),
  ]
    .filter(Boolean)
    .join(", ");
  const written = textOf(value.text);
  return {
    text: `${whole}${written && written !== whole ? `${whole ? "; written " : ""}${written}` : ""}${inBrackets(textOf(value.use), textOf(value.type))}`,
    used: ["line", "city", "district", "state", "postalCode", "country", "text", "use", "type", "id"],
  };
}

function amountLine(value: JsonObject): OneLine {
  const code = textOf(value.code);
  const unit = textOf(value.unit) || textOf(value.currency) || code;
  return {
    text:
      [textOf(value.comparator), textOf(value.value), unit].filter(Boolean).join(" ") +
      (code && code !== unit ? ` (${code})` : ""),
    used: ["comparator", "value", "unit", "currency", "code", "system", "id"],
    technical: ["system"],
  };
}

/** A contact point or an identifier; an identifier's type becomes the name of its line: `patient member id`. */
function identifierLine(value: JsonObject, path: string): OneLine | null {
  const system = textOf(value.system);
  if (!("system" in value || "use" in value || "type" in value || /identifier$/.test(path))) return null;
  if (/^(?:phone|fax|email|pager|url|sms|other)$/.test(system))
    return {
      text: `${system} ${textOf(value.value)}${inBrackets(textOf(value.use))}`,
      used: ["system", "value", "use", "id"],
    };
  const codes = isObject(value.type) ? listOf(value.type.coding).filter(isObject) : [];
  const code = codes.map((one) => IDENTIFIER_WORDS[textOf(one.code)]).find(Boolean);
  const bySystem = /us-npi$/.test(system) ? "NPI" : /us-ssn$/.test(system) ? "social security number" : "";
  const label = code ?? (bySystem || (path === "patient identifier" ? "record number" : ""));
  const type = code ? "" : codeWords(value.type);
  return {
    text: `${type ? `${type} ` : ""}${textOf(value.value)}${inBrackets(textOf(value.use))}`,
    used: ["system", "value", "type", "use", "id"],
    technical: ["system"],
    path: label
      ? path
          .replace(/identifier$/, "")
          .trim()
          .concat(" ", label)
          .trim()
      : undefined,
  };
}
