import type { PublicActionInput } from "@/compiler/public/action";
import type { CaseFile } from "@/compiler/public/case-file";
import type { Agent } from "./agent";
import { Random } from "./random";

/** Plays a seeded mix of calls, questions, reads, forms and waits over what the case file shows, until the actions are used. */
export function randomAgent(seed: number): Agent {
  return {
    name: "random",
    play: (env) => {
      const random = new Random(seed);
      const below = (end: number) => random.below(end);
      const pick = <T>(list: readonly T[]): T | undefined => list[below(list.length)];
      for (let file = env.caseFile(); file.actions_left > 0 && !env.finished; file = env.caseFile())
        env.step(choose(file, below, pick));
      if (!env.finished) env.step({ tool: "finish", summary: "All actions are used." });
    },
  };
}

function choose(
  file: CaseFile,
  below: (n: number) => number,
  pick: <T>(list: readonly T[]) => T | undefined,
): PublicActionInput {
  const wait: PublicActionInput = { tool: "wait", minutes: 60 * (1 + below(48)) };
  const words = () => {
    const known = [
      ...file.facts.map((f) => f.label),
      ...file.documents.map((d) => d.title),
      ...file.statuses.map((s) => s.label),
      ...file.brief.split(/(?<=[.;:])\s+/).filter((s) => s.length > 0),
    ];
    return pick(known)?.slice(0, 240) ?? "What can you tell me?";
  };
  const share = () => {
    const fact = below(2) === 0 ? undefined : pick(file.facts);
    return fact ? [{ what: fact.fact, value: fact.value.value }] : [];
  };
  const party = pick(file.parties.filter((p) => p.channels.length > 0));
  const channel = party && pick(party.channels);
  switch (below(8)) {
    case 0:
    case 1:
      return channel ? { tool: "contact", mode: "call", channels: [channel.channel] } : wait;
    case 2:
      return { tool: "contact", mode: "end_call" };
    case 3:
    case 4: {
      const live = party && file.open_call.includes(party.party);
      if (!party || !channel) return wait;
      const tool = below(3) === 0 ? "act" : "ask";
      return {
        tool,
        party: party.party,
        channel: live ? null : channel.channel,
        request: words(),
        share: share(),
      };
    }
    case 5: {
      const document = pick(file.documents);
      return document ? { tool: "read_document", document: document.document } : wait;
    }
    case 6: {
      const form = pick(file.forms);
      if (!form || !channel) return wait;
      const fields = Object.fromEntries(
        form.fields.map((f) => [
          f.field,
          f.kind === "attestation" ? below(2) === 0 : (pick(file.facts)?.value.value ?? "x"),
        ]),
      );
      return {
        tool: "submit_form",
        form: form.form,
        channel: below(2) === 0 ? null : channel.channel,
        fields,
      };
    }
    default:
      return wait;
  }
}
