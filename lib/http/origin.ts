import { Problem } from "./problem";

const safe = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a changing request that another site's page made in the person's name. Browsers name the page's origin with every
 * such request; a client that names none is no browser, and a bearer token carries no cookie's authority.
 * @throws {Problem} not_allowed
 */
export function requireSameOrigin(request: Request): void {
  if (safe.has(request.method) || request.headers.has("authorization")) return;
  const site = request.headers.get("sec-fetch-site") ?? "same-origin";
  const origin = request.headers.get("origin");
  const host = request.headers.get("x-forwarded-host") ?? request.headers.get("host");
  const sameHost = origin === null || (URL.canParse(origin) && new URL(origin).host === host);
  if (sameHost && (site === "same-origin" || site === "none")) return;
  throw new Problem("not_allowed", "This request came from another site.", {
    fix: "Use the studio's own pages.",
  });
}
