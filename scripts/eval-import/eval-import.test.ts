import { expect, test } from "vitest";
import { readFiles } from "../../lib/import/index";
import { countMarks } from "./count";
import { samplesOf } from "./samples";

test("nothing of any kind of file is lost without a report", async () => {
  const lost: string[] = [];
  for (const sample of samplesOf(7)) {
    const count = countMarks(sample, await readFiles([sample]));
    if (count.lost > 0 || count.kept + count.reported !== count.found)
      lost.push(`${count.kind}: ${count.lost}`);
  }
  expect(lost).toEqual([]);
});

test("a record that goes missing counts as lost, one that the report names does not", async () => {
  const sample = samplesOf(7).find((one) => one.kind === "JSON lines")!;
  const { cases, reports } = await readFiles([sample]);
  const short = cases.map((one) => ({ ...one, records: one.records.slice(1) }));
  expect(countMarks(sample, { cases: short, reports })).toMatchObject({ lost: 1, reported: 0 });
  const said = reports.map((report) => ({
    ...report,
    unread: [{ what: "a line", why: "It is broken.", fix: "Export it again." }],
  }));
  expect(countMarks(sample, { cases: short, reports: said })).toMatchObject({ lost: 0, reported: 1 });
});

test("the files are the same for the same seed and others for another", () => {
  expect(samplesOf(7)).toEqual(samplesOf(7));
  expect(samplesOf(7)[0]!.marks).not.toEqual(samplesOf(8)[0]!.marks);
});
