import { hl7Time } from "./hl7-time";
import type { DraftCase, DraftRecord } from "./imported-case";
import { type Found, fromBase64, notRead, readInner } from "./inner";
import { baseName, momentIn } from "./plain-text";
import { FIT, type Inside, type Reader, result, type SourceFile } from "./reader";
import { segmentWords, type X12State } from "./x12-segments";
import { TRANSACTIONS } from "./x12-words";

/** X12 health care transactions (270, 271, 275, 278, 835, 837) and pieces of them, in words. */
export const x12Reader: Reader = {
  name: "X12 transactions",
  takes: (file) => {
    const head = file.text?.slice(0, 4000).trimStart() ?? "";
    if (/^ISA[^\w\s]/.test(head)) return FIT.mark;
    const piece =
      /^(?:GS|ST|BHT|HL|NM1|N1|REF|DMG|CLM|CLP|BPR|TRN|EB|UM|HCR|AAA|SBR|INS)\*[^\n~]{0,400}(?:~|\n|$)/;
    return piece.test(head) &&
      (head.match(/(?:^|[~\n]\s*)[A-Z][A-Z\d]{1,2}\*/g)?.length ?? 0) >= (head.includes("~") ? 1 : 2)
      ? FIT.content
      : FIT.no;
  },
  read: readX12,
};

interface Marks {
  element: string;
  component: string;
  repetition: string;
  segment: string;
}

function marksOf(text: string): Marks {
  if (!text.startsWith("ISA"))
    return { element: "*", component: ":", repetition: "^", segment: text.includes("~") ? "~" : "\n" };
  const element = text[3]!;
  const fields = text.slice(0, 400).split(element);
  const last = fields[16] ?? "";
  return {
    element,
    component: last[0] ?? ":",
    repetition: /[\w\s]/.test(fields[11] ?? "U") ? "^" : fields[11]!,
    segment: last[1] ?? "~",
  };
}

/** Segments as lists of elements; a BIN or BDS segment is as long as it says, whatever stands in it. */
function segmentsOf(text: string, marks: Marks): string[][] {
  const segments: string[][] = [];
  let at = 0;
  while (at < text.length) {
    while (at < text.length && /\s/.test(text[at]!)) at++;
    const binary = /^(?:BIN\W(\d{1,9})\W|BDS\W\w{1,4}\W(\d{1,9})\W)/.exec(text.slice(at, at + 24));
    if (binary) {
      const start = at + binary[0].length;
      const end = Math.min(text.length, start + Number(binary[1] ?? binary[2]));
      segments.push([...binary[0].slice(0, -1).split(marks.element), text.slice(start, end)]);
      at = end;
      if (text[at] === marks.segment) at++;
      continue;
    }
    const end = text.indexOf(marks.segment, at);
    const segment = text.slice(at, end < 0 ? text.length : end).trim();
    if (segment) segments.push(segment.split(marks.element));
    at = end < 0 ? text.length : end + 1;
  }
  return segments;
}

/** Segments that wrap and count the others; they get no line and their values are counted for the report. */
const ENVELOPE = new Set(["ISA", "GS", "GE", "IEA", "SE", "LS", "LE"]);

/** The segments of one person or claim, with the head of their transaction. */
interface Block {
  person: string;
  transaction: string;
  segments: string[][];
}

/** A transaction's segments parted where another person or claim begins; a dependent keeps the subscriber's. */
function blocksOf(segments: string[][]): Block[] {
  const blocks: Block[] = [];
  let head: string[][] = [];
  let subscriber: string[][] = [];
  let dependents = false;
  let current: Block | null = null;
  let transaction = "";
  const begin = (before: string[][]) => {
    current = { person: "", transaction, segments: [...head, ...before] };
    blocks.push(current);
  };
  /** What came before any person of its transaction is a block of its own when nobody follows. */
  const close = () => {
    if (!current && head.length > 0) blocks.push({ person: "", transaction, segments: head });
    head = [];
    current = null;
  };
  for (const segment of segments) {
    const [name, , , level] = segment;
    if (ENVELOPE.has(name!)) continue;
    if (name === "ST") {
      close();
      transaction = segment[1] ?? "";
    }
    if (name === "HL" && level === "22") {
      subscriber = [];
      dependents = false;
      begin([]);
    } else if (name === "HL" && level === "23") {
      if (!dependents) {
        subscriber = blocks.length > 0 && current ? (current as Block).segments.slice(head.length) : [];
        if (current && !subscriber.some((one) => /^(?:CLM|EB|UM|HCR)$/.test(one[0]!))) blocks.pop();
      }
      dependents = true;
      begin(subscriber);
    } else if (name === "CLP") begin([]);
    if (current) (current as Block).segments.push(segment);
    else head.push(segment);
  }
  close();
  for (const block of blocks) block.person = personOf(block.segments);
  return blocks;
}

function personOf(segments: string[][]): string {
  const named = (...codes: string[]) =>
    segments.find((one) => one[0] === "NM1" && codes.includes(one[1] ?? ""));
  const one = named("QC", "03") ?? named("IL");
  return one ? (one[9] || `${one[3] ?? ""} ${one[4] ?? ""}`).trim() : "";
}

async function readX12(file: SourceFile, inside: Inside) {
  const text = (file.text ?? "").replace(/^\ufeff?\s+/, "");
  const marks = marksOf(text);
  const segments = segmentsOf(text, marks);
  const blocks = blocksOf(segments);
  const found: Found = { records: [], warnings: [], unread: [] };
  const cases = new Map<string, DraftCase>();
  const technical = new Map<string, number>();
  for (const [name = "", ...values] of segments)
    if (ENVELOPE.has(name))
      technical.set(name, (technical.get(name) ?? 0) + values.filter((one) => one.trim()).length);
  for (const [position, block] of blocks.entries()) {
    const records = await blockRecords(block, position, marks, inside, found);
    const key = block.person || `block ${position}`;
    const one = cases.get(key) ?? { title: `${baseName(file.name)}, person ${cases.size + 1}`, records: [] };
    cases.set(key, one);
    one.records.push(...records);
  }
  if (technical.size > 0)
    found.warnings.push({
      code: "x12/technical",
      message: `Values of the envelope got no line: ${[...technical].map(([name, count]) => `${name} ${count}`).join(", ")}.`,
    });
  const account = [{ unit: "records" as const, found: blocks.length, kept: blocks.length, leftOut: 0 }];
  const rest = { warnings: found.warnings, unread: found.unread, account };
  if (cases.size <= 1)
    return result("X12 transactions", { loose: [...cases.values()].flatMap((one) => one.records), ...rest });
  rest.warnings.push({
    code: "x12/persons",
    message: `The transactions are about ${cases.size} people; each became a case, with the head of their transaction.`,
  });
  return result("X12 transactions", { cases: [...cases.values()], ...rest });
}

async function blockRecords(
  block: Block,
  position: number,
  marks: Marks,
  inside: Inside,
  found: Found,
): Promise<DraftRecord[]> {
  const state: X12State = { entity: "", component: marks.component, repetition: marks.repetition };
  const lines: string[] = [];
  const contents: string[] = [];
  let at: string | null = null;
  for (const segment of block.segments) {
    const name = segment[0]!;
    if (name === "BIN" || name === "BDS") {
      contents.push(segment.at(-1) ?? "");
      lines.push(`attachment: [encoded content ${contents.length}]`);
      continue;
    }
    if (name === "BHT" && segment[4]) at = momentIn(hl7Time(`${segment[4]}${segment[5] ?? ""}`).slice(0, 16));
    lines.push(...segmentWords(segment, state));
  }
  const what = TRANSACTIONS[block.transaction] ?? "";
  const title = `X12 ${[block.transaction, what].filter(Boolean).join(" ")}`.trim();
  const kind = /^(?:271|278|835)$/.test(block.transaction) ? "letter" : "form";
  const records: DraftRecord[] = lines.length > 0 ? [{ kind, at, title, text: lines.join("\n") }] : [];
  for (const held of contents) {
    const where = `transaction ${position + 1}`;
    const bytes = /^[A-Za-z0-9+/=\s]{16,}$/.test(held) ? fromBase64(held) : null;
    if (!held.trim()) {
      found.unread.push(
        notRead({ name: "Attachment", type: "", where, bytes: held }, "It is empty.", "Ask for it again."),
      );
      continue;
    }
    const inner = await readInner(
      { name: "Attachment", type: "", where, at, bytes: bytes ?? new TextEncoder().encode(held) },
      inside,
    );
    records.push(...inner.records);
    found.warnings.push(...inner.warnings);
    found.unread.push(...inner.unread);
  }
  return records;
}
