import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** The world server as one file that Node runs without anything installed. */
export async function sideCar(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [resolve(ROOT, "runner/serve/side-car.ts")],
    tsconfig: resolve(ROOT, "tsconfig.json"),
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    target: "node20",
    legalComments: "none",
    logLevel: "silent",
    // CommonJS libraries inside the bundle ask for Node's own modules by require.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    write: false,
  });
  const [program] = outputFiles;
  if (!program) throw new Error("the side-car came out empty");
  return program.contents;
}
