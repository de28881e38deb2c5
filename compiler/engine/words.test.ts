import { describe, expect, test } from "vitest";
import { CASES, corpusWorld } from "../../tests/corpus/read-corpus";
import type { World } from "../spec/world-index";
import { worldOf } from "../testing/build-world";
import { everythingInput } from "../testing/everything-world";
import { walkerWorld } from "../testing/walker-world";
import type { PartOutcome, PartRefusal } from "./action";
import { compileWorld } from "./compile-world";
import { type CompiledWorld, HELD, type Item, REQUESTED } from "./compiled-world";
import { deliver } from "./exchange";
import { answerOrdinary } from "./ordinary";
import { openState } from "./state";
import { beginTurn } from "./turn";
import { callWords, partWords, refusalWords } from "./words";

const WORLDS: [string, World][] = [
  ["everything", worldOf(everythingInput())],
  ["walker", worldOf(walkerWorld())],
  ...CASES.map((id): [string, World] => [id, corpusWorld(id)]),
];

const ANY = ["not_yet", "refused", "unclear", "held_back", "noted"] as const;
const OUTCOMES: Record<Item["kind"], readonly PartOutcome["outcome"][]> = {
  fact: ["told", ...ANY],
  status: ["told", ...ANY],
  document: ["handed_over", "requested", "already_done", ...ANY],
  operation: ["completed", "already_done", ...ANY],
  form: ["completed", "already_done", ...ANY],
};

const all = (list: readonly unknown[]) => list.map((_, i) => i);

function part(
  world: CompiledWorld,
  item: Item,
  outcome: PartOutcome["outcome"],
  refusal: PartRefusal | null,
): PartOutcome {
  const { kind, index } = item;
  return {
    asked: "?",
    outcome,
    item,
    refusal,
    facts: kind === "fact" ? [index] : [],
    documents: kind === "document" ? [index] : [],
    statuses:
      kind === "status"
        ? world.world.spec.status_surfaces[index]!.values.map((_, rank) => ({ status: index, rank }))
        : [],
    candidates: [item],
    receipt: kind === "operation" || kind === "form",
    words: "",
  };
}

function refusals(world: CompiledWorld, { kind, index }: Item): PartRefusal[] {
  const each = all(world.facts).map((f) => [f]);
  return [
    { why: "channel" },
    { why: "deadline" },
    { why: "requires", lacks: [] },
    ...all(world.parties).map((p): PartRefusal => ({ why: "participants", parties: [p] })),
    { why: "participants", parties: all(world.parties) },
    ...[...each, all(world.facts)].flatMap((facts): PartRefusal[] => [
      { why: "shares", missing: facts, different: [] },
      { why: "shares", missing: facts, different: facts },
    ]),
    ...(["ask", "act", "submit_form"] as const).map((use): PartRefusal => ({ why: "tool", use })),
    ...(kind === "form"
      ? all(world.forms[index]!.fields).map((i): PartRefusal => ({ why: "fields", wrong: [i] }))
      : []),
  ];
}

/** Every sentence that the engine can make with the labels of a world. */
function everySentence(world: CompiledWorld): string[] {
  const items = world.parties.flatMap((party) => party.menu);
  const out = items.flatMap((item) => [
    ...OUTCOMES[item.kind].map((outcome) => partWords(world, part(world, item, outcome, null))),
    ...refusals(world, item).map((refusal) => partWords(world, part(world, item, "refused", refusal))),
  ]);
  const state = openState(world);
  for (const c of all(world.channels)) {
    out.push(refusalWords(world, state, { why: "closed", channel: c }));
    out.push(
      callWords(world, state, [
        { channel: c, why: "missed" },
        { channel: c, why: "closed" },
      ]),
    );
    state[world.layout.calls + world.channels[c]!.party] = c + 1;
    out.push(callWords(world, state, []));
  }
  for (const begun of [0, REQUESTED, HELD]) out.push(...ordinarySentences(world, begun));
  return [...new Set(out)];
}

function ordinarySentences(world: CompiledWorld, begun: number): string[] {
  const state = openState(world);
  const { layout } = world;
  for (const c of all(world.channels)) state[layout.channels + c] = 1;
  for (const d of all(world.documents)) state[layout.documents + d] = begun;
  for (const f of all(world.forms)) state[layout.forms + f] = begun;
  for (const m of all(world.operations)) state[layout.operations + m] = begun > 0 ? 1 : 0;
  for (const s of all(world.statuses)) state[layout.observed + s] = begun > 0 ? 1 : 0;
  for (const at of all(world.timers)) state[layout.due + at] = 60;
  return world.parties.flatMap(({ menu, channels }, p) => {
    const delivery = deliver(beginTurn(world, state), p, channels[0]!, [], []);
    const say = (
      topic: Parameters<typeof answerOrdinary>[1]["topic"],
      item: Item | null,
      about: string | null = null,
    ) => answerOrdinary(delivery, { topic, about }, item);
    return [
      ...(["hours", "contact", "needed", "progress", "offered", "elsewhere", "courtesy"] as const).map((t) =>
        say(t, null),
      ),
      ...menu.flatMap((item) => (["needed", "progress", "offered"] as const).map((t) => say(t, item))),
      ...world.parties.map(({ id }) => say("contact", null, id)),
    ];
  });
}

/** What a label that does not fit makes of a sentence. */
const MISFITS: [string, RegExp][] = [
  ["two articles", /\b(?:the|an?) (?:the|an?|your|his|her|their|my|our)\b/iu],
  ["a capital within a sentence", /[a-z] (?:The|His|Her|Their|Your|My|Our|An?) [a-z]/u],
  ["two marks", /[.,:;?!]\s*[.,:;?!]/u],
  ["two spaces", / {2}/u],
  ["no capital at the beginning", /^[^\p{Lu}\d"“]/u],
  ["no mark at the end", /[^.?!"”]$/u],
  ["nothing said", /^$|undefined|null|NaN/u],
];

describe.each(WORLDS)("every sentence of %s", (_, world) => {
  test.each(MISFITS)("has not %s", (_, misfit) => {
    expect(everySentence(compileWorld(world)).filter((sentence) => misfit.test(sentence))).toEqual([]);
  });
});
