import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Packet, readPacket } from "@/compiler/packet";
import { readWorld, type World } from "@/compiler/spec/world-index";
import { type CaseDocument, caseFileSchema } from "@/lib/contracts/case-file";

const corpus = join(import.meta.dirname, "..", "..", "corpus");

/** The cases that ship with the project. */
export const CASES = readdirSync(corpus).sort();

/** A file of the corpus as it is on disk. */
export function corpusText(caseId: string, file: string): string {
  return readFileSync(join(corpus, caseId, file), "utf8");
}

export function corpusCase(caseId: string): CaseDocument {
  return caseFileSchema.parse(JSON.parse(corpusText(caseId, "case.json")));
}

export function corpusPacket(caseId: string, file: "packet.json" | "packet.draft.json"): Packet {
  const read = readPacket(JSON.parse(corpusText(caseId, file)));
  if (!read.ok) throw new Error(JSON.stringify(read.findings, null, 2));
  return read.value;
}

export function corpusWorld(caseId: string): World {
  const read = readWorld(JSON.parse(corpusText(caseId, "world.json")));
  if (!read.ok) throw new Error(JSON.stringify(read.findings, null, 2));
  return read.value;
}
