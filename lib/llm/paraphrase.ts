import { z } from "zod";
import { identifiersIn } from "@/compiler/lint";
import type { AskedItem } from "@/lib/contracts/paraphrases";
import { LONGEST_WAY } from "@/lib/contracts/paraphrases";
import type { AskOptions, Model } from "./model";

/** Ways of asking that a model proposed, and those that were not taken, with the reason. */
export interface ProposedWays {
  ways: { item: string; text: string }[];
  refused: { label: string; text: string; why: string }[];
}

/** Ways that are asked for of each item, and most that are taken. */
const WANTED = 5;
const MOST = 8;
/** Items in one question. */
const AT_ONCE = 40;

const INSTRUCTIONS = `For each item of the menus of several parties, write ${WANTED} different ways in which different people would really ask that party for exactly this item: plain and roundabout, short and long, in words of their own rather than the label's. A fact, document or status is asked for; an operation is requested of the party. Each way asks for this one item and nothing else, could not mean any other item of the list, and names no person, number, date or place that the label does not name.`;

const numbersIn = (text: string) => text.match(/\d+/gu) ?? [];

function faultIn(text: string, { label, ways }: AskedItem, taken: ReadonlySet<string>): string | null {
  if (text === "") return "It is empty.";
  if (text.length > LONGEST_WAY || text.includes("\n")) return "It is too long.";
  if (taken.has(text) || ways.some((way) => way.text === text)) return "It is there already.";
  if (identifiersIn(text).length > 0) return "It has what looks like a personal identifier.";
  const known = new Set(numbersIn(label));
  return numbersIn(text).every((number) => known.has(number)) ? null : "It names a number of its own.";
}

/**
 * Asks a model for ways to ask for menu items, given their public labels only. What repeats, invents a number, seems to hold
 * an identifier or is too long is refused.
 * @throws {ModelFailure}
 */
export async function waysByModel(
  model: Model,
  caseId: string,
  items: readonly AskedItem[],
  options: AskOptions = {},
): Promise<ProposedWays> {
  const out: ProposedWays = { ways: [], refused: [] };
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const asked = new Map(items.slice(from, from + AT_ONCE).map((item, i) => [`m${i + 1}`, item] as const));
    const { value } = await model.ask(
      {
        step: "paraphrase",
        caseId,
        instructions: INSTRUCTIONS,
        data: {
          items: [...asked].map(([handle, { kind, label, parties }]) => ({ handle, kind, label, parties })),
        },
        schema: z.strictObject({
          items: z.array(z.strictObject({ item: z.enum([...asked.keys()]), ways: z.array(z.string()) })),
        }),
      },
      options,
    );
    for (const { item: handle, ways } of value.items) {
      const item = asked.get(handle)!;
      const taken = new Set(out.ways.flatMap((way) => (way.item === item.item ? [way.text] : [])));
      for (const given of ways) {
        const text = given.trim();
        const why = taken.size >= MOST ? "There are enough of this item." : faultIn(text, item, taken);
        if (why) out.refused.push({ label: item.label, text: text.slice(0, LONGEST_WAY), why });
        else {
          taken.add(text);
          out.ways.push({ item: item.item, text });
        }
      }
    }
  }
  return out;
}
