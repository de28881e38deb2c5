/**
 * A set of small integers that is read in ascending order while it changes: three levels of 32-bit
 * words, so adding, removing and finding the next member cost a few machine instructions. A pass of O3
 * is one ascending sweep: what is added behind the cursor waits for the next round.
 */
export class OrderedSet {
  readonly #members: Int32Array;
  readonly #words: Int32Array;
  readonly #blocks: Int32Array;
  size = 0;

  /** Members are 0 to `capacity - 1`. */
  constructor(capacity: number) {
    const words = (capacity + 31) >>> 5;
    const blocks = (words + 31) >>> 5;
    this.#members = new Int32Array(words + 1);
    this.#words = new Int32Array(blocks + 1);
    this.#blocks = new Int32Array(((blocks + 31) >>> 5) + 1);
  }

  add(member: number): void {
    const word = member >>> 5;
    const bit = 1 << (member & 31);
    const before = this.#members[word] as number;
    if (before & bit) return;
    this.size++;
    this.#members[word] = before | bit;
    if (before !== 0) return;
    const block = word >>> 5;
    (this.#words[block] as number) |= 1 << (word & 31);
    (this.#blocks[block >>> 5] as number) |= 1 << (block & 31);
  }

  delete(member: number): void {
    const word = member >>> 5;
    const bit = 1 << (member & 31);
    const before = this.#members[word] as number;
    if (!(before & bit)) return;
    this.size--;
    const after = before & ~bit;
    this.#members[word] = after;
    if (after !== 0) return;
    const block = word >>> 5;
    const left = (this.#words[block] as number) & ~(1 << (word & 31));
    this.#words[block] = left;
    if (left === 0) (this.#blocks[block >>> 5] as number) &= ~(1 << (block & 31));
  }

  /** The smallest member at or above `from`, or -1. */
  next(from: number): number {
    const start = from >>> 5;
    if (start >= this.#members.length) return -1;
    const here = (this.#members[start] as number) & (-1 << (from & 31));
    if (here !== 0) return (start << 5) + lowest(here);
    let word = bitAtOrAfter(this.#words, start + 1);
    if (word < 0) {
      const block = this.#nextBlock(((start + 1) >>> 5) + 1);
      if (block < 0) return -1;
      word = (block << 5) + lowest(this.#words[block] as number);
    }
    return (word << 5) + lowest(this.#members[word] as number);
  }

  #nextBlock(from: number): number {
    const found = bitAtOrAfter(this.#blocks, from);
    if (found >= 0) return found;
    for (let i = (from >>> 5) + 1; i < this.#blocks.length; i++)
      if (this.#blocks[i] !== 0) return (i << 5) + lowest(this.#blocks[i] as number);
    return -1;
  }
}

function lowest(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** The first set bit at or above `from` within its own word, or -1. */
function bitAtOrAfter(level: Int32Array, from: number): number {
  const word = from >>> 5;
  if (word >= level.length) return -1;
  const here = (level[word] as number) & (-1 << (from & 31));
  return here === 0 ? -1 : (word << 5) + lowest(here);
}
