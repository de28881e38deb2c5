export { AnalyserFailure, type AnalyserOptions, analyserFinder } from "./analyser";
export type { RecordField, ScreenedRecord, ScreeningFinding, SpanFinder } from "./finding";
export { groupBy } from "./group-by";
export { IDENTIFIER_KINDS, type IdentifierKind, KIND_LABELS } from "./kinds";
export type {
  GroupDecision,
  Place,
  Plan,
  ReplaceableRecord,
  ReplacedSpan,
  ValueGroup,
} from "./plan";
export { readAgain } from "./read-again";
export { applyPlan, planReplacement, removedWords, replaceIdentifiers } from "./replace";
export {
  type Richness,
  type RichnessPart,
  type RichnessReason,
  type RichnessRecord,
  scoreRichness,
} from "./richness";
export { REPORTING_THRESHOLD, ruleFinder, type ScreeningOptions, screenCase, screenWith } from "./screen";
export { isPlainWord } from "./words";
