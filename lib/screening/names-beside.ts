import type { TextSpan } from "./finding";
import type { Reading } from "./reading";
import type { Token } from "./tokens";
import { isEponym, isFamilyName, isGivenName, isKnownWord, isNeutral } from "./words";

/** Names listed beside a name are names: "Kónya, Becker and Vasquez" (also where one is an ordinary word). */
export function namesBeside({ text, tokens, maskAt }: Reading, names: readonly TextSpan[]): TextSpan[] {
  const found: TextSpan[] = [];
  const inName = new Set<number>();
  let at = 0;
  for (const name of [...names].sort((a, b) => a.start - b.start)) {
    while (at < tokens.length && tokens[at]!.start < name.start) at++;
    for (let i = at; i < tokens.length && tokens[i]!.end <= name.end; i++) inName.add(i);
  }
  const isJoint = (token: Token | undefined) =>
    token !== undefined &&
    (token.text === "," || token.text === "&" || token.base === "and" || token.base === "or");
  const see = (i: number, step: 1 | -1) => {
    let other = i + step;
    while (isJoint(tokens[other]) && Math.abs(other - i) <= 2) other += step;
    if (other === i + step || !inName.has(other)) return;
    const token = tokens[i]!;
    const [from, to] = [token.start, tokens[other]!.start].sort((a, b) => a - b) as [number, number];
    if (text.slice(from, to).includes("\n")) return;
    inName.add(i);
    found.push({
      start: token.start,
      end: token.end,
      kind: "name",
      confidence: 0.6,
      reason: "listed beside a name",
    });
  };
  const candidate = (i: number) => {
    const token = tokens[i]!;
    return (
      !inName.has(i) &&
      token.shape === "capital" &&
      token.text.length > 2 &&
      !isNeutral(token.base) &&
      (isGivenName(token.base) || isFamilyName(token.base) || !isKnownWord(token.base)) &&
      !token.opensSentence &&
      !isEponym(token.base) &&
      !maskAt(token.start)
    );
  };
  for (let i = 0; i < tokens.length; i++) if (candidate(i)) see(i, -1);
  for (let i = tokens.length - 1; i >= 0; i--) if (candidate(i)) see(i, 1);
  return found;
}
