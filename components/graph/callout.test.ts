import { expect, test } from "vitest";
import { CASES, corpusWorld } from "@/tests/corpus/read-corpus";
import { analyse } from "./analyse";
import { boxOf, placeCallout } from "./callout";
import { layoutWorld, SIZE } from "./layout";
import { buildWorldGraph } from "./world-graph";

const TEXT =
  "Nobody in this world can tell the number of the parish charity. Let somebody hold it, or put it on a document that is on file.";

test("a callout covers no node, no outcome and no header, wherever its node stands", () => {
  for (const id of CASES) {
    const { spec } = corpusWorld(id);
    const layout = layoutWorld(buildWorldGraph(spec), { earliest: analyse(spec).earliest });
    const without: string[] = [];
    for (const placed of layout.nodes) {
      const box = placeCallout(layout, placed.node.id, TEXT);
      if (!box) {
        without.push(placed.node.id);
        continue;
      }
      expect(box.y).toBeGreaterThan(SIZE.header);
      for (const other of layout.nodes) {
        const b = boxOf(other);
        const covers =
          box.x < b.x + b.width &&
          b.x < box.x + box.width &&
          box.y < b.y + b.height &&
          b.y < box.y + box.height;
        expect(covers, `${id}: the callout of ${placed.node.id} covers ${other.node.id}`).toBe(false);
      }
    }
    expect(without.length, `${id}: too crowded for ${without.join(", ")}`).toBeLessThan(
      layout.nodes.length / 4,
    );
  }
});
