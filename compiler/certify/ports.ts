/**
 * What certifying needs from outside and the compiler cannot have: a hash, and a key. Implementations live
 * in `runner` and `lib` (node:crypto) or in a browser (WebCrypto); either may answer later.
 */
export interface Ports {
  /** SHA-256 of UTF-8 text, in lower-case hexadecimal. */
  sha256(text: string): string | Promise<string>;
  /** Signs UTF-8 text with Ed25519. Without it the certificate stays unsigned. */
  sign?(text: string): Signed | Promise<Signed>;
  /** Whether the signature was made over this text with this key. */
  verify?(text: string, signed: Signed): boolean | Promise<boolean>;
}

/** An Ed25519 signature and the public key that checks it, both raw in base64url. */
export interface Signed {
  public_key: string;
  value: string;
}
