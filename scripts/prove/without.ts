import type { Friction, WorldSpec } from "@/compiler/spec/world";
import type { KINDS } from "./agree";

type Kind = (typeof KINDS)[number];

const dropping = (is: (friction: Friction) => boolean) => (spec: WorldSpec) => {
  spec.frictions = spec.frictions.filter((f) => !is(f));
};

function exchangesOf(spec: WorldSpec) {
  return [
    ...spec.knowledge.flatMap((k) => k.held_by),
    ...spec.documents.flatMap((d) => (d.request ? [d.request] : [])),
    ...spec.mutations,
    ...spec.forms,
    ...spec.status_surfaces.map((s) => s.observe),
  ];
}

function requirementsOf(spec: WorldSpec) {
  return [
    ...exchangesOf(spec).flatMap((x) => [x.requires, x.grounding]),
    ...spec.forms.map((f) => f.held_when),
    ...spec.time_events.map((e) => e.starts),
    ...spec.frictions.flatMap((f) => (f.kind === "relative_opening" ? [f.after] : [])),
  ];
}

/** How to take a thing out of a copy of a world, to see whether it decides anything there. */
export const WITHOUT: Partial<Record<Kind, (spec: WorldSpec) => void>> = {
  retry: dropping((f) => f.kind === "retry"),
  "retry with a gap": (spec) => {
    for (const f of spec.frictions) if (f.kind === "retry") f.gap_minutes = 0;
  },
  "retry to another channel": (spec) => {
    for (const f of spec.frictions) if (f.kind === "retry") f.other_channel = null;
  },
  delay: dropping((f) => f.kind === "delay"),
  form_review: dropping((f) => f.kind === "form_review"),
  "availability_window, daily": dropping(
    (f) => f.kind === "availability_window" && f.daily !== null && f.daily.weekdays.length === 0,
  ),
  "availability_window, weekdays": dropping(
    (f) => f.kind === "availability_window" && f.daily !== null && f.daily.weekdays.length > 0,
  ),
  "availability_window, single": dropping((f) => f.kind === "availability_window" && f.single !== null),
  relative_opening: dropping((f) => f.kind === "relative_opening"),
  deadline: dropping((f) => f.kind === "deadline"),
  decoy: (spec) => {
    for (const e of spec.entities) e.decoy = false;
  },
  "call with participants": (spec) => {
    for (const x of exchangesOf(spec)) x.participants = [];
  },
  "protected fact": (spec) => {
    for (const k of spec.knowledge) k.protected = false;
  },
  "document collected": (spec) => {
    for (const { request } of spec.documents)
      if (request?.handover === "collected") request.handover = "sent";
  },
  authority: (spec) => {
    for (const x of exchangesOf(spec)) x.authorities = [];
  },
  grounding: (spec) => {
    for (const x of exchangesOf(spec)) x.grounding = [];
  },
  "alternatives in a condition": (spec) => {
    for (const requirement of requirementsOf(spec)) requirement.splice(1);
  },
  "condition that lapses": (spec) => {
    for (const requirement of requirementsOf(spec))
      requirement.forEach((set, i) => {
        requirement[i] = set.filter((atom) => atom.kind !== "before_deadline");
      });
  },
  "forbidden action": (spec) => {
    spec.red_lines = [];
  },
};
