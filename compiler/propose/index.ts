export { proposeByRules } from "./rules";
