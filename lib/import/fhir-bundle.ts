import { isObject, type Json, type JsonObject, textOf } from "./fhir-text";
import type { ImportMessage } from "./imported-case";

/** A FHIR resource: an object that names its own type. */
export function isFhirResource(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "resourceType" in value &&
    typeof value.resourceType === "string"
  );
}

/** A resource with what its bundle says of it. */
export interface Entry {
  resource: JsonObject;
  fullUrl: string;
}

export const isBundle = (value: Json): value is JsonObject =>
  isObject(value) && value.resourceType === "Bundle";
export const linkOf = (bundle: JsonObject | undefined, relation: string): string => {
  const links = Array.isArray(bundle?.link) ? bundle.link.filter(isObject) : [];
  return textOf(links.find((link) => link.relation === relation)?.url);
};
export const nameOf = (resource: JsonObject) => `${textOf(resource.resourceType)}/${textOf(resource.id)}`;

/** The resources of a bundle (bundles inside it opened too) or the resource itself. */
export function entriesOf(root: Json, warnings: ImportMessage[], depth = 0): Entry[] {
  if (!isObject(root)) {
    warnings.push({
      code: "fhir/no_resource",
      message: "A part of the file is no FHIR resource and made no record.",
    });
    return [];
  }
  if (!isBundle(root) || depth > 5) return [{ resource: root, fullUrl: "" }];
  const list = Array.isArray(root.entry) ? root.entry : [];
  return list.flatMap((entry, position) => {
    const resource = isObject(entry) ? entry.resource : undefined;
    if (!isObject(resource) || !isFhirResource(resource)) {
      warnings.push({
        code: "fhir/entry_without_resource",
        message: `Entry ${position + 1} holds no resource and made no record.`,
      });
      return [];
    }
    if (resource.resourceType === "Bundle") return entriesOf(resource, warnings, depth + 1);
    const fullUrl = isObject(entry) ? textOf(entry.fullUrl) : "";
    const id = textOf(resource.id);
    if (fullUrl.startsWith("http") && id && !fullUrl.endsWith(nameOf(resource)))
      warnings.push({
        code: "fhir/full_url",
        message: `Entry ${position + 1} calls itself ${nameOf(resource)}, its address ends in ${fullUrl.split("/").slice(-2).join("/")}.`,
      });
    return [{ resource, fullUrl }];
  });
}

export function mainOf(entries: readonly Entry[]): JsonObject | undefined {
  return entries.find(({ resource }) => /^Claim(?:Response)?$/.test(textOf(resource.resourceType)))?.resource;
}

export function sayOrder(bundle: JsonObject, entries: readonly Entry[], warnings: ImportMessage[]): void {
  const main = mainOf(entries);
  const first = entries[0]!.resource;
  if (main && main !== first)
    warnings.push({
      code: "fhir/first_entry",
      message: `The bundle opens with ${textOf(first.resourceType)}; a prior authorization bundle opens with its ${textOf(main.resourceType)}. It was read all the same.`,
    });
  const total = Number(bundle.total ?? 0);
  const matches = (Array.isArray(bundle.entry) ? bundle.entry : []).filter(
    (entry) =>
      !isObject(entry) ||
      !isObject(entry.search) ||
      entry.search.mode === undefined ||
      entry.search.mode === "match",
  ).length;
  if (total > matches && !linkOf(bundle, "next") && !linkOf(bundle, "self"))
    warnings.push({
      code: "fhir/total",
      message: `The bundle says that it has ${total} entries; ${matches} are in the file.`,
    });
}

/** Every name a resource can be referred to by, to its resource. */
export function indexOf(entries: readonly Entry[]): Map<string, Entry> {
  const index = new Map<string, Entry>();
  const add = (name: string, entry: Entry) => {
    if (name && !index.has(name)) index.set(name, entry);
  };
  for (const entry of entries) {
    add(entry.fullUrl, entry);
    if (textOf(entry.resource.id)) add(nameOf(entry.resource), entry);
  }
  for (const entry of entries) {
    const id = textOf(entry.resource.id);
    if (id) {
      add(`urn:uuid:${id}`, entry);
      add(`urn:oid:${id}`, entry);
    }
    if (entry.fullUrl.startsWith("http")) add(entry.fullUrl.split("/").slice(-2).join("/"), entry);
    const identifiers = entry.resource.identifier;
    for (const one of Array.isArray(identifiers) ? identifiers : [])
      if (isObject(one))
        add(
          `${textOf(entry.resource.resourceType)}?identifier=${textOf(one.system)}|${textOf(one.value)}`,
          entry,
        );
  }
  return index;
}

/** The resource a reference leads to: absolute, relative, versioned, by urn or by identifier. */
export function resolve(reference: string, index: ReadonlyMap<string, Entry>): Entry | undefined {
  const plain = reference.replace(/\/_history\/[^/]*$/, "");
  return (
    index.get(plain) ??
    (plain.startsWith("urn:") || plain.includes("?")
      ? undefined
      : index.get(plain.split("/").slice(-2).join("/")))
  );
}

const REFERENCE = /^(?:#|urn:|https?:|[A-Z][A-Za-z]+[/?])/;

function referencesIn(value: Json): string[] {
  const found: string[] = [];
  const stack: Json[] = [value];
  while (stack.length > 0) {
    const one = stack.pop()!;
    if (Array.isArray(one)) for (const inner of one) stack.push(inner);
    else if (isObject(one)) {
      if (typeof one.reference === "string" && REFERENCE.test(one.reference)) found.push(one.reference);
      for (const inner of Object.values(one)) if (typeof inner === "object") stack.push(inner);
    }
  }
  return found;
}

export function missingOf(entries: readonly Entry[], index: ReadonlyMap<string, Entry>): string[] {
  const missing = new Set<string>();
  for (const { resource } of entries) {
    const contained = new Set(
      (Array.isArray(resource.contained) ? resource.contained : [])
        .filter(isObject)
        .map((inner) => `#${textOf(inner.id)}`),
    );
    for (const reference of referencesIn(resource))
      if (
        reference.startsWith("#")
          ? reference !== "#" && !contained.has(reference)
          : !resolve(reference, index)
      )
        missing.add(reference);
  }
  return [...missing].sort();
}

/** Types that many patients share: a reference to one of them ties nothing together. */
const SHARED = new Set([
  "Organization",
  "Practitioner",
  "PractitionerRole",
  "Location",
  "HealthcareService",
  "Endpoint",
  "InsurancePlan",
  "Medication",
  "Device",
  "Questionnaire",
  "Substance",
]);

interface Part {
  subject: string;
  entries: Entry[];
}

/** The resources by what ties them together; several parts only where each is about a patient of its own. */
export function byPatient(
  entries: readonly Entry[],
  index: ReadonlyMap<string, Entry>,
  warnings: ImportMessage[],
): Part[] {
  const parents = new Map<unknown, unknown>();
  const rootOf = (node: unknown): unknown => {
    let at = node;
    while (parents.has(at)) at = parents.get(at);
    while (parents.has(node)) {
      const next = parents.get(node);
      parents.set(node, at);
      node = next;
    }
    return at;
  };
  const tie = (a: unknown, b: unknown) => {
    const [first, second] = [rootOf(a), rootOf(b)];
    if (first !== second) parents.set(first, second);
  };
  const isShared = (entry: Entry) => SHARED.has(textOf(entry.resource.resourceType));
  const own = entries.filter((entry) => !isShared(entry));
  const patients = new Map<unknown, string>();
  for (const entry of own) {
    if (entry.resource.resourceType === "Patient") patients.set(entry, nameOf(entry.resource));
    for (const reference of referencesIn(entry.resource)) {
      const to = resolve(reference, index);
      const name = reference.split("/").slice(-2).join("/");
      if (to && !isShared(to)) tie(entry, to);
      else if (!to && name.startsWith("Patient/")) {
        patients.set(name, name);
        tie(entry, name);
      }
    }
  }
  const subjects = new Map<unknown, string>();
  for (const [node, name] of patients) if (!subjects.has(rootOf(node))) subjects.set(rootOf(node), name);
  if (subjects.size <= 1) return [{ subject: [...subjects.values()][0] ?? "", entries: [...entries] }];
  const parts = new Map<unknown, Part>();
  for (const entry of own) {
    const root = subjects.has(rootOf(entry)) ? rootOf(entry) : null;
    const part = parts.get(root) ?? { subject: root === null ? "" : subjects.get(root)!, entries: [] };
    parts.set(root, part);
    part.entries.push(entry);
  }
  shareOut(entries.filter(isShared), index, parts);
  warnings.push({
    code: "fhir/patients",
    message: `The resources are about ${subjects.size} patients with nothing between them; each became a case. Organizations and people they share stand in each.`,
  });
  if (parts.has(null))
    warnings.push({
      code: "fhir/no_patient",
      message: `${parts.get(null)!.entries.length} resources lead to no patient; they stand in a case of their own.`,
    });
  return [...parts.values()];
}

/** Shared resources go into every part that refers to them, also by way of another shared one; the rest stay together. */
function shareOut(
  shared: readonly Entry[],
  index: ReadonlyMap<string, Entry>,
  parts: Map<unknown, Part>,
): void {
  const used = new Set<Entry>();
  const order = new Map(shared.map((entry, position) => [entry, position]));
  for (const part of parts.values()) {
    const found = new Set<Entry>();
    const stack = [...part.entries];
    while (stack.length > 0)
      for (const reference of referencesIn(stack.pop()!.resource)) {
        const to = resolve(reference, index);
        if (!to || !order.has(to) || found.has(to)) continue;
        found.add(to);
        stack.push(to);
      }
    part.entries.push(...[...found].sort((a, b) => order.get(a)! - order.get(b)!));
    for (const one of found) used.add(one);
  }
  const rest = shared.filter((entry) => !used.has(entry));
  if (rest.length === 0) return;
  const part = parts.get(null) ?? { subject: "", entries: [] };
  parts.set(null, part);
  part.entries.push(...rest);
}
