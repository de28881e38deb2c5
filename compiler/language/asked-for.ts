import { ALIKE } from "./menu-index";
import { likeness, tokensOf } from "./tokens";

/** Share of the telling words of a label that a request must say before the label may be shown to whoever asked. */
const LEAST_SAID = 0.5;

/** Whether a request says most of what a label says, so that asking back with the label tells nothing new. */
export function isAskedFor(text: string, label: string): boolean {
  const said = tokensOf(text);
  const words = tokensOf(label).filter((token) => !token.light);
  const held = words.filter((word) => said.some((one) => likeness(one, word) >= ALIKE)).length;
  return words.length > 0 && held >= words.length * LEAST_SAID;
}
