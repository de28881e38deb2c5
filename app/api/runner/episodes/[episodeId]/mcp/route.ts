import { createMcpHandler } from "@modelcontextprotocol/server";
import { episodeParamsSchema } from "@/lib/contracts/episodes";
import { db } from "@/lib/db";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { episodePlayer } from "@/lib/services/episodes";
import { mcpServer } from "@/runner/serve/mcp";

/**
 * The MCP endpoint of one episode. Its unguessable handle is all that an agent gets: a runner's token would
 * open the bundle, and with it the answer.
 */
const answer = route({
  allow: "anybody",
  params: episodeParamsSchema,
  handle: async ({ params, request }) => {
    const player = episodePlayer(db(), params.episodeId);
    const body = request.method === "POST" ? await readBody(request, 2 * 1024 * 1024) : null;
    const { url, method, headers } = request;
    const whole = new Request(url, { method, headers, ...(body ? { body: new Uint8Array(body) } : {}) });
    return createMcpHandler(() => mcpServer(player)).fetch(whole);
  },
});

export const POST = answer;
export const GET = answer;
export const DELETE = answer;
