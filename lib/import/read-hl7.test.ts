import { expect, test } from "vitest";
import { readFiles } from "./read-files";

const read = (name: string, text: string) => readFiles([{ name, bytes: new TextEncoder().encode(text) }]);
const base64 = (text: string) => Buffer.from(text).toString("base64");

const message = (id: string, name: string, ...more: string[]) =>
  [
    "MSH|^~\\&|LAB|Harbor Clinic|EHR|PLAN|20310402093000-0500||ORU^R01|M1|P|2.5.1",
    `PID|1||${id}^^^HC^MR||${name}^Ilse^Q^^Mrs.||19470611|F|||4 Elm Row^^Ardmoor^WI^54941`,
    ...more,
  ].join("\r");

test("HL7 v2: segments in words, escapes undone, a broken line kept, encoded results read, numbers as written", async () => {
  const { cases, reports } = await read(
    "lab.hl7",
    message(
      "998991",
      "Brandt",
      "OBX|1|NM|2823-3^Potassium^LN||7.10|mmol/L|3.5-5.1|H",
      "OBX|2|TX|^Note||The chair \\T\\ walker were refused.\\.br\\Call \\F\\ write.\nwrapped on",
      `OBX|3|ED|^Report||^text^plain^Base64^${base64("Ms. Okafor called.")}`,
      "OBX|4|RP|^Scan||scan.tif^image^tiff",
      "ZPI|a|b^c",
    ),
  );
  const [text, report] = cases[0]!.records.map((record) => record.text);
  for (const line of [
    "patient identifier list, medical record number: 998991 (HC, MR)",
    "patient name: Mrs. Ilse Q Brandt",
    "date/time of birth: 1947-06-11",
    "patient address: 4 Elm Row, Ardmoor, WI 54941",
    "Potassium (2823-3) (LN): 7.10 mmol/L",
    "Note: The chair & walker were refused.\nCall | write.\nwrapped on",
    "ZPI 2: b c",
  ])
    expect(text).toContain(line);
  expect(report).toBe("Ms. Okafor called.");
  expect(reports[0]!.unread).toEqual([expect.objectContaining({ what: expect.stringContaining("Scan") })]);
});

test("HL7 v2: messages of two patients never become one case", async () => {
  const { cases } = await read(
    "two.hl7",
    `${message("1", "Brandt")}\r${message("2", "Okafor")}\r${message("1", "Brandt")}`,
  );
  expect(cases.map((one) => one.records.length)).toEqual([2, 1]);
});

const x12 = (...segments: string[]) =>
  `ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *310402*0930*^*00501*000000001*0*P*:~${segments.join("~")}~IEA*1*000000001~`;
const member = (hl: number, family: string, id: string) => [
  `HL*${hl}*1*22*0`,
  `NM1*IL*1*${family}*ILSE****MI*${id}`,
  "N3*4 ELM ROW",
  "N4*ARDMOOR*WI*54941",
  "DMG*D8*19470611*F",
  "REF*SY*219099999",
];

test("X12: a decision in words, names and numbers under what they are, and a piece without its envelope", async () => {
  const { cases, reports } = await read(
    "278.edi",
    x12(
      "ST*278*0001",
      "BHT*0007*11*R1*20310402*0930",
      "HL*1**20*1",
      "NM1*X3*2*HARBOR PLAN*****PI*12345",
      ...member(2, "BRANDT", "MED-33019"),
      "UM*HS*I*1",
      "HCR*A3*AUTH1*50",
      "DTP*472*RD8*20310401-20310430",
      "MSG*Not medically necessary",
      "SE*9*0001",
    ),
  );
  for (const line of [
    "utilization management organization name: HARBOR PLAN",
    "subscriber name: ILSE BRANDT",
    "subscriber member id: MED-33019",
    "subscriber address: 4 ELM ROW",
    "subscriber city: ARDMOOR, WI 54941",
    "subscriber birth date: 1947-06-11",
    "subscriber social security number: 219099999",
    "Decision: not certified (A3) AUTH1, 50",
    "service date: 2031-04-01 to 2031-04-30",
    "message: Not medically necessary",
  ])
    expect(cases[0]!.records[0]!.text.split("\n")).toContain(line);
  expect(cases[0]!.records[0]!.at).toBe("2031-04-02T09:30");
  expect(reports[0]!.warnings[0]!.code).toBe("x12/technical");
  const piece = await read("piece.txt", "NM1*QC*1*OKAFOR*ADA****MI*77-1~REF*EA*0099~");
  expect(piece.cases[0]!.records[0]!.text).toBe(
    "patient name: ADA OKAFOR\npatient member id: 77-1\npatient medical record number: 0099",
  );
});

test("X12: two members become two cases; an attachment that holds the segment mark is read whole", async () => {
  const two = await read(
    "271.edi",
    x12(
      "ST*271*0001",
      "HL*1**20*1",
      ...member(2, "BRANDT", "1"),
      "EB*6",
      ...member(3, "OKAFOR", "2"),
      "EB*1",
      "SE*9*1",
    ),
  );
  expect(two.cases.map((one) => one.records[0]!.text.match(/benefit: .*/)![0])).toEqual([
    "benefit: inactive (6)",
    "benefit: active coverage (1)",
  ]);
  const held = "A letter~with*marks";
  const attached = await read("275.edi", x12("ST*275*0001", `BIN*${held.length}*${held}`, "SE*3*1"));
  expect(attached.cases[0]!.records.map((record) => record.text)).toContain(held);
});
