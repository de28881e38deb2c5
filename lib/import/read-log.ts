import { splitLog } from "./dated-log";
import type { DraftRecord } from "./imported-case";
import { baseName } from "./plain-text";
import { FIT, type Reader, result } from "./reader";
import { splitThread } from "./thread";

const PLAIN = new Set(["", "txt", "text", "md", "log"]);
const byTime = (records: DraftRecord[]) =>
  records.every((record) => record.at)
    ? records
        .map((record, at) => ({ record, at }))
        .sort((a, b) => a.record.at!.localeCompare(b.record.at!) || a.at - b.at)
        .map(({ record }) => record)
    : records;

/** A log with dated entries: a record for each, in order of time, every line kept as it stands. */
export const logReader: Reader = {
  name: "dated log",
  takes: (file) =>
    PLAIN.has(file.extension) && file.text !== null && splitLog(file.text) ? FIT.form : FIT.no,
  read(file) {
    const { preamble, entries } = splitLog(file.text ?? "")!;
    const records = entries.map(
      ({ at, sender, text }): DraftRecord => ({
        kind: /\b(?:call(?:ed|s)?|phoned?|voicemail|hold|spoke|rang)\b/i.test(text.slice(0, 300))
          ? "call_note"
          : "note",
        at,
        sender,
        title: "",
        text,
      }),
    );
    const count = entries.length;
    return result("dated log", {
      loose: [
        ...(preamble ? [{ kind: "note" as const, title: baseName(file.name), text: preamble }] : []),
        ...byTime(records),
      ],
      account: [{ unit: "records", found: count, kept: count, leftOut: 0 }],
    });
  },
};

/** A mail with its answers, pasted as text: a record for each message, the oldest first. */
export const pastedMailReader: Reader = {
  name: "pasted mail",
  takes: (file) =>
    PLAIN.has(file.extension) && file.text !== null && splitThread(file.text).length > 1 ? FIT.form : FIT.no,
  read(file) {
    const messages = splitThread(file.text ?? "").reverse();
    const count = messages.length;
    return result("pasted mail", {
      loose: byTime(
        messages.map(({ sender, at, subject, text }) => ({
          kind: "email",
          sender,
          at,
          title: subject,
          text,
        })),
      ),
      account: [{ unit: "messages", found: count, kept: count, leftOut: 0 }],
    });
  },
};
