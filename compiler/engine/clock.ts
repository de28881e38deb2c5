import { earliest } from "./cells";
import { ACCEPTED, NEVER, REJECTED } from "./compiled-world";
import { applyEffects, hold, learn, raise, showReceipt, type Turn } from "./turn";

/** Sets a timer; the earliest of all is kept at hand. */
export function setTimer(turn: Turn, timer: number, at: number): void {
  const { cells } = turn;
  const { due, nextDue } = turn.world.layout;
  cells[due + timer] = at;
  if (at < cells[nextDue]!) cells[nextDue] = at;
}

/** Two minutes added, never past NEVER. */
export const later = (minute: number, minutes: number) =>
  minute === NEVER ? NEVER : Math.min(minute + minutes, NEVER);

function refreshWatches(turn: Turn): void {
  const { world, cells, stale } = turn;
  const { clock, watches, fired } = world.layout;
  for (let w = stale.pop(); w !== undefined; w = stale.pop()) {
    const watch = world.watches[w]!;
    const first = earliest(cells, watch.condition, cells[clock]!);
    if (first >= cells[watches + w]!) continue;
    cells[watches + w] = first;
    if (watch.timer < 0 || cells[fired + watch.timer] === 1) continue;
    setTimer(turn, watch.timer, later(Math.max(first, watch.notBefore), watch.delay));
  }
}

/** Ends the review of a form (F3); true when its receipt is shown. */
export function endReview(turn: Turn, f: number): boolean {
  const { world, cells } = turn;
  const { layout } = world;
  const form = world.forms[f]!;
  const accepted = cells[layout.verdicts + f] === 1;
  const answering = cells[layout.answered + f] === 1;
  cells[layout.verdicts + f] = 0;
  cells[layout.answered + f] = 0;
  if (!accepted) {
    cells[layout.forms + f] = REJECTED;
    return false;
  }
  raise(turn, layout.forms + f, ACCEPTED);
  applyEffects(turn, form.effects);
  if (answering) showReceipt(turn, form.effects);
  return answering;
}

function fire(turn: Turn, t: number): void {
  const { world, cells, news } = turn;
  const timer = world.timers[t]!;
  switch (timer.kind) {
    case "arrival":
      hold(turn, timer.document);
      return;
    case "review":
      news.reviews.push({ form: timer.form, receipt: endReview(turn, timer.form) });
      return;
    case "held":
      cells[world.layout.fired + t] = 1;
      news.forms.push(timer.form);
      return;
    case "event":
      cells[world.layout.fired + t] = 1;
      applyEffects(turn, timer.effects);
      for (const fact of timer.effects.facts) learn(turn, fact);
      return;
  }
}

/** Applies everything that is due in this minute, until nothing is added (T2, T3). */
export function settle(turn: Turn): void {
  const { world, cells } = turn;
  const { clock, nextDue, due } = world.layout;
  const end = due + world.timers.length;
  refreshWatches(turn);
  while (cells[nextDue]! <= cells[clock]!) {
    cells[nextDue] = NEVER;
    for (let slot = due; slot < end; slot++) {
      if (cells[slot]! > cells[clock]!) continue;
      cells[slot] = NEVER;
      fire(turn, slot - due);
    }
    let next = NEVER;
    for (let slot = due; slot < end; slot++) if (cells[slot]! < next) next = cells[slot]!;
    cells[nextDue] = next;
    refreshWatches(turn);
  }
}

/** Moves the clock to `target` through every due minute on the way (T2). */
export function passTime(turn: Turn, target: number): void {
  const { cells } = turn;
  const { clock, nextDue } = turn.world.layout;
  while (cells[nextDue]! <= target) {
    cells[clock] = cells[nextDue]!;
    settle(turn);
  }
  cells[clock] = target;
}
