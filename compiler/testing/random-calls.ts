import type { PublicActionInput } from "../public/action";
import type { CaseFile } from "../public/case-file";
import type { World } from "../spec/world-index";
import type { Seeded } from "./random-world";

/**
 * A random tool call of someone who looks at the case file and, unlike an agent, knows every label of
 * the world: so that runs go deep. Now and then it says something wrong, or uses a handle that was not shown.
 */
export function randomCall(world: World, file: CaseFile, random: Seeded): PublicActionInput {
  const { spec } = world;
  const below = (end: number) => random.below(end);
  const pick = <T>(list: readonly T[]): T | undefined => list[below(list.length)];
  const wrong = below(12) === 0;
  const party = wrong ? pick(spec.entities)?.id : pick(file.parties)?.party;
  const channels = file.parties.flatMap((p) => p.channels.map((c) => ({ ...c, party: p.party })));
  const item = (at: string | undefined) =>
    pick([
      ...spec.knowledge.flatMap((k) => (wrong || k.held_by.some((h) => h.party === at) ? [k.label] : [])),
      ...spec.documents.flatMap((d) => (d.request && (wrong || d.owner === at) ? [d.request.label] : [])),
      ...spec.mutations.flatMap((m) => (wrong || m.party === at ? [m.label] : [])),
      ...spec.status_surfaces.flatMap((s) => (wrong || s.party === at ? [s.label] : [])),
    ]) ?? "How are you?";
  const share = below(4) === 0 ? [] : file.facts.map((f) => ({ what: f.fact, value: f.value.value }));
  if (wrong) share.push({ what: pick(spec.knowledge)?.label ?? "x", value: "made up" });
  switch (below(10)) {
    case 0:
    case 1: {
      const live = pick(channels.filter((c) => c.kind === "phone" || c.kind === "in_person"));
      const other = below(3) === 0 ? pick(channels.filter((c) => c.party !== live?.party)) : undefined;
      return {
        tool: "contact",
        mode: "call",
        channels: [live, other].flatMap((c) => (c ? [c.channel] : [])),
      };
    }
    case 2:
      return { tool: "contact", mode: "end_call" };
    case 3:
      return { tool: "wait", minutes: pick([1, 30, 60, 240, 1440, 2880]) ?? 1 };
    case 4: {
      const form = wrong ? pick(spec.forms)?.id : pick(file.forms)?.form;
      const fields = spec.forms.find((f) => f.id === form)?.fields ?? [];
      const right = (field: (typeof fields)[number]) =>
        file.facts.find((f) => f.fact === field.source)?.value.value ?? field.expected?.value ?? "made up";
      return {
        tool: "submit_form",
        form: form ?? "none",
        channel: pick([null, ...channels.map((c) => c.channel)]) ?? null,
        fields: Object.fromEntries(
          fields.flatMap((field) =>
            below(6) === 0 ? [] : [[field.id, field.kind === "attestation" ? below(2) === 0 : right(field)]],
          ),
        ),
      };
    }
    case 5:
      return {
        tool: "read_document",
        document:
          (wrong ? pick(spec.documents)?.id : pick(file.documents)?.document) ?? "playbook_close_the_loop",
      };
    default: {
      const channel = pick(channels.filter((c) => c.party === party));
      if (channel?.kind === "voicemail")
        return {
          tool: "contact",
          mode: "voicemail",
          channels: [channel.channel],
          request: item(party),
          share,
        };
      const inCall = party !== undefined && file.open_call.includes(party);
      return {
        tool: below(2) === 0 ? "ask" : "act",
        party: party ?? "nobody",
        channel: inCall && below(4) > 0 ? null : (channel?.channel ?? null),
        request: below(5) === 0 ? `${item(party)}\n${item(party)}` : item(party),
        share,
      };
    }
  }
}
