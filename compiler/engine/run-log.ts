import { z } from "zod";
import { translationFailureSchema, translationSchema } from "../language/translation";
import { publicActionSchema } from "../public/action";
import { publicResultSchema } from "../public/result";
import { type Finding, finding, findingSchema } from "../spec/finding";
import { LIMITS } from "../spec/limits";
import { momentSchema } from "../spec/moment";
import { type Read, readBy, readJson } from "../spec/read";
import { worldSpecSchema } from "../spec/world";

/** Version of the run log format and of the engine that wrote it. */
export const RUN_SCHEMA_VERSION = 1;
export const ENGINE_VERSION = "1.0.0";

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
  findings: z.array(findingSchema),
  clock: momentSchema,
});
export type RunStep = z.infer<typeof runStepSchema>;

export const runLogRecordSchema = z.discriminatedUnion("kind", [runHeaderSchema, runStepSchema]);
export type RunLogRecord = z.infer<typeof runLogRecordSchema>;

/** Most records that a log may hold: every action of the longest run, and as many notes. */
const MOST_RECORDS = 4 * LIMITS.actionLimit;

/** Writes a run log as JSON lines. */
export function writeRunLog(records: readonly RunLogRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

/** Reads a run log of JSON lines; each fault is named with its line. */
export function readRunLog(text: string): Read<RunLogRecord[]> {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  if (lines.length > MOST_RECORDS)
    return refuse(finding("run/too-long", `A run log has at most ${MOST_RECORDS} lines.`));
  const records: RunLogRecord[] = [];
  for (const [i, line] of lines.entries()) {
    const json = readJson(line);
    const read = json.ok ? readBy(runLogRecordSchema, json.value, "Run log") : json;
    if (!read.ok)
      return {
        ok: false,
        findings: read.findings.map((f) => ({ ...f, path: f.path.replace(/^\$/, `$[${i}]`) })),
      };
    records.push(read.value);
  }
  if (records[0]?.kind !== "run")
    return refuse(finding("run/no-header", "A run log begins with its header.", { path: "$[0]" }));
  return { ok: true, value: records };
}

const refuse = (f: Finding): Read<never> => ({ ok: false, findings: [f] });
