import { expect, test } from "vitest";
import { PLAYBOOKS } from "@/compiler/language/playbooks";
import { lintWorld } from "@/compiler/lint";
import { readWorld } from "@/compiler/spec/world-index";
import { CASES, corpusText, corpusWorld } from "./read-corpus";

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
const texts = PLAYBOOKS.map(({ playbook, title, purpose, text }) => ({
  playbook,
  text: ` ${plain(`${title} ${purpose} ${text}`)} `,
}));

test("there are fifteen, each with words of its own", () => {
  expect(PLAYBOOKS).toHaveLength(15);
  expect(new Set(PLAYBOOKS.map(({ playbook }) => playbook)).size).toBe(15);
  for (const { text, purpose } of PLAYBOOKS) {
    expect(text.length).toBeGreaterThan(300);
    expect(purpose.length).toBeGreaterThan(20);
  }
});

test.each(CASES)("no playbook tells what %s keeps hidden: facts, values, numbers, names of parties", (id) => {
  const world = corpusWorld(id);
  const { spec } = world;
  const hidden = [
    ...spec.knowledge.map((fact) => fact.statement),
    ...spec.knowledge
      .map((fact) => fact.value.value)
      .filter((value) => plain(value).split(" ").length >= 3 || /\d{4}/.test(value)),
    ...spec.mutations.map((mutation) => mutation.receipt),
    ...spec.entities.map((entity) => entity.name).filter((name) => plain(name).split(" ").length >= 3),
  ].map(plain);
  for (const secret of hidden)
    for (const { playbook, text } of texts)
      expect(text.includes(` ${secret} `), `${playbook}: ${secret}`).toBe(false);
  for (const number of JSON.stringify(spec).match(/\b555-\d{4}\b/g) ?? [])
    for (const { playbook, text } of texts) expect(text.includes(plain(number)), playbook).toBe(false);
  expect(lintWorld(world).filter((finding) => finding.code === "lint/leak")).toEqual([]);
});

test.each(CASES)("lint names a playbook that would tell what %s keeps hidden", (id) => {
  const spec = JSON.parse(corpusText(id, "world.json"));
  const sentence = PLAYBOOKS[0]?.text.split(/[.\n]/).find((line) => line.trim().split(/\s+/).length >= 6);
  const found = spec.terminals.find((one: { kind: string }) => one.kind === "fact_discovered")?.target;
  const fact =
    spec.knowledge.find((one: { id: string }) => one.id === found) ??
    spec.knowledge.find((one: { held_by: unknown[] }) => one.held_by.length > 0);
  fact.statement = `${sentence?.trim()}.`;
  const read = readWorld(spec);
  expect(read.ok && lintWorld(read.value).map((finding) => finding.code)).toContain("lint/leak");
});
