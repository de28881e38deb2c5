import type { Account, DraftRecord, ImportMessage, Unread } from "./imported-case";
import { type DateOrder, momentIn, orderOfColumn } from "./moments";

/** One message of a conversation. */
export interface ChatMessage {
  /** As it is written: `04/01/2031, 7:02 PM`. */
  written: string;
  sender: string;
  text: string;
  /** What the app itself says: who joined, that calls are encrypted. */
  event: boolean;
}

/** More messages than this become a record for each day. */
const SINGLE_MESSAGES = 1_000;
const MEDIA =
  /^(?:<media omitted>|<attached: [^>]{1,200}>|(?:image|video|audio|sticker|gif|document|contact card|voice message|media|photo) omitted|[^\n]{1,200} \(file attached\)|<Medien ausgeschlossen>|<Multimedia omitido>)/im;

/**
 * The records of one conversation, in its order: one for each message, or for each day of a very long one. Pictures and
 * voice messages that were left out of the export are named as unread.
 */
export function chatRecords(
  messages: readonly ChatMessage[],
  order?: DateOrder,
): { records: DraftRecord[]; warnings: ImportMessage[]; unread: Unread[]; account: Account[] } {
  const warnings: ImportMessage[] = [];
  const decided = order ?? decideOrder(messages, warnings);
  const times = messages.map((message) =>
    momentIn(message.written.replace(/[,\u202f\u00a0]+/g, " "), decided),
  );
  const records: DraftRecord[] = [];
  if (messages.length <= SINGLE_MESSAGES)
    messages.forEach(({ sender, text, event }, position) => {
      records.push({
        kind: event ? "note" : "message",
        sender,
        at: times[position]!,
        title: event ? "Chat event" : "",
        text: text || "[empty message]",
      });
    });
  else {
    warnings.push({
      code: "chat/days",
      message: `The conversation has ${messages.length} messages; each day became one record, with times and senders in its text.`,
    });
    const days = new Map<string, DraftRecord>();
    messages.forEach(({ sender, text, written }, position) => {
      const day = times[position]?.slice(0, 10) ?? "";
      const record = days.get(day) ?? { kind: "message", at: times[position]!, title: day, text: "" };
      days.set(day, record);
      record.text += `${record.text && "\n"}[${times[position]?.slice(11) ?? written}] ${sender ? `${sender}: ` : ""}${text}`;
    });
    records.push(...days.values());
  }
  const undated = times.filter((time) => time === null).length;
  if (undated > 0)
    warnings.push({ code: "chat/date", message: `The times of ${undated} messages could not be read.` });
  const events = messages.filter((message) => message.event).length;
  if (events > 0)
    warnings.push({
      code: "chat/events",
      message: `${events} lines of the app itself (who joined, what was changed) were kept as notes.`,
    });
  const count = messages.length;
  return {
    records,
    warnings,
    unread: mediaIn(messages),
    account: [{ unit: "messages", found: count, kept: count, leftOut: 0 }],
  };
}

function mediaIn(messages: readonly ChatMessage[]): Unread[] {
  const places = messages.flatMap(({ text }, position) => (MEDIA.test(text) ? [position + 1] : []));
  if (places.length === 0) return [];
  return [
    {
      what: `${places.length} ${places.length === 1 ? "picture, recording or file" : "pictures, recordings or files"} of the chat (message ${places.slice(0, 20).join(", ")}${places.length > 20 ? ", …" : ""})`,
      why: "Only the mark that it was sent stands in the export.",
      fix: "Export the chat with its media and import the files that matter, or note what they show.",
    },
  ];
}

/** The order of day and month in a chat's dates: by those that read one way, else by the one in which time goes forward. */
function decideOrder(messages: readonly ChatMessage[], warnings: ImportMessage[]): DateOrder {
  const dates = messages.map((message) => message.written.split(/[,\s]/)[0]!);
  const { order, evidence } = orderOfColumn(dates);
  if (evidence === "clear" || evidence === "none") return order;
  const forward = (wanted: DateOrder) => {
    let back = 0;
    let last = "";
    for (const date of dates) {
      const moment = momentIn(date, wanted) ?? last;
      if (moment < last) back++;
      last = moment;
    }
    return back;
  };
  const [monthFirst, dayFirst] = [forward("month_first"), forward("day_first")];
  if (monthFirst !== dayFirst) return monthFirst < dayFirst ? "month_first" : "day_first";
  const guess = messages.some((message) => /\d\s?[ap]\.?\s?m/i.test(message.written))
    ? "month_first"
    : "day_first";
  warnings.push({
    code: "chat/date_order",
    message: `Day and month cannot be told apart in the dates; they were read as ${guess === "day_first" ? "day/month" : "month/day"}. Check the first one.`,
  });
  return guess;
}
