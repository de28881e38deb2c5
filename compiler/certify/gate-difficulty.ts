import { scoreDifficulty } from "../difficulty";
import type { World } from "../spec/world-index";
import type { CertifiedDifficulty, GateResult } from "./certificate";

/** Gate 7: the structural score and its band (S1, S2). */
export function difficultyGate(world: World): { result: GateResult; difficulty: CertifiedDifficulty } {
  const { S, F, R, A, U, band } = scoreDifficulty(world);
  return {
    difficulty: { S, F, R, A, U, band },
    result: {
      gate: "difficulty",
      verdict: "proved",
      summary: `S ${S}, ${band}.`,
      findings: [],
      figures: { S, F, R, A, U },
    },
  };
}
