export { type Ladder, ladder, type Rung } from "./ladder";
export { MECHANISMS, type Mechanism } from "./mechanisms";
export { SEVERITY_SCALE, type Severity, severityOf, staticSeverityOf } from "./severity";
export { keepFrictions, stripFriction } from "./strip";
export { measuredFrictions, reachBand, type Suggestion, suggestFrictions } from "./suggest";
