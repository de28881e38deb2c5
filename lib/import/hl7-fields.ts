import { IDENTIFIER_WORDS } from "./fhir-text";
import { hl7Time } from "./hl7-time";

/** The characters that part the fields of one message, from its first segment. */
export interface Hl7Marks {
  field: string;
  component: string;
  repetition: string;
  escape: string;
  subcomponent: string;
}

/** The marks of a message from its MSH segment; what is missing is what the standard proposes. */
export function marksOf(header: string): Hl7Marks {
  const field = header[3] ?? "|";
  const coded = header.slice(4).split(field)[0] ?? "";
  return {
    field,
    component: coded[0] ?? "^",
    repetition: coded[1] ?? "~",
    escape: coded[2] ?? "\\",
    subcomponent: coded[3] ?? "&",
  };
}

/** A value with its escapes undone: marks, line breaks, characters by number; highlighting goes, the unknown stays. */
export function unescaped(value: string, marks: Hl7Marks): string {
  if (!value.includes(marks.escape)) return value;
  const parts = value.split(marks.escape);
  let text = parts[0]!;
  for (let at = 1; at < parts.length; at++) {
    const code = parts[at]!;
    const known = at + 1 < parts.length ? escaped(code, marks) : null;
    if (known === null) text += marks.escape + code;
    else {
      text += known + parts[at + 1]!;
      at++;
    }
  }
  return text;
}

function escaped(code: string, marks: Hl7Marks): string | null {
  const simple: Record<string, string> = {
    F: marks.field,
    S: marks.component,
    T: marks.subcomponent,
    R: marks.repetition,
    E: marks.escape,
    P: "",
    H: "",
    N: "",
    ".br": "\n",
    ".sp": "\n",
    ".ce": "\n",
    ".fi": "",
    ".nf": "",
  };
  if (code in simple) return simple[code]!;
  if (/^\.(?:sp|in|ti|sk)[+-]?\d{1,3}$/.test(code)) return code.startsWith(".sp") ? "\n" : " ";
  if (/^X(?:[\dA-F]{2}){1,200}$/i.test(code))
    return Buffer.from(code.slice(1), "hex").toString("utf8").replace(/\r\n?/g, "\n");
  return null;
}

/** One repetition of a field as a person reads it; every component that is given is in it. */
export function shownField(value: string, type: string, marks: Hl7Marks): { text: string; label?: string } {
  const parts = value.split(marks.component).map((part) =>
    part
      .split(marks.subcomponent)
      .map((one) => unescaped(one, marks))
      .filter(Boolean)
      .join(" "),
  );
  const at = (...places: number[]) => places.map((place) => parts[place - 1] ?? "").filter(Boolean);
  const rest = (used: number) => {
    const more = parts.slice(used).filter(Boolean);
    return more.length > 0 ? ` (${more.join(", ")})` : "";
  };
  switch (type) {
    case "XPN":
      return { text: at(5, 2, 3, 1, 4, 6).join(" ") + rest(6) };
    case "XCN":
    case "PPN":
      if (at(2, 3).length === 0) break;
      return { text: at(6, 3, 4, 2, 5, 7).join(" ") + (parts[0] ? ` (id ${parts[0]})` : "") + rest(7) };
    case "XAD":
      return {
        text: [...at(1, 2, 3), at(4, 5).join(" "), ...at(6)].filter(Boolean).join(", ") + rest(6),
      };
    case "CX":
      return {
        text: (parts[0] ?? "") + (parts.slice(1).some(Boolean) ? rest(1) : ""),
        label: IDENTIFIER_WORDS[parts[4] ?? ""],
      };
    case "CE":
    case "CWE":
    case "CNE":
      if (!parts[1]) break;
      return { text: parts[1] + (parts[0] ? ` (${parts[0]})` : "") + rest(2) };
    case "TS":
    case "DT":
    case "DTM":
      return { text: hl7Time(parts[0] ?? "") + rest(1) };
  }
  return { text: parts.filter(Boolean).join(" ") };
}
