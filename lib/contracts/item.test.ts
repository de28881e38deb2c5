import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { packetSchema } from "@/compiler/packet";
import { samplePacket } from "@/tests/factories/case";
import {
  changedFields,
  contentSchema,
  finishedSchema,
  type ItemContent,
  itemsOf,
  mergeItems,
  packetOf,
  same,
} from "./item";

describe("packets and items", () => {
  test("a packet taken apart and put together is the same packet", () => {
    const packet = samplePacket();
    const shuffled = [...itemsOf(packet)].reverse();
    expect(packetOf(packet.case_id, shuffled)).toEqual(packet);
  });

  test("every finished item may be kept; unfinished texts and references too, unknown fields never", () => {
    for (const { section, content } of itemsOf(samplePacket())) {
      expect(contentSchema(section).safeParse(content).success, content.id).toBe(true);
      expect(contentSchema(section).safeParse({ ...content, colour: "red" }).success, content.id).toBe(false);
    }
    const step = { ...samplePacket().steps[0], party: "", what: "", scope: "" } as ItemContent;
    expect(contentSchema("steps").safeParse(step).success).toBe(true);
    expect(finishedSchema("steps").safeParse(step).success).toBe(false);
    expect(contentSchema("steps").safeParse({ ...step, kind: "dance" }).success).toBe(false);
    expect(
      contentSchema("parties").safeParse({ ...samplePacket().parties[0], contacts: [{ id: "c" }] }).success,
    ).toBe(false);
  });

  test("the schema of what is kept and of the packet accept the same finished packet", () => {
    const packet = samplePacket();
    expect(packetSchema.parse(packetOf(packet.case_id, itemsOf(packet)))).toEqual(packet);
  });

  test("quotes, comments and decisions are no change of what an item says", () => {
    const item = samplePacket().exchanges[0] as ItemContent;
    expect(changedFields(item, { ...item, decision: "accepted", evidence: [], comments: [] })).toEqual([]);
    expect(changedFields(item, { ...item, what: "other", sensitive: true })).toEqual(["what", "sensitive"]);
  });
});

const field = fc.constantFrom("a", "b", "c");
const value = fc.constantFrom(1, 2, 3);
const item = fc.dictionary(field, value).map((fields): ItemContent => ({ id: "i", ...fields }));

describe("merging", () => {
  test("nothing that one side alone changed is lost, whichever side it was", () => {
    fc.assert(
      fc.property(item, item, item, (base, theirs, mine) => {
        const { content, conflicts } = mergeItems(base, theirs, mine);
        for (const key of ["a", "b", "c"]) {
          const [b, t, m] = [base[key], theirs[key], mine[key]];
          if (conflicts.includes(key)) {
            expect(same(t, b) || same(m, b) || same(t, m)).toBe(false);
            expect(content[key]).toEqual(t);
          } else expect(content[key]).toEqual(same(m, b) ? t : m);
        }
      }),
      { seed: 20261129, numRuns: 500 },
    );
  });

  test("with one side unchanged the other side comes out", () => {
    fc.assert(
      fc.property(item, item, (base, changed) => {
        expect(same(mergeItems(base, base, changed).content, changed)).toBe(true);
        expect(same(mergeItems(base, changed, base).content, changed)).toBe(true);
      }),
      { seed: 20261129 },
    );
  });

  test("quotes are joined: what either added is there, what either took off is not", () => {
    const list = fc.uniqueArray(fc.constantFrom("p", "q", "r", "s"));
    fc.assert(
      fc.property(list, list, list, (base, theirs, mine) => {
        const of = (evidence: string[]): ItemContent => ({ id: "i", evidence });
        const { content, conflicts } = mergeItems(of(base), of(theirs), of(mine));
        expect(conflicts).toEqual([]);
        for (const quote of ["p", "q", "r", "s"]) {
          const [b, t, m] = [base, theirs, mine].map((one) => (one as string[]).includes(quote));
          expect((content.evidence as string[]).includes(quote)).toBe(b ? Boolean(t && m) : Boolean(t || m));
        }
      }),
      { seed: 20261129, numRuns: 300 },
    );
  });
});
