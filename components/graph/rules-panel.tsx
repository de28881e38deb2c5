"use client";

import { useMutation } from "@tanstack/react-query";
import type { WorldSpec } from "@/compiler/spec/world";
import type { Trap } from "@/compiler/traps";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { FindingCard } from "@/components/ui/pieces";
import type { Analysis } from "./analyse";
import { sentence } from "./world-node";

/** The traps of a world, looked for in a worker. */
function trapsOf(spec: WorldSpec): Promise<Trap[]> {
  const worker = new Worker(new URL("./traps.worker.ts", import.meta.url), { type: "module" });
  return new Promise<Trap[]>((found, failed) => {
    worker.onmessage = ({ data }: MessageEvent<Trap[]>) => found(data);
    worker.onerror = () => failed(new Error("The search for traps broke off."));
    worker.postMessage(spec);
  }).finally(() => worker.terminate());
}

/**
 * What the world really tests: for each permission and prohibited action the cheapest run that reaches every outcome and
 * breaks it, or that no run can.
 */
export function RulesPanel({
  analysis,
  onGo,
  onPlay,
}: {
  analysis: Analysis;
  onGo: (id: string) => void;
  /** Plays the run of a trap on the graph, at the step that breaks the rule. */
  onPlay: (trap: Trap) => void;
}) {
  const search = useMutation({
    networkMode: "always",
    mutationFn: async ({ world }: Analysis) => (world ? trapsOf(world.spec) : []),
  });
  const traps = search.data ?? [];
  const stale = search.variables !== analysis || search.isError;
  const safe = analysis.oracle?.shortest?.length ?? analysis.oracle?.shortened.length ?? 0;
  const vacuous = traps.filter((t) => t.verdict === "unbreakable").length;
  return (
    <>
      <div className="side-block">
        <h2 className="head">What the rules test</h2>
        <p className="ui soft">
          For each rule: the cheapest run that reaches every outcome and still breaks it. A rule that no run
          can break tests nothing.
        </p>
        {stale && (
          <Button
            icon="search"
            closed={analysis.world ? null : "The world cannot be read yet"}
            onClick={() => search.mutate(analysis)}
          >
            {search.isSuccess ? "The world changed. Look again" : "Look for traps"}
          </Button>
        )}
        <p className="ui" role="status">
          {search.isPending && "Looking at each rule"}
          {search.isError && `${search.error.message} Nothing is lost: look again.`}
          {search.isSuccess &&
            `${traps.length} rules, ${vacuous === 0 ? "none of them vacuous" : `${vacuous} vacuous`}.`}
        </p>
      </div>
      {traps.map((t) => (
        <div key={t.rule.id} className="rule-card">
          <span className="edit-row">
            <button type="button" className="go strong" onClick={() => onGo(t.rule.id)}>
              {sentence(t.rule.text)}
            </button>
          </span>
          {t.verdict === "breakable" ? (
            <>
              <span>
                <Icon name="mark-good" tone="good" /> {t.reason}
              </span>
              <span className="meta">
                {t.route.length} steps{t.cheapest ? ", no run with fewer breaks it" : ", the cheapest found"}.
                The safe route has {safe}.
                {t.brokenAt !== null && ` Broken at action ${t.brokenAt} of ${t.actions}.`}
              </span>
              {t.log.length > 0 && (
                <Button quiet icon="play" onClick={() => onPlay(t)}>
                  Show the run
                </Button>
              )}
            </>
          ) : t.verdict === "unbreakable" ? (
            <FindingCard severity="caution" title="No run can break this rule.">
              {t.reason} Put something behind it that could be done too early, or take it away.
            </FindingCard>
          ) : (
            <span>
              <Icon name="mark-caution" tone="caution" /> Not decided. {t.reason}
            </span>
          )}
        </div>
      ))}
    </>
  );
}
