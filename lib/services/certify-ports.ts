import type { Ports } from "@/compiler/certify";
import { publicKeyOf, sign, verify } from "@/lib/crypto/ed25519";
import { sha256 } from "@/lib/crypto/hash";
import { env } from "@/lib/env";

const bytes = (text: string) => Buffer.from(text, "utf8");

/** Hash, signature and check with the studio's own key, for certificates and bundles. */
export function studioPorts(): Ports {
  const pem = env().CERTIFICATE_KEY;
  const public_key = publicKeyOf(pem);
  return {
    sha256: (text) => sha256(text),
    sign: (text) => ({ public_key, value: sign(bytes(text), pem) }),
    verify: (text, signed) => verify(bytes(text), signed.value, signed.public_key),
  };
}
