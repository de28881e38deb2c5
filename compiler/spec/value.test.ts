import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSaid, normalForm, normalText, sayings, type Value } from "./value";

const text = (value: string): Value => ({ type: "text", value });
const date = (value: string): Value => ({ type: "date", value });
const money = (value: string, currency = "USD"): Value => ({ type: "money", value, currency });
const phone = (value: string): Value => ({ type: "phone", value });
const identifier = (value: string): Value => ({ type: "identifier", value });

describe("V1", () => {
  test.each<[Value, string[]]>([
    [
      text("Replacement rollator"),
      ["replacement  ROLLATOR", " Replacement rollator. ", "Ｒeplacement rollator"],
    ],
    [text("Straße"), ["STRASSE", "strasse"]],
    [
      text("Dr. O’Neil, “north” wing, 9–5"),
      ['dr. o\'neil, "north" wing, 9-5', "Dr. O‘Neil, ”north“ wing, 9—5"],
    ],
    [
      date("1981-03-04"),
      [
        "1981-3-4",
        "3/4/1981",
        "03-04-1981",
        "March 4, 1981",
        "4 March 1981",
        "Mar. 4th 1981",
        "Wednesday, March 4, 1981",
      ],
    ],
    [money("25"), ["25.00", "$25", "25 USD", "usd 25.0", "25 dollars", "$025"]],
    [money("1250.5"), ["$1,250.50", "1250.50"]],
    [phone("+1 (555) 010-2000"), ["555 010 2000", "1-555-010-2000", "5550102000"]],
    [identifier("abc-12 34"), ["ABC1234", "abc.1234", "ABC 12-34"]],
  ])("V1 %j is said in other ways", (value, ways) => {
    for (const way of ways) expect(isSaid(value, way), way).toBe(true);
  });

  test.each<[Value, string[]]>([
    [text("rollator"), ["a rollator", "rollators", "rollator 2", ""]],
    [date("1981-03-04"), ["1981-04-03", "born 1981-03-04", "3/4/81", "1981-03-04 08:00", "1981-02-30"]],
    [money("25"), ["25.01", "250", "125", "25 EUR", "$25 EUR", "2.5", "25 or 30", "2,5", "25.001"]],
    [phone("555-010-2000"), ["555-010-2000 ext 4", "010-2000", "2555-010-2000"]],
    [identifier("1234"), ["01234", "12345", "A1234", "123"]],
  ])("V1 C26 %j is not found inside or beside another value", (value, others) => {
    for (const other of others) expect(isSaid(value, other), other).toBe(false);
  });

  test("V1 text of plain characters is made even as any other", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~]{0,20}$/), (s) => {
        expect(`é ${normalText(s)}`.trim()).toBe(normalText(`é ${s}`));
      }),
      { seed: 27, numRuns: 500 },
    );
  });

  test("V1 C26 whole values of letters and digits are never matched by a longer or shorter one", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{2,12}$/), fc.stringMatching(/^[A-Z0-9]{1,4}$/), (id, more) => {
        expect(isSaid(identifier(id), id + more)).toBe(false);
        expect(isSaid(identifier(id), more + id)).toBe(false);
        expect(isSaid(identifier(id), id.slice(1))).toBe(false);
      }),
      { seed: 26 },
    );
  });

  test("V1 normalising a text twice changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (s) => {
        expect(normalText(normalText(s).replace(/\.+$/u, "")).replace(/\.+$/u, "")).toBe(
          normalText(s).replace(/\.+$/u, "").trim(),
        );
      }),
      { seed: 1 },
    );
  });

  test("V1 the whole statement of a text says its value, of no other type", () => {
    const statement = "She needs a rollator with a seat.";
    expect(
      isSaid(text("rollator"), "she needs a rollator with a seat", sayings(text("rollator"), statement)),
    ).toBe(true);
    expect(isSaid(text("rollator"), "a rollator with a seat", sayings(text("rollator"), statement))).toBe(
      false,
    );
    expect(isSaid(identifier("A1"), "A1 is her number", sayings(identifier("A1"), "A1 is her number"))).toBe(
      false,
    );
  });

  test("V1 a value is said by its own text", () => {
    for (const value of [
      text("a"),
      date("2024-02-29"),
      money("7.1", "EUR"),
      phone("555 1234"),
      identifier("é-1"),
    ])
      expect(normalForm(value, value.value)).not.toBeNull();
  });
});
