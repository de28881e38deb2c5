import { writeBundle } from "@/compiler/certify";
import { publicActionSchema } from "@/compiler/public/action";
import { finding } from "@/compiler/spec/finding";
import { sha256 } from "@/lib/crypto/hash";
import { publishedBy } from "../commands/pull";
import { BadInput } from "../input";
import { signingPorts } from "../keys";
import { walkedRoute } from "../route";
import { loadCertified } from "../worlds";
import type { ExportWorld } from "./harbor";

export interface Source {
  /** Address of the studio that published the bundles; what it has withdrawn is refused. */
  studio?: string;
  token?: string;
}

/** Reads and verifies the worlds of an export. Each leaves as a bundle with its certificate. */
export async function loadForExport(
  files: readonly string[],
  { studio, token }: Source,
): Promise<ExportWorld[]> {
  const published = studio ? new Set((await publishedBy(studio, token)).worlds.map((w) => w.sha256)) : null;
  const worlds: ExportWorld[] = [];
  for (const file of files) {
    const { certified, bundle } = await loadCertified(file);
    if (published && (bundle === null || !published.has(sha256(bundle))))
      throw new BadInput([
        finding("export/not-published", `${file} is not published by this studio, or was withdrawn.`, {
          path: "--studio",
          fix: "Fetch what is published with: baba pull",
          nodes: [certified.world.spec.id],
        }),
      ]);
    const { id } = certified.world.spec;
    if (worlds.some((w) => w.certified.world.spec.id === id))
      throw new BadInput([
        finding("export/twice", `${file} holds world ${id}, which is given twice.`, {
          fix: "Give each world once.",
        }),
      ]);
    const walked = walkedRoute(certified.world, false);
    if (typeof walked === "number") throw new Error(`the route of ${id} was proved and cannot be walked`);
    worlds.push({
      certified,
      bundle: bundle ?? (await writeBundle(certified, signingPorts())),
      route: walked.walk.transcript.map(({ action }) => publicActionSchema.parse(action)),
    });
  }
  return worlds;
}
