import { type DraftCase, type DraftRecord, type ImportMessage, RefusedFile } from "./imported-case";
import { baseName, htmlToPlainText, momentIn, slug, writtenOut } from "./plain-text";
import { FIT, type Reader, result } from "./reader";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");

export const fhirReader: Reader = {
  name: "FHIR R4",
  takes: ({ json }) =>
    isFhirResource(json) || (Array.isArray(json) && json.length > 0 && json.every(isFhirResource))
      ? FIT.content
      : FIT.no,
  read(file) {
    const { draft, warnings } = readFhir(file.json, baseName(file.name));
    return result("FHIR R4", { cases: [draft], warnings });
  },
};

/** A FHIR resource: an object that names its own type. */
export function isFhirResource(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "resourceType" in value &&
    typeof value.resourceType === "string"
  );
}

/**
 * A FHIR R4 Bundle (one case, one record for each resource) or resources by themselves. The narrative comes first,
 * then every field people read, one a line, the codes beside their words. References that lead nowhere are named.
 * @throws RefusedFile for a bundle without entries.
 */
export function readFhir(
  value: unknown,
  fallbackTitle: string,
): { draft: DraftCase; warnings: ImportMessage[] } {
  const root = value as Json;
  const warnings: ImportMessage[] = [];
  let resources: JsonObject[];
  let title = fallbackTitle;
  if (isObject(root) && root.resourceType === "Bundle") {
    const entries = Array.isArray(root.entry) ? root.entry : [];
    if (entries.length === 0)
      throw new RefusedFile(
        "fhir/no_entries",
        "The FHIR bundle has no entries: there is nothing to read in it.",
        "Export the bundle again with its resources, or import the single resources.",
      );
    resources = [];
    entries.forEach((entry, position) => {
      const resource = isObject(entry) ? entry.resource : undefined;
      if (isObject(resource) && isFhirResource(resource)) {
        resources.push(resource);
        const url = isObject(entry) ? text(entry.fullUrl) : "";
        const id = text(resource.id);
        if (url.startsWith("http") && id && !url.endsWith(`${text(resource.resourceType)}/${id}`)) {
          warnings.push({
            code: "fhir/full_url",
            message: `Entry ${position + 1} calls itself ${nameOf(resource)}, its address ends in ${url.split("/").slice(-2).join("/")}.`,
          });
        }
      } else
        warnings.push({
          code: "fhir/entry_without_resource",
          message: `Entry ${position + 1} holds no resource and made no record.`,
        });
    });
    if (resources.length === 0)
      throw new RefusedFile(
        "fhir/no_resources",
        "None of the bundle's entries holds a resource.",
        "Export the bundle again with its resources.",
      );
    const first = text(resources[0]!.resourceType);
    const main = resources.find(
      (resource) => resource.resourceType === "Claim" || resource.resourceType === "ClaimResponse",
    );
    if (main && main !== resources[0])
      warnings.push({
        code: "fhir/first_entry",
        message: `The bundle opens with ${first}; a prior authorisation bundle opens with its ${text(main.resourceType)}. It was read all the same.`,
      });
    title = `${main ? recordTitle(main) : first} (${fallbackTitle})`;
  } else {
    resources = (Array.isArray(root) ? root : [root]).filter((one): one is JsonObject => isObject(one));
  }
  const known = new Set(resources.map(nameOf));
  const missing = new Set<string>();
  for (const resource of resources)
    collectReferences(resource, (reference) => {
      if (!reference.startsWith("#") && !known.has(reference.split("/").slice(-2).join("/")))
        missing.add(reference);
    });
  if (missing.size > 0) {
    warnings.push({
      code: "fhir/missing_reference",
      message: `${missing.size} ${missing.size === 1 ? "resource is" : "resources are"} referred to but not in the file: ${[...missing].sort().slice(0, 30).join(", ")}.`,
    });
  }
  return {
    draft: {
      sourceId: isObject(root) ? text(root.id) || undefined : undefined,
      title,
      records: resources.map(resourceRecord),
    },
    warnings,
  };
}

const nameOf = (resource: JsonObject) => `${text(resource.resourceType)}/${text(resource.id)}`;

function collectReferences(value: Json, see: (reference: string) => void, depth = 0): void {
  if (depth > 60) return;
  if (Array.isArray(value)) for (const one of value) collectReferences(one, see, depth + 1);
  else if (isObject(value)) {
    if (typeof value.reference === "string" && /^(?:#|urn:|https?:|[A-Z][A-Za-z]+\/)/.test(value.reference))
      see(value.reference);
    for (const one of Object.values(value)) collectReferences(one, see, depth + 1);
  }
}

const KINDS: Record<string, DraftRecord["kind"]> = {
  Claim: "form",
  ClaimResponse: "letter",
  Communication: "message",
  CommunicationRequest: "message",
  DocumentReference: "letter",
  ServiceRequest: "form",
  DeviceRequest: "form",
  MedicationRequest: "form",
  QuestionnaireResponse: "form",
  Task: "note",
};

function resourceRecord(resource: JsonObject): DraftRecord {
  const type = text(resource.resourceType);
  const narrative = isObject(resource.text) ? htmlToPlainText(text(resource.text.div), false).trim() : "";
  const lines: string[] = [];
  const decision = type === "ClaimResponse" ? decisionLine(resource) : "";
  if (decision) lines.push(decision);
  const reason = type === "ClaimResponse" ? denialReasons(resource) : [];
  lines.push(...reason.map((one) => `Reason: ${one}`));
  fieldLines(
    type === "Patient"
      ? { ...resource, identifier: null, recordNumber: resource.identifier ?? null }
      : resource,
    "",
    lines,
    0,
  );
  const time = ["created", "authoredOn", "sent", "issued", "date", "timestamp"]
    .map((field) => text(resource[field]))
    .find(Boolean);
  return {
    key: slug(nameOf(resource), type.toLowerCase()),
    kind: KINDS[type] ?? "other",
    sender: "",
    at: time ? momentIn(time) : null,
    title: recordTitle(resource),
    text: [narrative, lines.join("\n")].filter(Boolean).join("\n\n"),
  };
}

function recordTitle(resource: JsonObject): string {
  const type = text(resource.resourceType);
  const decision = type === "ClaimResponse" ? reviewActions(resource)[0] : undefined;
  return decision ? `ClaimResponse: ${decision}` : type;
}

/** The review decisions (X12 306: certified, modified, pended, not certified) wherever they stand in a response. */
function reviewActions(value: Json, found: string[] = [], depth = 0): string[] {
  if (depth > 60) return found;
  if (Array.isArray(value)) for (const one of value) reviewActions(one, found, depth + 1);
  else if (isObject(value)) {
    if (text(value.url).endsWith("reviewActionCode")) {
      const words = codeWords(value.valueCodeableConcept);
      if (words) found.push(words);
    }
    for (const one of Object.values(value)) reviewActions(one, found, depth + 1);
  }
  return found;
}

function decisionLine(resource: JsonObject): string {
  const actions = [...new Set(reviewActions(resource))];
  const outcome = text(resource.outcome);
  const disposition = text(resource.disposition);
  return actions.length + outcome.length + disposition.length === 0
    ? ""
    : `Decision: ${[...actions, disposition, outcome && `processing ${outcome}`].filter(Boolean).join("; ")}`;
}

/** Why: reason codes of adjudications and reviews, process notes and errors. */
function denialReasons(value: Json, found: string[] = [], depth = 0): string[] {
  if (depth > 60) return found;
  if (Array.isArray(value)) for (const one of value) denialReasons(one, found, depth + 1);
  else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      if (key === "reason" || key === "reviewReasonCode")
        for (const one of Array.isArray(inner) ? inner : [inner]) push(found, codeWords(one));
      else if (key === "url" && /reasonCode$/i.test(text(inner)))
        push(found, codeWords(value.valueCodeableConcept));
      else if (key === "processNote")
        for (const one of Array.isArray(inner) ? inner : []) push(found, isObject(one) ? text(one.text) : "");
      else denialReasons(inner, found, depth + 1);
    }
  }
  return found;
}

const push = (found: string[], value: string) => {
  if (value && !found.includes(value)) found.push(value);
};

/** "Not Certified (A3)": the words first, the code in brackets. */
function codeWords(value: Json | undefined): string {
  if (!isObject(value)) return "";
  const own = text(value.text);
  const codings = (Array.isArray(value.coding) ? value.coding : []).filter(isObject).map((coding) => {
    const words = text(coding.display);
    const code = text(coding.code);
    return words && code ? `${words} (${code})` : words || code;
  });
  return [own, ...codings].filter(Boolean).join(", ");
}

/** `subscriberId` as people read it: "subscriber id". */
const words = (name: string) => name.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();

const SILENT = new Set(["resourceType", "text", "meta", "id", "url", "system", "use", "contained"]);

/** Every field a person would read, as `path: value`, in the order of the file. */
function fieldLines(value: Json, path: string, lines: string[], depth: number): void {
  if (depth > 40) {
    lines.push(...writtenOut(value).map((line) => `${path} ${line}`));
    return;
  }
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one !== "object" || one === null)) {
      if (value.length > 0) lines.push(`${path}: ${value.join(" ")}`);
      return;
    }
    value.forEach((one, position) => {
      fieldLines(one, value.length > 1 ? `${path} ${position + 1}` : path, lines, depth + 1);
    });
    return;
  }
  if (!isObject(value)) {
    if (value !== null && value !== "") lines.push(`${path}: ${String(value)}`);
    return;
  }
  const short = depth > 0 ? oneLine(value) : "";
  if (short) {
    lines.push(`${path}: ${short}`);
    return;
  }
  if (Array.isArray(value.contained)) {
    for (const inner of value.contained)
      if (isObject(inner))
        fieldLines(
          inner,
          [path, `contained ${text(inner.resourceType)}`].filter(Boolean).join(" "),
          lines,
          depth + 1,
        );
  }
  for (const [key, inner] of Object.entries(value)) {
    if (key === "extension" || key === "modifierExtension") {
      for (const extension of Array.isArray(inner) ? inner : []) {
        if (!isObject(extension)) continue;
        const name = text(extension.url)
          .split("/")
          .at(-1)!
          .replace(/^extension-/, "");
        const { url: _url, ...rest } = extension;
        for (const [field, held] of Object.entries(rest))
          fieldLines(
            field === "extension" ? { extension: held } : held,
            [path, words(name)].filter(Boolean).join(" "),
            lines,
            depth + 1,
          );
      }
      continue;
    }
    if (SILENT.has(key) && !(key === "text" && typeof inner === "string") && !(key === "id" && depth === 0))
      continue;
    fieldLines(inner, [path, words(key)].filter(Boolean).join(" "), lines, depth + 1);
  }
}

/** Data types that read as one line: codes, references, names, identifiers, money, quantities, periods, addresses. */
function oneLine(value: JsonObject): string {
  if (Array.isArray(value.coding)) return codeWords(value);
  if (typeof value.reference === "string")
    return [value.reference, text(value.display)].filter(Boolean).join(" ");
  if ("family" in value || "given" in value) {
    const parts = (field: string) =>
      Array.isArray(value[field])
        ? value[field].filter((one) => typeof one === "string").join(" ")
        : text(value[field]);
    return [parts("prefix"), parts("given"), parts("family"), parts("suffix")].filter(Boolean).join(" ");
  }
  if ("line" in value || "postalCode" in value) {
    const line = Array.isArray(value.line)
      ? value.line.filter((one) => typeof one === "string").join(", ")
      : "";
    return [
      line,
      text(value.city),
      [text(value.state), text(value.postalCode)].filter(Boolean).join(" "),
      text(value.country),
    ]
      .filter(Boolean)
      .join(", ");
  }
  if ("start" in value || "end" in value) return `${text(value.start)} to ${text(value.end)}`;
  if (typeof value.value === "number")
    return [String(value.value), text(value.unit) || text(value.currency) || text(value.code)]
      .filter(Boolean)
      .join(" ");
  if (typeof value.value === "string" && !("extension" in value)) {
    const type = isObject(value.type) ? codeWords(value.type) : "";
    const assigner =
      isObject(value.assigner) && isObject(value.assigner.identifier)
        ? `, assigned by ${text(value.assigner.identifier.value)}`
        : "";
    const system = /^(?:phone|fax|email|pager|url|sms)$/.test(text(value.system))
      ? text(value.system)
      : text(value.system).endsWith("/us-npi")
        ? "NPI"
        : "";
    return [system, type, value.value].filter(Boolean).join(" ") + assigner;
  }
  if (typeof value.code === "string" && ("display" in value || "system" in value) && !("extension" in value))
    return text(value.display) ? `${text(value.display)} (${value.code})` : value.code;
  return "";
}
