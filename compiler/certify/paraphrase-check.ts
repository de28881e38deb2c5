import { compileWorld } from "../engine";
import { translateLexically } from "../language";
import { framingsOf } from "../language/framings";
import {
  judgeTrial,
  namesOf,
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
import { normalText } from "../spec/value";
import type { World } from "../spec/world-index";
import type { RequestBallot } from "./ballots";

/** Paraphrases of every menu item of the route that must lead to it (L4). */
export const LEAST_LANDING = 5;
/** Of the paraphrases given of such an item one of three must lead to it; two of three should (L4). */
const tooFewOf = ({ tried, landed }: Landing) => landed * 3 < tried;
const fewOf = ({ tried, landed }: Landing) => landed * 3 < tried * 2;
/** Requests of which one may land on a wrong item, and traps of which one may catch; a "don't" never (L4). */
const REQUESTS_A_WRONG = 20;
const TRAPS_A_CATCH = 10;

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
  traps: { tried: number; caught: number };
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
  traps: { tried: 0, caught: 0 },
  ballots: [],
});

/** The menus of a world, as they are put to a translator. */
export function menusOf(world: World): PartyMenu[] {
  const isNamed = namesOf(world.spec);
  return compileWorld(world).parties.map(({ id, menu }) => {
    const { name, kind } = world.entities.get(id)!;
    return { id, name, kind, menu, isNamed };
  });
}

/** A ballot of a trial: what was asked and what it was understood as. */
export function ballotOf(
  { of, party, items, request }: Trial,
  { parts }: Translation,
  verdict: TrialVerdict,
): RequestBallot {
  return {
    of,
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
    ordinary: given.ordinary.filter(({ party }) => has(party, [])),
    traps: given.traps.filter(({ party, must_not }) => has(party, must_not)),
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

/** Findings for what landed where it must not: errors when there are too many, or an act was done against a "don't". */
function wrongLandings(trials: readonly Trial[], ballots: readonly RequestBallot[]): Finding[] {
  const severityOf = (own: readonly RequestBallot[], each: number) =>
    own.filter(({ verdict }) => verdict === "wrong").length * each > own.length ? "error" : "caution";
  const requests = severityOf(
    ballots.filter(({ of }) => of !== "trap"),
    REQUESTS_A_WRONG,
  );
  const traps = severityOf(
    ballots.filter(({ of }) => of === "trap"),
    TRAPS_A_CATCH,
  );
  const labels = new Set(trials.flatMap(({ request }) => request.menu.map(({ label }) => normalText(label))));
  return ballots.flatMap(({ of, asked, party, intended, understood, verdict }, i) => {
    if (verdict !== "wrong") return [];
    const got = understood.flatMap((item) => item ?? []);
    const where = `"${asked}", asked of "${party}", was understood as "${got.join('", "')}"`;
    if (of !== "trap")
      return [
        finding("language/wrong-landing", `${where}.`, {
          severity: labels.has(normalText(asked)) ? "error" : requests,
          fix: "Reword the labels so that only one of them can mean this, or add ways of asking to the one that is meant.",
          nodes: [...got, ...intended],
        }),
      ];
    const { why, must_not } = trials[i]!;
    return [
      finding("language/trap", `${where}, which it must not be (${(why ?? "trap").replaceAll("_", " ")}).`, {
        severity: why === "negation" ? "error" : traps,
        fix: "Reword the label, or add ways of asking that tell the two apart.",
        nodes: [...must_not],
      }),
    ];
  });
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
  const trials = trialsOf(menusOf(world), paraphrases);
  const ballots = trials.map(cast);
  const findings = wrongLandings(trials, ballots);
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
    else if (fewOf({ tried, landed }))
      findings.push(
        finding(
          "language/not-understood",
          `Only ${landed} of ${tried} paraphrases of "${item}" lead to it.`,
          {
            severity: tooFewOf({ tried, landed }) ? "error" : "caution",
            path,
            fix: "Word its label as people ask for it, or add ways of asking to the world.",
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
    wrong: ballots.filter(({ of, verdict }) => of !== "trap" && verdict === "wrong").length,
    traps: {
      tried: ballots.filter(({ of }) => of === "trap").length,
      caught: ballots.filter(({ of, verdict }) => of === "trap" && verdict === "wrong").length,
    },
    ballots,
  };
}
