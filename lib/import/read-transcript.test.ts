import { expect, test } from "vitest";
import { readFiles } from "./read-files";

const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
const textOf = async (name: string, text: string) =>
  (await readFiles([file(name, text)])).cases[0]!.records[0]!.text;

test("SubRip: blank lines inside a cue, a number without a blank line before it, dashes for two people", async () => {
  const srt = `1
00:00:01,000 --> 00:00:03,000
Agent: One moment.

Still looking.

2
0:00:04,5 -> 0:00:05,000
- Hello
- Bye
3
00:01:06,000 --> 00:01:07,000
Agent: In 2019
4
5
00:01:08,000 --> 00:01:09,000
<i>Caller (line 2)</i>: It&#39;s {\\an8}late
`;
  expect(await textOf("call.srt", srt)).toBe(
    "[00:01] Agent: One moment. Still looking.\n[00:04] - Hello\n- Bye\n[01:06] Agent: In 2019 4\n[01:08] Caller (line 2): It's late",
  );
});

test("WebVTT: voices over several lines, notes and titles kept, looks left out and counted, an escaped tag is text", async () => {
  const { cases, reports } = await readFiles([
    file(
      "call.vtt",
      `WEBVTT - Call of Monday

NOTE recorded 2031 --> by the plan

STYLE
::cue { color: red }

7f/1-0
00:01.000 --> 00:03.000 align:start
<v Ilse Brandt>The ride did not come
and I waited</v>

01:00:04.000 --> 01:00:06.000
<v.loud Plan Agent>We&#39;ll call &lt;soon&gt;</v> <v Ilse Brandt>When?</v>

01:00:07.000 --> 01:00:08.000

01:00:09.000 --> 01:00:10.000
<v Plan Agent>
On its own <00:09.500><c.yellow>line</c>
`,
    ),
  ]);
  expect(cases[0]!.records[0]!.text).toBe(
    "Call of Monday\nrecorded 2031 --> by the plan\n\n[00:01] Ilse Brandt: The ride did not come and I waited\n[60:04] Plan Agent: We'll call <soon>\n[60:04] Ilse Brandt: When?\n[60:09] Plan Agent: On its own line",
  );
  expect(reports[0]!.warnings.map((one) => one.code)).toEqual(["transcript/empty_cues", "transcript/styles"]);
  expect(reports[0]!.account).toEqual([{ unit: "messages", found: 4, kept: 3, leftOut: 1 }]);
});

test.each([
  ["Rev", "Call of Monday\n\nSpeaker 1 (00:12):\nHello there.\nHow are you?\n\nSpeaker 2 (00:15):\nFine."],
  ["Otter", "Call of Monday\n\nSpeaker 1  0:12  \nHello there.\nHow are you?\n\nSpeaker 2  0:15\nFine."],
  [
    "one line each",
    "Call of Monday\n[00:12] Speaker 1: Hello there.\nHow are you?\n[00:00:15] Speaker 2: Fine.",
  ],
  ["name first", "Call of Monday\nSpeaker 1 [00:12]: Hello there.\nHow are you?\nSpeaker 2 [00:15]: Fine."],
  ["name and time", "Call of Monday\n\nSpeaker 1 0:12\nHello there.\nHow are you?\n\nSpeaker 2 0:15\nFine."],
])("a transcript as text (%s) has its speakers and times", async (_, text) => {
  expect(await textOf("call.txt", text)).toBe(
    "Call of Monday\n\n[00:12] Speaker 1: Hello there.\nHow are you?\n[00:15] Speaker 2: Fine.",
  );
});

test("a note with clock times in it is no transcript", async () => {
  const note = "Called at 10:40\nDr. Brandt 9:15\nsaid no.\nLunch: 12:00\nEnd 8:00\n";
  expect(await textOf("note.txt", note)).toBe(note);
});

test("TextGrid in the short form and with odd spacing reads like the long one; a cut one says so", async () => {
  const short = `File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n9\n<exists>\n2\n"IntervalTier"\n"Agent"\n0\n9\n2\n0\n1\n""\n1\n2\n"He said ""no"", 7 times"\n"TextTier"\n"Marks"\n0\n9\n1\n4\n"door"\n`;
  expect(await textOf("call.TextGrid", short)).toBe(
    '[00:01] Agent: He said "no", 7 times\n[00:04] Marks: door',
  );
  const { reports } = await readFiles([
    file("cut.TextGrid", short.replace('"Agent"\n0\n9\n2', '"Agent"\n0\n9\n3')),
  ]);
  expect(reports[0]!.warnings.map((one) => one.code)).toContain("transcript/cut_off");
});

test("two sides in subtitle files are merged by time", async () => {
  const { cases } = await readFiles([
    file(
      "c1_agent.srt",
      "1\n00:00:01,000 --> 00:00:02,000\nHello.\n\n2\n00:00:05,000 --> 00:00:06,000\nBye.\n",
    ),
    file("c1_caller.srt", "1\n00:00:03,000 --> 00:00:04,000\nHelp me.\n"),
  ]);
  expect(cases.map((one) => one.records[0]!.text)).toEqual([
    "[00:01] Agent: Hello.\n[00:03] Caller: Help me.\n[00:05] Agent: Bye.",
  ]);
});

test("hostile transcripts take time in proportion to their length", async () => {
  const times: number[] = [];
  for (const count of [1, 4]) {
    const text = [
      `File type = "ooTextFile"\nObject class = "TextGrid"\n${'xmin = 0\n xmax = 1\n text = "'.repeat(20_000 * count)}`,
      `WEBVTT\n\n${"<v ".repeat(20_000 * count)}\n00:01.000 --> 00:02.000\n${"<v a>x".repeat(10_000 * count)}`,
      `1\n00:00:01,000 --> 00:00:02,000\n${"\n".repeat(50_000 * count)}${"a: ".repeat(20_000 * count)}`,
      `${"a ".repeat(100_000 * count)}\n${"A (".repeat(50_000 * count)}`,
    ];
    const before = performance.now();
    await readFiles(["a.TextGrid", "b.vtt", "c.srt", "d.txt"].map((name, i) => file(name, text[i]!)));
    times.push(performance.now() - before);
  }
  expect(times[1]!).toBeLessThan(times[0]! * 8 + 400);
});
