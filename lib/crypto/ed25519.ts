import { createPrivateKey, createPublicKey, sign as signBytes, verify as verifyBytes } from "node:crypto";

/** The public half of a PKCS 8 key in PEM, as raw base64url: what a certificate carries. */
export function publicKeyOf(privateKeyPem: string): string {
  const { x } = createPublicKey(createPrivateKey(privateKeyPem)).export({ format: "jwk" });
  if (!x) throw new Error("The certificate key is not an Ed25519 key");
  return x;
}

/** Signs bytes with Ed25519. Gives base64url. */
export function sign(content: Uint8Array, privateKeyPem: string): string {
  return signBytes(null, content, createPrivateKey(privateKeyPem)).toString("base64url");
}

/** Whether a base64url signature over bytes was made by the holder of a raw base64url public key; false for anything malformed. */
export function verify(content: Uint8Array, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey }, format: "jwk" });
    return verifyBytes(null, content, key, Buffer.from(signature, "base64url"));
  } catch {
    return false;
  }
}
