// npm run schemas: writes the JSON Schemas that the studio serves under /schemas.
import { mkdirSync, writeFileSync } from "node:fs";
import { jsonSchemaOf, SCHEMA_NAMES } from "../runner/commands/schema";

const folder = new URL("../public/schemas/", import.meta.url);
mkdirSync(folder, { recursive: true });
for (const name of SCHEMA_NAMES) {
  const file = new URL(`${name}.schema.json`, folder);
  writeFileSync(file, `${JSON.stringify(await jsonSchemaOf(name), null, 2)}\n`);
}
console.log(`${SCHEMA_NAMES.length} schemas written to public/schemas/`);
