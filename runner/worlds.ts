import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type Bundle,
  type CertifiedWorld,
  readBundle,
  verifyBundle,
  verifyCertificate,
} from "@/compiler/certify";
import { finding } from "@/compiler/spec/finding";
import { readJson } from "@/compiler/spec/read";
import { readWorld, type World } from "@/compiler/spec/world-index";
import { mustBe } from "./documents";
import { BadInput, orBadInput, readJsonFile, readText, unmarked } from "./input";
import { checkingPorts } from "./keys";

/** The world of a world file or of a bundle, whose hashes and signature are checked. */
export async function loadWorld(file: string): Promise<World> {
  const text = readText(file);
  const json = orBadInput(readJson(unmarked(text)));
  mustBe(["world", "bundle"], json, file);
  const kind = (json as Partial<Bundle> | null)?.kind;
  const spec = kind === "bundle" ? orBadInput(await readBundle(text, checkingPorts)).world : json;
  return orBadInput(readWorld(spec));
}

/**
 * A world that may leave the house: a bundle, or a world with its certificate.json beside it. Every gate runs again; a world whose
 * certificate does not hold, or that has none, is refused. `bundle` is its text where one was given.
 */
export async function loadCertified(
  file: string,
): Promise<{ certified: CertifiedWorld; bundle: string | null }> {
  const text = readText(file);
  const json = orBadInput(readJson(unmarked(text)));
  mustBe(["world", "bundle"], json, file);
  const bundled = (json as Partial<Bundle> | null)?.kind === "bundle";
  const { certified, findings } = bundled
    ? orBadInput(await verifyBundle(text, checkingPorts))
    : await verifyCertificate(json, readJsonFile(certificateBeside(file)), checkingPorts);
  if (certified) return { certified, bundle: bundled ? text : null };
  throw new BadInput(
    findings.length > 0
      ? findings
      : [finding("verify/not-proved", `${file} could not be verified.`, { fix: "Certify the world again." })],
  );
}

function certificateBeside(file: string): string {
  const certificate = join(dirname(file), "certificate.json");
  if (existsSync(certificate)) return certificate;
  throw new BadInput([
    finding("world/uncertified", `${file} has no certificate.`, {
      fix: "Give a bundle, or certify the world: baba certify world.json --out certificate.json",
    }),
  ]);
}
