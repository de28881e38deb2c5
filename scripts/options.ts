import { type ParseArgsConfig, parseArgs } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** The options of a measuring script; a word that it does not know ends it with exit code 2 before it begins. */
export function optionsOf<const T extends Options>(options: T) {
  try {
    return parseArgs({ options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const known = Object.entries(options).map(([name, { type }]) =>
      type === "string" ? `--${name}=n` : `--${name}`,
    );
    process.stderr.write(
      `${error instanceof Error ? error.message : ""}\nThe options are ${known.join(", ")}.\n`,
    );
    process.exit(2);
  }
}

/** A whole number from 1 on that was given for an option, or exit code 2. */
export function countOf(name: string, given: string): number {
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
  process.stderr.write(`--${name} is a whole number from 1 on, not "${given}".\n`);
  process.exit(2);
}

export const JSON_OPTION = { json: { type: "boolean", default: false } } as const;
