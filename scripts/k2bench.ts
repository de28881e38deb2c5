import { compileWorld } from "@/compiler/oracle/compile";
import { runForward } from "@/compiler/oracle/forward";
import { hornClosure } from "@/scripts/bench/horn";
import { monotoneWorld } from "@/scripts/bench/worlds";

const med = (v: number[]) => v.sort((a, b) => a - b)[v.length >> 1]!;
for (const n of [1000, 10000, 100000]) {
  const w = monotoneWorld(Math.round(n / 1.18));
  let a = performance.now();
  const c = compileWorld(w);
  const ct = performance.now() - a;
  const h: number[] = [],
    o: number[] = [];
  for (let i = 0; i < (n > 50000 ? 25 : 100); i++) {
    a = performance.now();
    hornClosure(c.graph);
    h.push(performance.now() - a);
    a = performance.now();
    runForward(c, { roots: [c.goal], until: c.goal });
    o.push(performance.now() - a);
  }
  console.log(
    c.graph.rules,
    c.graph.nodes,
    "compile",
    ct.toFixed(1),
    "horn",
    med(h).toFixed(2),
    "oracle",
    med(o).toFixed(2),
    (med(o) / med(h)).toFixed(2),
  );
}
