import { wordsOf } from "./fhir-text";
import { hl7Time } from "./hl7-time";
import { elementsOf, plainTextOf, type XmlElement } from "./xml";

export interface CdaWords {
  /** Called for each technical value that gets no line, by the name of its field. */
  technical(field: string): void;
}

/** Wrappers of the model that say nothing to a reader, and names people use for the others. */
const SPOKEN: Record<string, string> = {
  recordTarget: "patient",
  patientRole: "",
  patient: "",
  assignedAuthor: "",
  assignedPerson: "",
  assignedEntity: "",
  assignedCustodian: "",
  representedCustodianOrganization: "",
  associatedEntity: "",
  associatedPerson: "",
  guardianPerson: "",
  playingEntity: "",
  birthTime: "birth date",
  administrativeGenderCode: "gender",
  streetAddressLine: "street",
};
const TECHNICAL_ELEMENTS = new Set(["realmCode", "typeId", "templateId", "setId", "versionNumber"]);
const SHOWN_ATTRIBUTES = new Set(["value", "displayName", "code", "extension", "unit", "use"]);

/** An element of the head or of an entry as `path: value` lines; every text in it is kept. */
export function linesOf(element: XmlElement, path: string, words: CdaWords): string[] {
  if (TECHNICAL_ELEMENTS.has(element.name)) {
    words.technical(element.name);
    return [];
  }
  if (element.attributes.representation?.toUpperCase() === "B64") return [];
  const spoken = SPOKEN[element.name] ?? wordsOf(element.name);
  const at = [path, spoken].filter(Boolean).join(" ");
  for (const name of Object.keys(element.attributes)) if (!SHOWN_ATTRIBUTES.has(name)) words.technical(name);
  const { value, displayName, code, extension, unit, use } = element.attributes;
  const shown = /(?:time|low|high|center)$/i.test(element.name) && value ? hl7Time(value) : value;
  const coded = displayName && code ? `${displayName} (${code})` : (displayName ?? code);
  const own = [shown, unit, coded, extension].filter(Boolean).join(" ");
  const note = use ? ` (${use})` : "";
  if (element.name === "name" || element.name === "addr") {
    const written = composed(element);
    return written ? [`${at}: ${written}${note}`] : [];
  }
  const inner = elementsOf(element);
  const direct =
    inner.length === 0
      ? plainTextOf(element)
      : element.children
          .filter((one) => typeof one === "string")
          .join(" ")
          .replace(/\s+/g, " ")
          .trim();
  const text = [own, direct].filter(Boolean).join(" ");
  return [...(text ? [`${at}: ${text}${note}`] : []), ...inner.flatMap((one) => linesOf(one, at, words))];
}

/** The parts of a name or an address in their order: `Quillon Zaberwick`, `4 Elm Row, Ardmoor, WI 54941`. */
export function composed(element: XmlElement): string {
  const inner = elementsOf(element);
  if (inner.length === 0) return plainTextOf(element);
  const parts = inner
    .map((part) => ({ name: part.name, text: plainTextOf(part) }))
    .filter((part) => part.text);
  if (element.name === "name") return parts.map((part) => part.text).join(" ");
  let line = "";
  for (const { name, text } of parts) line += `${line ? (name === "postalCode" ? " " : ", ") : ""}${text}`;
  return line;
}
