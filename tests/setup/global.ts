import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startPostgres } from "../../scripts/database.mjs";

/** A folder for the run's PostgreSQL, which starts only when a test asks for it (see database.ts). */
export default function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "baba-test-"));
  project.provide("databaseFolder", folder);
  return async () => {
    if (existsSync(join(folder, "database.json"))) {
      const server = await startPostgres({ stateDir: folder, database: "template" });
      server.stop();
      if (server.outside) rmSync(server.outside, { recursive: true, force: true });
    }
    rmSync(folder, { recursive: true, force: true });
  };
}
