import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { isOtherVersion } from "@/compiler/spec/finding";
import { BadInput } from "./input";
import { EXIT, printJson, say, sayFinding } from "./report";

/**
 * The command line. Commands are loaded when they are called, so that `--help` and a mistyped option
 * answer at once. Exit codes: 0 proved or passed, 10 refuted or failed, 12 unknown, 2 bad input, 1 our fault.
 */
function program(finish: (code: number) => void): Command {
  const baba = new Command("baba")
    .description("Compile, certify, verify, replay, play and grade worlds of patient advocacy.")
    .showHelpAfterError("(baba --help shows the commands)")
    .exitOverride()
    .addHelpText(
      "after",
      "\nExit codes: 0 proved or passed, 10 refuted or failed, 12 unknown, 2 bad input, 1 a fault of ours.\nJSON goes to standard output, progress to standard error.",
    );
  const json = () => new Option("--json", "print the result as one JSON document");
  const seed = (text: string) => {
    if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError("give a whole number.");
    return Number(text);
  };
  const port = (text: string) => {
    if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
      throw new InvalidArgumentError("give a port from 0 to 65535.");
    return Number(text);
  };
  const agentName = (text: string) => {
    if (text.trim() === "" || text.length > 240) throw new InvalidArgumentError("give 1 to 240 characters.");
    return text;
  };

  baba
    .command("compile")
    .description("make a world from an accepted packet, by rules")
    .argument("<packet.json>")
    .option("--out <file>", "write the world here instead of to standard output")
    .action(async (file, options) => finish((await import("./commands/compile")).compile(file, options)));
  baba
    .command("certify")
    .description("run every gate and make the certificate")
    .argument("<world.json>")
    .addOption(json())
    .option("--out <file>", "write the certificate here")
    .option("--bundle <file>", "write world, public part, playbooks and certificate as one file here")
    .option(
      "--paraphrases <file>",
      "ways of asking for each menu item; gate 5 completes them by frames of the labels",
    )
    .option("--key <file>", "Ed25519 private key in PEM; by default one is made and kept in .data/keys")
    .action(async (file, options) =>
      finish(await (await import("./commands/certify")).certify(file, options)),
    );
  baba
    .command("verify")
    .description("check a bundle, or a world with its certificate, by running every gate again")
    .argument("<bundle or world.json>")
    .argument("[certificate.json]")
    .addOption(json())
    .option("--public-key <key>", "the key that must have signed (base64url, as in the certificate)")
    .option("--keys <file>", "a list of trusted keys, as a studio publishes it under /published/keys")
    .option("--any-signer", "take whoever signed")
    .action(async (file, certificate, options) =>
      finish(await (await import("./commands/verify")).verify(file, certificate, options)),
    );
  baba
    .command("replay")
    .description("walk the proved route with only what an agent can see")
    .argument("<bundle or world.json>")
    .addOption(json())
    .action(async (file, options) => finish(await (await import("./commands/replay")).replay(file, options)));
  baba
    .command("play")
    .description("play a world: a built-in agent, or you over standard input and output or HTTP")
    .argument("<bundle or world.json>")
    .addOption(
      new Option("--agent <name>", "who plays")
        .choices(["witness", "null", "random", "stdio", "http"])
        .makeOptionMandatory(),
    )
    .option("--seed <n>", "of the random agent", seed, 1)
    .addOption(new Option("--log <run.jsonl>", "keep the run log here"))
    .addOption(new Option("--out <run.jsonl>", "the same as --log").hideHelp())
    .option("--resume", "stdio, http: go on with the run in --log")
    .option("--agent-name <name>", "stdio, http: who plays, for the log", agentName)
    .option("--port <n>", "http: listen on this port of 127.0.0.1; 0 takes a free one", port, 0)
    .addOption(json())
    .action(async (file, { out, ...options }) => {
      const given = { log: out, ...options };
      const outside = given.agent === "stdio" || given.agent === "http";
      finish(
        outside
          ? await (await import("./commands/play-outside")).playOutside(file, given)
          : await (await import("./commands/play")).play(file, given),
      );
    });
  addServe(baba, { finish, port, agentName });
  addExport(baba, { finish, port, agentName });
  addImport(baba, { finish, port, agentName }, json);
  baba
    .command("grade")
    .description("grade a run from its log alone")
    .argument("<run.jsonl>")
    .option("--world <file>", "the bundle or world.json that must have been played")
    .addOption(json())
    .action(async (file, options) => finish(await (await import("./commands/grade")).grade(file, options)));
  baba
    .command("difficulty")
    .description("score the structural difficulty of a world")
    .argument("<world.json>")
    .addOption(json())
    .action(async (file, options) =>
      finish(await (await import("./commands/difficulty")).difficulty(file, options)),
    );
  baba
    .command("traps")
    .description("for each rule: the cheapest run that reaches every outcome and breaks it, or that none can")
    .argument("<bundle or world.json>")
    .addOption(json())
    .action(async (file, options) => finish(await (await import("./commands/traps")).traps(file, options)));
  baba
    .command("pull")
    .description("fetch published worlds from a studio and check them")
    .argument("<studio>", "its address, like http://localhost:3000")
    .argument("[worlds...]", "ids; everything that is published when none is given")
    .addOption(new Option("--token <token>", "a runner's token of that studio").env("BABA_TOKEN"))
    .option("--to <folder>", "where the bundles are written", "worlds")
    .addOption(json())
    .action(async (studio, worlds, options) =>
      finish(await (await import("./commands/pull")).pull(studio, worlds, options)),
    );
  baba
    .command("schema")
    .description("print a JSON Schema")
    .addArgument(baba.createArgument("<name>").choices(["world", "packet", "run", "certificate", "bundle"]))
    .action(async (name) => finish(await (await import("./commands/schema")).schema(name)));
  return baba;
}

interface Parsers {
  finish: (code: number) => void;
  port: (text: string) => number;
  agentName: (text: string) => string;
}

const wholeNumber = (text: string) => {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError("give a whole number.");
  return Number(text);
};

/** The commands that serve certified worlds to agents elsewhere. */
function addServe(baba: Command, { finish, port, agentName }: Parsers): void {
  const serve = baba.command("serve").description("serve certified worlds to agents elsewhere");
  const world = "a bundle, or a world.json with its certificate.json beside it";
  serve
    .command("mcp")
    .description("one world and one episode over MCP on standard input and output")
    .argument("<bundle or world.json>", world)
    .option("--logs <folder>", "keep the run log here, named by its episode")
    .option("--agent-name <name>", "who plays, for the log", agentName)
    .action(async (file, options) =>
      finish(await (await import("./commands/serve")).serveMcp(file, options)),
    );
  serve
    .command("openenv")
    .description("one world as an OpenEnv environment: /ws, /schema, /health")
    .argument("<bundle or world.json>", world)
    .option("--logs <folder>", "keep each run log here, named by its episode")
    .option("--port <n>", "0 takes a free one", port, 0)
    .option("--host <address>", "listen on this address", "127.0.0.1")
    .option("--allow-host <name...>", "names under which others call this machine")
    .action(async (file, options) =>
      finish(await (await import("./commands/serve")).serveOpenenv(file, options)),
    );
  serve
    .command("http")
    .description("many episodes over HTTP and MCP: POST /episodes, then /episodes/<id>/mcp")
    .argument("<worlds...>", world)
    .option("--logs <folder>", "keep each run log here, named by its episode")
    .option("--agent-name <name>", "who plays, for the log of --episode", agentName)
    .option("--port <n>", "0 takes a free one", port, 0)
    .option("--host <address>", "listen on this address", "127.0.0.1")
    .option("--allow-host <name...>", "names under which others call this machine")
    .addOption(
      new Option(
        "--token <token>",
        "who begins episodes sends it; one is made and printed when none is given",
      ).env("BABA_SERVE_TOKEN"),
    )
    .option("--episode <id>", "begin this one episode and no others; needs --grade-token-sha256")
    .option("--grade-token-sha256 <hash>", "SHA-256 of the token that opens its grade")
    .action(async (files, options) =>
      finish(await (await import("./commands/serve")).serveHttp(files, options)),
    );
}

/** The commands that write worlds and runs in the formats of others. */
function addExport(baba: Command, parsers: Parsers): void {
  const { finish } = parsers;
  const out = baba.command("export").description("write certified worlds, or runs, in a format of others");
  addRunExport(out, parsers);
  const worlds = (name: string, description: string) =>
    out
      .command(name)
      .description(description)
      .argument("<worlds...>", "bundles, or world.json files with their certificate.json beside them")
      .requiredOption("--out <folder>", "a folder that is new or empty")
      .option("--studio <address>", "refuse what this studio has not published, or has withdrawn")
      .addOption(new Option("--token <token>", "a runner's token of that studio").env("BABA_TOKEN"));
  worlds("harbor", "Harbor task directories as a dataset").action(async (files, options) =>
    finish(await (await import("./commands/export")).exportHarbor(files, options)),
  );
  worlds("tau2", "a tau2 domain package, with the engine in Python")
    .option("--vectors <n>", "random call sequences for each world in its self-test", wholeNumber, 10)
    .action(async (files, options) =>
      finish(await (await import("./commands/export")).exportTau2(files, options)),
    );
  worlds("openenv", "OpenEnv environments").action(async (files, options) =>
    finish(await (await import("./commands/export")).exportOpenenv(files, options)),
  );
}

/** The commands that write run logs in the formats of others. */
function addRunExport(out: Command, { finish }: Parsers): void {
  const zoned = (text: string) => {
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(text))
      throw new InvalidArgumentError("give a time like 2026-11-30T22:00:00+00:00.");
    return text;
  };
  const runs = (name: string, description: string) =>
    out
      .command(name)
      .description(description)
      .argument("<runs...>", "run logs")
      .requiredOption("--out <folder>", "a folder that is new or empty");
  runs("inspect", "logs of Inspect, one of each form for each agent")
    .option("--created <time>", "the time in the logs; now when none is given", zoned)
    .action(async (files, options) =>
      finish((await import("./commands/export")).exportInspect(files, options)),
    );
  runs("atif", "trajectories in ATIF, one for each run").action(async (files, options) =>
    finish((await import("./commands/export")).exportAtif(files, options)),
  );
}

/** The commands that take what others published. */
function addImport(baba: Command, { finish }: Parsers, json: () => Option): void {
  baba
    .command("import")
    .description("turn others' tasks into source cases and packets to begin with")
    .command("tau2")
    .description("tasks of a tau2 domain, or PayerBench's rows; nothing in them is decided")
    .argument("<domain folder>", "like data/tau2/domains/retail")
    .requiredOption("--out <folder>", "a folder that is new or empty")
    .option("--tasks <file>", "instead of the folder's tasks.json; also PayerBench's rows")
    .option("--tools <file>", "source of the tools, to tell reading from writing ones")
    .action(async (folder, options) =>
      finish((await import("./commands/import")).importTau2(folder, options)),
    );
  const audit = baba.command("audit").description("look for what makes others' tasks unfair or empty");
  audit
    .command("tau2")
    .description("audit a tau2 domain: failing references, tasks that doing nothing passes, empty criteria")
    .argument("<domain folder>", "like data/tau2/domains/retail")
    .option("--tasks <file>", "instead of the folder's tasks.json; also PayerBench's rows")
    .option("--tools <file>", "source of the tools, to tell reading from writing ones")
    .option("--python <command>", "a Python that can import tau2, to carry out the reference actions")
    .option("--page <file.html>", "write the report as a page here")
    .addOption(json())
    .action(async (folder, options) => finish((await import("./commands/audit")).auditTau2(folder, options)));
}

/** Runs one command line and gives its exit code. */
export async function main(args: readonly string[]): Promise<number> {
  let code: number = EXIT.proved;
  try {
    await program((result) => {
      code = result;
    }).parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.proved : EXIT.badInput;
    if (error instanceof BadInput) {
      const code = isOtherVersion(error.findings) ? EXIT.unknown : EXIT.badInput;
      say("This input cannot be used:");
      for (const finding of error.findings.slice(0, 20)) sayFinding(finding);
      if (error.findings.length > 20) say(`  and ${error.findings.length - 20} more`);
      if (args.includes("--json"))
        printJson({
          verdict: code === EXIT.unknown ? "unsupported" : "bad_input",
          findings: error.findings,
        });
      return code;
    }
    say(`This is a fault of ours, not of your input: ${error instanceof Error ? error.message : "unknown"}`);
    if (process.env.BABA_DEBUG && error instanceof Error) say(error.stack ?? "");
    return EXIT.fault;
  }
}
