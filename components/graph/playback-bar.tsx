"use client";

import { type KeyboardEvent, useMemo } from "react";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { momentText } from "@/lib/contracts/moment-words";
import type { Playback } from "./playback";

/** The foot of the graph: step, play, run to a node; what happens, when, and how many actions are left. */
export function PlaybackBar({
  playbacks,
  playback,
  step,
  playing,
  start,
  limit,
  canRunTo,
  onChoose,
  onStep,
  onPlay,
  onRunTo,
  onShowView,
  viewShown,
}: {
  playbacks: readonly { id: string; name: string }[];
  playback: Playback | null;
  /** Index of the present step, from 0. */
  step: number;
  playing: boolean;
  start: number;
  limit: number;
  canRunTo: boolean;
  onChoose: (id: string) => void;
  onStep: (step: number) => void;
  onPlay: () => void;
  onRunTo: () => void;
  onShowView: () => void;
  viewShown: boolean;
}) {
  const steps = playback?.steps ?? [];
  const now = steps[step];
  const ticks = useMemo(() => bunched(steps.map((s) => s.wait)), [steps]);
  const at = momentText(start, now?.minute ?? 0);
  const keys = (event: KeyboardEvent) => {
    const to = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: -1, End: steps.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onStep(to);
  };
  return (
    <section className="playback" aria-label="Playback of a run">
      <div className="transport">
        <Button
          quiet
          square
          icon="step-back"
          aria-label="Step back"
          aria-keyshortcuts=","
          onClick={() => onStep(step - 1)}
        />
        <Button
          square
          icon={playing ? "pause" : "play"}
          aria-label={playing ? "Pause" : "Play"}
          aria-keyshortcuts="P"
          onClick={onPlay}
        />
        <Button
          quiet
          square
          icon="step-forward"
          aria-label="Step forward"
          aria-keyshortcuts="."
          onClick={() => onStep(step + 1)}
        />
        <Button
          quiet
          className="is-spare"
          onClick={onRunTo}
          closed={canRunTo ? null : "Select a node of this run"}
          closedReasonId="run-to-why"
        >
          Run to selected
        </Button>
        <span className="visually-hidden" id="run-to-why">
          Opens when a node of this run is selected.
        </span>
      </div>
      <div className="playback-main">
        <div className="playback-line">
          {playbacks.length > 0 && (
            <Select
              aria-label="Run that is played"
              className="playback-choice"
              value={playback?.id ?? ""}
              onChange={(event) => onChoose(event.target.value)}
            >
              {playbacks.map((p) => (
                <option key={p.id} value={p.id}>
                  {p.name}
                </option>
              ))}
            </Select>
          )}
          <span className="strong nowrap">
            {steps.length === 0
              ? "No run"
              : step < 0
                ? "At the start"
                : `Step ${step + 1} of ${steps.length}`}
          </span>
          <span className="soft clip" title={now?.title}>
            {now?.title ??
              (steps.length > 0
                ? `${steps.length} steps. Play, or step forward.`
                : "Nothing reaches the outcomes yet.")}
          </span>
        </div>
        {steps.length > 0 && (
          <div
            className="ticks"
            role="slider"
            aria-label="Step"
            aria-valuenow={step + 1}
            aria-valuemin={0}
            aria-valuemax={steps.length}
            aria-valuetext={`Step ${step + 1} of ${steps.length}: ${now?.title ?? ""}`}
            tabIndex={0}
            onKeyDown={keys}
            onClick={(event) => {
              const tick = (event.target as HTMLElement).closest<HTMLElement>("[data-step]");
              if (tick) onStep(Number(tick.dataset.step));
            }}
          >
            {ticks.map((t) => (
              <i
                key={t.from}
                data-step={t.to - 1}
                className={`${t.to <= step ? "is-done" : ""}${t.from <= step && step < t.to ? "is-now" : ""}${t.wait ? " is-wait" : ""}`}
              />
            ))}
          </div>
        )}
      </div>
      <div className="figures">
        <div className="figure">
          <b>{`${at.day}, ${at.time}`}</b>
          <span>world clock</span>
        </div>
        <div className="figure">
          <b>
            {now ? now.actionsLeft : limit} of {limit}
          </b>
          <span>actions left</span>
        </div>
        <Button quiet className="is-spare" icon="eye" pressed={viewShown} onClick={onShowView}>
          Agent’s view
        </Button>
      </div>
    </section>
  );
}

/** At most 120 marks: a long run shares one mark among neighbouring steps. */
function bunched(waits: readonly boolean[]): { from: number; to: number; wait: boolean }[] {
  const size = Math.max(1, Math.ceil(waits.length / 120));
  const out: { from: number; to: number; wait: boolean }[] = [];
  for (let from = 0; from < waits.length; from += size) {
    const to = Math.min(waits.length, from + size);
    out.push({ from, to, wait: waits.slice(from, to).includes(true) });
  }
  return out;
}
