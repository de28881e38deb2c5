"use client";

import { useStoreApi } from "@xyflow/react";
import { type CSSProperties, type ReactNode, useEffect, useRef } from "react";
import { Icon } from "@/components/ui/icon";
import { momentText } from "@/lib/contracts/moment-words";
import { type PlacedLane, type Segment, SIZE } from "./layout";

const SETTLE_MS = 150;

/**
 * Moves its content with the plane along one axis, without React. `--zoom` scales places, never the words; while a zoom is
 * under way the content is stretched as a picture instead, because working out all places costs frames.
 */
function Pinned({ axis, className, children }: { axis: "x" | "y"; className: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const store = useStoreApi();
  useEffect(() => {
    let settled = Number.NaN;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const place = (settle: boolean) => {
      const element = ref.current;
      if (!element) return;
      const [x, y, zoom] = store.getState().transform;
      if (settle || Number.isNaN(settled)) {
        settled = zoom;
        element.style.setProperty("--zoom", String(zoom));
      }
      const stretch = zoom === settled ? "" : ` scale${axis.toUpperCase()}(${zoom / settled})`;
      element.style.transform = (axis === "x" ? `translateX(${x}px)` : `translateY(${y}px)`) + stretch;
      if (zoom !== settled) {
        clearTimeout(timer);
        timer = setTimeout(() => place(true), SETTLE_MS);
      }
    };
    place(true);
    const leave = store.subscribe(() => place(false));
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [store, axis]);
  return (
    <div className={className} ref={ref}>
      {children}
    </div>
  );
}

const along = (name: "top" | "left", from: number, size: number): CSSProperties => ({
  [name]: `calc(${from}px * var(--zoom, 1))`,
  [name === "top" ? "height" : "width"]: `calc(${size}px * var(--zoom, 1))`,
});

/** The bands behind the nodes. */
export function LaneBands({ lanes }: { lanes: readonly PlacedLane[] }) {
  return (
    <Pinned axis="y" className="bands-layer">
      {lanes.map((l, i) => (
        <div
          key={l.lane.id}
          className={`lane${i % 2 ? " is-even" : ""}${l.folded ? " is-folded" : ""}`}
          style={along("top", l.y, l.height)}
        />
      ))}
    </Pinned>
  );
}

const things = (n: number) => `${n} ${n === 1 ? "node" : "nodes"}`;

function foldedWords(l: PlacedLane): string {
  if (l.lane.file) return `folded: ${things(l.count)} that are known on the first day.`;
  if (l.hidden > 0 && l.hidden === l.count) return `folded: ${things(l.count)} outside this view.`;
  return `folded: ${things(l.count)}${l.lane.decoy ? ", a decoy" : ""}.`;
}

/** The names of the lanes, held at the left; pressing one folds or opens it. */
export function LaneNames({
  lanes,
  onToggle,
}: {
  lanes: readonly PlacedLane[];
  onToggle: (lane: string) => void;
}) {
  return (
    <Pinned axis="y" className="names-layer">
      {lanes.map((l) => (
        <button
          key={l.lane.id}
          type="button"
          className={`lane-name${l.folded ? " is-folded" : ""}`}
          style={along("top", l.y, l.height)}
          aria-expanded={!l.folded}
          onClick={() => onToggle(l.lane.id)}
          tabIndex={-1}
        >
          {l.folded && <Icon name="chevron-right" />}
          <span className="lane-words">
            {l.folded ? (
              <>
                <b className="strong">{l.lane.name}</b>, {foldedWords(l)}
              </>
            ) : (
              l.lane.name
            )}
            {!l.folded &&
              l.lane.badges.map((b) => (
                <span key={b.id} className="lane-badge">
                  <Icon name={b.icon} />
                  {b.text}
                </span>
              ))}
          </span>
        </button>
      ))}
    </Pinned>
  );
}

/** The line of days at the top, and the mark of the present moment in a playback. */
export function TimeHead({
  segments,
  start,
  now,
}: {
  segments: readonly Segment[];
  /** Absolute minutes of the world's first moment. */
  start: number;
  now: number | null;
}) {
  const current =
    now === null ? null : [...segments].reverse().find((s) => s.minute !== null && s.minute <= now);
  return (
    <div className="times">
      <Pinned axis="x" className="times-layer">
        {segments.map((s, i) => {
          const text =
            s.minute === null ? { day: "Never", date: "not reached" } : momentText(start, s.minute);
          const left = i === 0 ? SIZE.firstColumn - 8 : s.x;
          return (
            <div
              key={s.minute ?? "never"}
              className="time"
              style={along("left", left, s.width - (left - s.x))}
            >
              <b>{text.day}</b>
              <span className="clip">{text.date}</span>
              {s === current && <span className="now-flag">Now</span>}
            </div>
          );
        })}
      </Pinned>
    </div>
  );
}

/** Dashed lines where a new moment begins; the present one is drawn strong. */
export function MomentLines({ segments, now }: { segments: readonly Segment[]; now: number | null }) {
  const current =
    now === null ? null : [...segments].reverse().find((s) => s.minute !== null && s.minute <= now);
  return (
    <Pinned axis="x" className="lines-layer">
      {segments.slice(1).map((s) => (
        <div
          key={s.minute ?? "never"}
          className={s === current ? "now" : "dayline"}
          style={{ left: `calc(${s.x}px * var(--zoom, 1))` }}
        />
      ))}
    </Pinned>
  );
}
