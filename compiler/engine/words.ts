import { momentOf } from "../spec/moment";
import type { PartOutcome, PartRefusal, Refusal } from "./action";
import type { EngineState } from "./cells";
import { type CompiledWorld, HELD, NEVER } from "./compiled-world";
import { openHours, opensAt } from "./hours";
import { channelLabel, factLabel, listed, partyWithin, sentence, voiceOf } from "./phrases";

/** What a recording or a notice on a closed channel says of its hours; nobody's own phone says more than that they are away. */
function closed(world: CompiledWorld, state: EngineState, c: number): string {
  const channel = world.channels[c]!;
  const hours = openHours(world, channel);
  const opens = opensAt(world, state, channel);
  const isLater =
    opens !== NEVER && opens > state[world.layout.clock]! && voiceOf(world, channel.party) !== "person";
  const said = [
    hours && `It is open ${hours}.`,
    isLater && `It can be used from ${momentOf(world.world.start + opens)} on.`,
  ].filter(Boolean);
  return [
    sentence(`this is not open now: ${channelLabel(world, c)}`),
    ...(said.length > 0 ? said : ["Try again later."]),
  ].join(" ");
}

/** Why an action could not be used so. */
export function refusalWords(world: CompiledWorld, state: EngineState, refusal: Refusal): string {
  switch (refusal.why) {
    case "finished":
      return "This run has ended.";
    case "limit":
      return "All actions are used. Only finish still works.";
    case "not_shown":
      return "Nothing by that name has been shown to you. Use the handles of the case file.";
    case "call_open":
      return "A call is open already. End it first.";
    case "no_call":
      return "No call is open.";
    case "no_channel":
      return "Name a channel for each party you want on the call.";
    case "not_theirs":
      return "That is not a way to reach this party.";
    case "not_live":
      return "Only a phone line or a visit can be opened as a call. Use ask or act with this channel instead.";
    case "same_party":
      return "Name one channel for each party on the call.";
    case "not_in_call":
      return "You are not in a call with this party. Open a call, or name a channel to write to.";
    case "needs_call":
      return "Open a call to this channel first.";
    case "not_voicemail":
      return "This is not a voicemail. Use ask or act.";
    case "is_voicemail":
      return "Use contact to leave a voicemail.";
    case "closed":
      return closed(world, state, refusal.channel);
    case "not_later":
      return "Name a moment that is still to come.";
    case "too_long":
      return "You cannot wait that long.";
  }
}

function partRefusalWords(world: CompiledWorld, part: PartOutcome, refusal: PartRefusal): string {
  switch (refusal.why) {
    case "channel":
      return "That is not done over this channel. Try another way to reach them.";
    case "participants":
      return `That is done only with ${listed(refusal.parties.map((p) => partyWithin(world, p)))} on the same call.`;
    case "deadline":
      return "It is too late for that.";
    case "requires":
      return ["That cannot be done yet.", ...refusal.lacks].join(" ");
    case "shares":
      return [
        refusal.missing.length > 0
          ? sentence(
              `this is needed from you first: ${listed(refusal.missing.map((f) => factLabel(world, f)))}`,
            )
          : "",
        refusal.different.length > 0
          ? sentence(
              `this does not agree with what is on file: ${listed(refusal.different.map((f) => factLabel(world, f)))}`,
            )
          : "",
      ]
        .filter(Boolean)
        .join(" ");
    case "tool":
      return {
        ask: "That is something to ask for. Use ask.",
        act: "That is something to do, not to ask. Use act to have it done.",
        submit_form: "That is a form. Once you hold it, fill it in with submit_form.",
      }[refusal.use];
    case "fields": {
      const form = world.world.spec.forms[part.item!.index]!;
      return `The form came back. ${sentence(`please correct this: ${listed(refusal.wrong.map((i) => form.fields[i]!.label))}`)}`;
    }
  }
}

function receiptText(world: CompiledWorld, part: PartOutcome): string {
  const { spec } = world.world;
  if (!part.item || !part.receipt) return "";
  return part.item.kind === "form"
    ? spec.forms[part.item.index]!.receipt
    : spec.mutations[part.item.index]!.receipt;
}

/** What the party answers to one part. */
export function partWords(world: CompiledWorld, part: PartOutcome): string {
  const { spec } = world.world;
  const sent = part.item?.kind === "document" && world.documents[part.item.index]!.handover === "sent";
  switch (part.outcome) {
    case "told":
      return part.item?.kind === "status"
        ? part.statuses.map((s) => statusWords(world, s)).join(" ")
        : part.facts.map((fact) => spec.knowledge[fact]!.statement).join(" ");
    case "handed_over":
      return `${sentence(`you now have this: ${listed(part.documents.map((d) => spec.documents[d]!.title))}`)} Read it to know what it says.`;
    case "requested":
      return sent ? "It will be sent to you." : "It will be made ready. Ask for it again later.";
    case "completed":
      return receiptText(world, part) || "It was accepted.";
    case "already_done":
      return part.item?.kind === "document"
        ? "You have it already."
        : `That was done before; nothing changed. ${receiptText(world, part)}`.trim();
    case "not_yet":
      if (part.item?.kind === "form") return "The form is in review. The answer will come later.";
      return sent ? "It is on its way." : "It is not ready yet. Ask again later.";
    case "refused":
      return part.refusal ? partRefusalWords(world, part, part.refusal) : "That cannot be done.";
    case "answered":
    case "not_understood":
    case "cannot_do_here":
      return part.words;
    case "held_back":
      return "All right. Nothing was done.";
    case "unclear":
      return `It is not clear what you mean. Is it this: ${part.candidates[0]!.label}?`;
    case "noted":
      return "It was left for them. No answer comes over this channel.";
  }
}

export function statusWords(
  world: CompiledWorld,
  { status, rank }: { status: number; rank: number },
): string {
  const surface = world.world.spec.status_surfaces[status]!;
  return sentence(`${surface.label}: ${surface.values[rank]!.label}`);
}

/** What a call that was tried found. */
export function callWords(
  world: CompiledWorld,
  state: EngineState,
  unanswered: readonly { channel: number; why: "closed" | "missed" }[],
): string {
  if (unanswered.length > 0)
    return unanswered
      .map(({ channel, why }) =>
        why === "closed"
          ? closed(world, state, channel)
          : sentence(`nobody answered here: ${channelLabel(world, channel)}`),
      )
      .join(" ");
  const { calls } = world.layout;
  const names = world.parties.flatMap((_, p) => (state[calls + p]! > 0 ? [partyWithin(world, p)] : []));
  return `You are in a call with ${listed(names)}.`;
}

/** A held document as it reads. */
export function documentText(world: CompiledWorld, document: number): string {
  const { spec } = world.world;
  return [
    spec.documents[document]!.title,
    ...world.documents[document]!.facts.map((fact) => spec.knowledge[fact]!.statement),
  ].join("\n");
}

/** What is under way: documents that were requested and are not held yet. */
export function requestedDocuments(world: CompiledWorld, state: EngineState): number[] {
  const { documents } = world.layout;
  return world.documents.flatMap((_, d) => {
    const cell = state[documents + d]!;
    return cell > 0 && cell < HELD ? [d] : [];
  });
}
