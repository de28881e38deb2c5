import { compileWorld } from "../engine";
import { translateLexically } from "../language";
import { framingsOf } from "../language/framings";
import {
  judgeTrial,
  type Paraphrases,
  type PartyMenu,
  type Trial,
  type TrialVerdict,
  textsOf,
  trialOf,
  trialsOf,
} from "../language/paraphrases";
import type { Translation } from "../language/translation";
import { identifiersIn } from "../lint/identifiers";
import { type Finding, finding } from "../spec/finding";
import type { World } from "../spec/world-index";
import type { RequestBallot } from "./ballots";

/** Paraphrases of every menu item of the route that must lead to it (L4). */
export const LEAST_LANDING = 5;
/** Of the paraphrases given of such an item, two of three must lead to it (L4). */
const tooFewOf = ({ tried, landed }: Landing) => landed * 3 < tried * 2;

export interface ParaphraseCheck {
  findings: Finding[];
  /** Paraphrases of the route's items by their source, and how many led to them. */
  tried: number;
  landed: number;
  sources: Record<"written" | "model" | "framing", number>;
  askedBack: number;
  missed: number;
  /** Of all items, and of what fits nothing. */
  wrong: number;
  /** Every translation that was made, of all items. */
  ballots: RequestBallot[];
}

const nothing = (findings: Finding[] = []): ParaphraseCheck => ({
  findings,
  tried: 0,
  landed: 0,
  sources: { written: 0, model: 0, framing: 0 },
  askedBack: 0,
  missed: 0,
  wrong: 0,
  ballots: [],
});

/** The menus of a world, as they are put to a translator. */
export function menusOf(world: World): PartyMenu[] {
  return compileWorld(world).parties.map(({ id, menu }) => {
    const { name, kind } = world.entities.get(id)!;
    return { id, name, kind, menu };
  });
}

/** A ballot of a trial: what was asked and what it was understood as. */
export function ballotOf(
  { party, items, source, request }: Trial,
  { parts }: Translation,
  verdict: TrialVerdict,
): RequestBallot {
  return {
    of: source ?? (items.length === 0 ? "no_fit" : "several"),
    party,
    asked: request.text,
    intended: [...items],
    understood: parts.map((part) => part.item),
    offered: [...new Set(parts.flatMap((part) => part.candidates))],
    verdict,
  };
}

function cast(trial: Trial): RequestBallot {
  const translation = translateLexically(trial.request);
  return ballotOf(trial, translation, judgeTrial(trial, translation));
}

interface Landing {
  tried: number;
  landed: number;
}

/** By item, how many paraphrases lead to it: a paraphrase does when it does so at every party that has the item. */
function landings(ballots: readonly RequestBallot[]): (item: string) => Landing {
  const texts = new Map<string, Map<string, boolean>>();
  for (const { of, asked, intended, verdict } of ballots) {
    const [item] = intended;
    if (item === undefined || of === "several") continue;
    const own = texts.get(item) ?? new Map<string, boolean>();
    texts.set(item, own.set(asked, (own.get(asked) ?? true) && verdict === "hit"));
  }
  return (item) => {
    const own = [...(texts.get(item)?.values() ?? [])];
    return { tried: own.length, landed: own.filter(Boolean).length };
  };
}

/** The paraphrases of a world without those that name an item or a party which it has not. */
function known(menus: readonly PartyMenu[], given: Paraphrases): Paraphrases {
  const menuOf = new Map(menus.map(({ id, menu }) => [id, new Set(menu.map((item) => item.id))] as const));
  const all = new Set(menus.flatMap(({ menu }) => menu.map((item) => item.id)));
  const has = (party: string, items: readonly string[]) => {
    const menu = menuOf.get(party);
    return menu !== undefined && items.every((item) => menu.has(item));
  };
  return {
    ...given,
    items: Object.fromEntries(Object.entries(given.items).filter(([item]) => all.has(item))),
    requests: given.requests.filter(({ party, items }) => has(party, items)),
    no_fit: given.no_fit.filter(({ party, fits }) => has(party, fits)),
  };
}

/**
 * Adds frames around the public label where fewer than five paraphrases of an item of the route lead to it, as many as
 * are lacking (L6). What was given stays as it is, but for what names something that this world has not: paraphrases
 * outlive an edit of their world.
 */
export function completeParaphrases(
  world: World,
  route: ReadonlySet<string>,
  given: Paraphrases,
): Paraphrases {
  if (given.world !== world.spec.id) return given;
  const menus = menusOf(world);
  const kept = known(menus, given);
  const items = { ...kept.items };
  for (const item of route) {
    const places = menus.flatMap((party) =>
      party.menu.filter((one) => one.id === item).map((one) => ({ party, one })),
    );
    const first = places[0]?.one;
    if (!first) continue;
    const own = textsOf(kept, item);
    const ballots = own.flatMap((text) => places.map(({ party, one }) => cast(trialOf(party, one, text))));
    const lacking = LEAST_LANDING - landings(ballots)(item).landed;
    const there = new Set(own.map(({ text }) => text));
    const framing = framingsOf(first)
      .filter((text) => !there.has(text))
      .slice(0, Math.max(0, lacking));
    if (framing.length > 0)
      items[item] = { ...items[item], framing: [...(items[item]?.framing ?? []), ...framing] };
  }
  return { ...kept, items };
}

/** Puts all paraphrases to the translator of the engine, each to every party that has the item (L4). */
export function checkParaphrases(
  world: World,
  route: ReadonlySet<string>,
  paraphrases: Paraphrases,
): ParaphraseCheck {
  if (paraphrases.world !== world.spec.id)
    return nothing([
      finding("language/other-world", `The paraphrases are of the world "${paraphrases.world}".`, {
        fix: "Give those of this world.",
        nodes: [world.spec.id],
      }),
    ]);
  const ballots = trialsOf(menusOf(world), paraphrases).map(cast);
  const findings: Finding[] = ballots
    .filter(({ verdict }) => verdict === "wrong")
    .map(({ asked, party, intended, understood }) => {
      const got = understood.flatMap((item) => item ?? []);
      return finding(
        "language/wrong-landing",
        `"${asked}", asked of "${party}", was understood as "${got.join('", "')}".`,
        { fix: "Reword the labels so that only one of them can mean this.", nodes: [...got, ...intended] },
      );
    });
  for (const { asked, intended } of ballots)
    for (const name of identifiersIn(asked))
      findings.push(
        finding("language/identifier", `A paraphrase has what looks like ${name}.`, {
          fix: "Replace it with an invented one (555-0100 to 555-0199, name@example.org) or take it out.",
          nodes: intended,
        }),
      );
  const landing = landings(ballots);
  for (const item of route) {
    const { tried, landed } = landing(item);
    const path = `$.items.${item}`;
    if (landed < LEAST_LANDING)
      findings.push(
        finding(
          "language/too-few-paraphrases",
          `${landed} of ${tried} paraphrases of "${item}" lead to it; ${LEAST_LANDING} must.`,
          { path, fix: "Write more ways in which a person would ask for it.", nodes: [item] },
        ),
      );
    else if (tooFewOf({ tried, landed }))
      findings.push(
        finding(
          "language/not-understood",
          `Only ${landed} of ${tried} paraphrases of "${item}" lead to it.`,
          {
            path,
            fix: "Word its label as people ask for it.",
            nodes: [item],
          },
        ),
      );
  }
  const single = ballots.filter(({ intended }) => intended.length === 1 && route.has(intended[0]!));
  const judged = (verdict: TrialVerdict) => single.filter((ballot) => ballot.verdict === verdict).length;
  const from = (source: keyof ParaphraseCheck["sources"]) => single.filter(({ of }) => of === source).length;
  return {
    findings,
    tried: single.length,
    landed: judged("hit"),
    askedBack: judged("asked_back"),
    missed: judged("missed"),
    sources: { written: from("written"), model: from("model"), framing: from("framing") },
    wrong: ballots.filter(({ verdict }) => verdict === "wrong").length,
    ballots,
  };
}
