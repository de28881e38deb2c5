import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { analyserFinder } from "./analyser";
import { ruleFinder, screenWith } from "./screen";

let server: Server | undefined;
afterEach(() => new Promise<void>((done) => (server ? server.close(() => done()) : done())));

/** A stand-in for Presidio's analyzer: answers each text with what `reply` says. */
async function standIn(reply: (text: string) => unknown, delayMs = 0): Promise<string> {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      const { text } = JSON.parse(body) as { text: string; language: string };
      setTimeout(() => response.end(JSON.stringify(reply(text))), delayMs);
    });
  });
  await new Promise<void>((done) => server!.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/analyze`;
}

const records = [{ key: "r", text: "😀 Tamsin Ordway likes the bluebird room." }];

test("its spans are added to those of the rules, counted by code points, and none is taken away", async () => {
  const url = await standIn((text) => [
    {
      entity_type: "LOCATION",
      start: [...text.slice(0, text.indexOf("bluebird"))].length,
      end: [...text.slice(0, text.indexOf(" room"))].length,
      score: 0.85,
    },
    { entity_type: "ORGANIZATION", start: 0, end: 3, score: 1 },
    { entity_type: "PERSON", start: 90, end: 99, score: 1 },
    { entity_type: "PERSON", start: 5, end: 5, score: 1 },
  ]);
  const { findings } = await screenWith([ruleFinder, analyserFinder({ url, timeoutMs: 2_000 })], records);
  expect(findings.map((one) => [one.kind, one.text])).toEqual([
    ["name", "Tamsin Ordway"],
    ["geography", "bluebird"],
  ]);
});

test.each<[string, (text: string) => unknown, number, RegExp]>([
  ["an answer of another form", () => ({ error: "no" }), 0, /no list of spans/],
  ["no answer in time", () => [], 400, /did not answer within 0\.1 seconds/],
])("%s is a failure that says what to check and quotes no record", async (_, reply, delay, message) => {
  const finder = analyserFinder({ url: await standIn(reply, delay), timeoutMs: 100 });
  const failure = await Promise.resolve(finder.find(records)).catch((error: Error) => error);
  expect(failure).toMatchObject({ name: "AnalyserFailure", message: expect.stringMatching(message) });
  expect(String(failure)).not.toContain("Ordway");
});

test("an analyser that does not run is a failure", async () => {
  const finder = analyserFinder({ url: "http://127.0.0.1:9/analyze", timeoutMs: 1_000 });
  await expect(finder.find(records)).rejects.toThrow(/could not be reached/);
});
