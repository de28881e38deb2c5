import { z } from "zod";
import { canonicalJson, sameJson } from "../spec/canonical";
import { type Finding, finding, type Verdict, verdictOf } from "../spec/finding";
import { readBy } from "../spec/read";
import { type CertificateBody, certificateSchema, otherVersion, signatureSchema } from "./certificate";
import { asCertified, type CertifiedWorld, runGates, worldHash } from "./certify";
import { schemaGate } from "./gate-schema";
import type { Ports } from "./ports";

/** What checking a certificate concludes; `certified` is there exactly when everything held. */
export interface Verification {
  verdict: Verdict;
  findings: Finding[];
  certified: CertifiedWorld | null;
}

const failed = (findings: Finding[]): Verification => ({
  verdict: verdictOf(findings),
  findings,
  certified: null,
});

/**
 * Checks a certificate without trusting whoever made it: the world's hash, the signature, and every gate run
 * again and compared member by member. Only the other worlds of the friction ladder are proved again without
 * being walked again; nothing that is claimed of this world rests on those walks. A certificate of another compiler version
 * is `unsupported`. A signature says that the holder of the key in the certificate made it; whose key that is,
 * the caller compares.
 */
export async function verifyCertificate(
  worldInput: unknown,
  certificateInput: unknown,
  ports: Ports,
): Promise<Verification> {
  const other = otherVersion(certificateInput, "$");
  const signed = signedSchema.safeParse(certificateInput).data;
  if (other && signed) {
    const fault = await signatureFault(signed, ports);
    return fault ? failed([fault]) : { verdict: "unsupported", findings: [other], certified: null };
  }
  const schema = schemaGate(worldInput);
  const { world } = schema;
  if (!world) return failed(schema.result.findings);
  const read = readBy(certificateSchema, certificateInput, "Certificate");
  if (!read.ok) return failed(read.findings);
  const certificate = read.value;
  const findings: Finding[] = [];
  if (certificate.world.sha256 !== (await worldHash(world.spec, ports)))
    findings.push(
      finding("verify/other-world", "The certificate was made for another world than this one.", {
        path: "$.world.sha256",
        fix: "Certify this world again, or find the world the certificate belongs to.",
        nodes: [world.spec.id],
      }),
    );
  const fault = await signatureFault(certificate, ports);
  if (fault) findings.push(fault);
  if (findings.length > 0) return failed(findings);
  const again = await runGates(
    schema,
    { sha256: ports.sha256 },
    { walkLadder: false, paraphrases: certificate.paraphrases },
  );
  if (!again.certificate)
    return failed(again.gates.flatMap((g) => g.findings.filter((f) => f.severity === "error")));
  const { signature: _, ...mine } = again.certificate;
  const { signature: __, ...body } = certificate;
  findings.push(...differences(body, mine));
  if (findings.length > 0) return failed(findings);
  return { verdict: "proved", findings: [], certified: asCertified(world, certificate) };
}

/** What is signed, of any version. */
const signedSchema = z.looseObject({ signature: signatureSchema.nullable() });

/** What is wrong with the signature of a certificate; null when it fits. */
async function signatureFault(
  { signature, ...body }: z.infer<typeof signedSchema>,
  ports: Ports,
): Promise<Finding | null> {
  const path = "$.signature";
  if (!signature)
    return finding("verify/unsigned", "The certificate is not signed.", { path, fix: "Certify with a key." });
  if (await ports.verify?.(canonicalJson(body), signature)) return null;
  return finding(
    "verify/signature",
    "The signature does not fit the certificate: it was changed after signing.",
    { path, fix: "Get the certificate again from where it was made." },
  );
}

function differences(theirs: CertificateBody, mine: CertificateBody): Finding[] {
  return (Object.keys(mine) as (keyof CertificateBody)[])
    .filter((key) => !sameJson(theirs[key], mine[key]))
    .map((key) =>
      finding("verify/claim", `Running the gates again gives another "${key}" than the certificate claims.`, {
        path: `$.${key}`,
        fix: "Do not rely on this certificate. Certify the world again.",
        nodes: [mine.world.id],
      }),
    );
}
