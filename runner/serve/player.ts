import type { CaseFile } from "@/compiler/public/case-file";
import type { PublicResultWire } from "@/compiler/public/result";

/**
 * What every format adapts: the public side of one run, here or in a studio's database. There is no way through it to
 * the world, the log or the grade.
 */
export interface Player {
  /** Carries out one tool call as it came in; whether it is valid is for the engine to say. */
  call(input: unknown): PublicResultWire | Promise<PublicResultWire>;
  caseFile(): CaseFile | Promise<CaseFile>;
}
