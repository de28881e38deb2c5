export { type Difference, type Edit, editSchema, REPAIRABLE } from "./edits";
export { type Attempt, MOST_REPAIRS, proposeWithRepair, type Repairer } from "./repair";
export { proposeByRules } from "./rules";
