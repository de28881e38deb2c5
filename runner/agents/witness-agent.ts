import type { PublicEnvironment } from "@/compiler/public/environment";
import type { Agent } from "./agent";

/** Walks a route that was proved beforehand; `walk` holds the plan and sees the public side alone. */
export function witnessAgent(walk: (env: PublicEnvironment) => unknown): Agent {
  return {
    name: "witness",
    play: (env) => {
      walk(env);
      if (!env.finished) env.step({ tool: "finish", summary: "The route could not be walked to its end." });
    },
  };
}
