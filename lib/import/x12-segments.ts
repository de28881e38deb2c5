import { hl7Time } from "./hl7-time";
import {
  ADJUSTMENTS,
  BENEFITS,
  CLAIM_STATUS,
  DATES,
  DECISIONS,
  ENTITIES,
  IDENTIFIERS,
  REJECTS,
  SEGMENTS,
  TRANSACTIONS,
} from "./x12-words";

/** What the segments read so far say about the next: whose address, number and birth date follow. */
export interface X12State {
  entity: string;
  component: string;
  repetition: string;
}

const worded = (table: Record<string, string>, code: string | undefined) =>
  code ? (table[code] ? `${table[code]} (${code})` : code) : "";
const period = (value: string) => value.split("-").map(hl7Time).join(" to ");

/** One segment as `subscriber name: Rosa Diaz` lines; every element that is given is in one of them. */
export function segmentWords(segment: string[], state: X12State): string[] {
  const [name = "", ...elements] = segment;
  const of = (label: string) => [state.entity, label].filter(Boolean).join(" ");
  const line = (label: string, ...values: (string | undefined)[]) => {
    const shown = values
      .map((value) => value?.trim() ?? "")
      .filter(Boolean)
      .join(" ");
    return shown ? [`${label}: ${shown}`] : [];
  };
  const rest = (from: number) =>
    elements
      .slice(from)
      .filter((one) => one.trim())
      .map((one) => parts(one, state))
      .join(", ");
  switch (name) {
    case "NM1":
    case "N1": {
      const person = name === "NM1";
      state.entity = ENTITIES[elements[0] ?? ""] ?? `entity ${elements[0] ?? ""}`;
      const [kind, number] = person ? [elements[7], elements[8]] : [elements[2], elements[3]];
      const called = person
        ? [elements[5], elements[3], elements[4], elements[2], elements[6]]
        : [elements[1]];
      return [
        ...line(of("name"), ...called),
        ...line(of(IDENTIFIERS[kind ?? ""] ?? `id ${kind ?? ""}`.trim()), number),
        ...line(of("more"), rest(person ? 9 : 4)),
      ];
    }
    case "N2":
      return line(of("name, continued"), ...elements);
    case "N3":
      return line(of("address"), elements.filter(Boolean).join(", "));
    case "N4":
      return line(
        of("city"),
        [elements[0], [elements[1], elements[2]].filter(Boolean).join(" "), ...elements.slice(3)]
          .filter(Boolean)
          .join(", "),
      );
    case "PER":
      return contactLines(elements, of);
    case "DMG":
      return [
        ...line(of("birth date"), hl7Time(elements[1] ?? "")),
        ...line(of("gender"), elements[2]),
        ...line(of("more"), rest(3)),
      ];
    case "REF":
      return line(
        of(IDENTIFIERS[elements[0] ?? ""] ?? `reference ${elements[0] ?? ""}`),
        elements[1],
        rest(2),
      );
    case "DTP":
      return line(
        DATES[elements[0] ?? ""] ?? `date ${elements[0] ?? ""}`,
        period(elements[2] ?? ""),
        rest(3),
      );
    case "DTM":
      return line(
        DATES[elements[0] ?? ""] ?? `date ${elements[0] ?? ""}`,
        hl7Time(elements[1] ?? ""),
        rest(2),
      );
    case "HL":
      state.entity = "";
      return [];
    case "ST":
      return line("transaction", worded(TRANSACTIONS, elements[0]), rest(1));
    case "HCR":
      return line("Decision", worded(DECISIONS, elements[0]), rest(1));
    case "AAA":
      return line("Rejected", worded(REJECTS, elements[2]), rest(3));
    case "EB":
      return line("benefit", worded(BENEFITS, elements[0]), rest(1));
    case "CLP":
      state.entity = "";
      return [
        ...line("claim", elements[0]),
        ...line("Decision", worded(CLAIM_STATUS, elements[1])),
        ...line("charged", elements[2]),
        ...line("paid", elements[3]),
        ...line("patient owes", elements[4]),
        ...line("claim details", rest(5)),
      ];
    case "CAS":
      return line("adjustment", worded(ADJUSTMENTS, elements[0]), rest(1));
    case "MSG":
      return line("message", ...elements);
    case "NTE":
      return line("note", elements[1], rest(2));
    case "CLM":
      state.entity = "";
      return line("claim", rest(0));
  }
  return line(SEGMENTS[name] ?? name, rest(0));
}

const parts = (value: string, { component, repetition }: X12State) =>
  value
    .split(repetition)
    .map((one) => one.split(component).filter(Boolean).join(" "))
    .join(", ");

function contactLines(elements: string[], of: (label: string) => string): string[] {
  const labels: Record<string, string> = {
    TE: "phone",
    FX: "fax",
    EM: "email",
    EX: "extension",
    HP: "home phone",
    CP: "cell phone",
    WP: "work phone",
    UR: "url",
  };
  const lines = elements[1] ? [`${of("contact")}: ${elements[1]}`] : [];
  for (let at = 2; at < elements.length; at += 2) {
    const value = elements[at + 1];
    if (value) lines.push(`${of(labels[elements[at] ?? ""] ?? `contact ${elements[at] ?? ""}`)}: ${value}`);
    else if (elements[at]) lines.push(`${of("contact")}: ${elements[at]}`);
  }
  return lines;
}
