import { momentIn } from "./moments";

/** One message of a mail with the mails it quotes. */
export interface ThreadMessage {
  /** As the head of the quotation names it; empty for the newest message. */
  sender: string;
  at: string | null;
  subject: string;
  text: string;
}

interface Line {
  depth: number;
  text: string;
}

/** How deep a line is quoted (`> > `), and the line without the marks. */
function unquoted(raw: string): Line {
  let depth = 0;
  let at = 0;
  while (raw[at] === ">" || (depth > 0 && raw[at] === " " && raw[at + 1] === ">")) {
    if (raw[at] === ">") depth++;
    at++;
  }
  return { depth, text: depth > 0 && raw[at] === " " ? raw.slice(at + 1) : raw.slice(at) };
}

interface Head {
  message: ThreadMessage;
  /** The head's own lines. */
  size: number;
  written: string[];
}

/** `On Mon, Apr 2, 2031 at 9:30 AM Ada <a@example.org> wrote:`, over up to three lines. */
function wroteHead(lines: readonly Line[], at: number): Head | null {
  if (!/^\s*On\s+\S/.test(lines[at]!.text)) return null;
  let whole = "";
  for (let size = 1; size <= 3 && at + size <= lines.length; size++) {
    whole += ` ${lines[at + size - 1]!.text.trim()}`;
    if (whole.length > 400) return null;
    if (!/wrote:$/.test(whole)) continue;
    const inner = whole
      .trim()
      .replace(/^On\s+/, "")
      .replace(/\s*wrote:$/, "");
    const date =
      /^(.{0,80}?\d{4}(?:,?\s+(?:at\s+)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?)?)(?:\s*\([A-Z]{2,5}\)|\s+[+-]\d{4})?[,\s]+(.*)$/i.exec(
        inner.replace(/[\u202f\u00a0]/g, " "),
      );
    const sender = (date?.[2] ?? inner).replace(/\s*<[^<>]{0,120}>$/, "").trim();
    const message = { sender, at: date ? momentIn(date[1]!) : null, subject: "", text: "" };
    return { message, size, written: lines.slice(at, at + size).map((line) => line.text) };
  }
  return null;
}

const MARK =
  /^\s*(?:-{3,}\s*(?:original message|forwarded message|forwarded by .{0,80})\s*-{3,}|begin forwarded message:|_{10,})\s*$/i;
const FIELD = /^\s*\**(from|sent|date|to|cc|bcc|subject|reply-to|importance):\**\s*(.*)$/i;

/** `From: … Sent: … To: … Subject: …` with or without a line above it. */
function blockHead(lines: readonly Line[], at: number): Head | null {
  let from = at;
  if (MARK.test(lines[from]!.text)) from++;
  while (from < lines.length && from <= at + 3 && lines[from]!.text.trim() === "" && from > at) from++;
  const fields = new Map<string, string>();
  let end = from;
  for (; end < lines.length && end < from + 12; end++) {
    const field = FIELD.exec(lines[end]!.text.slice(0, 2000));
    if (!field) {
      if (fields.size === 0 || !/^\s+\S/.test(lines[end]!.text)) break;
      continue;
    }
    if (end === from && field[1]!.toLowerCase() !== "from") return null;
    fields.set(field[1]!.toLowerCase(), field[2]!.trim());
  }
  const written = fields.get("sent") ?? fields.get("date");
  if (!fields.has("from") || (written === undefined && !(fields.has("to") && fields.has("subject"))))
    return null;
  const sender = fields
    .get("from")!
    .replace(/\s*[<[][^<>[\]]{0,120}[>\]]$/, "")
    .replace(/^"|"$/g, "");
  return {
    message: {
      sender: sender || fields.get("from")!,
      at: written ? momentIn(written.replace(/[\u202f\u00a0]/g, " ")) : null,
      subject: fields.get("subject") ?? "",
      text: "",
    },
    size: end - at,
    written: lines
      .slice(at, end)
      .map((line) => line.text)
      .filter((line) => line.trim() && !MARK.test(line)),
  };
}

/**
 * A mail's text as its messages, the newest first: what stands under “On … wrote:”, under “From: … Sent: …” and behind
 * `>`. The head of a quotation opens its message. An answer between the lines of a quotation stays with it in one.
 */
export function splitThread(text: string): ThreadMessage[] {
  const lines = text.split(/\r\n?|\n/).map(unquoted);
  const messages: { message: ThreadMessage; lines: string[] }[] = [
    { message: { sender: "", at: null, subject: "", text: "" }, lines: [] },
  ];
  /** Which message a line of each depth belongs to. */
  const owners = [0];
  /** What looking ahead may cost in all, so that a text of heads alone takes no longer than its length. */
  const budget = { lines: 4 * lines.length + 4_000 };
  for (let at = 0; at < lines.length; at++) {
    const { depth, text: line } = lines[at]!;
    const head = wroteHead(lines, at) ?? blockHead(lines, at);
    if (head && !answeredBetween(lines, at + head.size, depth, budget)) {
      messages.push({ message: head.message, lines: [...head.written, ""] });
      const next = lines.slice(at + head.size, at + head.size + 3).find((one) => one.text.trim());
      owners.length = Math.min(owners.length, depth + 1);
      owners[next && next.depth > depth ? next.depth : depth] = messages.length - 1;
      at += head.size - 1;
      continue;
    }
    let level = Math.min(depth, owners.length - 1);
    while (level > 0 && owners[level] === undefined) level--;
    const blank = line.trim() === "" && depth === 0 && owners.length > 1;
    const owner = messages[blank ? owners.at(-1)! : owners[level]!]!;
    owner.lines.push(`${"> ".repeat(depth - level)}${line}`);
  }
  return messages
    .map(({ message, lines: own }) => ({ ...message, text: own.join("\n").trim() }))
    .filter((message) => message.text !== "");
}

/** Whether somebody wrote between the lines of the quotation that begins here: more than one run of deeper lines. */
function answeredBetween(
  lines: readonly Line[],
  from: number,
  depth: number,
  budget: { lines: number },
): boolean {
  let runs = 0;
  let deeper = false;
  let between = false;
  for (let at = from; at < Math.min(lines.length, from + 2_000); at++) {
    const line = lines[at]!;
    if (budget.lines-- <= 0) break;
    if (line.text.trim() === "") continue;
    if (line.depth < depth) break;
    if (line.depth > depth && !deeper) {
      if (between || runs === 0) runs++;
      deeper = true;
    } else if (line.depth === depth) {
      if (deeper) between = true;
      deeper = false;
    }
  }
  return runs > 1;
}
