import { existsSync, readdirSync, readFileSync } from "node:fs";
import { type CertifiedWorld, certifyWorld } from "@/compiler/certify";
import { signingPorts } from "@/runner/keys";
import { medianWorld } from "../bench/worlds";

/** Every world of the corpus and a synthetic one of median size, certified. Throws when one does not certify. */
export async function loadCertified(): Promise<CertifiedWorld[]> {
  const specs: unknown[] = readdirSync("corpus")
    .sort()
    .map((name) => `corpus/${name}/world.json`)
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, "utf8")));
  specs.push(medianWorld().spec);
  const out: CertifiedWorld[] = [];
  for (const spec of specs) {
    const { certified, gates } = await certifyWorld(spec, signingPorts());
    const found = gates.flatMap((g) => g.findings);
    if (!certified || found.length > 0)
      throw new Error(
        `a clean world raises findings: ${found.map((f) => `${f.code} ${f.message}`).join("; ")}`,
      );
    out.push(certified);
  }
  return out;
}
