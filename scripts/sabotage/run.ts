import type { CertifiedWorld } from "@/compiler/certify";
import { FOR_PEOPLE, OPERATORS } from "./operators";
import { SAID } from "./said";

/** What became of one operator over all cases. */
export interface Row {
  kind: string;
  what: string;
  planted: number;
  caught: number;
  gates: string[];
  missed: string[];
}

export interface Sabotage {
  clean: number;
  rows: Row[];
  planted: number;
  caught: number;
  /** Every fault was caught, and every kind was planted. */
  good: boolean;
}

const KINDS = Array.from({ length: 27 }, (_, i) => `C${i + 1}`);

/**
 * Plants every fault of faults.md into every certified world that has a place for it. It counts as caught when a
 * gate raises a finding that names the node.
 */
export async function sabotage(
  cases: readonly CertifiedWorld[],
  say: (line: string) => void = () => {},
): Promise<Sabotage> {
  const rows: Row[] = [];
  for (const operator of [...OPERATORS, ...SAID]) {
    const row: Row = {
      kind: operator.kind,
      what: operator.what,
      planted: 0,
      caught: 0,
      gates: [],
      missed: [],
    };
    for (const certified of cases) {
      const planted = operator.plant(certified);
      if (!planted) continue;
      row.planted++;
      const all = await planted.run();
      const naming = all.filter(
        ({ finding }) =>
          planted.node === "" ||
          finding.nodes.includes(planted.node) ||
          finding.message.includes(planted.node),
      );
      if (naming.length > 0) {
        row.caught++;
        row.gates = [...new Set([...row.gates, ...naming.map((c) => c.gate)])];
      } else
        row.missed.push(
          `${certified.world.spec.id}: ${planted.node} (said: ${all.map((c) => c.finding.code).join(", ") || "nothing"})`,
        );
    }
    say(`${operator.kind.padEnd(4)} ${row.caught} of ${row.planted}  ${operator.what}`);
    rows.push(row);
  }
  const sum = (pick: (row: Row) => number) => rows.reduce((total, row) => total + pick(row), 0);
  const planted = sum((row) => row.planted);
  const caught = sum((row) => row.caught);
  const everyKind = KINDS.every((kind) => rows.some((row) => row.kind === kind && row.planted > 0));
  return { clean: cases.length, rows, planted, caught, good: everyKind && caught === planted };
}

/** The table for people, the figure in its last line. */
export function tableOf({ rows, clean, planted, caught }: Sabotage): string {
  const lines = [
    `${"kind".padEnd(5)} ${"planted".padStart(7)} ${"caught".padStart(6)}  ${"by gate".padEnd(28)} what`,
  ];
  for (const row of rows) {
    lines.push(
      `${row.kind.padEnd(5)} ${String(row.planted).padStart(7)} ${String(row.caught).padStart(6)}  ${row.gates.join(", ").padEnd(28)} ${row.what}`,
    );
    for (const missed of row.missed) lines.push(`      missed in ${missed}`);
  }
  for (const { kind, what, why } of FOR_PEOPLE)
    lines.push(`${kind.padEnd(5)} not by machine: ${what}. ${why}`);
  lines.push(
    `${clean} clean worlds raised no finding; ${caught} of ${planted} planted faults of ${new Set(rows.map((r) => r.kind)).size} kinds were caught`,
  );
  return lines.join("\n");
}
