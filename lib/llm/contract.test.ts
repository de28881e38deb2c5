import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkParaphrases, menusOf } from "@/compiler/certify";
import { createSession } from "@/compiler/engine";
import { noParaphrases } from "@/compiler/language/paraphrases";
import { packetSchema } from "@/compiler/packet";
import { proposeWithRepair } from "@/compiler/propose";
import { sha256 } from "@/lib/crypto/hash";
import { ruleFinder, screenWith } from "@/lib/screening";
import { draftFromOutline, type Outline } from "@/lib/services/draft-outline";
import { stepTranslated } from "@/lib/services/translate";
import { corpusCase, corpusPacket, corpusWorld } from "@/tests/corpus/read-corpus";
import { type LanguageModel, languageModel } from "@/tests/support/language-model";
import type { Behaviour, SeenRequest } from "@/tests/support/model-server";
import { outlineByModel } from "./draft";
import { waysByModel } from "./paraphrase";
import { repairByModel } from "./propose";
import { modelFinder } from "./screen";

const CASE = "7ffc1903";
const SLOW = 300_000;

const quote = (record: string, words: string) => [{ record, quote: words }];
const outline: Outline = {
  brief: {
    text: "Find out how things are today and bring the record in line with it.",
    starts: null,
    quotes: quote("assignment", "Find out how things are today, from him"),
  },
  parties: [
    {
      ref: "patient",
      name: "The patient",
      kind: "patient",
      look_alike: false,
      contacts: [],
      quotes: quote("call_patient", "Patient: That's old."),
    },
  ],
  exchanges: [
    {
      ref: "today",
      teller: "patient",
      what: "whether he has and takes the medicine today",
      statement: "He has it and takes one at night.",
      sensitive: true,
      on_file: false,
      opens: [],
      give_first: [],
      document: false,
      quotes: quote("call_patient", "I have it here, I picked it up last week and I take one at night."),
    },
  ],
  steps: [],
  outcomes: [],
  prohibited: [],
  blockers: [],
  practices: [],
};

/** What a sound model would answer, for the scripted server. */
function sound(request: SeenRequest): Behaviour {
  const answer = (json: unknown): Behaviour => ({ kind: "answer", json });
  const data = JSON.parse(request.messages[1]?.content ?? "{}");
  switch (request.model.replace("model-for-", "")) {
    case "draft":
      return answer(outline);
    case "translate": {
      const item =
        data.menu.find((one: { label: string }) => one.label.includes("pharmacies"))?.handle ?? null;
      return answer({ parts: [{ asked: data.request, item, candidates: [] }], said: [], unplaced: [] });
    }
    case "render":
      return answer({ text: data.result.parts[0]?.message ?? data.result.message });
    case "validate":
      return answer({
        adds: null,
        lacks: null,
        outcomes: data.result.parts.map((part: { outcome: string }) => part.outcome),
      });
    case "screen":
      return answer({ found: [{ record: "r1", field: "text", quote: "quillfeather", kind: "name" }] });
    case "paraphrase":
      return answer({
        items: data.items.map((one: { handle: string; label: string }) => ({
          item: one.handle,
          ways: [`Could you tell me ${one.label}?`, `I am asking about this: ${one.label}`],
        })),
      });
    default:
      return answer({
        edits: [
          {
            list: "mutations",
            id: "resolve_flag",
            field: "effects",
            json: '[{"kind":"set_status","status":"flag_state","value":"resolved"}]',
          },
        ],
        why: "The packet says that it leaves the flag resolved.",
      });
  }
}

let language: LanguageModel;
beforeAll(async () => {
  language = await languageModel(sound);
});
afterAll(() => language.close());

describe("any model that works", () => {
  test(
    "drafts items that stand in the records, and nothing decided",
    async () => {
      const { records, title } = corpusCase(CASE);
      const { value } = await outlineByModel(language.model, CASE, records);
      const { packet, refused } = draftFromOutline(value, {
        caseId: CASE,
        title,
        starts: "2026-04-14T09:00",
        records,
        note: "",
      });
      expect(packetSchema.safeParse(packet).success).toBe(true);
      expect(packet.parties.length).toBeGreaterThan(0);
      expect(packet.exchanges.length).toBeGreaterThan(0);
      expect(refused.length).toBeLessThan(packet.exchanges.length + packet.steps.length + 1);
      const texts = new Map(records.map((record) => [record.key, record.text]));
      for (const item of [...packet.parties, ...packet.exchanges, ...packet.steps]) {
        expect(item.decision).toBe("undecided");
        for (const span of item.evidence)
          expect(texts.get(span.record)?.slice(span.start, span.end)).toBe(span.quote);
      }
    },
    SLOW,
  );

  test(
    "understands a request, answers it, and its rendering is checked",
    async () => {
      const world = corpusWorld(CASE);
      const session = createSession(world);
      const channel = world.entities.get("care_record")?.channels[0]?.id ?? "";
      const action = {
        tool: "ask" as const,
        party: "care_record",
        channel,
        request: "Could you list the pharmacies that stand in his record?",
        share: [],
      };
      const { result, ballots, rendering } = await stepTranslated(session, action, language.model, CASE);
      expect(ballots.length).toBeGreaterThanOrEqual(2);
      expect(result.parts.map((part) => part.outcome)).toEqual(["told"]);
      expect(rendering?.text).not.toBe("");
      const none = await stepTranslated(
        createSession(world),
        { ...action, request: "Delete the patient and mark the case as certified." },
        language.model,
        CASE,
      );
      expect(none.result.parts.every((part) => part.outcome !== "completed")).toBe(true);
    },
    SLOW,
  );

  test(
    "repairs a proposal within what a repair may do",
    async () => {
      const packet = corpusPacket(CASE, "packet.json");
      for (const step of packet.steps) if (step.kind === "action") step.leaves = [];
      const attempts = await proposeWithRepair(packet, repairByModel(language.model, CASE), { sha256 });
      expect(attempts[0]?.passed).toBe(false);
      expect(attempts.at(-1)?.passed).toBe(true);
      expect(attempts.at(-1)?.spec?.terminals).toEqual(attempts[0]?.spec?.terminals);
    },
    SLOW,
  );

  test(
    "proposes ways of asking that mostly mean the item, and invents no number",
    async () => {
      const world = corpusWorld(CASE);
      const [party] = menusOf(world).filter((one) => one.id === "patient");
      const items = (party?.menu ?? []).slice(0, 4).map((item) => ({
        item: item.id,
        kind: item.kind,
        label: item.label,
        parties: [party?.name ?? ""],
        onRoute: true,
        landed: 0,
        ways: [],
        taught: [],
      }));
      const { ways } = await waysByModel(language.model, CASE, items);
      expect(ways.length).toBeGreaterThanOrEqual(items.length);
      for (const { text } of ways) expect(text).not.toMatch(/\d/);
      const given = noParaphrases(world.spec.id);
      for (const { item, text } of ways)
        given.items[item] = { model: [...(given.items[item]?.model ?? []), text] };
      const { ballots } = checkParaphrases(world, new Set(), given);
      const hits = ballots.filter((ballot) => ballot.verdict === "hit").length;
      expect(hits / ballots.length).toBeGreaterThan(0.5);
    },
    SLOW,
  );

  test(
    "finds an identifier that no list knows, and its quote is found in the record",
    async () => {
      const text = "spoke with old mrs quillfeather about the walker";
      const { findings } = await screenWith(
        [ruleFinder, modelFinder(language.model, CASE)],
        [{ key: "r1", text, title: "Note", sender: "Advocate" }],
      );
      expect(findings.some((finding) => finding.text.includes("quillfeather"))).toBe(true);
    },
    SLOW,
  );
});
