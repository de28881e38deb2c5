import { expect, test } from "vitest";
import { readFiles } from "./read-files";

const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
const base64 = (text: string) => Buffer.from(text).toString("base64");
const document = (body: string, head = "") =>
  `<?xml version="1.0"?><!-- export --><ClinicalDocument xmlns="urn:hl7-org:v3"><title>Discharge</title>
<effectiveTime value="20310402093000-0500"/>${head}<component>${body}</component></ClinicalDocument>`;
const section = (title: string, inner: string) =>
  `<component><section><title>${title}</title>${inner}</section></component>`;

test("the head keeps the names of its fields, every section is a record, tables and lists read as such", async () => {
  const { cases, reports } = await readFiles([
    file(
      "summary.xml",
      document(
        `<structuredBody>${section(
          "Plan",
          `<text><paragraph>Call <content>today</content> &amp; write.</paragraph><table><thead><tr><th>Drug</th><th>Dose</th></tr></thead>
<tbody><tr><td>Lisinopril</td><td>10 mg<br/>daily</td></tr></tbody></table><list><item>rest</item><item>walk</item></list></text><entry><act/></entry>`,
        )}${section("Weight", `<entry><observation><value value="70" unit="kg"/></observation></entry>`)}</structuredBody>`,
        `<recordTarget><patientRole><id extension="998991"/><addr><streetAddressLine>4 Elm Row</streetAddressLine><city>Ardmoor</city><postalCode>54941</postalCode></addr>
<patient><name><given>Ilse</given><family>Brandt</family></name><birthTime value="19470611"/></patient></patientRole></recordTarget>
<author><assignedAuthor><assignedPerson><name><prefix>Dr.</prefix><family>Nkemelu</family></name></assignedPerson></assignedAuthor></author>`,
      ),
    ),
  ]);
  const [head, plan, weight] = cases[0]!.records;
  for (const line of [
    "patient id: 998991",
    "patient addr: 4 Elm Row, Ardmoor 54941",
    "patient name: Ilse Brandt",
    "patient birth date: 1947-06-11",
  ])
    expect(head!.text.split("\n")).toContain(line);
  expect(plan).toMatchObject({
    title: "Plan",
    sender: "Dr. Nkemelu",
    at: "2031-04-02T09:30",
    text: "Call today & write.\n\nDrug | Dose\nLisinopril | 10 mg / daily\n\n- rest\n- walk",
  });
  expect(weight!.text).toContain("value: 70 kg");
  expect(reports[0]!.warnings.map((one) => one.code)).toContain("ccda/entries");
});

test("an encoded body and an encoded picture text are read; a body that only has an address is named as unread", async () => {
  const encoded = await readFiles([
    file(
      "scan.xml",
      document(
        `<nonXMLBody><text mediaType="text/plain" representation="B64">${base64("Ms. Okafor called.")}</text></nonXMLBody>`,
      ),
    ),
  ]);
  expect(encoded.cases[0]!.records.map((record) => record.text)).toContain("Ms. Okafor called.");
  const away = await readFiles([
    file(
      "away.xml",
      document(
        `<nonXMLBody><text mediaType="application/pdf"><reference value="a.pdf"/></text></nonXMLBody>`,
      ),
    ),
  ]);
  expect(away.cases[0]!.unread[0]).toMatchObject({ why: expect.stringContaining("Only its address") });
});

test("entities a document declares are never expanded, and XML that breaks off is refused, not half read", async () => {
  const bomb = `<!DOCTYPE a [<!ENTITY b "boom"><!ENTITY c "&b;&b;">]><note><line>&c; stays</line></note>`;
  const { cases, reports } = await readFiles([
    file("bomb.xml", bomb),
    file("cut.xml", "<note><line>first</line><line>sec"),
  ]);
  expect(cases[0]!.records[0]!.text).toBe("note line: &c; stays");
  expect(reports[1]!).toMatchObject({
    outcome: "refused",
    reason: expect.stringContaining("not well-formed"),
  });
});

test("FHIR as XML reads like FHIR as JSON", async () => {
  const { cases } = await readFiles([
    file(
      "p.xml",
      `<Patient xmlns="http://hl7.org/fhir"><id value="p1"/><text><status value="generated"/><div xmlns="http://www.w3.org/1999/xhtml"><p>Ilse &amp; co</p></div></text>
<name><given value="Ilse"/><family value="Brandt"/></name><birthDate value="1947-06-11"/></Patient>`,
    ),
  ]);
  expect(cases[0]!.records[0]!.text).toBe(
    "Ilse & co\n\npatient id: p1\npatient name: Ilse Brandt\npatient birth date: 1947-06-11",
  );
});
