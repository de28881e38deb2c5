import { z } from "zod";
import { type CurrentUser, currentUser, mayAct } from "@/lib/auth/session";
import { userOfToken } from "@/lib/auth/tokens";
import type { Role } from "@/lib/db/generated/client";
import { log } from "@/lib/log";
import { maxBodyBytes, readJson } from "./body";
import { requireSameOrigin } from "./origin";
import { parse } from "./parse";
import { Problem, problemResponse } from "./problem";

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

type Definition<Params, Query, Body, User> = {
  /** Who may call: a list of roles (an admin always may), anybody signed in, or anybody at all. */
  allow: User;
  params?: Params;
  query?: Query;
  /** A schema for a JSON body. Without it the body is left unread for the handler. */
  body?: Body;
  /** The largest body in bytes, 10 MB unless given. */
  maxBytes?: number;
  /** Also for somebody who has yet to choose a password of their own. */
  evenWithFirstPassword?: boolean;
  /** The status of a plain answer, 200 unless given. */
  status?: number;
  /** Calls one service. A returned Response goes out as it is, any other value as JSON, undefined as 204. */
  handle: (call: {
    user: User extends "anybody" ? CurrentUser | null : CurrentUser;
    params: Parsed<Params>;
    query: Parsed<Query>;
    body: Parsed<Body>;
    request: Request;
  }) => Promise<unknown>;
};

async function caller(request: Request): Promise<CurrentUser | null> {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  return bearer ? userOfToken(bearer) : currentUser();
}

/** Refuses who may not call; gives whoever calls, or null where anybody may. */
async function authorise(
  request: Request,
  allow: readonly Role[] | "signed-in" | "anybody",
  evenWithFirstPassword = false,
): Promise<CurrentUser | null> {
  const user = await caller(request);
  if (allow === "anybody") return user;
  if (!user)
    throw new Problem("sign_in_needed", "Nobody is signed in, or the session ended.", {
      fix: "Sign in again.",
    });
  if (user.mustChangePassword && !evenWithFirstPassword)
    throw new Problem("not_allowed", "Your password was made by somebody else.", {
      fix: "Choose your own on the account page.",
    });
  const permitted = allow === "signed-in" ? user.role !== "runner" : mayAct(user, allow);
  if (!permitted) {
    const needed = allow === "signed-in" ? "people, not tokens" : allow.join(" or ") || "admin";
    throw new Problem("not_allowed", `This is for: ${needed}. You are: ${user.role}.`, {
      fix: "Ask an administrator if you need this role.",
    });
  }
  return user;
}

/**
 * A route handler: refuses other sites, authorises, parses parameters, query and body, calls one service, and answers in
 * JSON. Problems become application/problem+json; any other fault is logged by its id and answered with 500 and that id.
 */
export function route<
  const User extends readonly Role[] | "signed-in" | "anybody",
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(definition: Definition<Params, Query, Body, User>) {
  return async (
    request: Request,
    context: { params: Promise<Record<string, string | string[] | undefined>> },
  ) => {
    try {
      requireSameOrigin(request);
      const user = await authorise(request, definition.allow, definition.evenWithFirstPassword);
      const params = definition.params && parse(definition.params, await context.params, "The address");
      const asked = Object.fromEntries(new URL(request.url).searchParams);
      const query = definition.query && parse(definition.query, asked, "The query");
      const body =
        definition.body &&
        parse(definition.body, await readJson(request, definition.maxBytes ?? maxBodyBytes), "The body");
      const answer = await definition.handle({ user, params, query, body, request } as never);
      if (answer instanceof Response) return answer;
      const headers = { "cache-control": "no-store" };
      if (answer === undefined) return new Response(null, { status: 204, headers });
      return Response.json(answer, { status: definition.status ?? 200, headers });
    } catch (error) {
      return answerTo(error);
    }
  };
}

/** The answer to any fault: a problem as it is, anything else as 500 with an id that the log holds too. */
export function answerTo(error: unknown): Response {
  if (error instanceof Problem) {
    const response = problemResponse(error);
    const wait = error.extra.retryAfterSeconds;
    if (typeof wait === "number") response.headers.set("retry-after", String(wait));
    return response;
  }
  if (error instanceof z.ZodError)
    return answerTo(new Problem("bad_input", "The data does not have the expected form."));
  if (isHangUp(error))
    return problemResponse(
      new Problem("bad_input", "The request broke off before it was whole.", { fix: "Send it again." }),
    );
  const code = (error as { code?: string }).code;
  const id = crypto.randomUUID();
  log().error({ id, code, name: (error as Error)?.name, stack: safeStack(error) }, "request failed");
  return problemResponse(
    new Problem("our_fault", "The studio could not finish this. What you did before is saved.", {
      fix: `Try again. If it stays, give your administrator this number: ${id}`,
      extra: { id },
    }),
  );
}

/** Whether the client went away while its request was read. Node says so in these words; a database that resets says others. */
function isHangUp(error: unknown): boolean {
  return (
    error instanceof Error && error.message === "aborted" && "code" in error && error.code === "ECONNRESET"
  );
}

/** The frames of a stack without its message, which may quote data. */
function safeStack(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  return stack
    .split("\n")
    .filter((line) => line.trimStart().startsWith("at "))
    .slice(0, 12);
}
