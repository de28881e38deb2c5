import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** Builds the benchmark first, so that the code is measured as the studio runs it and not through a loader. */
const root = fileURLToPath(new URL("../..", import.meta.url));
await build({
  configFile: false,
  root,
  logLevel: "error",
  publicDir: false,
  resolve: { alias: { "@": root.replace(/\/$/, "") } },
  build: {
    ssr: "scripts/bench/main.ts",
    outDir: ".data/bench",
    emptyOutDir: true,
    target: "node20",
    minify: false,
  },
});
const child = spawn(process.execPath, ["--expose-gc", ".data/bench/main.js", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
child.on("exit", (code) => process.exit(code ?? 1));
