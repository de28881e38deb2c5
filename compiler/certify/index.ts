export { type BallotReport, ballotReportSchema, type RequestBallot } from "./ballots";
export {
  type Bundle,
  bundleSchema,
  type PublicPart,
  publicPart,
  readBundle,
  verifyBundle,
  writeBundle,
} from "./bundle";
export {
  CERTIFICATE_SCHEMA_VERSION,
  type Certificate,
  type CertificateBody,
  COMPILER_VERSION,
  certificateSchema,
  GATES,
  type GateName,
  type GateResult,
  gateResultSchema,
  type LadderRow,
} from "./certificate";
export { type Certification, type CertifiedWorld, certifyWorld, wasNotRun, worldHash } from "./certify";
export { type Checked, checkReachable } from "./gate-friction";
export { itemsOfRoute } from "./gate-language";
export {
  KEY_LIST_SCHEMA_VERSION,
  type KeyList,
  keyListSchema,
  type ListedKey,
  readKeyList,
} from "./key-list";
export { type Machinery, machinery, type TestedSession } from "./machinery";
export {
  checkParaphrases,
  completeParaphrases,
  LEAST_LANDING,
  menusOf,
} from "./paraphrase-check";
export { type PlanOptions, planWitness } from "./plan-witness";
export type { Ports, Signed } from "./ports";
export { type Replayed, replayOracle, replayRoute } from "./replay-route";
export { type Verification, verifyCertificate } from "./verify";
