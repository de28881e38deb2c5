export type { EngineAction, Outcome, PartOutcome, RequestPart, Said } from "./action";
export { compileWorld, withActionLimit } from "./compile-world";
export { type CompiledWorld, type Item, NEVER } from "./compiled-world";
export { PublicCaseFile, PublicResult } from "./disclose";
export {
  RUN_FINDINGS,
  type RunFinding,
  type RunFindingCode,
  type RunRule,
  ruleOf,
  runFindingSchema,
} from "./findings";
export {
  ENGINE_VERSION,
  RUN_SCHEMA_VERSION,
  type RunHeader,
  type RunLogRecord,
  type RunStep,
  readRunLog,
  readRunRecords,
  runHeaderSchema,
  runLogRecordSchema,
  runStepSchema,
  writeRunLog,
} from "./run-log";
export {
  createSession,
  LEXICAL_TRANSLATOR,
  Session,
  type SessionOptions,
  type SessionSnapshot,
} from "./session";
export { cloneState, type EngineState, openState, stateKey } from "./state";
export { advance, type Step, stepEngine } from "./step";
export { isFormHeld } from "./turn";
