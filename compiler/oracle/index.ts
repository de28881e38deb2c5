export type { Missing } from "./missing-words";
export { type OracleGroup, type OracleOptions, type OracleResult, proveReachable } from "./prove";
export type { Shortest } from "./shorten";
export { type WitnessStep, witnessStepSchema } from "./witness";
