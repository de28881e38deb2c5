import { readFileSync } from "node:fs";
import { KEY_LIST_SCHEMA_VERSION, type KeyList, keyListSchema } from "@/compiler/certify";
import { publicKeyOf } from "@/lib/crypto/ed25519";
import { sha256 } from "@/lib/crypto/hash";
import { env } from "@/lib/env";

/**
 * The keys of this studio: the one it signs with, then those that were replaced or revoked, from the file that
 * PUBLISHED_KEYS names. A key that the file calls revoked is published as revoked, also when it still signs.
 * @throws {Error} when the file cannot be read as a key list
 */
export function publishedKeys(): KeyList {
  const public_key = publicKeyOf(env().CERTIFICATE_KEY);
  const file = env().PUBLISHED_KEYS;
  const earlier = file ? keyListSchema.parse(JSON.parse(readFileSync(file, "utf8"))).keys : [];
  const own = earlier.some((key) => key.public_key === public_key)
    ? []
    : [
        {
          key_id: sha256(public_key).slice(0, 16),
          public_key,
          owner: env().NEXTAUTH_URL ?? "This studio",
          state: "current" as const,
          reason: "",
        },
      ];
  return { schema_version: KEY_LIST_SCHEMA_VERSION, kind: "keys", keys: [...own, ...earlier] };
}
