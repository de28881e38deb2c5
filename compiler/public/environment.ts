import type { PublicActionInput } from "./action";
import type { CaseFile } from "./case-file";
import type { PublicResultWire } from "./result";

/**
 * All that an agent, the replayer and the playtest page hold of a world. Both methods return plain
 * data that has passed its strict schema; nothing hidden can be reached through them.
 */
export interface PublicEnvironment {
  /** Carries out one tool call. A call that is not valid costs nothing and is refused with the reason. */
  step(action: PublicActionInput): PublicResultWire;
  caseFile(): CaseFile;
  /** True after `finish`. */
  readonly finished: boolean;
}
