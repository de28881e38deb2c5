import { z } from "zod";
import { EXIT, printJson } from "../report";

const SCHEMAS = {
  world: async () => (await import("@/compiler/spec/world")).worldSpecSchema,
  packet: async () => (await import("@/compiler/packet")).packetSchema,
  run: async () => (await import("@/compiler/engine")).runLogRecordSchema,
  certificate: async () => (await import("@/compiler/certify/certificate")).certificateSchema,
  bundle: async () => (await import("@/compiler/certify")).bundleSchema,
} satisfies Record<string, () => Promise<z.ZodType>>;
export type SchemaName = keyof typeof SCHEMAS;
export const SCHEMA_NAMES = Object.keys(SCHEMAS) as SchemaName[];

/** The JSON Schema of a document as it is read: what has a default may be left out. */
export async function jsonSchemaOf(name: SchemaName): Promise<unknown> {
  return z.toJSONSchema(await SCHEMAS[name](), { io: "input", unrepresentable: "any", reused: "ref" });
}

/** `baba schema`: the JSON Schema of what is read and written; of a run, of one line. */
export async function schema(name: SchemaName): Promise<number> {
  printJson(await jsonSchemaOf(name));
  return EXIT.proved;
}
