import { z } from "zod";
import { spokenSchema } from "../language/ballots";
import { translationFailureSchema, translationSchema } from "../language/translation";
import { publicActionSchema } from "../public/action";
import { publicResultSchema } from "../public/result";
import { type Finding, finding } from "../spec/finding";
import { LIMITS } from "../spec/limits";
import { momentSchema } from "../spec/moment";
import { type Read, readBy, readJson } from "../spec/read";
import { worldSpecSchema } from "../spec/world";
import { runFindingSchema } from "./findings";

/** Version of the run log format and of the engine that wrote it. */
export const RUN_SCHEMA_VERSION = 1;
export const ENGINE_VERSION = "1.2.0";

/** First record of a run log: the world as a whole, and what was run in it. */
export const runHeaderSchema = z.strictObject({
  kind: z.literal("run"),
  schema_version: z.literal(RUN_SCHEMA_VERSION),
  engine_version: z.string().max(40),
  /** SHA-256 of the canonical JSON of `world`; null when nobody computed it. */
  world_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  world: worldSpecSchema,
  agent: z.string().max(LIMITS.label),
  seed: z.int().nullable(),
  /** Name and version of what turned requests into menu items. */
  translator: z.string().max(LIMITS.label),
});
export type RunHeader = z.infer<typeof runHeaderSchema>;

/** One action: what was called, how it was understood, what it showed, what it broke. */
export const runStepSchema = z.strictObject({
  kind: z.literal("step"),
  step: z.int().min(1),
  action: publicActionSchema,
  translation: z.union([translationSchema, translationFailureSchema]).nullable(),
  result: publicResultSchema,
  findings: z.array(runFindingSchema),
  clock: momentSchema,
  /** The ballots and the rendering, where a model translated; nothing of it changes the state. */
  spoken: spokenSchema.optional(),
});
export type RunStep = z.infer<typeof runStepSchema>;

export const runLogRecordSchema = z.discriminatedUnion("kind", [runHeaderSchema, runStepSchema]);
export type RunLogRecord = z.infer<typeof runLogRecordSchema>;

/** Most records that are read: every action of the longest run, and ten notes beside each. */
const MOST_RECORDS = 11 * LIMITS.actionLimit;

/** Writes a run log as JSON lines. */
export function writeRunLog(records: readonly RunLogRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

/** Reads a run log of JSON lines; each fault is named with its record. */
export function readRunLog(text: string): Read<[RunHeader, ...RunStep[]]> {
  const values: unknown[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const json = readJson(line);
    if (!json.ok) return at(values.length, json.findings);
    values.push(json.value);
  }
  return readRunRecords(values);
}

/** Parses the records of a run log, one JSON value a line; each fault is named with its record. */
export function readRunRecords(values: readonly unknown[]): Read<[RunHeader, ...RunStep[]]> {
  const refuse = (f: Finding) => ({ ok: false as const, findings: [f] });
  if (values.length > MOST_RECORDS)
    return refuse(
      finding("run/too-long", `This log has more than ${MOST_RECORDS} records.`, {
        fix: "Give one run at a time.",
      }),
    );
  const header = readBy(runHeaderSchema, values[0], "Run log header");
  if (!header.ok) return at(0, header.findings);
  const steps: RunStep[] = [];
  for (const [i, value] of values.slice(1).entries()) {
    const read = readBy(runStepSchema, value, "Run log record");
    if (!read.ok) return at(i + 1, read.findings);
    steps.push(read.value);
  }
  return { ok: true, value: [header.value, ...steps] };
}

const at = (record: number, findings: readonly Finding[]) => ({
  ok: false as const,
  findings: findings.map((f) => ({ ...f, path: f.path.replace(/^\$/, `$[${record}]`) })),
});
