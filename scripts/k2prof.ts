import { compileWorld } from "@/compiler/oracle/compile";
import { runForward } from "@/compiler/oracle/forward";
import { sliceRules } from "@/compiler/oracle/slice";
import { hornClosure } from "@/scripts/bench/horn";
import { monotoneWorld } from "@/scripts/bench/worlds";

const w = monotoneWorld(Math.round(100000 / 1.18));
const c = compileWorld(w);
const med = (v: number[]) => v.sort((a, b) => a - b)[v.length >> 1]!;
const time = (n: number, f: () => unknown) => {
  const t = [];
  for (let i = 0; i < n; i++) {
    const a = performance.now();
    f();
    t.push(performance.now() - a);
  }
  return med(t).toFixed(2);
};
const r = new Int32Array(c.graph.nodes).fill(0x7fffffff);
for (const s of c.graph.seeds) r[s] = 0;
const st = new Int32Array(c.graph.nodes);
console.log(
  "horn",
  time(60, () => hornClosure(c.graph)),
);
console.log(
  "slice",
  time(60, () => sliceRules(c, [c.goal], r, st)),
);
console.log(
  "everything",
  time(60, () => runForward(c, { roots: "everything", until: -1 })),
);
console.log(
  "run",
  time(60, () => runForward(c, { roots: [c.goal], until: c.goal })),
);
console.log(
  "emptyslice",
  time(60, () => runForward(c, { roots: [], until: -1 })),
);
