import { ENGINE_VERSION } from "../engine";
import type { Paraphrases } from "../language/paraphrases";
import type { OracleResult } from "../oracle";
import type { WitnessStep } from "../oracle/witness";
import { canonicalJson } from "../spec/canonical";
import { type Finding, finding, type Verdict } from "../spec/finding";
import type { WorldSpec } from "../spec/world";
import type { World } from "../spec/world-index";
import type { BallotReport } from "./ballots";
import {
  CERTIFICATE_SCHEMA_VERSION,
  type Certificate,
  type CertificateBody,
  type CertifiedDifficulty,
  COMPILER_VERSION,
  GATES,
  type GateName,
  type GateResult,
  type LadderRow,
} from "./certificate";
import { difficultyGate } from "./gate-difficulty";
import { formsGate } from "./gate-forms";
import { frictionGate } from "./gate-friction";
import { itemsOfRoute, languageGate } from "./gate-language";
import { oracleGate } from "./gate-oracle";
import { replayGate } from "./gate-replay";
import { schemaGate } from "./gate-schema";
import { type Machinery, machinery as standard } from "./machinery";
import { completeParaphrases } from "./paraphrase-check";
import type { Ports } from "./ports";
import type { Replayed } from "./replay-route";

/** What certifying concludes: every gate in order, and the certificate when all of them passed. */
export interface Certification {
  verdict: Verdict;
  gates: GateResult[];
  oracle: OracleResult | null;
  difficulty: CertifiedDifficulty | null;
  ladder: LadderRow[];
  replayed: Replayed | null;
  /** What gate 5 asked and how it was understood; the certificate carries its hash. */
  ballots: BallotReport | null;
  certificate: Certificate | null;
  /** The world with its certificate, when it has one. */
  certified: CertifiedWorld | null;
}

declare const certified: unique symbol;

/** A world with the certificate that was made for, or checked against, exactly this world. Only certifying and verifying make one. */
export interface CertifiedWorld {
  readonly [certified]: true;
  readonly world: World;
  readonly certificate: Certificate;
}

export function asCertified(world: World, certificate: Certificate): CertifiedWorld {
  return { world, certificate } as CertifiedWorld;
}

/** SHA-256 of a world: over its canonical JSON with all defaults filled in. */
export function worldHash(spec: WorldSpec, ports: Pick<Ports, "sha256">): string | Promise<string> {
  return ports.sha256(canonicalJson(spec));
}

/**
 * Runs the gates of world.md section 5 in order and, when all are proved, makes the certificate. `onGate` is told
 * of each gate as it ends. A gate that cannot run because an earlier one failed is `unknown` and says so.
 * The same world and paraphrases give the same bytes, the signature's key aside. Paraphrases that are given are completed by
 * frames around the labels where an item of the route has too few (L6); without any, gate 5 says so.
 */
export async function certifyWorld(
  input: unknown,
  ports: Ports,
  onGate?: OnGate,
  machinery?: Machinery,
  paraphrases: Paraphrases | null = null,
): Promise<Certification> {
  return runGates(schemaGate(input), ports, { onGate, machinery, paraphrases, complete: true });
}

export type OnGate = (result: GateResult) => void | Promise<void>;

/**
 * The gates from the second on. `walkLadder`: whether gate 3 runs on the other worlds of the ladder. `complete`: whether
 * paraphrases that are given are completed by frames of the labels (L6).
 */
export async function runGates(
  { result: schema, world }: ReturnType<typeof schemaGate>,
  ports: Ports,
  {
    onGate = () => {},
    machinery = standard,
    walkLadder = true,
    paraphrases: given = null,
    complete = false,
  }: {
    onGate?: OnGate;
    machinery?: Machinery;
    walkLadder?: boolean;
    paraphrases?: Paraphrases | null;
    complete?: boolean;
  },
): Promise<Certification> {
  const out: Certification = {
    verdict: "unknown",
    gates: [],
    oracle: null,
    difficulty: null,
    ladder: [],
    replayed: null,
    ballots: null,
    certificate: null,
    certified: null,
  };
  const report = async (result: GateResult) => {
    out.gates.push(result);
    await onGate(result);
  };
  const conclude = async (): Promise<Certification> => {
    for (const gate of GATES.slice(out.gates.length)) await report(notRun(gate, out.gates));
    out.verdict =
      (["refuted", "unsupported", "unknown"] as const).find((v) => out.gates.some((g) => g.verdict === v)) ??
      "proved";
    return out;
  };

  await report(schema);
  if (!world) return conclude();
  out.difficulty = difficultyGate(world).difficulty;
  const { result: reached, oracle } = oracleGate(world);
  out.oracle = oracle;
  await report(reached);
  if (reached.verdict !== "proved") return conclude();
  const { result: replay, replayed } = replayGate(world, oracle, machinery);
  out.replayed = replayed;
  await report(replay);
  const walked = replay.verdict === "proved";
  await report(walked ? formsGate(world, oracle, machinery) : notRun("forms", out.gates));
  const paraphrases =
    complete && given ? completeParaphrases(world, itemsOfRoute(oracle.witness), given) : given;
  const language = languageGate(replayed, paraphrases && { world, paraphrases });
  out.ballots = language.report;
  await report(language.result);
  if (!walked) return conclude();
  const { result: friction, ladder } = frictionGate(world, oracle, machinery, walkLadder);
  out.ladder = ladder;
  await report(friction);
  await report(difficultyGate(world).result);
  if (out.gates.some((g) => g.verdict !== "proved")) return conclude();
  const body: CertificateBody = {
    schema_version: CERTIFICATE_SCHEMA_VERSION,
    kind: "certificate",
    world: {
      id: world.spec.id,
      schema_version: world.spec.schema_version,
      sha256: await worldHash(world.spec, ports),
    },
    versions: { compiler: COMPILER_VERSION, engine: ENGINE_VERSION },
    gates: [...out.gates],
    required_groups: oracle.required_groups,
    route: routeOf(oracle.witness),
    shortened: oracle.shortened.length < oracle.witness.length ? routeOf(oracle.shortened) : null,
    ladder,
    difficulty: out.difficulty,
    paraphrases,
    ballots_sha256: await ports.sha256(canonicalJson(language.report)),
    transcript_sha256: await ports.sha256(canonicalJson(replayed.walk.transcript)),
  };
  const signed = await ports.sign?.(canonicalJson(body));
  out.certificate = { ...body, signature: signed ? { algorithm: "Ed25519", ...signed } : null };
  out.certified = asCertified(world, out.certificate);
  await report({
    gate: "certificate",
    verdict: "proved",
    summary: signed ? "Signed." : "Made, without a signature.",
    findings: [],
    figures: {},
  });
  return conclude();
}

function routeOf(witness: readonly WitnessStep[]): CertificateBody["route"] {
  return {
    operations: witness.length,
    days: Math.ceil((witness.at(-1)?.at ?? 0) / 1440),
    witness: [...witness],
  };
}

/** Whether a gate was left out because an earlier one did not pass. */
export function wasNotRun({ findings }: GateResult): boolean {
  return findings.some((f) => f.code.endsWith("/not-run"));
}

function notRun(gate: GateName, before: readonly GateResult[]): GateResult {
  const failed = before.findLastIndex((g) => g.verdict !== "proved" && !wasNotRun(g)) + 1;
  const missing: Finding = finding(`${gate}/not-run`, `Not run, because gate ${failed} did not pass.`, {
    severity: "caution",
    fix: `Mend what gate ${failed} found first.`,
  });
  return { gate, verdict: "unknown", summary: missing.message, findings: [missing], figures: {} };
}
