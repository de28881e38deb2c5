import { type Json, wordsOf } from "./fhir-text";
import { RefusedFile } from "./imported-case";
import { baseName } from "./plain-text";
import { readFhir } from "./read-fhir";
import { FIT, type Reader, result } from "./reader";
import { elementAt, elementsOf, parseXml, plainTextOf, rawTextOf, rootNameOf, type XmlElement } from "./xml";

const FHIR_SPACE = "http://hl7.org/fhir";
/** Fields of FHIR that are lists even when one value stands there. */
const LISTS = new Set(
  "entry link coding extension modifierExtension contained given prefix suffix line identifier telecom address name content payload item adjudication processNote error note".split(
    " ",
  ),
);

/** FHIR R4 as XML. */
export const fhirXmlReader: Reader = {
  name: "FHIR R4 (XML)",
  takes: (file) =>
    /^[A-Z]/.test(rootNameOf(file.text)) && file.text!.slice(0, 20_000).includes(`"${FHIR_SPACE}"`)
      ? FIT.content
      : FIT.no,
  read: (file, inside) => readFhir(fhirValue(parseXml(file.text ?? "")), baseName(file.name), inside),
};

/** An element of FHIR's XML as the JSON that means the same; the narrative becomes its HTML. */
function fhirValue(element: XmlElement): Json {
  const { value, url, id } = element.attributes;
  const inner = elementsOf(element);
  if (value !== undefined && inner.length === 0) return value;
  const object: { [key: string]: Json } = {};
  if (/^[A-Z]/.test(element.name)) object.resourceType = element.name;
  if (url !== undefined) object.url = url;
  if (id !== undefined) object.id = id;
  if (value !== undefined) object.value = value;
  for (const child of inner) {
    const resource = ["resource", "contained"].includes(child.name) ? elementsOf(child)[0] : undefined;
    const held: Json = child.name === "div" ? `<div>${htmlOf(child)}</div>` : fhirValue(resource ?? child);
    const before = object[child.name];
    if (Array.isArray(before)) before.push(held);
    else if (before !== undefined) object[child.name] = [before, held];
    else
      object[child.name] =
        LISTS.has(child.name) && !(child.name === "name" && typeof held === "string") ? [held] : held;
  }
  return object;
}

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

function htmlOf(element: XmlElement): string {
  return element.children
    .map((one) => (typeof one === "string" ? escaped(one) : `<${one.name}>${htmlOf(one)}</${one.name}>`))
    .join("");
}

/** XML of a form that no other reader knows. */
export const xmlReader: Reader = {
  name: "XML",
  takes: (file) => {
    const root = rootNameOf(file.text);
    if (root === "" || /^(?:html|body|head|div|p|table|span|font|!doctype)$/i.test(root)) return FIT.no;
    return file.extension === "xml" || file.head.includes("<?xml") ? FIT.form : FIT.no;
  },
  read(file) {
    const root = parseXml(file.text ?? "");
    const lines: string[] = [];
    writeOut(root, "", lines);
    if (lines.length === 0)
      throw new RefusedFile(
        "xml/nothing",
        "There is no text in this XML.",
        "Export it again with its content.",
      );
    return result("XML", {
      loose: [
        {
          kind: "other",
          title: plainTextOf(elementAt(root, "title")) || baseName(file.name),
          text: lines.join("\n"),
        },
      ],
      warnings: [
        {
          code: "xml/unknown_form",
          message: "The form of this XML is not known. It was written out as text; check that it reads well.",
        },
      ],
    });
  },
};

function writeOut(element: XmlElement, path: string, lines: string[]): void {
  const at = [path, wordsOf(element.name)].filter(Boolean).join(" ");
  for (const [name, value] of Object.entries(element.attributes))
    if (value.trim() && !/^xmlns|^schemaLocation$/.test(name)) lines.push(`${at} ${wordsOf(name)}: ${value}`);
  const inner = elementsOf(element);
  const text =
    inner.length === 0
      ? rawTextOf(element).trim()
      : element.children
          .filter((one) => typeof one === "string")
          .join(" ")
          .replace(/\s+/g, " ")
          .trim();
  if (text) lines.push(`${at}: ${text}`);
  for (const child of inner) writeOut(child, at, lines);
}
