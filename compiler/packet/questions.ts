import { type Finding, finding } from "../spec/finding";
import { jsonPath } from "../spec/read";
import { itemName } from "./names";
import type { Packet } from "./packet";

const TIME = "(?:\\d{1,2}(?::\\d{2})?\\s*(?:am|pm|a\\.m\\.|p\\.m\\.|o['’]clock)|noon|\\d{1,2}:\\d{2})";
const DAY = "(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays?|weekends?)";
/** Words that speak of when somebody is there: “open until 5 pm”, “in the mornings”, “only Tuesdays and Thursdays”. */
const HOURS = new RegExp(
  [
    "\\b(?:open(?:ing)?|office|business) hours\\b",
    `\\b(?:opens?|closes?|closed|open) (?:at|from|on|until|till|only|between) `,
    `\\b(?:from|between) ${TIME} (?:to|until|and|-) `,
    "\\b(?:only )?in the (?:mornings|afternoons|evenings)\\b",
    `\\b(?:only|just) (?:on )?${DAY}\\b`,
    `\\b${DAY} (?:to|through) ${DAY}\\b`,
  ].join("|"),
  "iu",
);

const BUSINESSES = new Set(["payer", "provider", "supplier", "pharmacy", "community"]);

/**
 * What agents are known to ask and the packet could answer (SPEC, W6): the hours of a business, where something that it
 * tells or that stood in the way speaks of hours and no hardship gives them.
 */
export function questionsOf(packet: Packet): Finding[] {
  const living = <T extends { decision: string }>(items: readonly T[]) =>
    items.filter((item) => item.decision !== "rejected");
  const given = new Set(
    living(packet.blockers).flatMap(({ hardship }) =>
      hardship?.kind === "availability_window" || hardship?.kind === "relative_opening"
        ? [hardship.on.item]
        : [],
    ),
  );
  return living(packet.parties).flatMap((party): Finding[] => {
    if (!BUSINESSES.has(party.kind) || party.look_alike || party.contacts.some((c) => given.has(c.id)))
      return [];
    const contacts = new Set(party.contacts.map((c) => c.id));
    const told = [
      ...living(packet.exchanges).flatMap((item) => (item.teller === party.id ? [item.statement] : [])),
      ...living(packet.blockers).flatMap((item) =>
        item.hardship && contacts.has(item.hardship.on.item) ? [item.text] : [],
      ),
    ].find((text) => HOURS.test(text));
    if (told === undefined) return [];
    const index = packet.parties.indexOf(party);
    return [
      finding(
        "packet/hours-asked",
        `${itemName("parties", index)} will be asked for its hours: ${party.name} says “${told}”, and no hours are given.`,
        {
          severity: "caution",
          path: jsonPath(["parties", index]),
          fix: "Add the hours as something that stood in the way, on the way to reach them.",
          nodes: [party.id],
        },
      ),
    ];
  });
}
