import { XMLParser, XMLValidator } from "fast-xml-parser";
import { RefusedFile } from "./imported-case";

/** An element in the order of the file; prefixes of names are gone. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
}

/** Entities are kept as they stand: whatever a document declares is never expanded. */
const PARSER = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  removeNSPrefix: true,
  cdataPropName: "#cdata",
  maxNestedTags: 200,
});

const NAMED: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", nbsp: "\u00a0" };

/** The five entities of XML and characters by number; any other stays as written. */
function decodeEntities(text: string): string {
  return text.includes("&")
    ? text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,4}));/g, (whole, decimal, hex, name) => {
        if (name) return NAMED[name] ?? whole;
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
        if (code > 0x10ffff) return whole;
        return code >= 0xd800 && code <= 0xdfff ? String.fromCharCode(code) : String.fromCodePoint(code);
      })
    : text;
}

type Raw = Record<string, unknown>;

function elementOf(raw: Raw): XmlElement | string | null {
  const name = Object.keys(raw).find((key) => key !== ":@");
  if (name === undefined || name.startsWith("?")) return null;
  if (name === "#text") return decodeEntities(String(raw[name]));
  const inner = raw[name] as Raw[];
  if (name === "#cdata") return inner.map((one) => String(one["#text"] ?? "")).join("");
  return {
    name,
    attributes: Object.fromEntries(
      Object.entries((raw[":@"] ?? {}) as Record<string, string>).map(([key, value]) => [
        key,
        decodeEntities(String(value)),
      ]),
    ),
    children: inner.map(elementOf).filter((one) => one !== null),
  };
}

/**
 * The root element of an XML document, as text: nothing it declares is fetched or expanded.
 * @throws {RefusedFile} when it is no well-formed XML; reading on would lose what follows the fault
 */
export function parseXml(text: string): XmlElement {
  const clean = text.replace(/^\ufeff?\s*/, "");
  const fault = XMLValidator.validate(clean);
  const mended =
    fault === true || clean.includes("<![CDATA[") ? clean : clean.replace(/&(?!#?\w{1,31};)/g, "&amp;");
  const left = fault === true ? true : mended === clean ? fault : XMLValidator.validate(mended);
  const broken = (what: string) =>
    new RefusedFile(
      "xml/broken",
      `The file is not well-formed XML${what}.`,
      "Export it again; check that the file was not cut off.",
    );
  if (left !== true) throw broken(left.err.line ? `: it breaks in line ${left.err.line}` : "");
  let raw: Raw[];
  try {
    raw = PARSER.parse(mended) as Raw[];
  } catch {
    throw broken(": its elements lie too deep inside one another");
  }
  const root = raw.map(elementOf).find((one): one is XmlElement => typeof one === "object" && one !== null);
  if (!root) throw broken("");
  return root;
}

export const elementsOf = (element: XmlElement): XmlElement[] =>
  element.children.filter((one): one is XmlElement => typeof one !== "string");

/** The first element at a path of names, such as `assignedAuthor/assignedPerson`. */
export function elementAt(element: XmlElement, path: string): XmlElement | undefined {
  let at: XmlElement | undefined = element;
  for (const name of path.split("/")) at = at && elementsOf(at).find((one) => one.name === name);
  return at;
}

/** All text inside, blanks made single. */
export const plainTextOf = (element: XmlElement | string | undefined): string =>
  element === undefined
    ? ""
    : (typeof element === "string" ? element : rawTextOf(element)).replace(/\s+/g, " ").trim();

/** All text inside, exactly as it stands. */
export const rawTextOf = (element: XmlElement): string =>
  element.children.map((one) => (typeof one === "string" ? one : rawTextOf(one))).join("");

/** The name of the root element, from the first characters of a text; "" when it does not begin like XML. */
export function rootNameOf(text: string | null): string {
  if (text === null) return "";
  const head = text.slice(0, 20_000).replace(/^\ufeff?\s*/, "");
  if (!head.startsWith("<")) return "";
  let at = 0;
  while (at < head.length) {
    const open = head.indexOf("<", at);
    if (open < 0) return "";
    const skip = head.startsWith("<!--", open)
      ? "-->"
      : head.startsWith("<?", open)
        ? "?>"
        : head.startsWith("<!", open)
          ? ">"
          : "";
    if (skip === "")
      return /^<(?:[\w.-]{1,60}:)?([A-Za-z_][\w.-]{0,80})/.exec(head.slice(open, open + 160))?.[1] ?? "";
    const close = head.indexOf(skip, open);
    if (close < 0) return "";
    at = close + skip.length;
  }
  return "";
}
