import type { Finding } from "../spec/finding";
import type { Requirement } from "../spec/requirement";
import type { Effect } from "../spec/world";
import { rankOf } from "../spec/world-index";
import { type Check, type LintContext, lintFinding } from "./lint-context";

/**
 * Acts and events that set a state which is behind the one they need, or no further than the first: a later value of a
 * ranked list is never taken back, so the effect can never happen (M2).
 */
export const checkEffects: Check = (context) => {
  const { spec } = context.world;
  return [
    ...[...spec.mutations, ...spec.forms].flatMap((x) =>
      lost(context, x.id, "label" in x ? x.label : x.title, x.requires, x.effects),
    ),
    ...spec.time_events.flatMap((e) => lost(context, e.id, e.label, e.starts, e.effects)),
  ];
};

const UNDONE = /\b(?:cancel(?:l?ed)?|withdrawn|revoked|called off|taken back)\b/iu;

/** A state that undoes what was done, with states after it: each of those says that it was undone as well (M2). */
export const checkUndone: Check = (context) =>
  context.world.spec.status_surfaces.flatMap((s) =>
    s.values.slice(0, -1).flatMap((value, i): Finding[] =>
      i > 0 && UNDONE.test(value.label)
        ? [
            {
              ...lintFinding(
                context,
                "undone-before-done",
                [s.id],
                `“${s.label}” has “${s.values[i + 1]!.label}” after “${value.label}”, so whatever comes later counts as “${value.label}” too.`,
                "Put that value last, or give what is undone a status of its own.",
                "values",
                i,
              ),
              severity: "caution" as const,
            },
          ]
        : [],
    ),
  );

function lost(
  context: LintContext,
  id: string,
  label: string,
  needs: Requirement,
  effects: readonly Effect[],
): Finding[] {
  const { world } = context;
  return effects.flatMap((effect, i): Finding[] => {
    if (effect.kind !== "set_status") return [];
    const status = world.statuses.get(effect.status)!;
    const floor = Math.max(rankOf(status, status.initial), reachedBefore(context, needs, status.id));
    const rank = rankOf(status, effect.value);
    if (rank > floor) return [];
    const name = (at: number) => status.values[at]!.label;
    const because =
      rank === floor
        ? `it is “${name(rank)}” already by then`
        : `it is “${name(floor)}” by then, which comes after “${name(rank)}” in its list`;
    return [
      lintFinding(
        context,
        "effect-never-happens",
        [id, status.id],
        `“${label}” can never make “${status.label}” “${name(rank)}”: ${because}, and nothing is taken back.`,
        "Put the values in the order in which they come, or give what is undone a status of its own.",
        "effects",
        i,
      ),
    ];
  });
}

/** The least rank that a status has whenever a condition holds; -1 when it need not have moved. */
function reachedBefore(
  context: LintContext,
  needs: Requirement,
  status: string,
  seen: ReadonlySet<string> = new Set(),
): number {
  if (needs.length === 0) return -1;
  const { world } = context;
  const surface = world.statuses.get(status)!;
  return Math.min(
    ...needs.map((set) =>
      Math.max(
        -1,
        ...set.map((atom): number => {
          if (atom.kind === "status_is") return atom.status === status ? rankOf(surface, atom.value) : -1;
          const done =
            atom.kind === "action_completed"
              ? world.mutations.get(atom.mutation)
              : atom.kind === "form_accepted"
                ? world.forms.get(atom.form)
                : undefined;
          if (!done || seen.has(done.id)) return -1;
          const set = done.effects.flatMap((e) =>
            e.kind === "set_status" && e.status === status ? [rankOf(surface, e.value)] : [],
          );
          return Math.max(
            -1,
            ...set,
            reachedBefore(context, done.requires, status, new Set([...seen, done.id])),
          );
        }),
      ),
    ),
  );
}
