import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { z } from "zod";
import { publicResultSchema } from "@/compiler/public/result";
import { PUBLIC_TOOLS } from "@/compiler/public/tools";
import type { Player } from "./player";

const CASE_FILE = "baba://case-file";
const PLAYBOOK = "baba://playbooks/";
const JSON_TYPE = "application/json";

const INSTRUCTIONS =
  "You work on one case of patient advocacy. Read the brief and the case file first. Handles come from the case file and from results.";

const { $schema: _, ...outputSchema } = z.toJSONSchema(publicResultSchema, { io: "output" });

/** Schemas are made once: a server is built for every request of streamable HTTP. */
const TOOLS = PUBLIC_TOOLS.map(({ name, description, input_schema }) => ({
  name,
  description,
  inputSchema: input_schema as { type: "object" },
  outputSchema: outputSchema as { type: "object" },
  annotations: {
    readOnlyHint: false,
    destructiveHint: name === "act" || name === "submit_form" || name === "finish",
    idempotentHint: false,
    openWorldHint: false,
  },
}));

const unknown = (what: string, name: string) =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no ${what} ${JSON.stringify(name.slice(0, 80))} here.`,
  );

/**
 * The eight tools, the case file, the playbooks and the brief of one episode as an MCP server, for protocol 2026-07-28 and
 * 2025-11-25. A playbook's text is shown once the agent has loaded it with read_document, which costs an action here as everywhere.
 */
export function mcpServer(player: Player): Server {
  const server = new Server(
    { name: "baba-world", title: "BABA-Studio world", version: "1.0.0" },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler("tools/list", () => ({ tools: TOOLS }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    if (!TOOLS.some((tool) => tool.name === params.name)) throw unknown("tool", params.name);
    const result = await player.call({ ...params.arguments, tool: params.name });
    return {
      content: [{ type: "text" as const, text: JSON.stringify(result) }],
      structuredContent: { ...result },
      isError: result.outcome === "refused",
    };
  });
  server.setRequestHandler("resources/list", async () => {
    const { playbooks } = await player.caseFile();
    return {
      resources: [
        {
          uri: CASE_FILE,
          name: "case_file",
          title: "Case file",
          description: "What is known so far.",
          mimeType: JSON_TYPE,
        },
        ...playbooks.map(({ playbook, title, purpose }) => ({
          uri: `${PLAYBOOK}${playbook}`,
          name: playbook,
          title,
          description: purpose,
          mimeType: "text/plain",
        })),
      ],
    };
  });
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const file = await player.caseFile();
    if (uri === CASE_FILE) return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(file) }] };
    const found = file.playbooks.find(({ playbook }) => uri === `${PLAYBOOK}${playbook}`);
    if (!found) throw unknown("resource", uri);
    const text = found.text ?? `${found.purpose}\n\nLoad it with read_document, document ${found.playbook}.`;
    return { contents: [{ uri, mimeType: "text/plain", text }] };
  });
  server.setRequestHandler("prompts/list", () => ({
    prompts: [
      { name: "brief", title: "The case", description: "The brief and what is known on the first day." },
    ],
  }));
  server.setRequestHandler("prompts/get", async ({ params }) => {
    if (params.name !== "brief") throw unknown("prompt", params.name);
    const file = await player.caseFile();
    const text = `${file.brief}\n\nThe case file, as JSON:\n${JSON.stringify(file)}`;
    return { messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
  });
  return server;
}
