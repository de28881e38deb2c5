import { expect, test } from "vitest";
import { mutantsOf } from "./mutants";

test("each kind of mutant changes one place, and types are left alone", () => {
  const source = [
    "interface Row { least: 3; some: true }",
    "export function rule(all: readonly number[], most: 2 | 3): boolean {",
    "  if (all.length > most) note(all);",
    "  return all.some((n) => !odd(n) && n === 1);",
    "}",
  ].join("\n");
  expect(mutantsOf(source).map(({ line, change }) => `${line}: ${change}`)).toEqual([
    "3: all.length > most → !(all.length > most)",
    "3: > → >=",
    "3: note(all); → ;",
    "4: some → every",
    "4: && → ||",
    "4: !odd(n) → odd(n)",
    "4: === → !==",
    "4: 1 → 2",
  ]);
  for (const { text, line } of mutantsOf(source)) {
    const changed = text.split("\n").flatMap((now, i) => (now === source.split("\n")[i] ? [] : [i + 1]));
    expect(changed).toEqual([line]);
  }
});
