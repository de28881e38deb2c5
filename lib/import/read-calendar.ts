import { type DraftRecord, RefusedFile } from "./imported-case";
import { momentIn } from "./moments";
import { FIT, type Reader, result } from "./reader";

const WORDS: Record<string, string> = {
  SUMMARY: "What",
  DTSTART: "Begins",
  DTEND: "Ends",
  DUE: "Due",
  LOCATION: "Where",
  ORGANIZER: "Organizer",
  ATTENDEE: "Invited",
  STATUS: "Status",
  DESCRIPTION: "Description",
  COMMENT: "Comment",
  RRULE: "Repeats",
};
/** What programs say to one another. */
const MACHINE =
  /^(?:UID|DTSTAMP|SEQUENCE|PRODID|VERSION|CALSCALE|METHOD|TRANSP|CLASS|PRIORITY|X-.*|CREATED|LAST-MODIFIED)$/;

/** An invitation or calendar (iCalendar, RFC 5545): a record for each event, to-do or journal. */
export const calendarReader: Reader = {
  name: "calendar",
  takes: (file) =>
    /^(?:\u00ef\u00bb\u00bf)?BEGIN:VCALENDAR/i.test(file.head)
      ? FIT.mark
      : file.mediaType === "text/calendar" || file.extension === "ics"
        ? FIT.extension
        : FIT.no,
  read(file) {
    const lines = (file.text ?? "").split(/\r?\n(?![ \t])/).map((line) => line.replace(/\r?\n[ \t]/g, ""));
    const loose: DraftRecord[] = [];
    let event: DraftRecord | null = null;
    let machine = 0;
    for (const line of lines) {
      const field = /^([A-Za-z-]+)((?:;[^:"]*(?:"[^"]*"[^:"]*)*)?):(.*)$/s.exec(line);
      if (!field) continue;
      const [, name, parameters, written] = field as unknown as [string, string, string, string];
      const key = name.toUpperCase();
      if (key === "BEGIN" && /^(?:VEVENT|VTODO|VJOURNAL)$/i.test(written))
        event = { kind: "other", text: "" };
      else if (key === "END" && event && /^(?:VEVENT|VTODO|VJOURNAL)$/i.test(written)) {
        loose.push(event);
        event = null;
      } else if (event && key !== "BEGIN" && key !== "END") {
        if (MACHINE.test(key)) machine++;
        else addField(event, key, parameters, written);
      }
    }
    if (loose.length === 0)
      throw new RefusedFile(
        "calendar/no_event",
        "There is no event in this calendar.",
        "Save the invitation again, or paste its text into a text file.",
      );
    const message = `${machine} fields that programs write for one another (ids, versions) were left out.`;
    return result("calendar", {
      loose,
      warnings: machine > 0 ? [{ code: "calendar/machine_fields", message }] : [],
      account: [{ unit: "records", found: loose.length, kept: loose.length, leftOut: 0 }],
    });
  },
};

function addField(event: DraftRecord, key: string, parameters: string, written: string): void {
  const value = written.replace(/\\n/gi, "\n").replace(/\\([,;\\])/g, "$1");
  const named = /CN=("[^"]*"|[^;:]*)/i.exec(parameters)?.[1]?.replaceAll('"', "");
  const plain = value.replace(/^mailto:/i, "");
  const line = `${WORDS[key] ?? key}: ${named ? `${named} <${plain}>` : plain}`;
  event.text += `${event.text ? "\n" : ""}${line}`;
  if (key === "SUMMARY") event.title = value;
  if (key === "ORGANIZER") event.sender = named ?? plain;
  const day = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2}))?/.exec(written);
  if (key === "DTSTART" && day)
    event.at = momentIn(`${day[1]}-${day[2]}-${day[3]}T${day[4] ?? "00"}:${day[5] ?? "00"}`);
}
