import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { publishedCertificateSchema } from "./corpus";

test("a publication of another version stays readable: fields that it lacks or has besides do not matter", () => {
  const { paraphrases, ...older } = JSON.parse(readFileSync("corpus/52955ee1/certificate.json", "utf8"));
  expect(paraphrases).toBeDefined();
  const read = publishedCertificateSchema.parse({ ...older, of_another_time: true });
  expect(read.route).toEqual(older.route);
});
