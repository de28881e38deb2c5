import { type Verification, verifyBundle, verifyCertificate } from "@/compiler/certify";
import { readJson } from "@/compiler/spec/read";
import { mustBe } from "../documents";
import { BadInput, orBadInput, readJsonFile, readText, unmarked } from "../input";
import { checkingPorts } from "../keys";
import { exitOf, print, printJson, sayFinding } from "../report";
import { keyIdOf, type Signer, type SignerOptions, signerOf } from "../signer";

interface Options extends SignerOptions {
  json?: boolean;
}

const NOBODY: Signer = { verdict: "proved", owner: null, findings: [] };

/** `baba verify`: nothing the certificate says is taken on trust; every gate runs again. */
export async function verify(
  file: string,
  certificateFile: string | undefined,
  { json, ...trust }: Options,
): Promise<number> {
  const { verdict, findings, certified } = await verification(file, certificateFile);
  const broken = findings.filter((f) => f.code.startsWith("schema/"));
  if (broken.length > 0) throw new BadInput(broken);
  const key = certified?.certificate.signature?.public_key ?? null;
  const signer = key === null ? NOBODY : signerOf(key, trust);
  const all = [...findings, ...signer.findings];
  const concluded = signer.verdict === "proved" ? verdict : signer.verdict;
  all.forEach(sayFinding);
  if (json)
    printJson({
      verdict: concluded,
      world: certified && { id: certified.world.spec.id, sha256: certified.certificate.world.sha256 },
      difficulty: certified?.certificate.difficulty ?? null,
      public_key: key,
      key_id: key && keyIdOf(key),
      signer: signer.owner,
      findings: all,
    });
  else
    print(
      concluded === "proved"
        ? "Verified: every gate ran again with the same result."
        : `Not verified: ${concluded}.`,
    );
  return exitOf(concluded);
}

async function verification(file: string, certificateFile: string | undefined): Promise<Verification> {
  if (certificateFile === undefined) {
    const text = readText(file);
    mustBe(["bundle"], orBadInput(readJson(unmarked(text))), file);
    return orBadInput(await verifyBundle(text, checkingPorts));
  }
  const world = readJsonFile(file);
  const certificate = readJsonFile(certificateFile);
  mustBe(["world"], world, file);
  mustBe(["certificate"], certificate, certificateFile);
  return verifyCertificate(world, certificate, checkingPorts);
}
