import { plain } from "./menu-index";
import { statedValues } from "./stated";
import { likeness, tokensOf } from "./tokens";
import type { Translation, TranslationRequest } from "./translation";

type Vocabulary = TranslationRequest["vocabulary"];

/** Share of the words of a name that a fact's label must have, and how far ahead of the next it must be. */
const NAMED = 0.6;
const AHEAD = 0.15;
const SAME_WORD = 0.8;

/** What a request passes on: its shares and the values in its words, by fact; shares that name no one fact are unplaced. */
export function sharesOf({
  text,
  share,
  vocabulary,
}: Pick<TranslationRequest, "text" | "share" | "vocabulary">): Pick<Translation, "said" | "unplaced"> {
  const placed = share.map((one) => ({ share: one, fact: factMeant(one.what, vocabulary) }));
  const said = placed.flatMap(({ share: { value }, fact }) => (fact ? [{ fact, value }] : []));
  const stated = valuesIn(text, vocabulary).filter((one) => said.every((given) => given.fact !== one.fact));
  return {
    said: [...said, ...stated],
    unplaced: placed.flatMap(({ share: { what }, fact }) => (fact ? [] : [what])),
  };
}

/** Values that the words of the request give to one fact each. */
export function valuesIn(text: string, vocabulary: Vocabulary): Translation["said"] {
  if (vocabulary.length === 0) return [];
  const out = new Map<string, string>();
  for (const { value, named } of statedValues(text)) {
    const words = named.split(" ");
    const fact = words
      .map((_, i) => factMeant(words.slice(i).join(" "), vocabulary))
      .find((meant) => meant !== null);
    if (fact && !out.has(fact)) out.set(fact, value);
  }
  return [...out].map(([fact, value]) => ({ fact, value }));
}

/** The one fact that words of a share name: a handle the agent holds, a label, or most of the words of one. */
function factMeant(what: string, vocabulary: Vocabulary): string | null {
  const held = vocabulary.find((entry) => entry.known && entry.fact === what);
  if (held) return held.fact;
  const labelled = vocabulary.filter((entry) => plain(entry.label) === plain(what));
  if (labelled.length > 0) return labelled.length === 1 ? labelled[0]!.fact : null;
  const said = tokensOf(what.replaceAll("_", " "));
  const scored = vocabulary
    .map((entry) => ({
      of: entry.fact,
      score: Math.max(...namesOf(entry).map((name) => nearness(said, name))),
    }))
    .sort((a, b) => b.score - a.score);
  const [best, next] = scored;
  return best && best.score >= NAMED && best.score - (next?.score ?? 0) >= AHEAD ? best.of : null;
}

/** What a fact may be called: its label, and the handle of one that the agent holds. */
const namesOf = ({ label, fact, known }: Vocabulary[number]) =>
  known ? [label, fact.replaceAll("_", " ")] : [label];

function nearness(said: ReturnType<typeof tokensOf>, name: string): number {
  const words = tokensOf(name);
  const shared = words.filter((word) => said.some((one) => likeness(one, word) > SAME_WORD)).length;
  const held = said.filter((one) => words.some((word) => likeness(one, word) > SAME_WORD)).length;
  return words.length + said.length === 0 ? 0 : (shared + held) / (words.length + said.length);
}
