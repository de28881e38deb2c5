import {
  byPatient,
  entriesOf,
  indexOf,
  isBundle,
  isFhirResource,
  linkOf,
  mainOf,
  missingOf,
  nameOf,
  sayOrder,
} from "./fhir-bundle";
import { recordTitle, resourceRecords } from "./fhir-resource";
import { isObject, type Json, type JsonObject, leavesOf, textOf } from "./fhir-text";
import { type DraftCase, type DraftRecord, type ReadResult, RefusedFile } from "./imported-case";
import type { Found } from "./inner";
import { baseName } from "./plain-text";
import { FIT, type Inside, type Reader, result } from "./reader";

/** FHIR R4 as JSON: bundles, resources, lists and lines of them. */
export const fhirReader: Reader = {
  name: "FHIR R4",
  takes: ({ json, jsonLines }) =>
    isFhirResource(json) || allResources(json) || allResources(jsonLines) ? FIT.content : FIT.no,
  read(file, inside) {
    const lines = file.json === undefined;
    return readFhir(lines ? file.jsonLines : file.json, baseName(file.name), inside, lines);
  },
};

const allResources = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every(isFhirResource);

/**
 * FHIR R4: a Bundle, several, or resources by themselves; a record for each resource and each encoded content. One
 * case, or one for each patient where the resources are of several with nothing between them.
 * @param value the parsed file; an array for a list or for lines of JSON.
 * @throws RefusedFile for a bundle without entries.
 */
export async function readFhir(
  value: unknown,
  fallbackTitle: string,
  inside: Inside,
  bulk = false,
): Promise<ReadResult> {
  const found: Found = { records: [], warnings: [], unread: [] };
  const { warnings } = found;
  const roots = (Array.isArray(value) ? value : [value]) as Json[];
  const bundles = roots.filter(isBundle);
  const entries = roots.flatMap((root) => entriesOf(root, warnings));
  if (entries.length === 0)
    throw bundles.some((one) => Array.isArray(one.entry) && one.entry.length > 0)
      ? new RefusedFile(
          "fhir/no_resources",
          "None of the bundle's entries holds a resource.",
          "Export the bundle again with its resources.",
        )
      : new RefusedFile(
          "fhir/no_entries",
          "The FHIR bundle has no entries: there is nothing to read in it.",
          "Export the bundle again with its resources, or import the single resources.",
        );
  const index = indexOf(entries);
  const parts = byPatient(entries, index, warnings);
  const technical = new Map<string, number>();
  for (const bundle of bundles) countWrapping(bundle, technical);
  const cases: DraftCase[] = [];
  for (const [position, part] of parts.entries()) {
    const records: DraftRecord[] = [];
    for (const entry of part.entries)
      records.push(...(await resourceRecords(entry, index, technical, inside, found)));
    const main = mainOf(part.entries);
    const id = parts.length === 1 ? idOf(roots) : part.subject;
    cases.push({
      sourceId: id || undefined,
      title:
        bundles.length > 0 || parts.length > 1
          ? `${recordTitle(main ?? part.entries[0]!.resource)} (${fallbackTitle}${parts.length > 1 ? `, patient ${position + 1}` : ""})`
          : fallbackTitle,
      records,
      pages: {
        self: linkOf(bundles[0], "self"),
        next: linkOf(bundles.at(-1), "next"),
        bulk,
        subject: part.subject,
        known: part.entries.map((entry) => nameOf(entry.resource)),
        missing: missingOf(part.entries, index),
      },
    });
  }
  if (bundles.length === 1) sayOrder(bundles[0]!, entries, warnings);
  const left = [...technical].reduce((sum, [, count]) => sum + count, 0);
  if (left > 0)
    warnings.push({
      code: "fhir/technical",
      message: `${left} technical values got no line: ${[...technical].map(([field, count]) => `${field} ${count}`).join(", ")}.`,
    });
  const account = [{ unit: "records" as const, found: entries.length, kept: entries.length, leftOut: 0 }];
  return result("FHIR R4", { cases, warnings, unread: found.unread, account });
}

const idOf = (roots: readonly Json[]) =>
  roots.length === 1 && isObject(roots[0]) ? textOf(roots[0].id) : "";

/** What a bundle says of itself and of its entries (addresses, requests, searches) gets no line and is counted. */
function countWrapping(bundle: JsonObject, technical: Map<string, number>): void {
  const count = (name: string, value: Json) => {
    const leaves = leavesOf(value).length;
    if (leaves > 0) technical.set(name, (technical.get(name) ?? 0) + leaves);
  };
  for (const [key, value] of Object.entries(bundle))
    if (key !== "entry" && key !== "resourceType") count(`bundle ${key}`, value);
  for (const entry of Array.isArray(bundle.entry) ? bundle.entry : [])
    if (isObject(entry))
      for (const [key, value] of Object.entries(entry)) if (key !== "resource") count(`entry ${key}`, value);
}
