export { checkAccounting } from "./accounting";
export { type Grade, gradeSchema, gradeSnapshot, type RunClass, runClassSchema } from "./grade";
export { type GradePorts, gradeRun } from "./grade-run";
export * from "./metrics";
export { passedAtStart, terminalPasses } from "./terminals";
