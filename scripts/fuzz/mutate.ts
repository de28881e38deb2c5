import type { Random } from "@/runner/agents/random";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Slot = { holder: Json[] | { [key: string]: Json }; key: string | number };

const STRINGS = [
  "",
  " ",
  "no_such_id",
  "__proto__",
  "constructor",
  "a".repeat(300),
  "x".repeat(20_000),
  "\u0000",
  "\ud800",
  "ﬁ — é́́́",
  "<script>alert(1)</script>",
  "9999-12-31T23:59",
  "2026-02-30T25:61",
  "0000-01-01T00:00",
  "1e309",
  "$.a[0]",
];
const NUMBERS = [0, -1, 1, 0.5, 1e9, 1e308, -1e308, Number.MAX_SAFE_INTEGER, 2 ** 31, 527_040];

/** Every place of a document that holds a value. */
function slots(root: Json): Slot[] {
  const out: Slot[] = [];
  const stack: Json[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === null || typeof node !== "object") continue;
    const holder = node;
    const keys = Array.isArray(holder) ? holder.map((_, i) => i) : Object.keys(holder);
    for (const key of keys) {
      out.push({ holder, key });
      stack.push((holder as { [key: string]: Json })[key] as Json);
    }
  }
  return out;
}

const get = ({ holder, key }: Slot) => (holder as { [key: string]: Json })[key] as Json;
const set = ({ holder, key }: Slot, value: Json) => {
  if (key === "__proto__")
    Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
  else (holder as { [key: string]: Json })[key] = value;
};

function deep(levels: number): Json {
  let out: Json = [];
  for (let i = 0; i < levels; i++) out = [out];
  return out;
}

/** Changes a copy of a document in a few places: mostly small slips, sometimes something wild. */
export function mutate(document: unknown, random: Random): Json {
  const root = structuredClone(document) as Json;
  const changes = 1 + random.below(random.chance(4) ? 12 : 3);
  for (let n = 0; n < changes; n++) {
    const all = slots(root);
    if (all.length === 0) return root;
    const slot = random.pick(all);
    const other = get(random.pick(all));
    const value = get(slot);
    switch (random.below(12)) {
      case 0:
        if (Array.isArray(slot.holder)) slot.holder.splice(slot.key as number, 1);
        else delete slot.holder[slot.key];
        break;
      case 1:
        if (!Array.isArray(slot.holder)) set({ holder: slot.holder, key: `${slot.key}s` }, value);
        break;
      case 2:
        if (Array.isArray(slot.holder)) slot.holder.push(structuredClone(value));
        break;
      case 3:
        set(slot, structuredClone(other));
        break;
      case 4: {
        const strings = all.map(get).filter((v): v is string => typeof v === "string");
        if (typeof value === "string" && strings.length > 0) set(slot, random.pick(strings));
        break;
      }
      case 5:
        set(slot, random.pick(STRINGS));
        break;
      case 6:
        set(slot, random.pick(NUMBERS));
        break;
      case 7:
        set(slot, random.pick<Json>([null, true, false, [], {}]));
        break;
      case 8:
        if (Array.isArray(value)) value.reverse();
        else if (typeof value === "number") set(slot, value + random.below(5) - 2);
        break;
      case 9:
        if (random.chance(8)) set(slot, deep(random.pick([5, 70, 400])));
        break;
      case 10:
        if (Array.isArray(value)) value.length = random.below(value.length + 1);
        break;
      default:
        if (typeof value === "string" && value.length > 0) {
          const at = random.below(value.length);
          set(slot, value.slice(0, at) + random.pick(["", "_", "7", "é", ".", value]) + value.slice(at + 1));
        }
    }
  }
  return root;
}

/** Changes text as a bad disk or a cut line would. */
export function damage(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  switch (random.below(4)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + String.fromCharCode(random.below(0x250)) + text.slice(at + 1);
    case 2:
      return text.slice(0, at) + text.slice(at + random.below(40));
    default: {
      const lines = text.split("\n");
      const i = random.below(lines.length);
      const j = random.below(lines.length);
      [lines[i], lines[j]] = [lines[j] ?? "", lines[i] ?? ""];
      return lines.join("\n");
    }
  }
}
