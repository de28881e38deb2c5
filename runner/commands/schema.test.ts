import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { jsonSchemaOf, SCHEMA_NAMES } from "./schema";

const PUBLISHED = join(import.meta.dirname, "../../public/schemas");

test("the published JSON Schemas are those of this version (npm run schemas writes them)", async () => {
  expect(readdirSync(PUBLISHED).sort()).toEqual(SCHEMA_NAMES.map((name) => `${name}.schema.json`).sort());
  for (const name of SCHEMA_NAMES) {
    const published = JSON.parse(readFileSync(join(PUBLISHED, `${name}.schema.json`), "utf8"));
    expect(published, name).toEqual(await jsonSchemaOf(name));
  }
});
