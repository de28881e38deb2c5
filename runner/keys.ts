import { generateKeyPairSync } from "node:crypto";
import { existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Ports } from "@/compiler/certify/ports";
import { finding } from "@/compiler/spec/finding";
import { publicKeyOf, sign, verify } from "@/lib/crypto/ed25519";
import { sha256 } from "@/lib/crypto/hash";
import { BadInput, readText } from "./input";

/** Where the command line keeps the key it signs with, made at the first certificate. */
export const DEFAULT_KEY_FILE = resolve(
  dirname(fileURLToPath(import.meta.url)),
  "../.data/keys/command-line.pem",
);

const bytes = (text: string) => Buffer.from(text, "utf8");

/** Hash and signature check; enough to verify. */
export const checkingPorts = {
  sha256: (text: string) => sha256(text),
  verify: (text, signed) => verify(bytes(text), signed.value, signed.public_key),
} satisfies Ports;

/**
 * Ports that sign with the Ed25519 key of a file (PKCS 8, PEM). The default key is made when it is missing;
 * a key that was named must exist.
 */
export function signingPorts(keyFile = DEFAULT_KEY_FILE): Ports {
  if (keyFile === DEFAULT_KEY_FILE && !existsSync(keyFile)) keepNewKey(keyFile);
  const pem = readText(keyFile);
  let public_key: string;
  try {
    public_key = publicKeyOf(pem);
  } catch {
    throw new BadInput([
      finding("key/not-ed25519", `${keyFile} does not hold an Ed25519 private key in PEM.`, {
        fix: "Make one with: openssl genpkey -algorithm ed25519 -out key.pem",
      }),
    ]);
  }
  return { ...checkingPorts, sign: (text) => ({ public_key, value: sign(bytes(text), pem) }) };
}

/** Makes the default key, or says that it cannot be kept and another has to be named. */
export function keepNewKey(keyFile: string): void {
  try {
    makeKey(keyFile);
  } catch {
    throw new BadInput([
      finding("key/not-kept", `No key can be kept in ${dirname(keyFile)}.`, {
        fix: "Name one with --key; make it with: openssl genpkey -algorithm ed25519 -out key.pem",
      }),
    ]);
  }
}

function makeKey(keyFile: string): void {
  const { privateKey } = generateKeyPairSync("ed25519");
  const temporary = `${keyFile}.${process.pid}.tmp`;
  mkdirSync(dirname(dirname(keyFile)), { recursive: true });
  mkdirSync(dirname(keyFile), { recursive: true, mode: 0o700 });
  writeFileSync(temporary, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  try {
    linkSync(temporary, keyFile);
  } catch {
    // Another process made the key in the meantime; that one is used.
  }
  rmSync(temporary);
}
