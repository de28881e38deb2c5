/**
 * From which chance the translator does what, chosen on the table in `weights.ts` (worlds that did not set the weights) so
 * that hardly anything lands wrongly. A chance is what `decide.ts` gives, from 0 to 1.
 */
export const THRESHOLDS = {
  /** Something asked for lands; an act lands. */
  ask: 0.45,
  act: 0.55,
  /** How many times as likely as the next item. */
  ahead: 4,
  /** So sure that an ordinary question of that look is not meant. */
  sure: 0.9,
  /** Beside another clause that lands: where every clause is clear, where not, and as one of a list. */
  clause: 0.7,
  several: 0.85,
  listed: 0.45,
  /** May be asked back, if this much of the request is in its wordings. */
  offer: 0.2,
  held: 0.5,
  /** So far from everything on the menu that it may be said not to be done here. */
  near: 0.1,
} as const;
