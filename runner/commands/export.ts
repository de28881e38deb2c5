import { mustBeFree, writeFolder } from "../export/folder";
import { harborDataset } from "../export/harbor";
import { loadForExport, type Source } from "../export/load";
import { openenvFolders } from "../export/openenv";
import { sideCar } from "../export/side-car";
import { EXIT, print } from "../report";

interface Options extends Source {
  out: string;
}

/** `baba export harbor`: a dataset of task directories. */
export async function exportHarbor(files: readonly string[], options: Options): Promise<number> {
  mustBeFree(options.out);
  const worlds = await loadForExport(files, options);
  writeFolder(options.out, harborDataset(worlds, await sideCar()));
  print(
    `${worlds.length} tasks in ${options.out}. Run them with: harbor run -p ${options.out} -a <agent> -m <model>`,
  );
  return EXIT.proved;
}

/** `baba export openenv`: a folder for each world, from which an environment's image is built. */
export async function exportOpenenv(files: readonly string[], options: Options): Promise<number> {
  mustBeFree(options.out);
  const worlds = await loadForExport(files, options);
  writeFolder(options.out, openenvFolders(worlds, await sideCar()));
  print(
    `${worlds.length} environments in ${options.out}. Build one with: docker build ${options.out}/<world>`,
  );
  return EXIT.proved;
}
