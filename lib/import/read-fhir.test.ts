import { expect, test } from "vitest";
import { readFiles } from "./read-files";

const file = (name: string, value: unknown) => ({
  name,
  bytes: new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value)),
});
const base64 = (content: string | Uint8Array) => Buffer.from(content).toString("base64");
const texts = (one: { records: { text: string }[] }) => one.records.map((record) => record.text);
const codes = (report: { warnings: { code: string }[] }) => report.warnings.map((one) => one.code);
const NOTE = "Ms. Okafor was refused the bath chair.";

test("encoded notes become records, wherever they stand; what cannot be read is named as unread", async () => {
  const { cases, reports } = await readFiles([
    file("notes.json", {
      resourceType: "Bundle",
      type: "collection",
      entry: [
        {
          resource: {
            resourceType: "DocumentReference",
            id: "d1",
            date: "2031-04-02T09:30:00-05:00",
            content: [
              { attachment: { contentType: "text/plain", title: "Visit", data: base64(NOTE) } },
              {
                attachment: { contentType: "message/rfc822", data: base64("Subject: Chair\r\n\r\nBy mail.") },
              },
              {
                attachment: {
                  contentType: "audio/basic",
                  title: "Voice",
                  data: base64(Uint8Array.of(0, 1, 2, 3)),
                },
              },
              { attachment: { contentType: "text/plain", title: "Broken", data: "%%%" } },
              {
                attachment: {
                  contentType: "application/pdf",
                  title: "Elsewhere",
                  url: "https://example.org/a.pdf",
                },
              },
            ],
          },
        },
        {
          resource: {
            resourceType: "Binary",
            id: "b1",
            contentType: "text/plain",
            data: base64("From a binary."),
          },
        },
        {
          resource: {
            resourceType: "Communication",
            id: "c1",
            sender: { display: "Plan desk" },
            payload: [{ contentAttachment: { contentType: "text/plain", data: base64("From a payload.") } }],
          },
        },
      ],
    }),
  ]);
  const all = texts(cases[0]!).join("\n");
  for (const content of [NOTE, "By mail.", "From a binary.", "From a payload."])
    expect(all).toContain(content);
  expect(cases[0]!.records.find((record) => record.text === NOTE)).toMatchObject({
    title: "Visit",
    at: "2031-04-02T09:30",
  });
  expect(cases[0]!.records.find((record) => record.text === "From a payload.")!.sender).toBe("Plan desk");
  expect(reports[0]!.unread.map((one) => one.what.split(" ")[0])).toEqual(["Voice", "Broken", "Elsewhere"]);
});

test("names, addresses and identifiers keep the names of their fields, and no part of them is lost", async () => {
  const { cases } = await readFiles([
    file("p.json", {
      resourceType: "Patient",
      id: "p1",
      name: [
        { use: "official", prefix: ["Mrs."], given: ["Ilse"], family: "Brandt", period: { start: "2019" } },
        { text: "Ilse the Elder", use: "nickname" },
      ],
      address: [{ line: ["4 Elm Row"], city: "Ardmoor", district: "Kent", postalCode: "54941", use: "home" }],
      identifier: [
        { type: { coding: [{ code: "MB" }] }, value: "MED-33019" },
        { system: "http://hl7.org/fhir/sid/us-ssn", value: "219-09-9999" },
        { value: "0099" },
      ],
    }),
  ]);
  for (const line of [
    "patient name: Mrs. Ilse Brandt (official)",
    "period: 2019 to open",
    "patient name: Ilse the Elder (nickname)",
    "patient address: 4 Elm Row, Ardmoor, Kent, 54941 (home)",
    "patient member id: MED-33019",
    "patient social security number: 219-09-9999",
    "patient record number: 0099",
  ])
    expect(cases[0]!.records[0]!.text).toContain(line);
});

test("references by urn, by address, by version and inside the resource are resolved; the rest is named", async () => {
  const { cases, reports } = await readFiles([
    file("b.json", {
      resourceType: "Bundle",
      type: "transaction",
      entry: [
        { fullUrl: "urn:uuid:aa", resource: { resourceType: "Patient", id: "1" } },
        {
          fullUrl: "http://a.org/fhir/Organization/o1",
          resource: { resourceType: "Organization", id: "o1", name: "Harbor Plan" },
        },
        {
          fullUrl: "urn:uuid:bb",
          resource: {
            resourceType: "Claim",
            id: "2",
            contained: [{ resourceType: "Practitioner", id: "doc", name: [{ family: "Nkemelu" }] }],
            patient: { reference: "urn:uuid:aa" },
            insurer: { reference: "http://b.org/fhir/Organization/o1/_history/3" },
            provider: { reference: "#doc" },
            enterer: { reference: "urn:uuid:gone" },
            facility: { reference: "#nowhere" },
          },
        },
      ],
    }),
  ]);
  const claim = cases[0]!.records[2]!.text;
  expect(claim).toContain("patient: Patient/1");
  expect(claim).toContain("insurer: Harbor Plan (Organization/o1)");
  expect(claim).toContain("contained practitioner name: Nkemelu");
  const missing = reports[0]!.warnings.find((one) => one.code === "fhir/missing_reference")!;
  expect(missing.message).toMatch(/^2 resources .*: #nowhere, urn:uuid:gone\.$/);
});

const observation = (id: string, patient: string) => ({
  resourceType: "Observation",
  id,
  code: { text: `Reading ${id}` },
  subject: { reference: `Patient/${patient}` },
});

test("pages of one search become one case in their order; a page that is not there is named", async () => {
  const page = (number: number, last: boolean) =>
    file(`page${number}.json`, {
      resourceType: "Bundle",
      type: "searchset",
      link: [
        { relation: "self", url: `https://a.org/fhir?page=${number}` },
        ...(last ? [] : [{ relation: "next", url: `https://a.org/fhir?page=${number + 1}` }]),
      ],
      entry: [
        { resource: { resourceType: "Patient", id: "p" } },
        { resource: observation(`o${number}`, "p") },
      ],
    });
  const whole = await readFiles([page(3, true), page(1, false), page(2, false)]);
  expect(whole.cases).toHaveLength(1);
  expect(whole.cases[0]!.records.map((record) => record.key)).toEqual([
    "patient_p",
    "observation_o1",
    "observation_o2",
    "observation_o3",
  ]);
  expect(codes(whole.reports[0]!)).toEqual(["fhir/technical", "fhir/twice", "fhir/joined"]);
  const cut = await readFiles([page(1, false), page(2, false)]);
  expect(cut.reports.flatMap(codes)).toContain("fhir/page_missing");
});

test("patients with nothing between them never become one case; a bulk export is put together by patient", async () => {
  const shared = { resourceType: "Organization", id: "o", name: "Harbor Plan" };
  const claim = (id: string, patient: string) => ({
    resourceType: "Claim",
    id,
    patient: { reference: `Patient/${patient}` },
    insurer: { reference: "Organization/o" },
  });
  const list = [{ resourceType: "Patient", id: "a" }, { resourceType: "Patient", id: "b" }, shared];
  const one = await readFiles([file("list.json", [...list, claim("1", "a"), claim("2", "b")])]);
  expect(one.cases.map((each) => each.records.map((record) => record.title))).toEqual([
    ["Patient", "Claim", "Organization"],
    ["Patient", "Claim", "Organization"],
  ]);
  expect(codes(one.reports[0]!)).toContain("fhir/patients");
  const bulk = await readFiles([
    file(
      "export/Patient.ndjson",
      list
        .slice(0, 2)
        .map((each) => JSON.stringify(each))
        .join("\n"),
    ),
    file(
      "export/Claim.ndjson",
      [claim("1", "a"), claim("2", "b")].map((each) => JSON.stringify(each)).join("\n"),
    ),
  ]);
  expect(bulk.cases.map((each) => each.records.map((record) => record.key))).toEqual([
    ["patient_a", "claim_1"],
    ["patient_b", "claim_2"],
  ]);
});

test("a subscriber and a beneficiary whom a coverage ties together stay in one case", async () => {
  const { cases } = await readFiles([
    file("b.json", [
      { resourceType: "Patient", id: "a" },
      { resourceType: "Patient", id: "b" },
      {
        resourceType: "Coverage",
        id: "c",
        subscriber: { reference: "Patient/a" },
        beneficiary: { reference: "Patient/b" },
      },
    ]),
  ]);
  expect(cases).toHaveLength(1);
});
