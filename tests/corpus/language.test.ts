import { expect, test } from "vitest";
import { compileWorld } from "@/compiler/engine";
import { translateLexically } from "@/compiler/language";
import { judgeTrial, paraphrasesSchema, textsOf, trialsOf } from "@/compiler/language/paraphrases";
import { CASES, corpusText, corpusWorld } from "./read-corpus";

const LEAST_HIT = 0.95;

const judged = CASES.flatMap((id) => {
  const world = corpusWorld(id);
  const paraphrases = paraphrasesSchema.parse(JSON.parse(corpusText(id, "paraphrases.json")));
  const menus = compileWorld(world).parties.map(({ id: party, menu }) => ({
    id: party,
    name: world.entities.get(party)?.name ?? "",
    kind: world.entities.get(party)?.kind ?? "",
    menu,
  }));
  const items = menus.flatMap(({ menu }) => menu.map((item) => item.id));
  return trialsOf(menus, paraphrases).map((trial) => ({
    id,
    items,
    paraphrases,
    trial,
    verdict: judgeTrial(trial, translateLexically(trial.request)),
  }));
});

test.each(CASES)("every menu item of %s has five paraphrases, and ten requests fit nothing", (id) => {
  const [first] = judged.filter((one) => one.id === id);
  for (const item of first?.items ?? []) {
    const texts = first ? textsOf(first.paraphrases, item) : [];
    expect(texts.filter(({ source }) => source === "written").length, item).toBeGreaterThanOrEqual(5);
  }
  expect(first?.paraphrases.no_fit.length).toBeGreaterThanOrEqual(10);
});

test("no request of the corpus lands on a wrong item", () => {
  const wrong = judged.filter(({ verdict }) => verdict === "wrong");
  expect(wrong.map(({ trial }) => [trial.party, trial.request.text])).toEqual([]);
});

test("nearly all paraphrases of the corpus are understood", () => {
  const meant = judged.filter(({ trial }) => trial.items.length > 0);
  const hits = meant.filter(({ verdict }) => verdict === "hit").length;
  expect(hits / meant.length).toBeGreaterThanOrEqual(LEAST_HIT);
});
