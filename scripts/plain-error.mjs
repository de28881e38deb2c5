/** A fault that is explained to the person who started the program: what happened and what to do, no stack trace. */
export class PlainError extends Error {
  constructor(message, fix) {
    super(fix ? `${message}\n${fix}` : message);
    this.name = "PlainError";
  }
}

/** Runs a program's main function; a plain error is printed as it is, any other one with its trace. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof PlainError ? `\n${error.message}\n` : error);
    process.exit(1);
  }
}
