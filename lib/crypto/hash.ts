import { createHash, randomBytes } from "node:crypto";

/** SHA-256 in lower-case hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** An unguessable token: 32 random bytes as base64url, after a prefix that says what it is for. */
export function randomToken(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString("base64url")}`;
}
