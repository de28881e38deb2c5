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
    for (const key of Object.keys(members).sort())
      if (members[key] !== undefined)
        out += `${out && ","}${JSON.stringify(key)}:${canonicalJson(members[key])}`;
    return `{${out}}`;
  }
  throw new TypeError(`canonical JSON has no ${typeof value}`);
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
  const stated = (value: object) => Object.entries(value).filter(([, member]) => member !== undefined);
  const left = stated(a);
  const right = new Map(stated(b));
  return (
    left.length === right.size &&
    left.every(([key, member]) => right.has(key) && sameJson(member, right.get(key)))
  );
}
