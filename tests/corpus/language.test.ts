import { expect, test } from "vitest";
import { translateLexically } from "@/compiler/language";
import { isAskedFor } from "@/compiler/language/asked-for";
import { judgeTrial, type Trial } from "@/compiler/language/paraphrases";
import { loadWorlds } from "@/scripts/language-trials";

// Sums only: the texts of the worlds that nothing is tuned on are shown to nobody who tunes.
const WORLDS = loadWorlds();
const judged = WORLDS.flatMap(({ id, trials }) =>
  trials.map((trial) => {
    const translation = translateLexically(trial.request);
    return { id, trial, translation, verdict: judgeTrial(trial, translation) };
  }),
);
const share = (of: (trial: Trial) => boolean, verdict: string) => {
  const own = judged.filter(({ trial }) => of(trial));
  return own.filter((one) => one.verdict === verdict).length / own.length;
};

test.each(WORLDS.map(({ id, menus, trials }) => ({ id, menus, trials })))(
  "everything on the menus of $id is tried in five ways that the world was not taught",
  ({ menus, trials }) => {
    for (const { menu } of menus)
      for (const item of menu.filter(({ kind }) => kind !== "form")) {
        const tried = trials.filter(({ of, items }) => of === "written" && items[0] === item.id);
        expect(tried.length, item.id).toBeGreaterThanOrEqual(5);
        const taught = new Set(item.ways);
        expect(tried.filter(({ request }) => taught.has(request.text)).length, item.id).toBe(0);
      }
  },
);

test("L2 ways of asking by other authors are understood, and hardly one as something else", () => {
  const meant = (trial: Trial) => trial.items.length > 0;
  expect(share(meant, "hit")).toBeGreaterThanOrEqual(0.7);
  expect(share(meant, "wrong")).toBeLessThanOrEqual(0.03);
});

test("L3 traps do not catch, and no act is done against a don't", () => {
  expect(share(({ of }) => of === "trap", "wrong")).toBeLessThanOrEqual(0.1);
  expect(judged.filter(({ trial, verdict }) => trial.why === "negation" && verdict === "wrong").length).toBe(
    0,
  );
});

test("E9 a label is only asked back to who said most of it", () => {
  const shown = judged.flatMap(({ trial, translation }) =>
    translation.parts.flatMap(({ candidates }) =>
      candidates.filter((id) => {
        const label = trial.request.menu.find((item) => item.id === id)?.label ?? "";
        return !trial.items.includes(id) && !isAskedFor(trial.request.text, label);
      }),
    ),
  );
  expect(shown.length).toBe(0);
});
