import { Problem } from "./problem";

/** Bodies beyond this are refused unless a route says otherwise. */
export const maxBodyBytes = 10 * 1024 * 1024;

const mostWeThrowAway = 64 * 1024 * 1024;

/**
 * Reads a request's body, at most `limit` bytes of it. What is beyond is thrown away chunk by chunk, never held, so that a
 * client that is still sending gets to read the answer.
 * @throws {Problem} too_large
 */
export async function readBody(request: Request, limit = maxBodyBytes): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  let chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size <= limit) chunks.push(value);
    else chunks = [];
    if (size > mostWeThrowAway) {
      await reader.cancel();
      break;
    }
  }
  if (size > limit) throw tooLarge(limit);
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

function tooLarge(limit: number): Problem {
  return new Problem("too_large", `The limit is ${Math.floor(limit / 1024 / 1024)} MB.`, {
    fix: "Send less at once: split the file, or leave out what is not needed.",
  });
}

/**
 * Reads a JSON body.
 * @throws {Problem} too_large, wrong_media_type, or bad_input with what is wrong with the JSON
 */
export async function readJson(request: Request, limit = maxBodyBytes): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !type.endsWith("+json")) {
    await readBody(request, limit);
    throw new Problem("wrong_media_type", "The body has to be JSON.", {
      fix: "Send content-type: application/json.",
    });
  }
  const bytes = await readBody(request, limit);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Problem("bad_input", "The body is not UTF-8 text.", {
      fix: "Save the file as UTF-8 and send it again.",
    });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const place = /position \d+/.exec((error as Error).message)?.[0];
    const where = place ? ` at ${place}` : "";
    throw new Problem(
      "bad_input",
      `The body is not complete, valid JSON: it breaks off or goes wrong${where}.`,
      {
        fix: "Check that the file was copied whole.",
      },
    );
  }
}
