/**
 * Rebuilds what follows from the sources in `corpus/<case>/`: the offsets and hashes of evidence spans in
 * packet.json (found by their quotes), the draft an advocate starts from (packet.draft.json, the accepted
 * packet with the mistakes of draft-mistakes.json), and world.json, with the ways of asking of phrasings.json. With --check it writes nothing and
 * exits with 10 when a file is out of date.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { phrasingsSchema, withWays } from "../compiler/language/paraphrases";
import { type Packet, packetSchema, readPacket } from "../compiler/packet";
import { proposeByRules } from "../compiler/propose";
import type { Finding } from "../compiler/spec/finding";
import { type CaseDocument, caseFileSchema } from "../lib/contracts/case-file";

const CONTEXT = 32;

type Json = Record<string, unknown>;

/** `change` merges members into an item by its id, `remove` takes items out, `add` puts items in. */
const mistakesSchema = z.strictObject({
  change: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  remove: z.array(z.string()).default([]),
  add: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).default({}),
});

const readJsonFile = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
const pretty = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Finds each span's quote in its record and fills in offsets, context and hash. */
function markSpans(node: unknown, records: Map<string, CaseDocument["records"][number]>): unknown {
  if (Array.isArray(node)) return node.map((child) => markSpans(child, records));
  if (typeof node !== "object" || node === null) return node;
  const object = node as Json;
  if (typeof object.record === "string" && typeof object.quote === "string")
    return markSpan(object.record, object.quote, records);
  return Object.fromEntries(Object.entries(object).map(([key, child]) => [key, markSpans(child, records)]));
}

function markSpan(key: string, quote: string, records: Map<string, CaseDocument["records"][number]>) {
  const record = records.get(key);
  if (!record) throw new Error(`There is no record "${key}" for the quote "${quote}".`);
  const start = record.text.indexOf(quote);
  if (start < 0) throw new Error(`The record "${key}" does not contain "${quote}".`);
  if (record.text.indexOf(quote, start + 1) >= 0)
    throw new Error(`The record "${key}" contains "${quote}" more than once.`);
  const end = start + quote.length;
  return {
    record: key,
    start,
    end,
    quote,
    before: record.text.slice(Math.max(0, start - CONTEXT), start),
    after: record.text.slice(end, end + CONTEXT),
    record_hash: createHash("sha256").update(record.text).digest("hex"),
  };
}

function draftOf(packet: Packet, mistakes: z.infer<typeof mistakesSchema>): unknown {
  const used = new Set<string>();
  const draftItem = (item: Json): Json => {
    const id = String(item.id);
    const change = mistakes.change[id];
    if (change) used.add(id);
    return { ...item, ...change, origin: "draft", decision: "undecided", comments: [] };
  };
  const draft = Object.fromEntries(
    Object.entries(packet).map(([key, value]) => {
      if (key === "brief") return [key, draftItem(value as Json)];
      if (!Array.isArray(value)) return [key, value];
      const kept = (value as Json[]).filter((item) => {
        const removed = mistakes.remove.includes(String(item.id));
        if (removed) used.add(String(item.id));
        return !removed;
      });
      return [key, [...kept, ...(mistakes.add[key] ?? [])].map(draftItem)];
    }),
  );
  for (const id of [...Object.keys(mistakes.change), ...mistakes.remove])
    if (!used.has(id)) throw new Error(`draft-mistakes.json names "${id}", which the packet does not have.`);
  return draft;
}

function tell(what: string, findings: readonly Finding[]): never {
  const lines = findings.map((f) => `  ${f.path}: ${f.message} ${f.fix}`);
  throw new Error([`${what}:`, ...lines].join("\n"));
}

function buildCase(folder: string): Record<string, string> {
  const file = caseFileSchema.parse(readJsonFile(join(folder, "case.json")));
  const records = new Map(file.records.map((record) => [record.key, record]));
  const read = readPacket(markSpans(readJsonFile(join(folder, "packet.json")), records));
  if (!read.ok) tell(`${folder}/packet.json`, read.findings);
  const world = proposeByRules(read.value);
  if (!world.ok) tell(`${folder}/world.json`, world.findings);
  const phrasings = join(folder, "phrasings.json");
  const ways = existsSync(phrasings) ? phrasingsSchema.parse(readJsonFile(phrasings)).items : {};
  const mistakesPath = join(folder, "draft-mistakes.json");
  const mistakes = mistakesSchema.parse(existsSync(mistakesPath) ? readJsonFile(mistakesPath) : {});
  return {
    "packet.json": pretty(read.value),
    "packet.draft.json": pretty(packetSchema.parse(markSpans(draftOf(read.value, mistakes), records))),
    "world.json": pretty(withWays(world.value, ways)),
  };
}

const check = process.argv.includes("--check");
const corpus = join(import.meta.dirname, "..", "corpus");
const stale: string[] = [];
for (const name of readdirSync(corpus).sort()) {
  const folder = join(corpus, name);
  if (!existsSync(join(folder, "case.json"))) continue;
  for (const [file, text] of Object.entries(buildCase(folder))) {
    const path = join(folder, file);
    if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
    stale.push(`corpus/${name}/${file}`);
    if (!check) writeFileSync(path, text);
  }
}
for (const path of stale) process.stderr.write(`${check ? "out of date" : "written"}: ${path}\n`);
process.stdout.write(`${stale.length} ${check ? "files out of date" : "files written"}\n`);
if (check && stale.length > 0) process.exitCode = 10;
