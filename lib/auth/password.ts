import { hash, verify } from "@node-rs/argon2";

// OWASP's second setting for Argon2id: 19 MiB, two passes, one lane. The library's default algorithm is Argon2id.
const cost = { memoryCost: 19456, timeCost: 2, parallelism: 1 };
const neverMatches = hash("no account has this password", cost);

export const passwordLength = { min: 12, max: 200 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** Compares in the same time whether or not there is such an account. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  if (password.length > passwordLength.max) return false;
  const matches = await verify(stored ?? (await neverMatches), password);
  return matches && stored != null;
}

/** What is wrong with a new password, in plain words; null when it will do. Length counts, odd characters do not. */
export function passwordFault(password: string, person: { email: string; name: string }): string | null {
  if (password.length < passwordLength.min)
    return `Use at least ${passwordLength.min} characters. Four words will do.`;
  if (password.length > passwordLength.max) return `Use at most ${passwordLength.max} characters.`;
  if (new Set(password.toLowerCase()).size < 5) return "Use more different characters.";
  const lower = password.toLowerCase();
  const own = [person.email.split("@")[0], ...person.name.split(/\s+/)];
  const found = own.find((part) => part && part.length >= 4 && lower.includes(part.toLowerCase()));
  return found ? "Leave out your name and your address." : null;
}
