import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { translateLexically } from "./lexical";
import { type TranslationRequest, translationSchema } from "./translation";

const menu: TranslationRequest["menu"] = [
  { id: "status", kind: "status", label: "delivery status of the walker" },
  { id: "date", kind: "fact", label: "delivery date" },
  { id: "network", kind: "fact", label: "suppliers in network" },
  { id: "letter", kind: "document", label: "copy of the letter that the walker cannot be repaired" },
  { id: "arrange", kind: "operation", label: "arrange delivery to her home" },
  { id: "cancel", kind: "operation", label: "cancel the loan request" },
  { id: "claim", kind: "form", label: "coverage claim form" },
];
const vocabulary: TranslationRequest["vocabulary"] = [
  { fact: "born", label: "date of birth", known: true },
  { fact: "member", label: "member number", known: true },
  { fact: "case_number", label: "case number", known: false },
];
const ask = (text: string, rest: Partial<TranslationRequest> = {}) =>
  translateLexically({
    tool: "ask",
    party: { name: "Charity", kind: "community" },
    text,
    share: [],
    menu,
    vocabulary,
    ...rest,
  });
const items = (text: string, tool: TranslationRequest["tool"] = "ask") =>
  ask(text, { tool }).parts.map(
    (part) => part.item ?? (part.candidates.length > 0 ? part.candidates.join("|") : "-"),
  );

describe("E8 the lexical translator", () => {
  test.each([
    ["Delivery date", ["date"]],
    ["delivery  DATE?", ["date"]],
    ["delivery date and suppliers in network", ["date", "network"]],
    ["delivery date, suppliers in network and delivery status of the walker", ["date", "network", "status"]],
    ["delivery date\nsuppliers in network;delivery status of the walker", ["date", "network", "status"]],
    ["Which suppliers are in your network?", ["network"]],
    ["Could you send me a copy of the letter saying it cannot be repaired?", ["letter"]],
    ["Hello, this is about the walker. What is the status of the delivery?", ["status"]],
    ["the weather", ["-"]],
    ["", ["-"]],
  ])("E8 reads %j as %j", (text, expected) => {
    expect(items(text)).toEqual(expected);
  });

  test("E8 takes what the tool is for, and says so when it is for another", () => {
    expect(items("Please arrange delivery to her home", "act")).toEqual(["arrange"]);
    expect(items("arrange delivery to her home")).toEqual(["arrange"]);
    expect(items("please cancel the request for the loan", "voicemail")).toEqual(["cancel"]);
    expect(items("coverage claim form")).toEqual(["claim"]);
  });

  test("E8 asks back instead of guessing", () => {
    expect(items("delivery")).not.toContain("date");
    const twins = [
      { id: "home", kind: "fact" as const, label: "phone number" },
      { id: "work", kind: "fact" as const, label: "phone number" },
    ];
    expect(ask("phone number", { menu: twins }).parts[0]).toEqual({
      asked: "phone number",
      item: null,
      candidates: ["home", "work"],
    });
  });

  test("E2 shares are placed by a held handle or by words, and otherwise named", () => {
    const share = [
      { what: "born", value: "1" },
      { what: "Member number.", value: "2" },
      { what: "DOB", value: "3" },
      { what: "case_number", value: "4" },
      { what: "number", value: "5" },
      { what: "shoe size", value: "6" },
    ];
    expect(ask("delivery date", { share })).toMatchObject({
      said: [
        { fact: "born", value: "1" },
        { fact: "member", value: "2" },
        { fact: "born", value: "3" },
        { fact: "case_number", value: "4" },
      ],
      unplaced: ["number", "shoe size"],
    });
  });

  test("E8 every label means its own item, whatever the menu", () => {
    const word = fc.constantFrom(
      "walker",
      "delivery",
      "date",
      "number",
      "copy",
      "of",
      "the",
      "letter",
      "plan",
      "consent",
    );
    const label = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(fc.uniqueArray(label, { minLength: 1, maxLength: 12 }), (labels) => {
        const some = labels.map((text, i) => ({ id: `item_${i}`, kind: "fact" as const, label: text }));
        for (const item of some)
          expect(ask(item.label, { menu: some }).parts, item.label).toEqual([
            { asked: item.label, item: item.id, candidates: [] },
          ]);
      }),
      { seed: 8 },
    );
  });

  test("a request of very many parts, or of very many spaces, is answered at once", () => {
    expect(ask("delivery date\n".repeat(300)).parts).toHaveLength(21);
    expect(ask(`delivery date, ${"suppliers in network, ".repeat(190)}`).parts.length).toBeLessThan(22);
    expect(items(`delivery${" ".repeat(3900)}date`)).toEqual(["date"]);
  });

  test("any text gives a translation of the declared shape, the same each time", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300 }),
        fc.constantFrom("ask" as const, "act" as const),
        (text, tool) => {
          const translation = ask(text, { tool });
          expect(translationSchema.parse(translation)).toEqual(translation);
          expect(ask(text, { tool })).toEqual(translation);
          for (const { item } of translation.parts) if (item) expect(menu.map((m) => m.id)).toContain(item);
        },
      ),
      { seed: 4 },
    );
  });
});
