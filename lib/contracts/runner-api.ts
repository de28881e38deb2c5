import { z } from "zod";
import { bundleSchema } from "@/compiler/certify/bundle";
import { gradeSchema } from "@/compiler/grade";
import { runnerWorldsSchema } from "./corpus";
import { beginEpisodeSchema, episodeGradeSchema, episodeSchema } from "./episodes";

const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  fix: z.string().optional(),
});

const json = (schema: z.ZodType, description: string) => ({
  description,
  content: { "application/json": { schema: z.toJSONSchema(schema, { io: "output" }) } },
});
const refusals = {
  "401": {
    description: "The token is missing, unknown, revoked or out of date.",
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  },
  "403": {
    description: "The token does not allow this.",
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  },
};
const missing = (description: string) => ({
  description,
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
});

/** The HTTP API for runners as an OpenAPI 3.1 document, made from the schemas that the routes use. */
export function runnerApi() {
  const parameter = (name: string, description: string) => ({
    name,
    in: "path",
    required: true,
    description,
    schema: { type: "string" },
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "BABA-Studio for runners",
      version: "1",
      description: "Certified worlds as files. Send a token of the studio as: Authorization: Bearer <token>.",
    },
    security: [{ token: [] }],
    paths: {
      "/api/runner/worlds": {
        get: {
          operationId: "listWorlds",
          summary: "Every published version that was not withdrawn",
          responses: { "200": json(runnerWorldsSchema, "Published worlds"), ...refusals },
        },
      },
      "/api/runner/worlds/{world}/{version}": {
        get: {
          operationId: "fetchBundle",
          summary: "The bundle of a version, byte for byte as it was published",
          parameters: [parameter("world", "Id of the world"), parameter("version", "A number, or latest")],
          responses: {
            "200": {
              ...json(bundleSchema, "The bundle"),
              headers: {
                "x-bundle-sha256": { description: "SHA-256 of the body", schema: { type: "string" } },
              },
            },
            ...refusals,
            "404": missing("There is no such published world."),
            "410": missing("This version was withdrawn."),
          },
        },
      },
      "/api/runner/runs": {
        post: {
          operationId: "keepRun",
          summary: "Keeps the log of a run of a published world; the studio grades it again",
          requestBody: { required: true, content: { "application/jsonl": { schema: { type: "string" } } } },
          responses: {
            "201": json(z.strictObject({ id: z.string(), grade: gradeSchema }), "The kept run and its grade"),
            "400": missing("The log is broken or was altered."),
            ...refusals,
            "404": missing("The world of this run is not published here."),
          },
        },
      },
      "/api/runner/episodes": {
        post: {
          operationId: "beginEpisode",
          summary: "Begins a run of a published world that an agent plays over MCP",
          requestBody: {
            required: true,
            content: { "application/json": { schema: z.toJSONSchema(beginEpisodeSchema, { io: "input" }) } },
          },
          responses: {
            "201": json(
              episodeSchema,
              "The episode; give the agent the address of its MCP endpoint, not the token",
            ),
            ...refusals,
            "404": missing("There is no such published world."),
            "410": missing("This version was withdrawn."),
          },
        },
      },
      "/api/runner/episodes/{episodeId}": {
        get: {
          operationId: "gradeEpisode",
          summary: "How an episode stands, and its grade when it has ended",
          parameters: [parameter("episodeId", "Id of the episode")],
          responses: {
            "200": json(episodeGradeSchema, "The episode"),
            ...refusals,
            "404": missing("There is no such episode."),
          },
        },
      },
      "/api/runner/episodes/{episodeId}/log": {
        get: {
          operationId: "fetchEpisodeLog",
          summary: "The run log of an episode that has ended",
          parameters: [parameter("episodeId", "Id of the episode")],
          responses: {
            "200": {
              description: "JSON lines",
              content: { "application/jsonl": { schema: { type: "string" } } },
            },
            ...refusals,
            "404": missing("There is no such episode."),
            "422": missing("The episode has not ended."),
          },
        },
      },
    },
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: { Problem: z.toJSONSchema(problem) },
    },
  };
}
