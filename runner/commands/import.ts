import { mustBeFree, writeFolder } from "../export/folder";
import { EXIT, print } from "../report";
import { readDomain } from "../tau2/domain";
import { importDomain } from "../tau2/import";

interface Options {
  out: string;
  tasks?: string;
  tools?: string;
}

/** `baba import tau2`: tasks as source cases and packets to begin with; nothing in them is decided. */
export function importTau2(folder: string, { out, tasks, tools }: Options): number {
  mustBeFree(out);
  const domain = readDomain(folder, { tasks, tools });
  writeFolder(out, importDomain(domain));
  print(
    `${domain.tasks.length} cases in ${out}. Import case.json on the studio's import page, then packet.draft.json on the case.`,
  );
  return EXIT.proved;
}
