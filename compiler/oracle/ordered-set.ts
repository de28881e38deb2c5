/**
 * A set of small integers that is emptied in ascending order while it grows: three levels of 32-bit words,
 * so adding and taking the next member cost a few machine instructions. A pass of O3 is one ascending
 * sweep: what is added behind the cursor waits for the next round. Bits of the upper levels say that there
 * may be members below and are cleared when that turns out wrong.
 */
export class OrderedSet {
  readonly #members: Int32Array;
  readonly #words: Int32Array;
  readonly #blocks: Int32Array;

  /** Members are 0 to `capacity - 1`. */
  constructor(capacity: number) {
    const words = (capacity >>> 5) + 1;
    const blocks = (words >>> 5) + 1;
    this.#members = new Int32Array(words);
    this.#words = new Int32Array(blocks);
    this.#blocks = new Int32Array((blocks >>> 5) + 1);
  }

  add(member: number): void {
    const word = member >>> 5;
    const block = word >>> 5;
    (this.#members[word] as number) |= 1 << (member & 31);
    const bit = 1 << (word & 31);
    if ((this.#words[block] as number) & bit) return;
    (this.#words[block] as number) |= bit;
    (this.#blocks[block >>> 5] as number) |= 1 << (block & 31);
  }

  delete(member: number): void {
    (this.#members[member >>> 5] as number) &= ~(1 << (member & 31));
  }

  get empty(): boolean {
    return this.next(0) < 0;
  }

  /** Removes and gives the smallest member at or above `from`; -1 when there is none. */
  take(from: number): number {
    const member = this.next(from);
    if (member >= 0) this.delete(member);
    return member;
  }

  /** The smallest member at or above `from`, or -1. */
  next(from: number): number {
    const start = from >>> 5;
    if (start >= this.#members.length) return -1;
    const here = (this.#members[start] as number) & (-1 << (from & 31));
    if (here !== 0) return (start << 5) + lowest(here);
    for (let word = this.#nextWord(start + 1); word >= 0; word = this.#nextWord(word + 1)) {
      const members = this.#members[word] as number;
      if (members !== 0) return (word << 5) + lowest(members);
      (this.#words[word >>> 5] as number) &= ~(1 << (word & 31));
    }
    return -1;
  }

  /** The first word at or after `from` that may have members. */
  #nextWord(from: number): number {
    const start = from >>> 5;
    if (start >= this.#words.length) return -1;
    const here = (this.#words[start] as number) & (-1 << (from & 31));
    if (here !== 0) return (start << 5) + lowest(here);
    for (let block = this.#nextBlock(start + 1); block >= 0; block = this.#nextBlock(block + 1)) {
      const words = this.#words[block] as number;
      if (words !== 0) return (block << 5) + lowest(words);
      (this.#blocks[block >>> 5] as number) &= ~(1 << (block & 31));
    }
    return -1;
  }

  #nextBlock(from: number): number {
    let mask = -1 << (from & 31);
    for (let i = from >>> 5; i < this.#blocks.length; i++) {
      const here = (this.#blocks[i] as number) & mask;
      if (here !== 0) return (i << 5) + lowest(here);
      mask = -1;
    }
    return -1;
  }
}

function lowest(word: number): number {
  return 31 - Math.clz32(word & -word);
}
