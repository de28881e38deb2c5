import { type Entry, nameOf, resolve } from "./fhir-bundle";
import {
  codeWords,
  isObject,
  type Json,
  type JsonObject,
  narrativeOf,
  resourceLines,
  textOf,
  wordsOf,
} from "./fhir-text";
import type { DraftRecord, Unread } from "./imported-case";
import { type Found, fromBase64, notRead, readInner } from "./inner";
import { momentIn, slug } from "./plain-text";
import type { Inside } from "./reader";

const KINDS: Record<string, DraftRecord["kind"]> = {
  Claim: "form",
  ClaimResponse: "letter",
  ExplanationOfBenefit: "letter",
  Communication: "message",
  CommunicationRequest: "message",
  DocumentReference: "letter",
  DiagnosticReport: "letter",
  Composition: "letter",
  ServiceRequest: "form",
  DeviceRequest: "form",
  MedicationRequest: "form",
  QuestionnaireResponse: "form",
  Task: "note",
};
const DECISIONS = new Set(["ClaimResponse", "ExplanationOfBenefit", "CoverageEligibilityResponse"]);
const TIMES = [
  "created",
  "authoredOn",
  "sent",
  "issued",
  "date",
  "effectiveDateTime",
  "occurrenceDateTime",
  "recordedDate",
  "timestamp",
];

export async function resourceRecords(
  { resource }: Entry,
  index: ReadonlyMap<string, Entry>,
  technical: Map<string, number>,
  inside: Inside,
  found: Found,
): Promise<DraftRecord[]> {
  const type = textOf(resource.resourceType);
  const period = isObject(resource.period) ? textOf(resource.period.start) : "";
  const time = TIMES.map((field) => textOf(resource[field])).find(Boolean) ?? period;
  const at = time ? momentIn(time) : null;
  const sender = senderOf(resource, index);
  const contents: { attachment: JsonObject; name: string; where: string }[] = [];
  const lines: string[] = DECISIONS.has(type) ? decisionLines(resource) : [];
  lines.push(
    ...resourceLines(resource, {
      reference: (reference) => referenceWords(reference, index),
      technical: (field) => technical.set(field, (technical.get(field) ?? 0) + 1),
      content: (attachment, path) => {
        const name =
          textOf(attachment.title) ||
          textOf(resource.description) ||
          `${type} ${wordsOf(path.split(" ")[0] ?? "")}`.trim();
        contents.push({ attachment, name, where: [nameOf(resource), path].filter(Boolean).join(" ") });
        return `[encoded content ${contents.length}: ${name}]`;
      },
    }),
  );
  const narrative = narrativeOf(resource);
  const records: DraftRecord[] = [
    {
      key: slug(nameOf(resource), type.toLowerCase()),
      kind: KINDS[type] ?? "other",
      sender,
      at,
      title: recordTitle(resource),
      text: [narrative, lines.join("\n")].filter(Boolean).join("\n\n"),
    },
  ];
  for (const { attachment, name, where } of contents) {
    const contentType = textOf(attachment.contentType) || textOf(attachment.sigFormat);
    const data = textOf(attachment.data);
    const bytes = fromBase64(data);
    if (!bytes) {
      found.unread.push(
        notRead(
          { name, type: contentType, bytes: data, where },
          "It is not base64 and cannot be decoded.",
          "Export it again.",
        ),
      );
      continue;
    }
    const inner = await readInner({ name, type: contentType, bytes, where, sender, at }, inside);
    records.push(...inner.records);
    found.warnings.push(...inner.warnings);
    found.unread.push(...inner.unread);
  }
  found.unread.push(...elsewhere(resource, index));
  return records;
}

/** Attachments of which the file holds only the address. */
function elsewhere(resource: JsonObject, index: ReadonlyMap<string, Entry>): Unread[] {
  const found: Unread[] = [];
  walk(resource, (object) => {
    const url = textOf(object.url);
    if (!url || !("contentType" in object) || "data" in object || resolve(url, index)) return;
    found.push({
      what: `${textOf(object.title) || "attachment"} (${textOf(object.contentType)}) in ${nameOf(resource)}`,
      why: "Only its address is in the file, not its content.",
      fix: "Download it where the file came from and import it together with this file.",
    });
  });
  return found;
}

/** Who wrote it, by name where the file has it. */
function senderOf(resource: JsonObject, index: ReadonlyMap<string, Entry>): string {
  for (const field of ["sender", "author", "requester", "insurer", "recorder"]) {
    const held = Array.isArray(resource[field]) ? resource[field][0] : resource[field];
    if (!isObject(held)) continue;
    const name = textOf(held.display) || personName(resolve(textOf(held.reference), index)?.resource);
    if (name) return name;
  }
  return "";
}

function personName(resource: JsonObject | undefined): string {
  if (!resource) return "";
  if (typeof resource.name === "string") return resource.name;
  const name = Array.isArray(resource.name) ? resource.name[0] : resource.name;
  if (!isObject(name)) return "";
  const given = Array.isArray(name.given) ? name.given.map(textOf).join(" ") : textOf(name.given);
  return [given, textOf(name.family)].filter(Boolean).join(" ") || textOf(name.text);
}

/**
 * `Harbor Health Plan (Organization/o1)`: whom or what a reference means, then how the file calls it. A patient's name is
 * not spread over the records that name the patient only by reference.
 */
function referenceWords(reference: string, index: ReadonlyMap<string, Entry>): string {
  const to = resolve(reference, index)?.resource;
  if (!to) return reference;
  const called = textOf(to.id) ? nameOf(to) : textOf(to.resourceType);
  const name = to.resourceType === "Patient" ? "" : personName(to);
  return name ? `${name} (${called})` : called;
}

export function recordTitle(resource: JsonObject): string {
  const type = textOf(resource.resourceType);
  const decision = type === "ClaimResponse" ? reviewActions(resource)[0] : undefined;
  return decision ? `ClaimResponse: ${decision}` : type;
}

/** Calls `see` for every object inside, in the order of the file. */
function walk(value: Json, see: (object: JsonObject) => void): void {
  const stack: Json[] = [value];
  while (stack.length > 0) {
    const one = stack.pop()!;
    if (isObject(one)) see(one);
    if (typeof one === "object" && one !== null)
      for (const inner of Object.values(one).reverse()) if (typeof inner === "object") stack.push(inner);
  }
}

/** The review decisions (X12 306: certified, modified, pended, not certified) wherever they stand in a response. */
function reviewActions(resource: JsonObject): string[] {
  const found = new Set<string>();
  walk(resource, (object) => {
    if (textOf(object.url).endsWith("reviewActionCode")) {
      const decision = codeWords(object.valueCodeableConcept);
      if (decision) found.add(decision);
    }
  });
  return [...found];
}

/** What was decided and why: the decision first, then the reason codes of adjudications and reviews, notes and errors. */
function decisionLines(resource: JsonObject): string[] {
  const outcome = textOf(resource.outcome);
  const decision = [
    ...reviewActions(resource),
    textOf(resource.disposition),
    outcome && `processing ${outcome}`,
  ]
    .filter(Boolean)
    .join("; ");
  const reasons = new Set<string>();
  const add = (value: Json | undefined) => {
    for (const one of Array.isArray(value) ? value : [value]) {
      const reason = codeWords(one);
      if (reason) reasons.add(reason);
    }
  };
  walk(resource, (object) => {
    add(object.reason);
    add(object.reviewReasonCode);
    add(object.denialReason);
    if (/reasonCode$/i.test(textOf(object.url))) add(object.valueCodeableConcept);
    for (const note of Array.isArray(object.processNote) ? object.processNote : [])
      if (isObject(note) && textOf(note.text)) reasons.add(textOf(note.text));
    for (const error of Array.isArray(object.error) ? object.error : []) if (isObject(error)) add(error.code);
  });
  return [
    ...(decision ? [`Decision: ${decision}`] : []),
    ...[...reasons].map((reason) => `Reason: ${reason}`),
  ];
}
