import { z } from "zod";
import { paraphrasesSchema } from "../language/paraphrases";
import { witnessStepSchema } from "../oracle/witness";
import { type Finding, finding, findingSchema, verdictSchema } from "../spec/finding";
import { idSchema } from "../spec/id";
import { LIMITS } from "../spec/limits";

/** Version of the certificate format. */
export const CERTIFICATE_SCHEMA_VERSION = 2;

/** Version of the gates: it changes whenever a certificate of the same world would say something else. */
export const COMPILER_VERSION = "1.2.0";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const many = <T extends z.ZodType>(item: T) => z.array(item).max(LIMITS.nodesPerKind);

export const GATES = [
  "schema",
  "oracle",
  "replay",
  "forms",
  "language",
  "friction",
  "difficulty",
  "certificate",
] as const;
export const gateNameSchema = z.enum(GATES);
export type GateName = z.infer<typeof gateNameSchema>;

/** What one gate found. `figures` are the counts its summary names. */
export const gateResultSchema = z.strictObject({
  gate: gateNameSchema,
  verdict: verdictSchema,
  summary: z.string().max(LIMITS.statement),
  findings: many(findingSchema),
  figures: z.record(z.string(), z.int()),
});
export type GateResult = z.infer<typeof gateResultSchema>;

export const difficultySchema = z.strictObject({
  S: z.int(),
  F: z.int(),
  R: z.int(),
  A: z.int(),
  U: z.int(),
  band: z.enum(["light", "standard", "hard"]),
});
export type CertifiedDifficulty = z.infer<typeof difficultySchema>;

/** One rung of the friction ladder: what adding a mechanism does to the score and the route. */
export const ladderRowSchema = z.strictObject({
  friction: idSchema.nullable(),
  kept: z.boolean(),
  reason: z.string().max(LIMITS.statement),
  S: z.int(),
  operations: z.int(),
});
export type LadderRow = z.infer<typeof ladderRowSchema>;

export const routeSchema = z.strictObject({
  operations: z.int(),
  days: z.int(),
  witness: many(witnessStepSchema),
});

/** A raw Ed25519 public key in base64url. */
export const publicKeySchema = z.string().regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/);

/** Keys and signatures in base64url. Their last character has bits to spare, which must be zero: one text for one value. */
export const signatureSchema = z.strictObject({
  algorithm: z.literal("Ed25519"),
  /** Raw public key. */
  public_key: publicKeySchema,
  value: z.string().regex(/^[A-Za-z0-9_-]{85}[AQgw]$/),
});

/** What is signed: canonical JSON (RFC 8785) of everything but the signature. It names no time and no person, so it can be made again byte for byte. */
export const certificateBodySchema = z.strictObject({
  schema_version: z.literal(CERTIFICATE_SCHEMA_VERSION),
  kind: z.literal("certificate"),
  world: z.strictObject({ id: idSchema, schema_version: z.int(), sha256: hash }),
  versions: z.strictObject({ compiler: z.string().max(40), engine: z.string().max(40) }),
  gates: z.array(gateResultSchema).max(GATES.length),
  required_groups: z.int(),
  route: routeSchema,
  shortened: routeSchema.nullable(),
  ladder: many(ladderRowSchema),
  difficulty: difficultySchema,
  /** What gate 5 asked besides the public requests, so that it can be asked again; null when none were given. */
  paraphrases: paraphrasesSchema.nullable(),
  /** SHA-256 over the canonical JSON of the ballots of gate 5: everything it asked and how that was understood. */
  ballots_sha256: hash,
  /** SHA-256 over the canonical JSON of the calls and results of the replay. */
  transcript_sha256: hash,
});
export type CertificateBody = z.infer<typeof certificateBodySchema>;

export const certificateSchema = certificateBodySchema.extend({ signature: signatureSchema.nullable() });
export type Certificate = z.infer<typeof certificateSchema>;

const versionedSchema = z.object({ versions: z.object({ compiler: z.string().max(40) }) });

/**
 * Says that another version of the compiler made a certificate, at `path`; null for one of this version and for what is
 * no certificate. Asked of the raw document, because another version need not keep today's strict schema.
 */
export function otherVersion(certificate: unknown, path: string): Finding | null {
  const made = versionedSchema.safeParse(certificate).data?.versions.compiler ?? COMPILER_VERSION;
  if (made === COMPILER_VERSION) return null;
  return finding(
    "verify/other-version",
    `The certificate was made by version ${made}; this is ${COMPILER_VERSION}.`,
    {
      path: `${path}.versions.compiler`,
      fix: "Use the version that made it, or certify again.",
    },
  );
}
