/** A binary heap of (minute, rule), earliest minute first; equal minutes by rule. */
export class ClockHeap {
  #times: Float64Array;
  #rules: Int32Array;
  size = 0;

  constructor(capacity = 64) {
    this.#times = new Float64Array(capacity);
    this.#rules = new Int32Array(capacity);
  }

  /** The earliest minute, or Infinity. */
  get next(): number {
    return this.size === 0 ? Number.POSITIVE_INFINITY : (this.#times[0] as number);
  }

  push(time: number, rule: number): void {
    if (this.size === this.#times.length) this.#grow();
    const times = this.#times;
    const rules = this.#rules;
    let i = this.size++;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const above = times[parent] as number;
      if (above < time || (above === time && (rules[parent] as number) <= rule)) break;
      times[i] = above;
      rules[i] = rules[parent] as number;
      i = parent;
    }
    times[i] = time;
    rules[i] = rule;
  }

  /** Takes the rule with the earliest minute; call only while `size` is positive. */
  pop(): number {
    const times = this.#times;
    const rules = this.#rules;
    const top = rules[0] as number;
    const last = --this.size;
    const time = times[last] as number;
    const rule = rules[last] as number;
    let i = 0;
    for (let child = 1; child < last; child = 2 * i + 1) {
      const right = child + 1;
      if (right < last && before(times, rules, right, child)) child = right;
      const below = times[child] as number;
      if (below > time || (below === time && (rules[child] as number) >= rule)) break;
      times[i] = below;
      rules[i] = rules[child] as number;
      i = child;
    }
    times[i] = time;
    rules[i] = rule;
    return top;
  }

  #grow(): void {
    const times = new Float64Array(this.#times.length * 2);
    const rules = new Int32Array(this.#rules.length * 2);
    times.set(this.#times);
    rules.set(this.#rules);
    this.#times = times;
    this.#rules = rules;
  }
}

function before(times: Float64Array, rules: Int32Array, a: number, b: number): boolean {
  const difference = (times[a] as number) - (times[b] as number);
  return difference < 0 || (difference === 0 && (rules[a] as number) < (rules[b] as number));
}
