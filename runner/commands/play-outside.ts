import { existsSync } from "node:fs";
import { sameJson } from "@/compiler/spec/canonical";
import { finding } from "@/compiler/spec/finding";
import { BadInput } from "../input";
import { EXIT, print, say } from "../report";
import { Episode } from "../serve/episode";
import { playHttp } from "../serve/http-play";
import { playLines } from "../serve/lines";
import { keptRunFile, newRunFile } from "../serve/run-file";
import { loadWorld } from "../worlds";

export interface OutsideOptions {
  agent: "stdio" | "http";
  agentName?: string;
  port: number;
  log?: string;
  resume?: boolean;
}

/**
 * `baba play --agent stdio` and `--agent http`: somebody outside plays. The grade is not shown, since whoever plays reads what
 * is printed; `baba grade` gives it from the log.
 */
export async function playOutside(file: string, options: OutsideOptions): Promise<number> {
  const episode = await openEpisode(file, options);
  if (options.agent === "stdio") await playLines(episode, process.stdin, print);
  else await serveHttp(episode, options.port);
  const kept = options.log
    ? ` Grade it with: baba grade ${options.log}`
    : " It was not kept: no --log was given.";
  say(`${episode.finished ? "The run has ended." : "The run broke off."}${kept}`);
  return EXIT.proved;
}

async function openEpisode(file: string, options: OutsideOptions): Promise<Episode> {
  const world = await loadWorld(file);
  const agent = options.agentName ?? options.agent;
  if (!options.resume || (options.log && !existsSync(options.log)))
    return new Episode(world, { agent, log: options.log ? newRunFile(options.log) : undefined });
  if (!options.log)
    throw new BadInput([
      finding("play/no-log", "There is no log to go on with.", {
        path: "--resume",
        fix: "Name it with --log.",
      }),
    ]);
  const { run, steps, header } = keptRunFile(options.log);
  if (header.kind !== "run" || !sameJson(header.world, world.spec))
    throw new BadInput([
      finding("play/other-world", `${options.log} is a run of another world.`, {
        path: "$[0].world",
        fix: "Name the world that was played.",
      }),
    ]);
  return new Episode(world, { agent: header.agent, log: run, steps });
}

async function serveHttp(episode: Episode, port: number): Promise<void> {
  const { address, ended, stop } = await playHttp(episode, port);
  print(JSON.stringify({ kind: "listening", address }));
  process.once("SIGTERM", stop).once("SIGINT", stop);
  await ended;
}
