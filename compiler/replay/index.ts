export {
  type Entry,
  type Expected,
  NOTHING_EXPECTED,
  type PlanStep,
  type PublicPlan,
  publicPlanSchema,
  type Route,
  type Spoil,
} from "./plan";
export { probeUnheld, type TranscriptEntry, type Walk, type WalkFinding, walkPlan } from "./walk";
