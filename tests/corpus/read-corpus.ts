import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Packet, readPacket } from "@/compiler/packet";
import type { World } from "@/compiler/spec/world-index";
import { worldOf } from "@/compiler/testing/build-world";
import { mustRead } from "@/compiler/testing/must-read";
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
  return mustRead(readPacket(JSON.parse(corpusText(caseId, file))));
}

export function corpusWorld(caseId: string): World {
  return worldOf(JSON.parse(corpusText(caseId, "world.json")));
}
