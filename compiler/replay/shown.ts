import type { CaseFile } from "../public/case-file";
import type { PublicFact, PublicResultWire } from "../public/result";

type Seen = Partial<Pick<PublicResultWire, "facts" | "parties" | "documents" | "forms">>;

const fold = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** How a fact's value is passed on in words. */
export function spoken(fact: PublicFact): string {
  return fact.value.type === "money" ? `${fact.value.value} ${fact.value.currency}` : fact.value.value;
}

/** Everything a walker has been shown so far: handles, facts and words. It starts from the case file. */
export class Shown {
  readonly #handles = new Set<string>();
  readonly #facts = new Map<string, PublicFact>();
  readonly #said: string[] = [];

  constructor(start: CaseFile) {
    this.#add(start);
    this.#say(start.brief);
    for (const book of start.playbooks) this.#handles.add(book.playbook);
  }

  has(handle: string): boolean {
    return this.#handles.has(handle);
  }

  fact(handle: string): PublicFact | undefined {
    return this.#facts.get(handle);
  }

  /** Whether these words stood, as whole words, in anything that was shown. */
  hasWords(words: string): boolean {
    const wanted = ` ${fold(words)} `;
    return this.#said.some((text) => ` ${fold(text)} `.includes(wanted));
  }

  add(result: PublicResultWire): void {
    this.#add(result);
    this.#say(result.message, result.text);
    for (const part of result.parts) {
      this.#say(part.message);
      this.#add(part);
      for (const status of part.statuses) this.#say(status.label, status.value);
    }
  }

  #say(...texts: string[]): void {
    this.#said.push(...texts);
  }

  #add(seen: Seen): void {
    for (const fact of seen.facts ?? []) {
      this.#handles.add(fact.fact);
      this.#facts.set(fact.fact, fact);
      this.#say(fact.label, fact.statement, spoken(fact));
    }
    for (const party of seen.parties ?? []) {
      this.#handles.add(party.party);
      this.#say(party.name);
      for (const channel of party.channels) {
        this.#handles.add(channel.channel);
        this.#say(channel.label);
      }
    }
    for (const document of seen.documents ?? []) {
      this.#handles.add(document.document);
      this.#say(document.title);
    }
    for (const form of seen.forms ?? []) {
      this.#handles.add(form.form);
      this.#say(form.title);
      for (const field of form.fields) {
        this.#handles.add(`${form.form}.${field.field}`);
        this.#say(field.label);
      }
    }
  }
}
