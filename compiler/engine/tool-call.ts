import { namesIn } from "../language/names";
import { PLAYBOOKS } from "../language/playbooks";
import type { KnownThing, Translation, TranslationRequest } from "../language/translation";
import type { PublicAction } from "../public/action";
import { minutesOf, momentOf } from "../spec/moment";
import type { EngineAction, Outcome } from "./action";
import type { EngineState } from "./cells";
import type { CompiledWorld } from "./compiled-world";
import { withheldItems } from "./offer";
import { isKnown } from "./reach";
import { callWords } from "./words";

type EngineRequest = Extract<EngineAction, { kind: "request" }>;

/** What is wrong with the form of a tool call beyond its schema; null when nothing is. */
export function faultOf(action: PublicAction): string | null {
  if (action.tool === "wait" && (action.minutes === null) === (action.until === null))
    return "Give either minutes or a moment to wait until.";
  if (
    action.tool === "contact" &&
    action.mode === "voicemail" &&
    (action.channels.length !== 1 || !action.request)
  )
    return "A voicemail is left on one channel and says something.";
  return null;
}

/** Whether this tool call loads a playbook rather than a document of the case. */
export const playbookOf = (action: PublicAction) =>
  action.tool === "read_document" ? PLAYBOOKS.find((p) => p.playbook === action.document) : undefined;

/** The request in natural language that a tool call makes, before it is translated; null for other calls. */
export function spokenRequest(world: CompiledWorld, action: PublicAction): EngineRequest | null {
  const untranslated = { kind: "request", parts: [], said: [] } as const;
  if (action.tool === "ask" || action.tool === "act")
    return { ...untranslated, tool: action.tool, party: action.party, channel: action.channel };
  if (action.tool !== "contact" || action.mode !== "voicemail") return null;
  const channel = action.channels[0] ?? "";
  const index = world.channelAt.get(channel);
  const party = index === undefined ? "" : world.parties[world.channels[index]!.party]!.id;
  return { ...untranslated, tool: "voicemail", party, channel };
}

/** What a translator is asked about a spoken request. */
export function translationRequest(
  world: CompiledWorld,
  state: EngineState,
  request: EngineRequest,
  action: PublicAction,
  offered: string | null,
): TranslationRequest {
  const { spec } = world.world;
  const p = world.partyAt.get(request.party)!;
  const { menu, asksFor } = world.parties[p]!;
  const { name, kind } = spec.entities[p]!;
  return {
    tool: request.tool,
    party: { name, kind },
    text: ("request" in action ? action.request : null) ?? "",
    share: "share" in action ? action.share : [],
    menu,
    vocabulary: world.facts.flatMap((fact, f) => {
      const known = state[world.layout.facts + f] === 1;
      return known || asksFor.has(f) ? [{ fact: fact.id, label: spec.knowledge[f]!.label, known }] : [];
    }),
    known: knownThings(world, state),
    withheld: withheldItems({ world, cells: state }, p),
    isNamed: namesIn(() => shownTexts(world, state)),
    offered,
  };
}

/** What the agent has been shown in words. */
function shownTexts(world: CompiledWorld, state: EngineState): string[] {
  const { spec } = world.world;
  const told = spec.knowledge.filter((_, f) => state[world.layout.facts + f] === 1);
  return [
    spec.title,
    spec.brief,
    ...knownThings(world, state).map((thing) => thing.label),
    ...told.flatMap(({ statement, value }) => [statement, value.value]),
  ];
}

/** The parties and channels that the agent has been shown. */
function knownThings(world: CompiledWorld, state: EngineState): KnownThing[] {
  return world.world.spec.entities.flatMap((entity): KnownThing[] => {
    const channels = entity.channels.filter((channel) =>
      isKnown({ world, cells: state }, world.channelAt.get(channel.id)),
    );
    if (channels.length === 0) return [];
    const { id: party, name, kind: role } = entity;
    return [
      { kind: "party", id: party, label: name, role },
      ...channels.map(
        ({ id, label, kind: channel }): KnownThing => ({ kind: "channel", id, label, channel, party }),
      ),
    ];
  });
}

/** An item that a party asked about, and where; "yes" there means it (E9). */
export interface Offer {
  party: string;
  channel: string | null;
  item: string;
}

/** The offer that an answer makes, when all that was said is asked back as one thing. */
export function offerOf(action: PublicAction, { parts }: Outcome): Offer | null {
  const [part] = parts;
  if ((action.tool !== "ask" && action.tool !== "act") || parts.length !== 1 || !part?.candidates[0])
    return null;
  return { party: action.party, channel: action.channel, item: part.candidates[0].id };
}

/** The item that a request could say yes to. */
export const offeredTo = (offer: Offer | null, { party, channel }: EngineRequest): string | null =>
  offer?.party === party && offer.channel === channel ? offer.item : null;

/** The typed action of a valid tool call. */
export function engineAction(
  world: CompiledWorld,
  state: EngineState,
  action: Exclude<PublicAction, { tool: "memory" }>,
  translation: Translation | null,
  offer: Offer | null,
): EngineAction {
  const spoken = spokenRequest(world, action);
  if (spoken) {
    const taken = offeredTo(offer, spoken);
    const free = taken !== null && translation?.parts.length === 1 && translation.parts[0]!.item === taken;
    const text = ("request" in action ? action.request : null) ?? "";
    const values = "share" in action ? action.share.map((share) => share.value) : [];
    return { ...spoken, text, values, parts: translation?.parts ?? [], said: translation?.said ?? [], free };
  }
  switch (action.tool) {
    case "contact":
      return action.mode === "call" ? { kind: "call", channels: action.channels } : { kind: "end_call" };
    case "submit_form":
      return { kind: "submit", form: action.form, channel: action.channel, entries: action.fields };
    case "read_document":
      return playbookOf(action) ? { kind: "consult" } : { kind: "read", document: action.document };
    case "wait": {
      const now = world.world.start + state[world.layout.clock]!;
      return { kind: "wait", minutes: action.minutes ?? minutesOf(action.until ?? "") - now };
    }
    default:
      return { kind: "finish" };
  }
}

/** What a tool says that was used, besides what its parts say. */
export function messageOf(
  world: CompiledWorld,
  state: EngineState,
  action: PublicAction,
  outcome: Outcome,
  translation: Translation | null,
): string {
  if (action.tool === "contact" && action.mode === "call") return callWords(world, state, outcome.unanswered);
  if (action.tool === "contact" && action.mode === "end_call") return "The call has ended.";
  if (action.tool === "wait") return `It is now ${momentOf(world.world.start + state[world.layout.clock]!)}.`;
  if (action.tool === "finish") return "The run has ended.";
  if (outcome.parts.some((part) => part.outcome === "noted")) return "";
  const unplaced = translation?.unplaced ?? [];
  return unplaced.length > 0 ? `It is not clear what this stands for: ${unplaced.join(", ")}.` : "";
}
