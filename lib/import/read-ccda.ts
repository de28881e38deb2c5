import { type CdaWords, composed, linesOf } from "./ccda-lines";
import { narrativeText } from "./ccda-narrative";
import { hl7Time } from "./hl7-time";
import type { DraftRecord } from "./imported-case";
import { type Found, fromBase64, notRead, readInner } from "./inner";
import { baseName, momentIn } from "./plain-text";
import { FIT, type Inside, type Reader, result } from "./reader";
import { elementAt, elementsOf, parseXml, plainTextOf, rootNameOf, type XmlElement } from "./xml";

/** HL7 C-CDA: the head as lines, a record for each section, and every encoded body or picture by its own reader. */
export const ccdaReader: Reader = {
  name: "C-CDA document",
  takes: (file) => (rootNameOf(file.text) === "ClinicalDocument" ? FIT.content : FIT.no),
  async read(file, inside) {
    const root = parseXml(file.text ?? "");
    const title = plainTextOf(elementAt(root, "title")) || baseName(file.name);
    const technical = new Map<string, number>();
    const words: CdaWords = {
      technical: (field) => technical.set(field, (technical.get(field) ?? 0) + 1),
    };
    const time = hl7Time(elementAt(root, "effectiveTime")?.attributes.value ?? "");
    const at = time ? momentIn(time.slice(0, 16)) : null;
    const sender = authorOf(root);
    const head = elementsOf(root).filter((one) => one.name !== "component");
    const records: DraftRecord[] = [];
    const headLines = head.flatMap((one) => linesOf(one, "", words));
    if (headLines.length > 0) records.push({ kind: "note", sender, at, title, text: headLines.join("\n") });
    let coded = 0;
    for (const section of sectionsOf(root)) {
      const { text, entries } = sectionText(section.element, words);
      coded += entries;
      if (text.trim()) records.push({ kind: "note", sender, at, title: section.title || title, text });
    }
    const found = await encodedIn(root, title, { sender, at }, inside);
    const warnings = [...found.warnings];
    if (coded > 0)
      warnings.push({
        code: "ccda/entries",
        message: `${coded} coded entries behind the sections were not written out; the sections' own text says what they mean.`,
      });
    if (technical.size > 0)
      warnings.push({
        code: "ccda/technical",
        message: `Technical values got no line: ${[...technical].map(([field, count]) => `${field} ${count}`).join(", ")}.`,
      });
    const name = baseName(file.name);
    return result("C-CDA document", {
      loose: [...records, ...found.records].map((record) => ({ ...record, title: record.title || name })),
      warnings,
      unread: found.unread,
    });
  },
};

function authorOf(root: XmlElement): string {
  const author = elementAt(root, "author/assignedAuthor");
  if (!author) return "";
  const name = elementAt(author, "assignedPerson/name") ?? elementAt(author, "representedOrganization/name");
  return name ? composed(name) : "";
}

/** Sections in the order of the document, inner ones after the one they belong to, with the titles on the way. */
function sectionsOf(root: XmlElement): { element: XmlElement; title: string }[] {
  const found: { element: XmlElement; title: string }[] = [];
  const visit = (element: XmlElement, above: string) => {
    for (const child of elementsOf(element)) {
      if (child.name === "section") {
        const own =
          plainTextOf(elementAt(child, "title")) || plainTextOf(elementAt(child, "code/originalText"));
        const title = [above, own || (elementAt(child, "code")?.attributes.displayName ?? "")]
          .filter(Boolean)
          .join(": ");
        found.push({ element: child, title });
        visit(child, title);
      } else if (child.name === "component" || child.name === "structuredBody") visit(child, above);
    }
  };
  visit(root, "");
  return found;
}

/** The narrative of a section and the fields that people read; the entries only where there is no narrative. */
function sectionText(section: XmlElement, words: CdaWords): { text: string; entries: number } {
  const lines: string[] = [];
  const narrative = elementsOf(section)
    .filter((one) => one.name === "text")
    .map(narrativeText)
    .filter(Boolean)
    .join("\n\n");
  let entries = 0;
  for (const child of elementsOf(section)) {
    if (["text", "title", "component"].includes(child.name)) continue;
    if (child.name === "entry" && narrative) entries++;
    else if (!["code", "id", "templateId", "confidentialityCode", "languageCode"].includes(child.name))
      lines.push(...linesOf(child, "", words));
    else words.technical(`section ${child.name}`);
  }
  return { text: [narrative, lines.join("\n")].filter(Boolean).join("\n\n"), entries };
}

/** Encoded contents (a PDF as the body, a picture in a section), read by their own readers. */
async function encodedIn(
  root: XmlElement,
  title: string,
  from: { sender: string; at: string | null },
  inside: Inside,
): Promise<Found> {
  const found: Found = { records: [], warnings: [], unread: [] };
  const stack = [root];
  while (stack.length > 0) {
    const element = stack.pop()!;
    const { representation = "", mediaType = "" } = element.attributes;
    const body = element.name === "text" || element.name === "value" || element.name === "observationMedia";
    if (
      body &&
      (representation.toUpperCase() === "B64" || (mediaType && !/^text\/(?:plain|x-hl7)/.test(mediaType)))
    ) {
      const data = plainTextOf(element);
      const content = { name: title, type: mediaType, where: "the document's body" };
      const bytes = fromBase64(data);
      const address = elementAt(element, "reference")?.attributes.value ?? "";
      if (bytes) {
        const inner = await readInner({ ...content, bytes, ...from }, inside);
        found.records.push(...inner.records);
        found.warnings.push(...inner.warnings);
        found.unread.push(...inner.unread);
      } else if (data || address)
        found.unread.push(
          notRead(
            { ...content, bytes: data },
            address
              ? "Only its address is in the file, not its content."
              : "It is not base64 and cannot be decoded.",
            "Export it again, or import the content by itself.",
          ),
        );
      continue;
    }
    stack.push(...elementsOf(element).reverse());
  }
  const unstructured = elementAt(root, "component/nonXMLBody/text");
  if (unstructured && !unstructured.attributes.representation && plainTextOf(unstructured))
    found.records.push({ kind: "note", ...from, title, text: narrativeText(unstructured) });
  return found;
}
