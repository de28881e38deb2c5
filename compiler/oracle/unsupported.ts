import { type Finding, finding } from "../spec/finding";
import { jsonPath } from "../spec/read";
import type { ChannelKind } from "../spec/world";
import type { World } from "../spec/world-index";

const LIVE = new Set<ChannelKind>(["phone", "in_person"]);

/**
 * What would break the premises of the single forward pass (world.md, section 2; O5), or has no rule at
 * all. A world with any of it is `unsupported`, never proved or refuted.
 */
export function unsupportedIn(world: World): Finding[] {
  const out: Finding[] = [];
  const retried = new Set<string>();
  world.spec.frictions.forEach((f, i) => {
    const refuse = (slug: string, message: string, fix: string) =>
      out.push(
        finding(`oracle/${slug}`, message, {
          path: jsonPath(["frictions", i]),
          fix,
          nodes: [f.id, f.target],
        }),
      );
    if (f.kind === "availability_window") {
      const empty = f.daily ? f.daily.from >= f.daily.to : f.single ? f.single.from >= f.single.to : false;
      if (empty)
        refuse(
          "empty-window",
          "These opening hours end before they begin.",
          "Give hours that begin and end on the same day, or use two channels.",
        );
    }
    if (f.kind !== "retry") return;
    const target = world.channels.get(f.target);
    if (retried.has(f.target))
      refuse(
        "two-retries",
        "Two rules say how often this number has to be called; which one counts is not defined.",
        "Keep one of them.",
      );
    retried.add(f.target);
    if (target && !LIVE.has(target.channel.kind))
      refuse(
        "retry-without-call",
        `Nobody can call “${target.channel.label}”, so no call there can be missed.`,
        "Put the missed calls on a phone number, or use a delay or opening hours.",
      );
    if (f.other_channel === null) return;
    const other = world.channels.get(f.other_channel);
    if (f.other_channel === f.target || other?.entity.id !== target?.entity.id)
      refuse(
        "other-channel",
        "Missed calls can only lead to another way to reach the same party.",
        "Name another channel of that party.",
      );
  });
  return out;
}
