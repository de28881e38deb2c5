import { scoreDifficulty } from "@/compiler/difficulty";
import { EXIT, print, printJson } from "../report";
import { loadWorld } from "../worlds";

/** `baba difficulty`: S = 3F + 4R + 2A + U. */
export async function difficulty(file: string, { json }: { json?: boolean }): Promise<number> {
  const { S, F, R, A, U, band } = scoreDifficulty(await loadWorld(file));
  if (json) printJson({ S, F, R, A, U, band });
  else
    print(
      `S ${S} = 3 × ${F} (friction) + 4 × ${R} (parties to find) + 2 × ${A} (outcomes that act) + ${U} (permissions): ${band}`,
    );
  return EXIT.proved;
}
