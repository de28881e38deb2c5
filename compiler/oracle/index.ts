export type { Missing } from "./missing-words";
export {
  type OracleGroup,
  type OracleOptions,
  type OracleResult,
  proveReachable,
  reachableBy,
} from "./prove";
export type { Shortest } from "./shorten";
export { unsupportedIn } from "./unsupported";
export { type WitnessStep, witnessStepSchema } from "./witness";
