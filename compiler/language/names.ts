const TITLED = /\b(?:[Mm]rs?|MRS?|[Mm]s|[Mm]iss|[Mm]ister|[Pp]atient|[Pp]astor)\.? (\p{Lu}[\p{L}'’-]*)/gu;

/** People that a text names with a title, by their names: "Mr. Dunn", "Patient K". */
export function titledNames(text: string): string[] {
  return [...text.matchAll(TITLED)].flatMap(([, name]) =>
    name && /^\p{Lu}/u.test(name) ? [name.replace(/['’]s$/u, "")] : [],
  );
}

/** Finds names in texts as whole words, whatever their case. */
export function namesIn(texts: () => Iterable<string>): (name: string) => boolean {
  let words: Set<string> | undefined;
  return (name) => {
    words ??= new Set([...texts()].flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? []));
    return words.has(name.toLowerCase());
  };
}
