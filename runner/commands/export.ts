import { atifTrajectories } from "../export/atif";
import { mustBeFree, writeFolder } from "../export/folder";
import { harborDataset } from "../export/harbor";
import { inspectLogs } from "../export/inspect";
import { loadForExport, type Source } from "../export/load";
import { openenvFolders } from "../export/openenv";
import { loadRuns } from "../export/runs";
import { sideCar } from "../export/side-car";
import { EXIT, print } from "../report";
import { tau2Domain } from "../tau2/export";

interface Options extends Source {
  out: string;
}

/** `baba export tau2`: a domain package with the engine in Python. */
export async function exportTau2(
  files: readonly string[],
  options: Options & { vectors: number },
): Promise<number> {
  mustBeFree(options.out);
  const worlds = await loadForExport(files, options);
  writeFolder(options.out, await tau2Domain(worlds, options.vectors));
  print(`${worlds.length} tasks in ${options.out}. Check them with: python3 ${options.out}/self_test.py`);
  return EXIT.proved;
}

interface RunOptions {
  out: string;
  created?: string;
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

/** `baba export inspect`: logs of Inspect for each agent, as .json and .eval. */
export function exportInspect(files: readonly string[], { out, created }: RunOptions): number {
  mustBeFree(out);
  const logs = inspectLogs(loadRuns(files), created ?? `${new Date().toISOString().slice(0, 19)}+00:00`);
  writeFolder(out, logs);
  print(`${logs.size} logs in ${out}. Read them with: inspect view --log-dir ${out}`);
  return EXIT.proved;
}

/** `baba export atif`: a trajectory for each run. */
export function exportAtif(files: readonly string[], { out }: RunOptions): number {
  mustBeFree(out);
  const trajectories = atifTrajectories(loadRuns(files));
  writeFolder(out, trajectories);
  print(`${trajectories.size} trajectories in ${out}.`);
  return EXIT.proved;
}
