import { expect, test } from "vitest";
import { readFiles } from "./read-files";

const read = (name: string, text: string) => readFiles([{ name, bytes: new TextEncoder().encode(text) }]);

test("vCard: folded and quoted lines whole, structured values in reading order, a photo named as unread", async () => {
  const { cases, reports } = await read(
    "team.vcf",
    [
      "BEGIN:VCARD",
      "VERSION:3.0",
      "N:Brandt;Ilse;Q;Mrs.;",
      "FN:Ilse Brandt",
      "item1.ADR;TYPE=HOME:;;4 Elm Row\\, back door;Ardmoor;WI;54941;USA",
      "TEL;TYPE=CELL,PREF:(920) 555-0148",
      "NOTE:First line\\nsecond line that is fol",
      " ded here",
      "BDAY:1947-06-11",
      "PHOTO;ENCODING=b;TYPE=JPEG:AAAA",
      "END:VCARD",
      "BEGIN:VCARD",
      "VERSION:2.1",
      "FN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:J=C3=BCr=",
      "gen",
      "X-CASE-NUMBER:77-1",
      "END:VCARD",
    ].join("\r\n"),
  );
  expect(cases[0]!.records.map((record) => record.text)).toEqual([
    "full name: Mrs. Ilse Q Brandt\nname: Ilse Brandt\naddress (home): 4 Elm Row, back door, Ardmoor, WI, 54941, USA\nphone (cell): (920) 555-0148\nnote: First line\nsecond line that is folded here\nbirth date: 1947-06-11\nphoto: [encoded content]",
    "name: Jürgen\ncase number: 77-1",
  ]);
  expect(reports[0]!.unread[0]!.what).toMatch(/^Photo \(image\/jpeg/);
});
