export { findTraps, type Trap, type TrapRule, vacuousRules } from "./find-traps";
