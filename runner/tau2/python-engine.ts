import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { toPython } from "./to-python";

const HERE = dirname(fileURLToPath(import.meta.url));

/** engine.py and runtime.py: the kernel's engine, translator and grader for Python 3.11 and later, with its standard library alone. */
export async function pythonEngine(): Promise<{ engine: string; runtime: string }> {
  const { outputFiles } = await build({
    entryPoints: [resolve(HERE, "engine-entry.ts")],
    tsconfig: resolve(HERE, "../../tsconfig.json"),
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    external: ["zod"],
    logLevel: "silent",
    write: false,
  });
  const head =
    '"""Written from the kernel of BABA-Studio; change the kernel, not this file."""\nfrom .runtime import *\n\n';
  return {
    engine: `${head}${toPython(outputFiles[0]?.text ?? "")}`,
    runtime: readFileSync(resolve(HERE, "python/runtime.py"), "utf8"),
  };
}
