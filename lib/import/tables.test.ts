import { describe, expect, test } from "vitest";
import { readFiles } from "./read-files";

const read = async (name: string, content: string) => {
  const { cases, reports } = await readFiles([{ name, bytes: new TextEncoder().encode(content) }]);
  const report = reports[0]!;
  return {
    cases,
    report,
    codes: report.warnings.map((one) => one.code),
    records: cases.flatMap((one) => one.records),
  };
};
const said = (report: { warnings: { code: string; message: string }[] }, code: string) =>
  report.warnings.find((one) => one.code === code)?.message ?? "";

describe("rows", () => {
  test("with a cell too many or too few are kept as written and named; the others are read", async () => {
    const { records, report } = await read(
      "t.csv",
      "case_id,service,notes,decision\n7,Chair,The chair was refused,Upheld\n7,Beds, mats and chairs,Refused,Upheld\n7,Bed\n7,Bed,Given,Overturned\n",
    );
    expect(records.map((record) => record.text)).toEqual([
      "The chair was refused\n\nservice: Chair\ndecision: Upheld",
      "Row 3 as written: 7 | Beds |  mats and chairs | Refused | Upheld",
      "Row 4 as written: 7 | Bed",
      "Given\n\nservice: Bed\ndecision: Overturned",
    ]);
    expect(said(report, "table/ragged")).toMatch(/^Rows 3, 4 have/);
    expect(report.account).toEqual([{ unit: "rows", found: 4, kept: 4, leftOut: 0 }]);
  });

  test("under title lines and a sep= line are read by their own header; the lines are kept", async () => {
    const { cases, report } = await read(
      "t.csv",
      "sep=;\r\nCall log of the ride desk;;\r\n;;\r\ncase_id;notes;from\r\nc1;The ride, again, did not come;Caller\r\n",
    );
    expect(cases[0]!.records.map((record) => [record.sender, record.text])).toEqual([
      ["", "Call log of the ride desk"],
      ["Caller", "The ride, again, did not come"],
    ]);
    expect(said(report, "table/above")).toContain("1 lines above");
  });

  test("without a text column are records with all their columns, without a header too", async () => {
    const first = await read("t.csv", "service,units,amount\nChair,1,7.10\nBed,2,12345678901234567\n");
    expect(first.records.map((record) => record.text)).toEqual([
      "service: Chair\nunits: 1\namount: 7.10",
      "service: Bed\nunits: 2\namount: 12345678901234567",
    ]);
    const bare = await read("t.csv", "2031-03-04,Chair,7.10\n2031-03-05,Bed,8.00\n");
    expect(bare.records[0]!.text).toBe("column_1: 2031-03-04\ncolumn_2: Chair\ncolumn_3: 7.10");
  });

  test("of one case take their common title as the case's", async () => {
    const { cases } = await read(
      "t.csv",
      "case_id,title,text\n1,The wrong bed,One\n1,The wrong bed,Two\n2,Chair,Three\n",
    );
    expect(cases.map((one) => one.title)).toEqual(["The wrong bed", "Chair"]);
  });

  test("with the same text and another outcome are named", async () => {
    const text = "The enrollee asked for a left knee brace.";
    const { report } = await read(
      "t.csv",
      `id,text,determination\n1,${text},Upheld\n2,${text},Overturned\n3,Other text of the same length here,Upheld\n`,
    );
    expect(said(report, "table/twins")).toContain("row 2: Upheld, row 3: Overturned");
  });
});

describe("times", () => {
  test("with AM and PM", async () => {
    const { records } = await read("t.csv", "date,text\n3/14/2031 3:45 PM,a\n3/14/2031 12:10 am,b\n");
    expect(records.map((record) => record.at)).toEqual(["2031-03-14T15:45", "2031-03-14T00:10"]);
  });
  test("of a column in which one date shows that the day comes first", async () => {
    const { records, report } = await read("t.csv", "date,text\n04/03/2031 09:05,a\n25/03/2031,b\n");
    expect(records.map((record) => record.at)).toEqual(["2031-03-04T09:05", "2031-03-25T00:00"]);
    expect(said(report, "table/date_order")).toContain("day first");
  });
  test("that can be read both ways are said to be, and stand as written", async () => {
    const { records, report } = await read("t.csv", "date,text\n04/03/2031,a\n05/03/2031,b\n");
    expect(records[0]).toMatchObject({ at: "2031-04-03T00:00", text: "a\n\ndate: 04/03/2031" });
    expect(said(report, "table/date_order")).toContain("month or the day first");
  });
  test("in a column beside the day", async () => {
    const { records } = await read("t.csv", "date,time,text\n2031-03-04,2:05 PM,a\n");
    expect(records[0]).toMatchObject({ at: "2031-03-04T14:05", text: "a" });
  });
});

describe("JSON", () => {
  test("numbers stay as written and a field that stands twice is kept twice", async () => {
    const { records, codes } = await read(
      "t.json",
      '[{"text":"Refused","claim":98765432109876543210,"amount":7.10,"amount":7.2,"rate":1e3,"n":12}]',
    );
    expect(records[0]!.text).toBe(
      "Refused\n\nclaim: 98765432109876543210\namount: 7.10\namount (2): 7.2\nrate: 1e3\nn: 12",
    );
    expect(codes).toContain("json/field_twice");
  });
  test("two conversations in one list are two cases", async () => {
    const { cases } = await read(
      "t.json",
      '[{"conversation_id":"a","from":"Caller","text":"No ride"},{"conversation_id":"b","from":"Plan","text":"No bed"}]',
    );
    expect(cases.map((one) => [one.id, one.records.length])).toEqual([
      ["a", 1],
      ["b", 1],
    ]);
  });
  test("conversations with their messages inside are cases too", async () => {
    const { cases } = await read(
      "t.json",
      '{"id":"t9","subject":"Ride","messages":[{"author":"Caller","body":"No ride","created_at":"2031-03-04T10:00:00Z"}]}',
    );
    expect(cases[0]).toMatchObject({ id: "t9", title: "Ride" });
    expect(cases[0]!.records[1]).toMatchObject({ sender: "Caller", at: "2031-03-04T10:00", text: "No ride" });
  });
  test("lines of JSON are read as one list, by their content", async () => {
    const { cases } = await read(
      "t.log",
      '{"case_id":"c1","text":"One","n":7.10}\n\n{"case_id":"c1","text":"Two"}\r\n{"case_id":"c2","text":"Three"}\n',
    );
    expect(cases.map((one) => one.records.map((record) => record.text))).toEqual([
      ["One\n\nn: 7.10", "Two"],
      ["Three"],
    ]);
  });
  test("too deep is refused, and very long lines are read", async () => {
    expect((await read("t.json", "[".repeat(100_000) + "]".repeat(100_000))).report.reason).toContain(
      "nested",
    );
    const long = await read("t.json", JSON.stringify({ text: "x".repeat(3_000_000), a: "\\\\\\" }));
    expect(long.report.outcome).toBe("read");
  });
});

test("40,000 columns are a table like any other", async () => {
  const columns = Array.from({ length: 40_000 }, (_, i) => `c${i}`);
  const { report, records } = await read(
    "t.csv",
    `${columns.join(",")}\n${columns.map(() => "1").join(",")}\n${"x,".repeat(39_999)}y\n`,
  );
  expect(report.outcome).toBe("read");
  expect(records).toHaveLength(2);
});
