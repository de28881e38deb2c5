/**
 * Canonical JSON (RFC 8785): keys in UTF-16 order, numbers and strings as ECMAScript writes them, no
 * white space. Members that are `undefined` are left out. Throws a TypeError for what JSON cannot say.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError("canonical JSON has no infinite or undefined numbers");
    return JSON.stringify(value);
  }
  let out = "";
  if (Array.isArray(value)) {
    for (const item of value) out += `${out && ","}${canonicalJson(item)}`;
    return `[${out}]`;
  }
  if (typeof value === "object") {
    const members = value as Record<string, unknown>;
    for (const key of sortedKeys(members))
      if (members[key] !== undefined)
        out += `${out && ","}${JSON.stringify(key)}:${canonicalJson(members[key])}`;
    return `{${out}}`;
  }
  throw new TypeError(`canonical JSON has no ${typeof value}`);
}

/** Keys up to which insertion is quicker than the general sort. */
const FEW = 32;

/** Keys in UTF-16 order. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  if (keys.length > FEW) return keys.sort();
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i] as string;
    let at = i;
    for (; at > 0 && (keys[at - 1] as string) > key; at--) keys[at] = keys[at - 1] as string;
    keys[at] = key;
  }
  return keys;
}

/** Whether two JSON values have the same canonical JSON, whatever the order of their keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, i) => sameJson(item, b[i]))
    );
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  let members = 0;
  for (const key of Object.keys(left)) {
    if (left[key] === undefined) continue;
    if (!Object.hasOwn(right, key) || !sameJson(left[key], right[key])) return false;
    members++;
  }
  for (const key of Object.keys(right)) if (right[key] !== undefined) members--;
  return members === 0;
}
