import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plausibleSsn } from "./find-numbers";
import type { ScreenedRecord, ScreeningFinding, SpanFinder } from "./finding";
import { resolveOverlaps, ruleFinder, screenCase, screenWith } from "./screen";

const SEED = 20261129;
const of = (text: string) =>
  screenCase([{ key: "r", text }]).map((finding) => `${finding.kind}: ${finding.text}`);

describe("each of the 18 kinds is found by its form or by the word before it", () => {
  test.each([
    ["The letter is signed by Dr. Wilhelmina Osterkamp of the appeals unit.", "name: Wilhelmina Osterkamp"],
    ["my wife marguerite called them twice", "name: marguerite"],
    ["She was seen at Larkspur Valley Hospital again.", "geography: Larkspur Valley Hospital"],
    ["Send it to 4471 Quillback Avenue, Apt 9 first.", "geography: 4471 Quillback Avenue, Apt 9"],
    ["my zip code is 60188 there", "geography: 60188"],
    ["They wrote on 3 March 2027 about it.", "date: 3 March 2027"],
    ["He turned in the form on 11/04/2026.", "date: 11/04/2026"],
    ["The 94-year-old member asked again.", "date: 94"],
    ["Call me at (312) 555-0148 after noon.", "phone: (312) 555-0148"],
    ["Fax: 312-555-0149", "fax: 312-555-0149"],
    ["Write to w.osterkamp@clinic.example please", "email: w.osterkamp@clinic.example"],
    ["Her social security number is 412-55-9031.", "ssn: 412-55-9031"],
    ["MRN# 443-12-887", "medical_record: 443-12-887"],
    ["Member ID: XKQ4471982", "health_plan: XKQ4471982"],
    ["Account number 99017-221", "account: 99017-221"],
    ["His driver's license number is D4471982", "licence: D4471982"],
    ["VIN 1HGBH41JXMN109186 was on the form", "vehicle: 1HGBH41JXMN109186"],
    ["The pump's serial number is SN-88213-B.", "device: SN-88213-B"],
    ["See https://portal.example/claims/77 for it", "url: https://portal.example/claims/77"],
    ["It came from 203.0.113.77 at night", "ip_address: 203.0.113.77"],
    ["They took her fingerprints at the door", "biometric: fingerprints"],
    ["A photo of the patient is attached", "photo: photo of the patient"],
    ["Your reference number is RT-5581-Q", "other_code: RT-5581-Q"],
  ])("%s", (text, expected) => {
    expect(of(text)).toContain(expected);
  });
});

describe("speech", () => {
  test("an answer to the question for a date of birth", () => {
    const text =
      "[00:05] Agent: And your date of birth?\n[00:08] Caller: Uh, three, eleven, uh, seventy two.";
    expect(of(text)).toEqual(["date: three, eleven, uh, seventy two"]);
  });
  test("an address, a postal code and a mail address spoken out", () => {
    expect(of("I live at eighty one Fennel Road, it's KT four nine QP.")).toContain(
      "geography: eighty one Fennel Road",
    );
    expect(of("Yes it's KT four nine QP.")).toEqual(["geography: KT four nine QP"]);
    expect(of("it's ines dot moreau at fastpost dot co dot uk, thanks")).toEqual([
      "email: ines dot moreau at fastpost dot co dot uk",
    ]);
  });
  test("a telephone number said digit by digit, an age over 89 in words, the end of a social security number", () => {
    expect(of("it's five five five, oh one two, double three, uh, four, call me there")).toEqual([
      "phone: five five five, oh one two, double three, uh, four",
    ]);
    expect(of("he turned ninety-one and she is aged ninety")).toEqual(["date: ninety-one", "date: ninety"]);
    expect(of("it is about ninety days, and one two three of them")).toEqual([]);
    expect(of("my ssn ends in 4432")).toEqual(["ssn: 4432"]);
  });
  test("an unknown word after a relation or a request for somebody is somebody", () => {
    expect(of("her daughter quorvella picks it up, ask for zembrano there")).toEqual([
      "name: quorvella",
      "name: zembrano",
    ]);
    expect(of("my mother yesterday spoke with nobody, his wife takes ibuprofen")).toEqual([]);
  });
  test("a name spelled letter by letter", () => {
    expect(of("My surname, I'll spell it, B R A N K O, okay?")).toContain("name: B R A N K O");
  });
  test("a speaker's tag that is a name, but not one that is a role", () => {
    expect(of("Agent: Hello.\nIlse: Hi.\nPatient: Who is this?")).toEqual(["name: Ilse"]);
  });
});

describe("a text without capitals", () => {
  test("names by their lists and neighbours, towns, the words of a facility's name", () => {
    expect(
      of("spoke with robert green today, he was seen at st. brendan's hospital in milwaukee on march 4th"),
    ).toEqual([
      "name: robert green",
      "geography: st. brendan's hospital",
      "geography: milwaukee",
      "date: march 4th",
    ]);
  });
  test("ordinary words that are names elsewhere are left alone", () => {
    expect(
      of("will you mark the bill as paid, may i ask, in hope that grace is given to the art department"),
    ).toEqual([]);
  });
});

describe("kinds that were missed once", () => {
  test.each<[string, string[]]>([
    ["Desmond Falk phoned about the lift.", ["name: Desmond Falk"]],
    ["Will phoned. Will you phone back?", ["name: Will"]],
    ["Client name: Lane, Summer\nPostal code: 44691", ["name: Lane, Summer", "geography: 44691"]],
    ["NM1*QC*1*OKAFOR*ADA****MI*QX-7719~", ["name: OKAFOR", "name: ADA", "health_plan: QX-7719"]],
    [
      "PID|1||77120^^^MRN||REYES^LUZ||19610412|F",
      ["medical_record: 77120", "name: REYES", "name: LUZ", "date: 19610412"],
    ],
    [
      '{"name":[{"family":"Banks","given":["Faith"]}],"postalCode":"44691"}',
      ["name: Banks", "name: Faith", "geography: 44691"],
    ],
    [
      "ring 330\u00a0555\u00a00147 or 330-555-0148, extension 9",
      ["phone: 330\u00a0555\u00a00147", "phone: 330-555-0148, extension 9"],
    ],
    ["ring ３３０-５５５-０１４７", ["phone: ３３０-５５５-０１４７"]],
    ["They wrote on Labor Day and on Fri 5/8.", ["date: Labor Day", "date: Fri 5/8"]],
    ["the card ending in 4471 was refused", ["account: 4471"]],
    ["The van stops at 40.8067, -81.9351 each day.", ["geography: 40.8067, -81.9351"]],
    ["hi this is keisha from the plan", ["name: keisha"]],
    [
      "Thandiwe van der Merwe, J.K. Osei and 王芳 came.",
      ["name: Thandiwe van der Merwe", "name: J.K. Osei", "name: 王芳"],
    ],
  ])("%s", (text, expected) => {
    for (const one of expected) expect(of(text)).toContain(one);
  });

  test("a name in the name of a file", () => {
    const found = screenCase([
      { key: "r", text: "No.", title: "Abernathy_Noreen_DOB_02-03-1950_denial.pdf" },
    ]);
    expect(found.map((one) => `${one.kind}: ${one.text}`)).toEqual([
      "name: Abernathy_Noreen",
      "date: 02-03-1950",
    ]);
  });

  test("the end of a number stands elsewhere in the case, a nickname too", () => {
    const records = [
      { key: "a", text: "William Hartsfield, call 330-555-0147." },
      { key: "b", text: "Bill said the line with 0147 is down." },
    ];
    const found = screenCase(records).filter((one) => one.recordKey === "b");
    expect(found.map((one) => one.text)).toEqual(["Bill", "0147"]);
  });
});

describe("what is no identifier", () => {
  test.each([
    "Diagnosed with Crohn's disease in 2019 and treated with Humira 40 mg since then.",
    "Her Framingham Risk Score was 12, the Wells criteria were not met.",
    "Recommended follow-up for a 62-year-old Hispanic male with a history of Hodgkin's lymphoma, seen last summer?",
    "The plan denied CPT 99213 and 70553 as not medically necessary under ICD-10 E11.9.",
    "Medicare Part B pays 80 percent after the deductible; Aetna pays the rest.",
    "Dr. X saw the patient and Mister X Y Z called back.",
    "The BUN was 34, creatinine 2.1, blood pressure 132/84 and weight 81.5 kg.",
    "In California the appeal may be filed by the member, the provider or both.",
    "They owe $12,450.00 and must answer within 30 days.",
    "XX/XX/2019 I wrote to XXXX XXXX. [NAME] said *** to <PATIENT> [DATE 2].",
    "Alder B, Marsh QT, Wynn J, et al. Grip strength. J Hand Ther. 2011;24(2):99-105.",
    "The MRI, CT were done at 10:40 and read by noon.",
    "Status: Upheld\nCategory: Wound Care\nOwner: Billing\nChannel: Phone",
    "member_id, zip_code and date_of_birth are required.",
    "Mark the box. Bill the plan. May we ask? Hope this helps.",
  ])("%s", (text) => {
    expect(of(text)).toEqual([]);
  });
});

test("a name confirmed in one record is followed through the whole case, in capitals and in small letters", () => {
  const records: ScreenedRecord[] = [
    { key: "a", text: "My name is Tamsin Ordway and I need help." },
    { key: "b", sender: "ORDWAY", text: "spoke to ordway again, tamsin will send the form" },
  ];
  const found = screenCase(records).map((finding) => [finding.recordKey, finding.field, finding.text]);
  expect(found).toEqual([
    ["a", "text", "Tamsin Ordway"],
    ["b", "sender", "ORDWAY"],
    ["b", "text", "ordway"],
    ["b", "text", "tamsin"],
  ]);
});

test("a social security number that was never issued is known by its form", () => {
  expect(
    ["412559031", "000559031", "666559031", "900559031", "412009031", "412550000"].map(plausibleSsn),
  ).toEqual([true, false, false, false, false, false]);
});

const piece = fc.oneof(
  fc.constantFrom(
    "Dr. Osterkamp",
    "maría-josé",
    "e\u0301lodie",
    "O’Shaughnessy",
    "412-55-9031",
    "a@b.example",
    "12 Elm Street",
    "\r\n",
    "\n\n",
    "👩🏽‍⚕️",
    "😀",
    "\u200d",
    "\u0301",
    "3 March 2027",
    "MRN 998812",
    "the plan said",
    "[00:05] Agent:",
    "born",
    "three, eleven, seventy two",
    "Łódź",
    "ΑΘΗΝΑ",
    "李雷",
    "عمر",
    "Springfield, IL 62701",
    "https://a.example/x",
    "spell",
    "S M I T H",
  ),
  fc.string({ unit: "binary", maxLength: 12 }),
);
const texts = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(" "));

test("every span quotes exactly what stands at its offsets, and no two overlap, whatever the text", () => {
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 3 }), (all) => {
      const records = all.map((text, i) => ({ key: `r${i}`, text }));
      const findings = screenCase(records);
      for (const [i, finding] of findings.entries()) {
        const { text } = records.find((record) => record.key === finding.recordKey)!;
        expect(text.slice(finding.start, finding.end)).toBe(finding.text);
        expect(finding.text.length).toBeGreaterThan(0);
        expect(finding.text).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
        const next = findings[i + 1];
        if (next?.recordKey === finding.recordKey) expect(next.start).toBeGreaterThanOrEqual(finding.end);
      }
      expect(screenCase(records)).toEqual(findings);
    }),
    { seed: SEED, numRuns: 250 },
  );
});

test("time grows with the length of the text, not with its square", () => {
  const hostile = [
    "a",
    "1-",
    "John Smith, ",
    "born ",
    "date of birth one two three ",
    "12 Elm Street, ",
    "a@",
    "::",
    "my name is ",
    "General Hospital of ",
    "A. ",
    "S-M-I-T-",
    " at dot ",
    "e\u0301",
  ];
  const time = (text: string) => {
    const start = performance.now();
    screenCase([{ key: "r", text }]);
    return performance.now() - start;
  };
  time("warm up ".repeat(2_000));
  for (const unit of hostile) {
    const long = unit.repeat(Math.ceil(100_000 / unit.length));
    expect(time(long), JSON.stringify(unit)).toBeLessThan(4_000);
  }
});

describe("several finders", () => {
  const records = [{ key: "r", text: "Tamsin Ordway lives nearby." }];
  const finding = (start: number, end: number, text: string): ScreeningFinding => ({
    recordKey: "r",
    field: "text",
    start,
    end,
    text,
    kind: "geography",
    confidence: 0.6,
    reason: "model",
  });

  test("a model's span is believed only where it quotes the text", async () => {
    const model: SpanFinder = {
      name: "model",
      find: async () => [
        finding(20, 26, "nearby"),
        finding(20, 26, "Nearby"),
        finding(5, 5, ""),
        finding(90, 99, "x"),
      ],
    };
    const { findings, refused } = await screenWith([ruleFinder, model], records);
    expect(findings.map((one) => [one.kind, one.text])).toEqual([
      ["name", "Tamsin Ordway"],
      ["geography", "nearby"],
    ]);
    expect(refused).toEqual({ rules: 0, model: 3 });
  });

  test("what a longer span leaves of another is kept", () => {
    const spans = [
      { start: 0, end: 10, kind: "geography", confidence: 0.8, reason: "" },
      { start: 6, end: 15, kind: "name", confidence: 0.8, reason: "" },
    ] as const;
    expect(resolveOverlaps("0123456789 abcd", spans).map((one) => [one.start, one.end])).toEqual([
      [0, 10],
      [11, 15],
    ]);
  });
});
