import { readBundle, verifyCertificate } from "@/compiler/certify";
import { scoreDifficulty } from "@/compiler/difficulty";
import { createSession } from "@/compiler/engine";
import { gradeRun } from "@/compiler/grade";
import { lintWorld } from "@/compiler/lint";
import { proveReachable } from "@/compiler/oracle";
import { readPacket, scaffold } from "@/compiler/packet";
import { proposeByRules } from "@/compiler/propose";
import { canonicalJson } from "@/compiler/spec/canonical";
import { readJson } from "@/compiler/spec/read";
import { readWorld } from "@/compiler/spec/world-index";
import { Random } from "@/runner/agents/random";
import { randomAgent } from "@/runner/agents/random-agent";
import { checkingPorts } from "@/runner/keys";
import { damage, mutate } from "./mutate";

/** Real documents that the fuzzer spoils. */
export interface Seeds {
  worlds: unknown[];
  packets: unknown[];
  certificates: unknown[];
  runs: unknown[][];
  bundles: string[];
}

export const KINDS = ["world", "packet", "certificate", "run", "bundle"] as const;
export type Kind = (typeof KINDS)[number];

/** What a reader said: taken as good, or refused with findings. Anything else is a crash. */
export type Fate = "taken" | "refused";

const OFTEN: readonly Kind[] = [
  "world",
  "world",
  "world",
  "packet",
  "packet",
  "certificate",
  "run",
  "run",
  "bundle",
];

/** One fuzzed document, read and used as the product would. Throws when the product does. */
export async function fuzzCase(seeds: Seeds, seed: number): Promise<{ kind: Kind; fate: Fate }> {
  const random = new Random(seed);
  const kind = random.pick(OFTEN);
  const asText = random.chance(10);
  /** The document spoilt as data, or as text; undefined when the text is no JSON any more. */
  const spoil = (document: unknown): unknown => {
    if (!asText) return mutate(document, random);
    const read = readJson(damage(JSON.stringify(document), random));
    return read.ok ? read.value : said(read.findings) && undefined;
  };
  switch (kind) {
    case "world":
      return { kind, fate: tryWorld(spoil(random.pick(seeds.worlds)), random) };
    case "packet":
      return { kind, fate: tryPacket(spoil(random.pick(seeds.packets))) };
    case "certificate": {
      const at = random.below(seeds.certificates.length);
      const certificate = spoil(seeds.certificates[at]);
      const checked = await verifyCertificate(seeds.worlds[at], certificate, checkingPorts);
      if (checked.verdict !== "proved") return { kind, fate: said(checked.findings) };
      if (canonicalJson(certificate) !== canonicalJson(seeds.certificates[at]))
        throw new Error("a changed certificate is proved");
      return { kind, fate: "taken" };
    }
    case "run": {
      const records = spoil(random.pick(seeds.runs));
      const read = gradeRun(Array.isArray(records) ? records : [records]);
      return { kind, fate: read.ok ? "taken" : said(read.findings) };
    }
    case "bundle": {
      const bundle = random.pick(seeds.bundles);
      const changed = damage(bundle, random);
      const read = await readBundle(changed, checkingPorts);
      if (!read.ok) return { kind, fate: said(read.findings) };
      if (changed !== bundle) throw new Error("a changed bundle is read");
      return { kind, fate: "taken" };
    }
  }
}

function said(findings: readonly unknown[]): Fate {
  if (findings.length === 0) throw new Error("refused without a finding");
  return "refused";
}

function tryWorld(input: unknown, random: Random): Fate {
  const read = readWorld(input);
  if (!read.ok) return said(read.findings);
  const world = read.value;
  lintWorld(world);
  scoreDifficulty(world);
  const oracle = proveReachable(world);
  if (oracle.verdict !== "proved") said(oracle.findings);
  if (random.chance(4)) randomAgent(random.below(1000)).play(createSession(world));
  return "taken";
}

function tryPacket(input: unknown): Fate {
  const read = readPacket(input);
  if (!read.ok) return said(read.findings);
  scaffold(read.value);
  const world = proposeByRules(read.value);
  return world.ok ? "taken" : said(world.findings);
}
