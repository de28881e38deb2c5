import { existsSync, readdirSync, readFileSync } from "node:fs";
import { certifyWorld, writeBundle } from "@/compiler/certify";
import { signingPorts } from "@/runner/keys";
import type { Seeds } from "./cases";

const read = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

/** The corpus, with a certificate, a run and a bundle of each world. */
export async function loadSeeds(): Promise<Seeds> {
  const seeds: Seeds = { worlds: [], packets: [], certificates: [], runs: [], bundles: [] };
  const ports = signingPorts();
  for (const name of readdirSync("corpus").sort()) {
    const folder = `corpus/${name}`;
    if (!existsSync(`${folder}/world.json`)) continue;
    const certification = await certifyWorld(read(`${folder}/world.json`), ports);
    const { certified, replayed } = certification;
    if (!certified || !replayed)
      throw new Error(`${name} does not certify; run: npm run -s baba -- certify ${folder}/world.json`);
    seeds.worlds.push(certified.world.spec);
    if (existsSync(`${folder}/packet.json`)) seeds.packets.push(read(`${folder}/packet.json`));
    seeds.certificates.push(certified.certificate);
    seeds.runs.push(structuredClone([...replayed.session.log()]));
    seeds.bundles.push(await writeBundle(certified, ports));
  }
  return seeds;
}
