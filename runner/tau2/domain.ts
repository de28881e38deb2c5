import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { finding } from "@/compiler/spec/finding";
import { LIMITS } from "@/compiler/spec/limits";
import { readJson } from "@/compiler/spec/read";
import { BadInput, orBadInput, readText, unmarked } from "../input";
import { type Tau2Task, tasksOf } from "./task";

export interface Tau2Domain {
  name: string;
  /** The file that the tasks come from. */
  tasksFile: string;
  tasks: Tau2Task[];
  policy: string;
  /** The database as text, to look values up in; null when it is not there or too large. */
  db: string | null;
  /** READ, WRITE, GENERIC or THINK for each tool; null when the tools' source is not there. */
  tools: ReadonlyMap<string, string> | null;
}

/** Reads a domain folder of tau2 (data/tau2/domains/<name>) or one of PayerBench's shape. @throws {BadInput} */
export function readDomain(folder: string, given: { tasks?: string; tools?: string } = {}): Tau2Domain {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new BadInput([
      finding("tau2/no-folder", `${folder} is not a folder.`, {
        fix: "Name a domain folder: data/tau2/domains/<name>",
      }),
    ]);
  const name = basename(resolve(folder));
  const tasksFile = given.tasks ?? ["tasks.json", "tasks.jsonl"].map((f) => join(folder, f)).find(existsSync);
  if (!tasksFile) throw missing(folder, "tasks.json");
  const policyFile = ["policy.md", "main_policy.md"].map((f) => join(folder, f)).find(existsSync);
  if (!policyFile) throw missing(folder, "policy.md");
  const dbFile = ["db.json", "db.toml"].map((f) => join(folder, f)).find(existsSync);
  return {
    name,
    tasksFile,
    tasks: readTasks(tasksFile),
    policy: readText(policyFile),
    db: dbFile && statSync(dbFile).size <= LIMITS.documentBytes ? readText(dbFile) : null,
    tools: toolsOf(folder, name, given.tools),
  };
}

function readTasks(file: string): Tau2Task[] {
  const text = unmarked(readText(file));
  const value = file.endsWith(".jsonl") ? jsonLines(text) : orBadInput(readJson(text));
  const read = tasksOf(value);
  if (read.ok) return read.tasks;
  throw new BadInput([
    finding("tau2/task", `${file}: ${read.message}`, {
      path: read.path,
      fix: "Give tasks as tau2 v1.0.1 or PayerBench publishes them.",
    }),
  ]);
}

function jsonLines(text: string): unknown[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, i) => {
      const read = readJson(line);
      if (read.ok) return read.value;
      throw new BadInput(read.findings.map((f) => ({ ...f, path: `$[${i}]` })));
    });
}

/** Kinds of the tools, read off the decorators of their source. */
function toolsOf(folder: string, name: string, given: string | undefined): Map<string, string> | null {
  const source = resolve(folder, "../../../../src/tau2/domains", name);
  const files = given
    ? [given]
    : ["tools.py", "user_tools.py"].map((f) => join(source, f)).filter(existsSync);
  if (files.length === 0) return null;
  const decorated = /@is_tool\(ToolType\.(\w+)[^)]*\)\s*(?:#[^\n]*)?\s*def (\w+)/g;
  const found = files.flatMap((file) => [...readText(file).matchAll(decorated)]);
  return new Map(found.map(([, kind, tool]) => [tool as string, kind as string]));
}

function missing(folder: string, file: string): BadInput {
  return new BadInput([
    finding("tau2/no-file", `${folder} has no ${file}.`, {
      path: join(folder, file),
      fix: `Name the folder of one domain, with its ${file}. ${dirname(folder)} may hold others.`,
    }),
  ]);
}
