import { compileWorld } from "../engine";
import { translateLexically } from "../language";
import { judgeTrial, type Paraphrases, trialsOf } from "../language/paraphrases";
import { type Finding, finding } from "../spec/finding";
import type { World } from "../spec/world-index";

/** Paraphrases that every menu item of the route must have. */
const LEAST = 5;

export interface ParaphraseCheck {
  findings: Finding[];
  /** Paraphrases of the route's items, and how many led to them. */
  tried: number;
  landed: number;
  wrong: number;
  /** Translations made, of all items. */
  ballots: number;
}

/** Puts all paraphrases to the translator of the engine, each to every party that has the item. */
export function checkParaphrases(
  world: World,
  route: ReadonlySet<string>,
  paraphrases: Paraphrases,
): ParaphraseCheck {
  if (paraphrases.world !== world.spec.id)
    return {
      findings: [
        finding("language/other-world", `The paraphrases are of the world "${paraphrases.world}".`, {
          fix: "Give those of this world.",
          nodes: [world.spec.id],
        }),
      ],
      tried: 0,
      landed: 0,
      wrong: 0,
      ballots: 0,
    };
  const menus = compileWorld(world).parties.map(({ id, menu }) => ({
    id,
    name: world.entities.get(id)!.name,
    kind: world.entities.get(id)!.kind,
    menu,
  }));
  const judged = trialsOf(menus, paraphrases).map((trial) => {
    const translation = translateLexically(trial.request);
    return { trial, translation, verdict: judgeTrial(trial, translation) };
  });
  const findings: Finding[] = judged
    .filter(({ verdict }) => verdict === "wrong")
    .map(({ trial, translation }) => {
      const got = translation.parts.flatMap((part) => part.item ?? []);
      return finding(
        "language/wrong-landing",
        `"${trial.request.text}", asked of "${trial.party}", was understood as "${got.join('", "')}".`,
        { fix: "Reword the labels so that only one of them can mean this.", nodes: [...got, ...trial.items] },
      );
    });
  const single = judged.filter(({ trial }) => trial.items.length === 1 && route.has(trial.items[0]!));
  const landedOn = (item: string) =>
    single.filter((j) => j.trial.items[0] === item && j.verdict === "hit").length;
  for (const item of route) {
    const tried = single.filter(({ trial }) => trial.items[0] === item).length;
    const given = new Set(paraphrases.items[item] ?? []).size;
    if (given < LEAST)
      findings.push(
        finding("language/too-few-paraphrases", `"${item}" has ${given} paraphrases; ${LEAST} are needed.`, {
          path: `$.items.${item}`,
          fix: "Write more ways in which a person would ask for it.",
          nodes: [item],
        }),
      );
    else if (landedOn(item) * 2 <= tried)
      findings.push(
        finding(
          "language/not-understood",
          `Only ${landedOn(item)} of ${tried} paraphrases of "${item}" led to it.`,
          { path: `$.items.${item}`, fix: "Word its label as people ask for it.", nodes: [item] },
        ),
      );
  }
  return {
    findings,
    tried: single.length,
    landed: single.filter(({ verdict }) => verdict === "hit").length,
    wrong: judged.filter(({ verdict }) => verdict === "wrong").length,
    ballots: judged.length,
  };
}
