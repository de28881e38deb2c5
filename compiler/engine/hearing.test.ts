import fc from "fast-check";
import { expect, test } from "vitest";
import { isSaid, sayings, type Value } from "../spec/value";
import { buildWorld } from "../testing/build-world";
import { drive } from "../testing/drive";
import { fact, form, operation, party, patient } from "../testing/world-parts";
import type { CompiledFact } from "./compiled-world";
import { Hearing } from "./hearing";

const SEED = 20261201;
const LABEL = "walnut zebra";

const tells = (value: Value, ...said: string[]) => {
  const fact: CompiledFact = {
    id: "f",
    value,
    sayings: sayings(value),
    protected: true,
    heldBy: [],
    reveals: [],
  };
  return new Hearing(said).tells(fact, LABEL);
};
const identifier = (value: string): Value => ({ type: "identifier", value });
const date = (value: string): Value => ({ type: "date", value });
const phone = (value: string): Value => ({ type: "phone", value });
const money = (value: string, currency = "USD"): Value => ({ type: "money", value, currency });
const text = (value: string): Value => ({ type: "text", value });

const digits = (least: number, most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most }).map((all) => all.join(""));
const carrier = fc
  .tuple(
    fc.constantFrom("", "Please note: ", "The number is ", "On file (", "He said \u201c", "For this, see #"),
    fc.constantFrom("", ", thanks.", " too", ") please", "\u201d, I think.", "; and so on", "!"),
  )
  .map(
    ([before, after]) =>
      (way: string) =>
        before + way + after,
  );

/** A value with a way of writing it that V1 takes for it. */
const written: fc.Arbitrary<{ value: Value; way: string }> = fc.oneof(
  fc
    .tuple(
      fc.array(fc.stringMatching(/^[A-Z0-9]{1,5}$/), { minLength: 2, maxLength: 8 }),
      fc.constantFrom("", "-", "/", "_", " ", ".", " - "),
      fc.boolean(),
    )
    .map(([pieces, between, small]) => ({
      value: identifier(pieces.join("-")),
      way: small ? pieces.join(between).toLowerCase() : pieces.join(between),
    }))
    .filter(({ value }) => value.value.replaceAll("-", "").length >= 3),
  fc
    .tuple(
      fc.integer({ min: 1900, max: 2099 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
      fc.integer({ min: 0, max: 7 }),
    )
    .map(([year, month, day, how]) => {
      const two = (n: number) => String(n).padStart(2, "0");
      const name = new Date(Date.UTC(year, month - 1, day)).toLocaleString("en-US", {
        month: how % 2 ? "long" : "short",
        timeZone: "UTC",
      });
      const nth = day % 10 === 1 && day !== 11 ? "st" : "th";
      const ways = [
        `${year}-${two(month)}-${two(day)}`,
        `${month}/${day}/${year}`,
        `${two(month)}-${two(day)}-${year}`,
        `${name} ${day}, ${year}`,
        `${name} ${day}${nth}, ${year}`,
        `${name}. ${day} ${year}`,
        `${day} ${name} ${year}`,
        `${day}${nth} of ${name} ${year}`,
      ];
      return { value: date(ways[0] ?? ""), way: ways[how] ?? "" };
    }),
  fc
    .tuple(digits(3, 3), digits(3, 3), digits(4, 4), fc.integer({ min: 0, max: 5 }))
    .map(([a, b, c, how]) => ({
      value: phone(`${a}-${b}-${c}`),
      way:
        [
          `(${a}) ${b}-${c}`,
          `+1 ${a} ${b} ${c}`,
          `${a}.${b}.${c}`,
          `1${a}${b}${c}`,
          a + b + c,
          `${a} ${b} ${c}`,
        ][how] ?? "",
    })),
  fc.tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 0, max: 7 })).map(([cents, how]) => {
    const amount = (cents / 100).toFixed(2);
    const grouped = (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
    const ways = [
      `$${amount}`,
      `$ ${grouped}`,
      `US$${grouped}`,
      `USD ${amount}`,
      `${grouped} USD`,
      `${amount} dollars`,
      `$${grouped}/month`,
      grouped,
    ];
    return { value: money(amount), way: ways[how] ?? "" };
  }),
);

test(`H1 H2 what V1 takes for a number is heard among other words (seed ${SEED})`, () => {
  fc.assert(
    fc.property(written, carrier, ({ value, way }, within) => {
      expect(tells(value, within(way)), within(way)).toBe(true);
    }),
    { seed: SEED, numRuns: 1500 },
  );
});

test(`H2 a part of a longer number is not heard (seed ${SEED})`, () => {
  const longer = fc.tuple(digits(4, 9), digits(1, 4), fc.boolean());
  fc.assert(
    fc.property(longer, carrier, ([number, more, before], within) => {
      const whole = before ? `${more}${number}` : `${number}${more}`;
      const said = within(whole);
      for (const value of [identifier(number), phone(number), money(String(Number(number)))])
        if (!isSaid(value, whole))
          expect(tells(value, said), `${value.type} ${number} in ${said}`).toBe(false);
    }),
    { seed: SEED, numRuns: 500 },
  );
});

test.each<[Value, string, boolean]>([
  [identifier("A1234"), "The number is A1234, thanks.", true],
  [identifier("QWERTYUI"), "The number is QWERTYUI, thanks.", true],
  [identifier("AB/12345"), "It is ab-12345.", true],
  [identifier("A12345678901234567890123"), "It is A12345678901234567890123, thanks.", true],
  [identifier("K151975"), `${"q00000 ".repeat(60)}and K151975 too.`, true],
  [identifier("K15"), "The K-15197 road", false],
  [identifier("12"), "in 12 days", false],
  [identifier("12"), "Her walnut zebra is 12 now", true],
  [identifier("12"), "12", true],
  [date("2021-05-07"), "He was born on the 7th of May 2021 in Ohio.", true],
  [date("2021-05-07"), "Born Sept. 7, 2021 or 12021-05-07", false],
  [phone("555-0142"), "Call 555 0142 at 9 please.", true],
  [phone("555-0142"), "Room 555 or 0142, bed 3", false],
  [money("25"), "It costs $25.", true],
  [money("25"), "in 25 days", false],
  [money("25"), "Her walnut zebra is 25 now", true],
  [money("25"), "25", true],
  [money("1234"), "1234 a month", true],
  [money("1234"), "€1,234 a month", false],
  [money("1234", "EUR"), "1,234 euros a month", true],
  [money("120"), "120% of it, at 120:30, on 120-40, as X120", false],
  [money("2.5"), "It is 2.50 or 12.5", true],
  [text("yes"), "yes", false],
  [text("yes"), "The walnut zebra is yes.", true],
  [text("renal failure"), "Renal failure. What are your hours?", true],
])("H1 %o in “%s”: %s", (value, said, heard) => {
  expect(tells(value, said)).toBe(heard);
});

test("H2 hearing takes time linear in what is said", () => {
  const hard = ["1,".repeat(50_000), "1".repeat(100_000), "a1 ".repeat(30_000), "may 7 ".repeat(20_000)];
  for (const said of hard) {
    const values = [identifier("a1".repeat(60)), date("2021-05-07"), phone("111-1111"), money("111")];
    for (const value of values) expect(typeof tells(value, said)).toBe("boolean");
  }
}, 20_000);

const shop = party("shop", ["message", "phone"]);
const secret = fact("secret", [], { protected: true });

test("E3 a second, wrong value beside the right one takes nothing back", () => {
  const world = buildWorld({
    entities: [patient(), shop],
    knowledge: [secret],
    mutations: [operation("order", "shop")],
    forms: [
      form("slip", "shop", [
        { id: "one", label: "one", kind: "value", source: "secret", verifiable: false },
        { id: "two", label: "two", kind: "value", source: "secret", verifiable: false },
      ]),
    ],
    day_one: { facts: ["secret"] },
  });
  const both = ["secret value", "another"];
  for (const values of [both, both.toReversed()]) {
    const run = drive(world);
    const said = values.map((value) => ({ fact: "secret", value }));
    const parts = [{ asked: "order", item: "order" }];
    run.do({ kind: "request", tool: "act", party: "shop", channel: "shop_message", parts, said });
    expect(run.codes).toEqual(["authority/protected-value", "grounding/conflicting-delivery"]);
    run.codes.length = 0;
    run.submit("slip", { one: values[0] ?? "", two: values[1] ?? "" }, "shop_message");
    expect(run.codes).toEqual(["authority/protected-value", "grounding/form-value-conflict"]);
  }
});

test("E3 everybody on a call hears what is said to one of them", () => {
  const run = drive(
    buildWorld({
      entities: [patient(), shop, party("plan", ["phone"])],
      knowledge: [{ ...secret, held_by: [{ party: "plan" }] }],
      mutations: [operation("order", "shop")],
      day_one: { facts: ["secret"] },
    }),
  );
  const tell = (to: string, channel: string | null = null) => {
    const parts = [{ asked: "hello", item: null }];
    const said = [{ fact: "secret", value: "secret value" }];
    return run.do({ kind: "request", tool: "act", party: to, channel, parts, said }).findings;
  };
  run.call("patient_phone", "plan_phone");
  expect(tell("patient"), "nobody on the call needs a permission").toEqual([]);
  run.hangUp();
  run.call("patient_phone", "shop_phone");
  expect(tell("patient").map(({ nodes }) => nodes)).toEqual([["shop", "secret"]]);
  run.hangUp();
  expect(tell("patient", null), "the call has ended").toEqual([]);
});
