import {
  type Certification,
  certifyWorld,
  type GateResult,
  wasNotRun,
  writeBundle,
} from "@/compiler/certify";
import { noParaphrases, type Paraphrases, paraphrasesSchema } from "@/compiler/language/paraphrases";
import { readBy } from "@/compiler/spec/read";
import { mustBe } from "../documents";
import { BadInput, readJsonFile, writeWhole } from "../input";
import { signingPorts } from "../keys";
import { exitOf, print, printJson, say, sayFinding } from "../report";

interface Options {
  json?: boolean;
  out?: string;
  bundle?: string;
  key?: string;
  paraphrases?: string;
}

const MARK = { proved: "✓", refuted: "✗", unknown: "?", unsupported: "?" } as const;

/** `baba certify`: all gates, then the certificate. A world that is no world is bad input. */
export async function certify(
  file: string,
  { json, out, bundle, key, paraphrases }: Options,
): Promise<number> {
  const world = readJsonFile(file);
  mustBe(["world"], world, file);
  const ports = signingPorts(key);
  const progress = (gate: GateResult) => {
    say(`${MARK[gate.verdict]} ${gate.gate.padEnd(12)} ${gate.summary}`);
    if (!wasNotRun(gate)) gate.findings.forEach(sayFinding);
  };
  const certification = await certifyWorld(
    world,
    ports,
    (gate) => {
      const [first] = gate.findings;
      if (gate.gate === "schema" && first?.code.startsWith("schema/")) throw new BadInput(gate.findings);
      progress(gate);
    },
    undefined,
    paraphrases ? readParaphrases(paraphrases) : noParaphrases(idOf(world)),
  );
  const { certificate, certified } = certification;
  if (certificate && out) writeWhole(out, `${JSON.stringify(certificate, null, 2)}\n`);
  if (certified && bundle) writeWhole(bundle, await writeBundle(certified, ports));
  if (json) printJson(reported(certification));
  else print(concluded(certification));
  return exitOf(certification.verdict);
}

/** The id of what may be a world; certifying says what is wrong with it. */
function idOf(world: unknown): string {
  const id = typeof world === "object" && world !== null && "id" in world ? world.id : null;
  return typeof id === "string" ? id : "";
}

function readParaphrases(file: string): Paraphrases {
  const read = readBy(paraphrasesSchema, readJsonFile(file), "Paraphrases");
  if (!read.ok) throw new BadInput(read.findings);
  return read.value;
}

function reported({ verdict, gates, oracle, difficulty, ladder, ballots, certificate }: Certification) {
  return {
    verdict,
    difficulty,
    oracle: oracle && {
      verdict: oracle.verdict,
      operations: oracle.operations,
      days: oracle.days,
      requiredGroups: oracle.required_groups,
      groups: oracle.groups,
      witness: oracle.witness,
      shortened: oracle.shortened,
      shortest: oracle.shortest,
    },
    gates,
    ladder,
    ballots,
    certificate,
  };
}

function concluded({ verdict, oracle, difficulty }: Certification): string {
  if (verdict !== "proved" || !oracle || !difficulty) return `Not certified: ${verdict}.`;
  const { S, F, R, A, U, band } = difficulty;
  return `Certified: S ${S} (F ${F}, R ${R}, A ${A}, U ${U}), ${band}; ${oracle.operations} steps over ${oracle.days} days, ${oracle.required_groups} required outcomes.`;
}
