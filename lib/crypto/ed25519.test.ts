import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { publicKeyOf, sign, verify } from "./ed25519";

const pem = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const bytes = new TextEncoder().encode("a certificate");

test("a signature holds for its bytes and key, and for nothing else", () => {
  const signature = sign(bytes, pem);
  const key = publicKeyOf(pem);
  expect(verify(bytes, signature, key)).toBe(true);
  expect(verify(new TextEncoder().encode("a certificatf"), signature, key)).toBe(false);
  const other = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  expect(verify(bytes, signature, publicKeyOf(other))).toBe(false);
  for (const broken of ["", "not base64 §", signature.slice(1)])
    expect(verify(bytes, broken, key)).toBe(false);
  expect(verify(bytes, signature, "not a key")).toBe(false);
});
