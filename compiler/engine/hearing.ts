import { Spoken } from "../spec/spoken";
import { isSaid } from "../spec/value";
import { wordsIn } from "../text/words";
import type { CompiledFact } from "./compiled-world";

/** What the agent's own words say, whatever they name (E3). */
export class Hearing {
  readonly #texts: readonly Spoken[];
  readonly #sentences: readonly Sentence[];

  constructor(texts: readonly string[]) {
    this.#texts = texts.map((text) => new Spoken(text));
    this.#sentences = texts.flatMap((text) => text.split(SENTENCE_END)).map((words) => new Sentence(words));
  }

  /**
   * Whether the words tell a fact: a sentence is its value by V1, or its number stands among other words, or
   * one sentence holds its label and its value. One word of text alone could be about anything.
   */
  tells(fact: CompiledFact, label: string): boolean {
    const { value, sayings } = fact;
    return (
      this.#texts.some((text) => text.says(value)) ||
      this.#sentences.some(
        (sentence) =>
          (sentence.canStandAlone(value.type) && isSaid(value, sentence.words, sayings)) ||
          sentence.names(label, fact),
      )
    );
  }
}

const SENTENCE_END = /[\n;]+|(?<=[.?!])\s+/;

class Sentence {
  readonly words: string;
  readonly #held: string;
  #spoken: Spoken | null = null;

  constructor(words: string) {
    this.words = words;
    this.#held = spaced(words);
  }

  canStandAlone(type: CompiledFact["value"]["type"]): boolean {
    return type !== "text" || this.words.trim().includes(" ");
  }

  /** Whether it holds the label and, however short, the value. */
  names(label: string, { value }: CompiledFact): boolean {
    if (!this.#held.includes(spaced(label))) return false;
    if (value.type === "text") return this.#held.includes(spaced(value.value));
    this.#spoken ??= new Spoken(this.words, 1);
    return this.#spoken.says(value);
  }
}

const spaced = (text: string) => ` ${wordsIn(text).join(" ")} `;
