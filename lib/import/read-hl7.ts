import segments from "hl7-dictionary/lib/2.5.1/segments.js";
import { type Hl7Marks, marksOf, shownField, unescaped } from "./hl7-fields";
import { hl7Time } from "./hl7-time";
import type { DraftCase, DraftRecord } from "./imported-case";
import { type Found, fromBase64, notRead, readInner } from "./inner";
import { baseName, momentIn } from "./plain-text";
import { FIT, type Inside, type Reader, result, type SourceFile } from "./reader";

/** HL7 version 2: a record for each message, its segments in words; encoded results by their own readers. */
export const hl7Reader: Reader = {
  name: "HL7 v2 messages",
  takes: (file) =>
    /^\s*(?:MSH|FHS|BHS)[^\w\s]/.test(file.text?.slice(0, 200) ?? "")
      ? FIT.mark
      : file.extension === "hl7" && file.text?.includes("MSH|")
        ? FIT.extension
        : FIT.no,
  read: readHl7,
};

interface Message {
  marks: Hl7Marks;
  segments: string[][];
}

/** What a message gave: its record, what was encoded in it, and whose it is. */
interface MessageRecords {
  patient: string;
  records: DraftRecord[];
}

async function readHl7(file: SourceFile, inside: Inside) {
  const { messages, outside } = messagesOf(file.text ?? "");
  const found: Found = { records: [], warnings: [], unread: [] };
  const all: MessageRecords[] = [];
  for (const [position, message] of messages.entries())
    all.push(await readMessage(message, position, inside, found));
  if (outside.length > 0)
    all.push({
      patient: all[0]?.patient ?? "",
      records: [{ kind: "other", title: "Outside the messages", text: outside.join("\n") }],
    });
  const patients = [...new Set(all.map((one) => one.patient))];
  const account = [{ unit: "messages" as const, found: messages.length, kept: messages.length, leftOut: 0 }];
  const rest = { warnings: found.warnings, unread: found.unread, account };
  if (patients.length <= 1)
    return result("HL7 v2 messages", { loose: all.flatMap((one) => one.records), ...rest });
  const cases = new Map<string, DraftCase>();
  for (const { patient, records } of all) {
    const one = cases.get(patient) ?? {
      title: `${baseName(file.name)}, patient ${cases.size + 1}`,
      records: [],
    };
    cases.set(patient, one);
    one.records.push(...records);
  }
  rest.warnings.push({
    code: "hl7/patients",
    message: `The messages are about ${patients.length} patients; each became a case.`,
  });
  return result("HL7 v2 messages", { cases: [...cases.values()], ...rest });
}

/** The messages of a file; a line that is no segment belongs to the field before it, which a sender broke. */
function messagesOf(text: string): { messages: Message[]; outside: string[] } {
  const messages: Message[] = [];
  const outside: string[] = [];
  for (const line of text
    .replaceAll("\u000b", "\n")
    .replaceAll("\u001c", "\n")
    .split(/[\r\n]+/)) {
    if (!line.trim()) continue;
    const clean = line.replace(/^\ufeff|^[ \t]+(?=[A-Z][A-Z\d]{2}\|)/, "");
    const last = messages.at(-1);
    if (/^MSH[^\w\s]/.test(clean)) {
      const marks = marksOf(clean);
      const fields = clean.split(marks.field);
      messages.push({ marks, segments: [["MSH", marks.field, ...fields.slice(1)]] });
    } else if (/^(?:FHS|BHS|BTS|FTS)[^\w\s]/.test(clean)) outside.push(clean);
    else if (
      last &&
      /^[A-Z][A-Z\d]{2}$/.test(clean.slice(0, 3)) &&
      (clean[3] ?? last.marks.field) === last.marks.field
    )
      last.segments.push(clean.split(last.marks.field));
    else if (last) {
      const segment = last.segments.at(-1)!;
      segment.push(`${segment.pop()!}\n${line}`);
    } else outside.push(line);
  }
  return { messages, outside };
}

async function readMessage(
  message: Message,
  position: number,
  inside: Inside,
  found: Found,
): Promise<MessageRecords> {
  const { marks } = message;
  const field = (name: string, place: number) =>
    message.segments.find((segment) => segment[0] === name)?.[place] ?? "";
  const first = (value: string) => value.split(marks.repetition)[0]!.split(marks.component)[0]!;
  const type = field("MSH", 9).split(marks.component).filter(Boolean).slice(0, 2).join(" ");
  const at = momentIn(hl7Time(first(field("OBR", 7)) || first(field("MSH", 7))).slice(0, 16));
  const sender = first(field("MSH", 4)) || first(field("MSH", 3));
  const lines: string[] = [];
  const encoded: { segment: string[]; name: string }[] = [];
  for (const segment of message.segments) {
    if (segment[0] === "OBX" && /^(?:ED|RP)$/.test(segment[2] ?? "")) {
      const name = shownField(segment[3] ?? "", "CE", marks).text || "Encoded result";
      encoded.push({ segment, name });
      lines.push(`${name}: [encoded content ${encoded.length}]`);
    } else lines.push(...segmentLines(segment, marks));
  }
  const records: DraftRecord[] = [
    {
      kind: /^(?:ORU|MDM)/.test(type) ? "letter" : "other",
      sender,
      at,
      title: `HL7 message ${type}`.trim(),
      text: lines.join("\n"),
    },
  ];
  for (const { segment, name } of encoded) {
    const [, kind = "", subtype = "", encoding = "", ...data] = (segment[5] ?? "").split(marks.component);
    const held = data.join(marks.component);
    const content = {
      name,
      type: typeOf(kind, subtype),
      where: `message ${position + 1}, OBX ${segment[1] ?? ""}`,
    };
    const bytes =
      segment[2] === "RP"
        ? null
        : /^base64$/i.test(encoding)
          ? fromBase64(held.replaceAll("\n", ""))
          : /^hex$/i.test(encoding)
            ? new Uint8Array(Buffer.from(held, "hex"))
            : new TextEncoder().encode(unescaped(held, marks));
    if (bytes && bytes.length > 0) {
      const inner = await readInner({ ...content, bytes, sender, at }, inside);
      records.push(...inner.records);
      found.warnings.push(...inner.warnings);
      found.unread.push(...inner.unread);
    } else
      found.unread.push(
        notRead(
          { ...content, bytes: held },
          segment[2] === "RP" ? "Only its address is in the file, not its content." : "It cannot be decoded.",
          "Import the content by itself.",
        ),
      );
  }
  return {
    patient: [first(field("PID", 3)), first(field("PID", 2)), field("PID", 5)].find(Boolean) ?? "",
    records,
  };
}

/** `AP` and `PDF`, or `application` and `pdf`, as a content type. */
function typeOf(kind: string, subtype: string): string {
  const known: Record<string, string> = {
    pdf: "application/pdf",
    rtf: "text/rtf",
    html: "text/html",
    "octet-stream": "",
  };
  const small = subtype.toLowerCase();
  if (small in known) return known[small]!;
  if (/^(?:image|text|application|audio|video|message)$/i.test(kind) && small)
    return `${kind.toLowerCase()}/${small}`;
  return /^(?:text|tx|ft)$/i.test(kind) ? "text/plain" : "";
}

/** Numbers of lines and encodings, which say nothing to a reader. */
const SILENT = /^(?:set id|value type$|field separator$|encoding characters$)/;

/** A segment in words: `patient name: Ilse Brandt`. Results and comments read as a line of their own. */
function segmentLines(segment: string[], marks: Hl7Marks): string[] {
  const name = segment[0]!;
  const known = segments[name];
  if (name === "OBX") {
    const label = shownField(segment[3] ?? "", "CE", marks).text || "observation";
    const type = segment[2] ?? "";
    const values = (segment[5] ?? "")
      .split(marks.repetition)
      .map((value) => shownField(value, type, marks).text);
    const unit = shownField(segment[6] ?? "", "CE", marks).text;
    const rest = segment.flatMap((value, place) =>
      place > 6 && value ? fieldLines(value, known?.fields[place - 1], `OBX ${place}`, marks) : [],
    );
    return [`${label}: ${[values.join("\n"), unit].filter(Boolean).join(" ")}`, ...rest];
  }
  return segment.flatMap((value, place) =>
    place > 0 && value ? fieldLines(value, known?.fields[place - 1], `${name} ${place}`, marks) : [],
  );
}

function fieldLines(
  value: string,
  known: { datatype: string; desc: string } | undefined,
  fallback: string,
  marks: Hl7Marks,
): string[] {
  const label = known ? known.desc.toLowerCase() : fallback;
  if (SILENT.test(label)) return [];
  return value.split(marks.repetition).flatMap((one) => {
    const shown = shownField(one, known?.datatype ?? "", marks);
    return shown.text ? [`${shown.label ? `${label}, ${shown.label}` : label}: ${shown.text}`] : [];
  });
}
