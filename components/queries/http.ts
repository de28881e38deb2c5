import type { z } from "zod";

/** What the server refused and why, in plain words; `status` 0 when it could not be reached. */
export class Refusal extends Error {
  readonly status: number;
  readonly fix: string | null;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(typeof body.detail === "string" ? body.detail : "The studio could not be reached.");
    this.name = "Refusal";
    this.status = status;
    this.fix = typeof body.fix === "string" ? body.fix : null;
    this.body = body;
  }
}

/** Any failure as a refusal, for the page to say. */
export const asRefusal = (error: unknown): Refusal => (error instanceof Refusal ? error : new Refusal(0, {}));

type Options = {
  method?: "GET" | "POST" | "DELETE";
  body?: unknown;
  keepalive?: boolean;
  signal?: AbortSignal;
};

/** Asks the studio and checks the answer's form. @throws {Refusal} */
export async function ask<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  options: Options = {},
): Promise<z.output<Schema>> {
  const response = await send(path, options);
  return schema.parse(await response.json());
}

/** Asks for something that has no answer but success. @throws {Refusal} */
export async function send(path: string, options: Options = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: options.method ?? (options.body === undefined ? "GET" : "POST"),
      headers: options.body === undefined ? {} : { "content-type": "application/json" },
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      keepalive: options.keepalive,
      signal: options.signal,
    });
  } catch {
    throw new Refusal(0, { detail: "No connection to the studio." });
  }
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => ({}));
  throw new Refusal(response.status, typeof body === "object" && body !== null ? { ...body } : {});
}
