import type { DraftRecord } from "./imported-case";
import { type Found, fromBase64, notRead, readInner } from "./inner";
import { FIT, type Inside, type Reader, result, type SourceFile } from "./reader";

/** vCard 2.1, 3 and 4: a record for each card, every property under the word for it. */
export const vcardReader: Reader = {
  name: "contact cards (vCard)",
  takes: (file) => (/^\s*BEGIN:VCARD\b/i.test(file.text?.slice(0, 200) ?? "") ? FIT.mark : FIT.no),
  read: readCards,
};

const WORDS: Record<string, string> = {
  FN: "name",
  N: "full name",
  NICKNAME: "nickname",
  ADR: "address",
  LABEL: "address label",
  TEL: "phone",
  EMAIL: "email",
  ORG: "organization",
  TITLE: "job title",
  ROLE: "role",
  BDAY: "birth date",
  ANNIVERSARY: "anniversary",
  NOTE: "note",
  URL: "url",
  UID: "uid",
  REV: "revised",
  GEO: "coordinates",
  RELATED: "related",
  IMPP: "chat address",
  CATEGORIES: "categories",
  GENDER: "gender",
};
const TECHNICAL = new Set(["VERSION", "PRODID", "END", "BEGIN"]);

interface Property {
  name: string;
  types: string[];
  encoding: string;
  mediaType: string;
  value: string;
}

async function readCards(file: SourceFile, inside: Inside) {
  const found: Found = { records: [], warnings: [], unread: [] };
  const records: DraftRecord[] = [];
  let lines: string[] = [];
  let outside = 0;
  let open = false;
  for (const line of unfolded(file.text ?? "")) {
    const property = propertyOf(line);
    if (property?.name === "BEGIN") open = true;
    else if (property?.name === "END") {
      records.push(card(lines, records.length));
      lines = [];
      open = false;
    } else if (!open) outside += line.trim() ? 1 : 0;
    else if (!property) lines.push(line);
    else if (/^(?:PHOTO|LOGO|SOUND|KEY)$/.test(property.name))
      lines.push(await encoded(property, records.length, inside, found));
    else if (!TECHNICAL.has(property.name)) lines.push(...propertyLine(property));
  }
  if (lines.length > 0) records.push(card(lines, records.length));
  if (outside > 0)
    found.warnings.push({
      code: "vcard/outside",
      message: `${outside} lines stand outside the cards and were left out.`,
    });
  const account = [{ unit: "records" as const, found: records.length, kept: records.length, leftOut: 0 }];
  return result("contact cards (vCard)", {
    loose: [...records, ...found.records],
    warnings: found.warnings,
    unread: found.unread,
    account,
  });
}

const card = (lines: readonly string[], position: number): DraftRecord => ({
  kind: "other",
  title: `Contact card ${position + 1}`,
  text: lines.join("\n"),
});

/** Lines put together again: folded ones, and quoted-printable ones that end in `=`. */
function unfolded(text: string): string[] {
  const lines: string[] = [];
  let quoted = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const last = lines.length - 1;
    if (quoted && last >= 0) lines[last] = lines[last]!.slice(0, -1) + line;
    else if (/^[ \t]/.test(line) && last >= 0) lines[last] += line.slice(1);
    else lines.push(line);
    quoted = line.endsWith("=") && /QUOTED-PRINTABLE/i.test(lines.at(-1)!.slice(0, 200));
  }
  return lines;
}

function propertyOf(line: string): Property | null {
  const match = /^(?:[\w-]{1,40}\.)?([A-Za-z][\w-]{0,60})((?:;(?:"[^"]*"|[^":])*)?):/.exec(
    line.slice(0, 2000),
  );
  if (!match) return null;
  const value = line.slice(match[0].length);
  const parameters = match[2]!.split(";").filter(Boolean);
  const types: string[] = [];
  let encoding = "";
  let mediaType = "";
  for (const parameter of parameters) {
    const [key = "", held] = parameter.split("=");
    const given = (held ?? key).replaceAll('"', "");
    if (/^ENCODING$/i.test(key) || /^(?:BASE64|QUOTED-PRINTABLE|B)$/i.test(given))
      encoding = given.toUpperCase();
    else if (/^MEDIATYPE$/i.test(key)) mediaType = given;
    else if (!/^(?:CHARSET|PREF|VALUE|LANGUAGE|ALTID|PID|INDEX|SORT-AS)$/i.test(key))
      types.push(...given.split(",").map((one) => one.toLowerCase()));
  }
  return { name: match[1]!.toUpperCase(), types, encoding, mediaType, value };
}

function propertyLine({ name, types, encoding, value }: Property): string[] {
  const plain =
    encoding === "QUOTED-PRINTABLE"
      ? Buffer.from(
          value.replace(/=([\dA-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
          "latin1",
        ).toString("utf8")
      : value;
  const shown = types.filter((type) => type !== "pref");
  const label = `${WORDS[name] ?? name.replace(/^X-/, "").toLowerCase().replaceAll("-", " ")}${shown.length > 0 ? ` (${shown.join(", ")})` : ""}`;
  const parts = splitOff(plain, ";").map((part) => splitOff(part, ",").map(unescaped).join(", "));
  const structured =
    name === "N" ? [parts[3], parts[1], parts[2], parts[0], parts[4], ...parts.slice(5)] : parts;
  const between = name === "N" ? " " : ", ";
  const text =
    name === "N" || name === "ADR" || name === "ORG"
      ? structured.filter(Boolean).join(between)
      : unescaped(plain);
  return text.trim() ? [`${label}: ${text}`] : [];
}

/** Parted at a character that is not behind a backslash. */
function splitOff(value: string, at: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let i = 0; i < value.length; i++) {
    if (value[i] === "\\") i++;
    else if (value[i] === at) {
      parts.push(value.slice(from, i));
      from = i + 1;
    }
  }
  parts.push(value.slice(from));
  return parts;
}

const unescaped = (value: string) =>
  value.replace(/\\([nN,;:\\])/g, (_, mark: string) => (mark.toLowerCase() === "n" ? "\n" : mark));

async function encoded(property: Property, position: number, inside: Inside, found: Found): Promise<string> {
  const data = /^data:([\w/+.-]{0,80})[^,]{0,80},/.exec(property.value);
  const held = data ? property.value.slice(data[0].length) : property.value;
  const type =
    data?.[1] ||
    property.mediaType ||
    (property.types[0] ? `image/${property.types[0].replace("jpg", "jpeg")}` : "");
  const content = {
    name: property.name === "PHOTO" ? "Photo" : property.name.toLowerCase(),
    type,
    where: `contact card ${position + 1}`,
  };
  const bytes = /^(?:https?|ftp|file):/i.test(held) ? null : fromBase64(held);
  if (!bytes) {
    found.unread.push(
      notRead(
        { ...content, bytes: held },
        "Only its address is in the file, or it cannot be decoded.",
        "Look at it in the source.",
      ),
    );
    return `${content.name.toLowerCase()}: ${bytes === null && held.length < 200 ? held : "[not read]"}`;
  }
  const inner = await readInner({ ...content, bytes }, inside);
  found.records.push(...inner.records);
  found.warnings.push(...inner.warnings);
  found.unread.push(...inner.unread);
  return `${content.name.toLowerCase()}: [encoded content]`;
}
