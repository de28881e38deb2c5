import type { World } from "../spec/world-index";
import type { Layout } from "./compiled-world";

/** Gives every object of a world its cells. */
export function layOut(world: World): Layout {
  const { spec } = world;
  const sent = spec.documents.filter((d) => d.request?.handover === "sent").length;
  const openings = [...world.openings.values()].reduce((sum, list) => sum + list.length, 0);
  const timers = sent + 2 * spec.forms.length + spec.time_events.length;
  const fields = spec.forms.reduce((sum, form) => sum + form.fields.length, 0);
  let size = 0;
  const take = (cells: number) => {
    const at = size;
    size += cells;
    return at;
  };
  const layout = {
    clock: take(1),
    used: take(1),
    finished: take(1),
    nextDue: take(1),
    inCall: take(1),
    facts: take(spec.knowledge.length),
    documents: take(spec.documents.length),
    ready: take(spec.documents.length),
    operations: take(spec.mutations.length),
    forms: take(spec.forms.length),
    verdicts: take(spec.forms.length),
    answered: take(spec.forms.length),
    fields: take(fields),
    entries: take(fields),
    statuses: take(spec.status_surfaces.length),
    observed: take(spec.status_surfaces.length),
    authorities: take(spec.authorities.length),
    channels: take(world.channels.size),
    tries: take(world.channels.size),
    firstTry: take(world.channels.size),
    calls: take(spec.entities.length),
    watches: take(spec.forms.length + spec.time_events.length + openings),
    due: take(timers),
    fired: take(timers),
  };
  return { ...layout, size };
}
