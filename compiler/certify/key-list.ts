import { z } from "zod";
import { readBy } from "../spec/read";
import { publicKeySchema } from "./certificate";

export const KEY_LIST_SCHEMA_VERSION = 1;

/**
 * Keys of whoever certifies worlds, as they are published and as a verifier trusts them. A key that was replaced
 * still vouches for what it signed; nothing that a revoked key signed counts, since a certificate holds no time.
 */
export const keyListSchema = z.strictObject({
  schema_version: z.literal(KEY_LIST_SCHEMA_VERSION),
  kind: z.literal("keys"),
  keys: z
    .array(
      z.strictObject({
        /** The first 16 hexadecimal digits of the SHA-256 of `public_key`. */
        key_id: z.string().regex(/^[0-9a-f]{16}$/),
        public_key: publicKeySchema,
        /** Whose key it is. */
        owner: z.string().trim().min(1).max(200),
        state: z.enum(["current", "replaced", "revoked"]),
        /** Why it was revoked or replaced. */
        reason: z.string().max(1000).default(""),
      }),
    )
    .max(1000),
});
export type KeyList = z.infer<typeof keyListSchema>;
export type ListedKey = KeyList["keys"][number];

/** Reads a key list; each fault is named with its path. */
export const readKeyList = (value: unknown) => readBy(keyListSchema, value, "Key list");
