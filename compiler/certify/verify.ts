import { canonicalJson } from "../spec/canonical";
import { type Finding, finding, type Verdict, verdictOf } from "../spec/finding";
import { readBy } from "../spec/read";
import { readWorld } from "../spec/world-index";
import { type Certificate, type CertificateBody, COMPILER_VERSION, certificateSchema } from "./certificate";
import { asCertified, type CertifiedWorld, certifyWorld, worldHash } from "./certify";
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
 * again and compared member by member. A certificate of another compiler version is `unsupported`.
 * A signature says that the holder of the key in the certificate made it; whose key that is, the caller compares.
 */
export async function verifyCertificate(
  worldInput: unknown,
  certificateInput: unknown,
  ports: Ports,
): Promise<Verification> {
  const world = readWorld(worldInput);
  if (!world.ok) return failed(world.findings);
  const read = readBy(certificateSchema, certificateInput, "Certificate");
  if (!read.ok) return failed(read.findings);
  const certificate = read.value;
  const findings: Finding[] = [];
  const { signature, ...body } = certificate;
  if (certificate.world.sha256 !== (await worldHash(world.value.spec, ports)))
    findings.push(
      finding("verify/other-world", "The certificate was made for another world than this one.", {
        path: "$.world.sha256",
        fix: "Certify this world again, or find the world the certificate belongs to.",
        nodes: [world.value.spec.id],
      }),
    );
  if (!signature)
    findings.push(
      finding("verify/unsigned", "The certificate is not signed.", {
        path: "$.signature",
        fix: "Certify with a key.",
      }),
    );
  else if (!(await ports.verify?.(canonicalJson(body), signature)))
    findings.push(
      finding(
        "verify/signature",
        "The signature does not fit the certificate: it was changed after signing.",
        {
          path: "$.signature",
          fix: "Get the certificate again from where it was made.",
        },
      ),
    );
  if (findings.length > 0) return failed(findings);
  if (certificate.versions.compiler !== COMPILER_VERSION)
    return {
      verdict: "unsupported",
      certified: null,
      findings: [
        finding(
          "verify/other-version",
          `The certificate was made by version ${certificate.versions.compiler}; this is ${COMPILER_VERSION}.`,
          { path: "$.versions.compiler", fix: "Use the version that made it, or certify again." },
        ),
      ],
    };
  const again = await certifyWorld(world.value.spec, { sha256: ports.sha256 });
  if (!again.certificate)
    return failed(again.gates.flatMap((g) => g.findings.filter((f) => f.severity === "error")));
  const { signature: _, ...mine } = again.certificate;
  findings.push(...differences(body, mine));
  if (findings.length > 0) return failed(findings);
  return { verdict: "proved", findings: [], certified: asCertified(world.value, certificate) };
}

function differences(theirs: CertificateBody, mine: CertificateBody): Finding[] {
  return (Object.keys(mine) as (keyof CertificateBody)[])
    .filter((key) => canonicalJson(theirs[key]) !== canonicalJson(mine[key]))
    .map((key) =>
      finding("verify/claim", `Running the gates again gives another "${key}" than the certificate claims.`, {
        path: `$.${key}`,
        fix: "Do not rely on this certificate. Certify the world again.",
        nodes: [mine.world.id],
      }),
    );
}

export type { Certificate };
