import { type Verification, verifyBundle, verifyCertificate } from "@/compiler/certify";
import { finding } from "@/compiler/spec/finding";
import { readJson } from "@/compiler/spec/read";
import { mustBe } from "../documents";
import { BadInput, orBadInput, readJsonFile, readText, unmarked } from "../input";
import { checkingPorts } from "../keys";
import { exitOf, print, printJson, say, sayFinding } from "../report";

interface Options {
  json?: boolean;
  publicKey?: string;
}

/** `baba verify`: nothing the certificate says is taken on trust; every gate runs again. */
export async function verify(
  file: string,
  certificateFile: string | undefined,
  { json, publicKey }: Options,
): Promise<number> {
  const { verdict, findings, certified } = await verification(file, certificateFile);
  const broken = findings.filter((f) => f.code.startsWith("schema/"));
  if (broken.length > 0) throw new BadInput(broken);
  const key = certified?.certificate.signature?.public_key ?? null;
  const wrongKey = publicKey !== undefined && certified !== null && key !== publicKey;
  const all = wrongKey
    ? [
        ...findings,
        finding("verify/other-key", "The certificate holds, but another key signed it.", {
          path: "$.signature.public_key",
          fix: "Ask whoever gave you the key and the world.",
        }),
      ]
    : findings;
  const concluded = wrongKey ? "refuted" : verdict;
  all.forEach(sayFinding);
  if (!publicKey && key)
    say(`Signed with ${key}. Compare it with the publisher's key, or give it with --public-key.`);
  if (json)
    printJson({
      verdict: concluded,
      world: certified && { id: certified.world.spec.id, sha256: certified.certificate.world.sha256 },
      difficulty: certified?.certificate.difficulty ?? null,
      public_key: key,
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
