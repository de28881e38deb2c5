import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Episode } from "./episode";
import { parseCall } from "./parse-call";

const HOW =
  'One JSON tool call a line, like {"tool":"wait","minutes":60}; one result a line comes back. {"show":"case_file"} shows what you know so far, free of cost. The end of the input ends the session.';

/** Plays an episode over lines: the opening, then a result for each call. Ends after `finish` or at the end of the input. */
export async function playLines(
  episode: Episode,
  input: Readable,
  write: (line: string) => void,
): Promise<void> {
  const show = (value: unknown) => write(JSON.stringify(value));
  show({ kind: "start", how: HOW, ...episode.opening() });
  if (episode.finished) return;
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    if (line.trim() === "") continue;
    const read = parseCall(line);
    if (!read.ok) show({ kind: "error", error: read.error, fix: read.fix });
    else if (isShow(read.call)) show({ kind: "case_file", case_file: episode.caseFile() });
    else show(episode.call(read.call));
    if (episode.finished) break;
  }
  lines.close();
}

const isShow = (call: object) =>
  "show" in call && call.show === "case_file" && Object.keys(call).length === 1;
