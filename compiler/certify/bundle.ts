import { z } from "zod";
import { createSession } from "../engine";
import { PLAYBOOKS } from "../language/playbooks";
import { caseFileSchema } from "../public/case-file";
import { canonicalJson } from "../spec/canonical";
import { type Finding, finding, isOtherVersion } from "../spec/finding";
import { idSchema } from "../spec/id";
import { LIMITS } from "../spec/limits";
import { type Read, readBy, readJson } from "../spec/read";
import { worldSpecSchema } from "../spec/world";
import type { World } from "../spec/world-index";
import { certificateSchema, difficultySchema, otherVersion, signatureSchema } from "./certificate";
import type { CertifiedWorld } from "./certify";
import type { Ports } from "./ports";
import { type Verification, verifyCertificate } from "./verify";

/** Version of the bundle format. */
export const BUNDLE_SCHEMA_VERSION = 1;

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** General procedure that every agent may load; it names nothing of any case. */
const playbookSchema = z.strictObject({
  playbook: idSchema,
  title: z.string().min(1).max(LIMITS.label),
  purpose: z.string().min(1).max(LIMITS.statement),
  text: z.string().min(1).max(LIMITS.brief),
});

/** What may be shown of a world before it is played: what an agent sees on the first day, and how hard it is. */
export const publicPartSchema = z.strictObject({
  id: idSchema,
  title: z.string(),
  difficulty: difficultySchema,
  case_file: caseFileSchema,
});
export type PublicPart = z.infer<typeof publicPartSchema>;

const PARTS = ["world", "public", "playbooks", "certificate"] as const;

const envelope = {
  schema_version: z.literal(BUNDLE_SCHEMA_VERSION),
  kind: z.literal("bundle"),
  /** SHA-256 of the canonical JSON of each part, signed as a whole. */
  manifest: z.strictObject({ world: hash, public: hash, playbooks: hash, certificate: hash }),
  signature: signatureSchema,
};

/** A bundle whose parts may be those of another version of the compiler. */
const sealedSchema = z.strictObject({
  ...envelope,
  world: z.looseObject({}),
  public: z.looseObject({}),
  playbooks: z.array(z.unknown()),
  certificate: z.looseObject({}),
});
type Sealed = z.infer<typeof sealedSchema>;

/**
 * One file with everything a runner needs. It is canonical JSON and a line feed, so that not one byte can
 * be changed unseen: either the text is no longer canonical, or a part no longer has its hash, or the
 * manifest no longer has its signature.
 */
export const bundleSchema = z.strictObject({
  ...envelope,
  world: worldSpecSchema,
  public: publicPartSchema,
  playbooks: z.array(playbookSchema).max(LIMITS.listLength),
  certificate: certificateSchema,
});
export type Bundle = z.infer<typeof bundleSchema>;

/** The public part of a certified world. */
export function publicPart({ world, certificate }: CertifiedWorld): PublicPart {
  return {
    id: world.spec.id,
    title: world.spec.title,
    difficulty: certificate.difficulty,
    case_file: firstDay(world),
  };
}

function firstDay(world: World): PublicPart["case_file"] {
  return createSession(world).caseFile();
}

async function manifestOf(
  parts: Pick<Sealed, (typeof PARTS)[number]>,
  ports: Ports,
): Promise<Bundle["manifest"]> {
  const hashes = await Promise.all(
    PARTS.map(async (part) => [part, await ports.sha256(canonicalJson(parts[part]))]),
  );
  return Object.fromEntries(hashes);
}

/** Text of the bundle of a certified world. Needs `sign`; throws a TypeError without it. */
export async function writeBundle(certified: CertifiedWorld, ports: Ports): Promise<string> {
  if (!ports.sign) throw new TypeError("a bundle is signed; give a key");
  const parts = {
    world: certified.world.spec,
    public: publicPart(certified),
    playbooks: [...PLAYBOOKS],
    certificate: certified.certificate,
  };
  const manifest = await manifestOf(parts, ports);
  const signature = { algorithm: "Ed25519" as const, ...(await ports.sign(canonicalJson(manifest))) };
  const bundle: Bundle = {
    schema_version: BUNDLE_SCHEMA_VERSION,
    kind: "bundle",
    manifest,
    signature,
    ...parts,
  };
  return `${canonicalJson(bundle)}\n`;
}

/**
 * Reads a bundle and checks bytes, hashes and signature, but does not run the gates again. One that is whole but of
 * another version, whose shape is not known here, is `verify/other-version`.
 */
export async function readBundle(text: string, ports: Ports): Promise<Read<Bundle>> {
  const json = readJson(text);
  if (!json.ok) return json;
  const read = readBy(bundleSchema, json.value, "Bundle");
  if (read.ok) {
    const changed = await changeIn(text, read.value, ports);
    return changed ? { ok: false, findings: [changed] } : read;
  }
  const sealed = sealedSchema.safeParse(json.value).data;
  const other = otherVersion(sealed?.certificate, "$.certificate");
  if (!sealed || !other || (await changeIn(text, sealed, ports))) return read;
  return { ok: false, findings: [other] };
}

/** What shows that a bundle was changed after it was written; null when nothing does. */
async function changeIn(text: string, bundle: Sealed, ports: Ports): Promise<Finding | null> {
  const changed = (path: string, message: string) =>
    finding("bundle/changed", message, {
      path,
      fix: "Get the bundle again from where it was published.",
      nodes: typeof bundle.world.id === "string" ? [bundle.world.id] : [],
    });
  if (text !== `${canonicalJson(bundle)}\n`)
    return changed(
      "$",
      "The bundle is not in the form in which bundles are written; it was changed afterwards.",
    );
  const manifest = await manifestOf(bundle, ports);
  for (const part of PARTS)
    if (manifest[part] !== bundle.manifest[part])
      return changed(`$.${part}`, `The part "${part}" is not the one that the manifest names.`);
  if (!(await ports.verify?.(canonicalJson(bundle.manifest), bundle.signature)))
    return changed("$.signature", "The signature does not fit the manifest.");
  return null;
}

/** Checks a bundle wholly: its bytes, and the certificate in it by running every gate again. */
export async function verifyBundle(text: string, ports: Ports): Promise<Read<Verification>> {
  const read = await readBundle(text, ports);
  if (!read.ok)
    return isOtherVersion(read.findings)
      ? { ok: true, value: { verdict: "unsupported", findings: read.findings, certified: null } }
      : read;
  const bundle = read.value;
  const verification = await verifyCertificate(bundle.world, bundle.certificate, ports);
  const { certified, findings } = verification;
  if (certified && canonicalJson(publicPart(certified)) !== canonicalJson(bundle.public))
    findings.push(
      finding(
        "bundle/public-part",
        "The public part shows something else than this world on its first day.",
        {
          path: "$.public",
          fix: "Do not use this bundle. Export the world again.",
          nodes: [bundle.world.id],
        },
      ),
    );
  if (certified && canonicalJson(bundle.playbooks) !== canonicalJson(PLAYBOOKS))
    findings.push(
      finding(
        "bundle/playbooks",
        "The playbooks are not those of this version, which say nothing of any case.",
        {
          path: "$.playbooks",
          fix: "Do not use this bundle. Export the world again.",
          nodes: [bundle.world.id],
        },
      ),
    );
  if (certified && bundle.certificate.signature?.public_key !== bundle.signature.public_key)
    findings.push(
      finding("bundle/other-key", "The bundle is signed with another key than its certificate.", {
        severity: "caution",
        path: "$.signature.public_key",
        fix: "Ask the publisher whether both keys are theirs.",
      }),
    );
  return {
    ok: true,
    value: findings.some((f) => f.severity === "error")
      ? { verdict: "refuted", findings, certified: null }
      : verification,
  };
}
