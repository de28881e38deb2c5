import { existsSync } from "node:fs";
import { type ListedKey, readKeyList } from "@/compiler/certify";
import { type Finding, finding, type Verdict } from "@/compiler/spec/finding";
import { publicKeyOf } from "@/lib/crypto/ed25519";
import { sha256 } from "@/lib/crypto/hash";
import { BadInput, orBadInput, readJsonFile, readText } from "./input";
import { DEFAULT_KEY_FILE } from "./keys";

export interface SignerOptions {
  /** The key that must have signed. */
  publicKey?: string;
  /** A file with a list of trusted keys, as a studio publishes it. */
  keys?: string;
  /** Whoever signed will do. */
  anySigner?: boolean;
}

/** Names a key in what people read and compare: the first 16 hexadecimal digits of its SHA-256. */
export const keyIdOf = (publicKey: string) => sha256(publicKey).slice(0, 16);

/** What is said of whoever signed: `proved` when it is one who was named or trusted. */
export interface Signer {
  verdict: Verdict;
  owner: string | null;
  findings: Finding[];
}

/** Whose key signed, by what the caller knows. A certificate whose signer nobody knows is not decided. */
export function signerOf(key: string, { publicKey, keys, anySigner }: SignerOptions): Signer {
  const path = "$.signature.public_key";
  const ask = "Ask whoever gave you the key and the world.";
  const listed = keys === undefined ? undefined : trusted(keys).find((one) => one.public_key === key);
  if (publicKey !== undefined && publicKey !== key)
    return refuted(
      finding("verify/other-key", "The certificate holds, but another key signed it.", { path, fix: ask }),
    );
  if (listed?.state === "revoked") {
    const why = listed.reason ? `: ${listed.reason}` : ".";
    return refuted(
      finding("verify/revoked-key", `The key ${listed.key_id} of ${listed.owner} was revoked${why}`, {
        path,
        fix: "Get the world again, signed with a key that counts.",
      }),
    );
  }
  if (listed) return { verdict: "proved", owner: listed.owner, findings: [] };
  if (publicKey !== undefined || anySigner || isOwn(key))
    return { verdict: "proved", owner: null, findings: [] };
  const unknown = finding(
    "verify/unknown-signer",
    `The certificate holds. It is signed with the key ${keyIdOf(key)}; whose key this is, nobody has told me.`,
    {
      severity: "caution",
      path,
      fix: "Give the publisher's key with --public-key or their list with --keys, or take any signer with --any-signer.",
    },
  );
  return { verdict: "unknown", owner: null, findings: [unknown] };
}

const refuted = (f: Finding): Signer => ({ verdict: "refuted", owner: null, findings: [f] });

/** The command line trusts the key that it keeps for itself. */
const isOwn = (key: string) =>
  existsSync(DEFAULT_KEY_FILE) && publicKeyOf(readText(DEFAULT_KEY_FILE)) === key;

function trusted(file: string): readonly ListedKey[] {
  const { keys } = orBadInput(readKeyList(readJsonFile(file)));
  const wrong = keys.findIndex((one) => one.key_id !== keyIdOf(one.public_key));
  if (wrong < 0) return keys;
  throw new BadInput([
    finding("keys/other-id", "The name of a key is not the one that follows from it.", {
      path: `$.keys[${wrong}].key_id`,
      fix: "Get the list again from where it is published.",
    }),
  ]);
}
