#!/usr/bin/env node
// A development tool: stands in for Prisma's schema engine binary (same arguments, JSON-RPC over standard input and output)
// with the WebAssembly build from npm, so that migrations can be authored where the binary cannot be fetched.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

const datamodels = [];
let datasource;
let command;
const words = process.argv.slice(2);
while (words.length > 0) {
  const word = words.shift();
  if (word === "--datamodels") datamodels.push(words.shift());
  else if (word === "--datasource") datasource = JSON.parse(words.shift());
  else if (word === "--enabled-preview-features" || word === "--extension-types") words.shift();
  else if (word === "cli") command = words.shift();
  else if (word === "--version") {
    console.log("schema-engine-wasm");
    process.exit(0);
  }
}
const url = datasource?.url;

async function withClient(connectionString, work) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function createDatabase() {
  const address = new URL(url);
  const name = decodeURIComponent(address.pathname.slice(1)) || "postgres";
  address.pathname = "/postgres";
  await withClient(address.href, (client) =>
    client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`),
  );
  return name;
}

if (command) {
  try {
    if (command === "can-connect-to-database") await withClient(url, (client) => client.query("SELECT 1"));
    else if (command === "create-database") await createDatabase();
    process.exit(0);
  } catch (error) {
    const fields = { error_code: error.code === "3D000" ? "P1003" : "P1001", message: String(error.message) };
    console.error(`\n${JSON.stringify({ level: "ERROR", target: "schema_engine::logger", fields })}`);
    process.exit(1);
  }
}

const wasm = createRequire(import.meta.url)
  .resolve("@prisma/schema-engine-wasm/schema_engine_bg")
  .replace(/\.js$/, ".wasm");
globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => console.error(message) };
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { "./schema_engine_bg.js": bindings });
bindings.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start();

// The adapter refuses the catalogue types "char" (18) and name (19), which describing a schema reads: call them text (25).
const asText = (result) => {
  for (const part of [result].flat())
    for (const field of part?.fields ?? []) if ([18, 19].includes(field.dataTypeID)) field.dataTypeID = 25;
  return result;
};
class CatalogueClient extends pg.Client {
  query(...parts) {
    const callback = parts.findLastIndex((part) => typeof part === "function");
    if (callback >= 0) {
      const inner = parts[callback];
      parts[callback] = (error, result) => inner(error, asText(result));
    }
    const result = super.query(...parts);
    return result?.then ? result.then(asText) : result;
  }
}

// The adapter splits scripts on ";", which breaks function bodies: send each script whole. And since PostgreSQL 18 lists
// NOT NULL as constraints, the engine meets their type, which it wants as a character.
function whole(adapter) {
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    const types = result.columnTypes.map((type, column) =>
      result.columnNames[column] === "constraint_type" ? ColumnTypeEnum.Character : type,
    );
    return { ...result, columnTypes: types };
  };
  adapter.executeScript = async (sql) => {
    await adapter.underlyingDriver().query(sql);
  };
  return adapter;
}

const pool = (connectionString) => new pg.Pool({ connectionString, max: 1, Client: CatalogueClient });

function factory() {
  const made = new PrismaPg(pool(url));
  const connect = made.connect.bind(made);
  made.connect = async () => whole(await connect());
  made.connectToShadowDb = async () => {
    const name = `prisma_migrate_shadow_db_${randomUUID()}`;
    await withClient(url, (client) => client.query(`CREATE DATABASE "${name}"`));
    const address = new URL(url);
    address.pathname = `/${name}`;
    const shadow = pool(address.href);
    const adapter = whole(await new PrismaPg(shadow).connect());
    adapter.dispose = async () => {
      await shadow.end();
      await withClient(url, (client) => client.query(`DROP DATABASE "${name}" WITH (FORCE)`));
    };
    return adapter;
  };
  return made;
}

// A fresh engine for each call: it hands out its shadow database only once.
const newEngine = () =>
  bindings.SchemaEngine.new(
    {
      datamodels:
        datamodels.length > 0 ? datamodels.map((file) => [file, readFileSync(file, "utf8")]) : undefined,
    },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory()),
  );

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

async function answer({ id, method, params }) {
  if (method === "createDatabase") return { databaseName: await createDatabase() };
  const engine = await newEngine();
  if (method === "evaluateDataLoss" || method === "createMigration")
    await engine.devDiagnostic({ migrationsList: params.migrationsList, filters: params.filters });
  const result = await engine[method === "getDatabaseVersion" ? "version" : method](params);
  if (method === "diff" && result?.stdout)
    say({ method: "print", id: 1e6 + id, params: { content: result.stdout } });
  return result ?? null;
}

let queue = Promise.resolve();
createInterface({ input: process.stdin })
  .on("line", (line) => {
    const request = line.trim() ? JSON.parse(line) : {};
    if (!request.method) return;
    queue = queue.then(async () => {
      try {
        say({ id: request.id, result: await answer(request) });
      } catch (error) {
        const message = error?.message ?? String(error);
        const data = { is_panic: false, message, error_code: error?.code, meta: error?.meta };
        say({ id: request.id, error: { code: 4466, message, data } });
      }
    });
  })
  .on("close", () => queue.then(() => process.exit(0)));
