import type { TextSpan } from "./finding";
import { placeSpan } from "./proper-words";
import type { Reading } from "./reading";
import { isKnownWord, isNeutral, isTown, STATE_CODES, vocabulary } from "./words";

const SURE = /zip|postal|post ?code|street|addr|city|town|county|lat|lon|lng|coordinates|birth|hometown/i;
const EMPTY =
  /^(?:n\/?a|none|unknown|same|same as above|not given|null|home|yes|no|online|phone|virtual|telehealth)$/i;

/** Values of fields for a place or an address. A state or a country alone is allowed. */
export function fieldPlaces({ text, form, maskAt }: Reading): TextSpan[] {
  const found: TextSpan[] = [];
  for (const { meaning, label, start, end } of form.values) {
    if (meaning !== "geography" || maskAt(start) || end - start > 120) continue;
    const value = text.slice(start, end).replace(/[\s.;,]+$/, "");
    if (
      value === "" ||
      EMPTY.test(value) ||
      STATE_CODES.has(value) ||
      vocabulary().regions.has(value.toLowerCase())
    )
      continue;
    const spoken = value.match(/[\p{L}][\p{L}\p{M}'-]*/gu) ?? [];
    const digits = /\d/.test(value);
    const proper = spoken.some((word) => {
      const base = word.toLowerCase();
      return /^\p{Lu}/u.test(word) && !isNeutral(base) && (!isKnownWord(base) || isTown(base));
    });
    const sure =
      SURE.test(label) && (digits || /^\p{Lu}/u.test(value) || spoken.every((word) => !isKnownWord(word)));
    if (!(sure || proper) || spoken.length > 14) continue;
    if (!digits && spoken.length > 6) continue;
    found.push(placeSpan(start, start + value.length, sure ? 0.95 : 0.8, "stands in a field for a place"));
  }
  return found;
}
