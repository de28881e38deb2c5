import { mkdirSync } from "node:fs";
import type { Server } from "node:http";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { finding } from "@/compiler/spec/finding";
import type { World } from "@/compiler/spec/world-index";
import { randomToken } from "@/lib/crypto/hash";
import { BadInput } from "../input";
import { EXIT, print, say } from "../report";
import { Episode } from "../serve/episode";
import { listen } from "../serve/http";
import { mcpServer } from "../serve/mcp";
import { openenvServer } from "../serve/openenv";
import type { Player } from "../serve/player";
import { httpServer } from "../serve/server";
import { WorldServer } from "../serve/world-server";
import { loadCertified } from "../worlds";

export interface StdioOptions {
  agentName?: string;
  logs?: string;
}

/** `baba serve mcp`: one world and one episode over standard input and output. */
export async function serveMcp(file: string, { agentName, logs }: StdioOptions): Promise<number> {
  const { world } = (await loadCertified(file)).certified;
  const player = beganAtFirstCall(world, serverOf([world], logs), agentName ?? "mcp");
  // A client may start a process only to see which protocol it speaks; that one plays no episode and keeps no log.
  serveStdio(() => mcpServer(player));
  await new Promise<void>((resolve) => process.stdin.once("end", resolve).once("close", resolve));
  return EXIT.proved;
}

function beganAtFirstCall(world: World, server: WorldServer, agent: string): Player {
  let begun: ReturnType<WorldServer["player"]> | null = null;
  const first = new Episode(world, { agent }).caseFile();
  const begin = () => {
    const { episode } = server.create({ agent });
    say(`Episode ${episode} has begun.`);
    begun = server.player(episode);
    return begun;
  };
  return {
    call: (input) => (begun ?? begin()).call(input),
    caseFile: () => begun?.caseFile() ?? first,
  };
}

export interface HttpOptions extends StdioOptions {
  port: number;
  host: string;
  allowHost?: string[];
  token?: string;
  episode?: string;
  gradeTokenSha256?: string;
}

/** `baba serve http`: many episodes over HTTP and MCP, until the process is stopped. */
export async function serveHttp(files: readonly string[], options: HttpOptions): Promise<number> {
  const agreed = agreedEpisode(options);
  const worlds: World[] = [];
  for (const file of files) worlds.push((await loadCertified(file)).certified.world);
  const server = serverOf(worlds, options.logs);
  const { agentName, port, host } = options;
  if (agreed) server.create({ agent: agentName }, agreed);
  const operatorToken = agreed ? null : (options.token ?? randomToken("operator"));
  const http = httpServer(server, { operatorToken, hosts: options.allowHost ?? [] });
  const address = await listen(http, port, host);
  print(
    JSON.stringify({
      kind: "listening",
      address: `http://${host}:${address.port}`,
      worlds: server.worlds(),
      ...(options.token || agreed ? {} : { operator_token: operatorToken }),
    }),
  );
  await untilStopped(http);
  return EXIT.proved;
}

/** The one episode that was agreed on beforehand, so that nobody can begin another one for practice; null for none. */
function agreedEpisode({ episode, gradeTokenSha256 }: HttpOptions): { id: string; tokenHash: string } | null {
  if (episode === undefined && gradeTokenSha256 === undefined) return null;
  if (/^[a-z0-9][a-z0-9_-]{0,79}$/.test(episode ?? "") && /^[0-9a-f]{64}$/.test(gradeTokenSha256 ?? ""))
    return { id: episode as string, tokenHash: gradeTokenSha256 as string };
  throw new BadInput([
    finding("serve/episode", "An episode that is agreed on beforehand has a name and the hash of a token.", {
      path: "--episode",
      fix: "Give --episode (small letters, digits, - and _) with --grade-token-sha256 (64 hexadecimal digits).",
    }),
  ]);
}

/** `baba serve openenv`: one world as an OpenEnv environment, until the process is stopped. */
export async function serveOpenenv(file: string, options: HttpOptions): Promise<number> {
  const { world } = (await loadCertified(file)).certified;
  const http = openenvServer(serverOf([world], options.logs), options.allowHost ?? []);
  const { port } = await listen(http, options.port, options.host);
  print(
    JSON.stringify({ kind: "listening", address: `http://${options.host}:${port}`, world: world.spec.id }),
  );
  await untilStopped(http);
  return EXIT.proved;
}

function untilStopped(http: Server): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      http.close(() => resolve());
      http.closeAllConnections();
    };
    process.once("SIGTERM", stop).once("SIGINT", stop);
  });
}

function serverOf(worlds: readonly World[], logs: string | undefined): WorldServer {
  if (logs !== undefined) mkdirSync(logs, { recursive: true });
  return new WorldServer(worlds, { logs });
}
