import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { translateLexically } from "./lexical";
import { ALONE, type TranslationRequest, translationSchema } from "./translation";

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
    ...ALONE,
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
    expect(ask("phone number", { menu: twins }).parts[0]).toMatchObject({
      asked: "phone number",
      item: null,
      candidates: ["home"],
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

  test("E2 values that the words themselves give are placed, and are no request", () => {
    const text =
      "Her date of birth is 1961-03-02 and the member number: AB-1234-9. What is the delivery date?";
    expect(ask(text)).toMatchObject({
      parts: [{ asked: "What is the delivery date?", item: "date", candidates: [] }],
      said: [
        { fact: "born", value: "1961-03-02" },
        { fact: "member", value: "AB-1234-9" },
      ],
      unplaced: [],
    });
    expect(ask("Call me at 555-0100 about the delivery date").said).toEqual([]);
    expect(ask("DOB March 2, 1961. Delivery date?").said).toEqual([{ fact: "born", value: "March 2, 1961" }]);
    const share = [{ what: "born", value: "1970-01-01" }];
    expect(ask(text, { share }).said).toEqual([
      { fact: "born", value: "1970-01-01" },
      { fact: "member", value: "AB-1234-9" },
    ]);
  });

  const consents: TranslationRequest["menu"] = [
    { id: "call_shop", kind: "operation", label: "permission to contact the repair shop" },
    { id: "give_address", kind: "operation", label: "permission to give the charity her address" },
    { id: "stop_loan", kind: "operation", label: "permission to cancel the loan" },
    { id: "lend", kind: "operation", label: "ask for a frame on loan" },
  ];
  const act = (text: string) =>
    ask(text, { tool: "act", menu: consents }).parts.map((part) => part.item ?? part.candidates);

  test("L3 consent is not stretched: not to another scope, and to nobody who did not ask for it", () => {
    expect(act("May I call the repair shop?")).toEqual(["call_shop"]);
    expect(act("Is it all right if I share her address with the charity?")).toEqual(["give_address"]);
    for (const text of [
      "May I contact the charity?",
      "The repair shop called.",
      "May I contact her landlord about the ramp?",
      "Give me permission.",
    ])
      expect(act(text)[0], text).not.toEqual(expect.any(String));
  });

  test("L3 acts that undo each other never stand in for each other", () => {
    expect(act("Please cancel the frame on loan")).not.toContain("lend");
    expect(act("Withdraw the request for a frame")).not.toContain("lend");
    expect(act("Please lend her a frame")).toEqual(["lend"]);
  });

  test("L2 takes the item that gives the kind of answer asked for; sees through a slip of the pen", () => {
    const timed: TranslationRequest["menu"] = [
      { id: "when", kind: "fact", label: "when the shop opens" },
      { id: "open", kind: "status", label: "whether the shop is open" },
    ];
    const one = (text: string) => ask(text, { menu: timed }).parts[0]?.item;
    expect(one("When does the shop open?")).toBe("when");
    expect(one("Is the shop open?")).toBe("open");
    expect(items("Which suplliers are in network?")).toEqual(["network"]);
  });

  test("L2 the very word outweighs its synonym elsewhere, and may-I asks leave only where there is leave to give", () => {
    const flags: TranslationRequest["menu"] = [
      { id: "settle", kind: "operation", label: "resolve the flag with the account of today" },
      { id: "shut", kind: "operation", label: "close the flag because he was not reached" },
    ];
    const acted = (text: string) => ask(text, { tool: "act", menu: flags }).parts[0]?.item;
    expect(acted("Mark the flag as resolved")).toBe("settle");
    expect(acted("Please close this flag, nobody reached him")).toBe("shut");
    const calls: TranslationRequest["menu"] = [
      { id: "slot", kind: "fact", label: "when a follow-up call suits her" },
      { id: "booked", kind: "status", label: "whether the follow-up call is booked" },
    ];
    expect(ask("When can I call you back?", { menu: calls }).parts[0]?.item).toBe("slot");
  });

  test("L2 what fits nothing is not answered with the nearest", () => {
    for (const text of ["What is her blood pressure?", "Who won the match?", "Book a flight to Rome."])
      expect(items(text), text).toEqual(["-"]);
  });

  test("L2 a question for anything at all brings out nothing", () => {
    for (const text of ["Anything?", "Anything else?", "Tell me everything.", "Is there something more?"])
      expect(items(text), text).toEqual(["-"]);
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
          expect(ask(item.label, { menu: some }).parts, item.label).toMatchObject([
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
