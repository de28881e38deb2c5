/** A path of this studio out of an address, or the start page: never another site. */
export function localPath(next: unknown): string {
  if (typeof next !== "string" || !next.startsWith("/")) return "/";
  const base = "http://studio.invalid";
  const address = URL.canParse(next, base) ? new URL(next, base) : null;
  return address?.origin === base ? address.pathname + address.search : "/";
}
