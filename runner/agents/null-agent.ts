import type { Agent } from "./agent";

/** Finishes at once: whatever it passes checks nothing (faults.md, C2). */
export const nullAgent: Agent = {
  name: "null",
  play: (env) => {
    env.step({ tool: "finish", summary: "Nothing was done." });
  },
};
