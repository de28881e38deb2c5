import type { ReactNode } from "react";
import { Icon, type IconName, type Tone } from "./icon";

const decisions = {
  accepted: { icon: "mark-good", tone: "good", word: "Accepted" },
  edited: { icon: "mark-edited", tone: "accent", word: "Edited" },
  rejected: { icon: "mark-rejected", tone: "faint", word: "Rejected" },
  undecided: { icon: null, tone: null, word: "Undecided" },
} as const;

export type Decision = keyof typeof decisions;

/** What was decided about an item: circle and tick, square and pencil, diamond and cross, dashed ring. */
export function DecisionMark({ decision, word = false }: { decision: Decision; word?: boolean }) {
  const { icon, tone, word: name } = decisions[decision];
  return (
    <span className="mark">
      {icon ? <Icon name={icon} tone={tone} /> : <span className="undecided" aria-hidden="true" />}
      {word ? name : <span className="visually-hidden">{name}</span>}
    </span>
  );
}

export type Severity = "good" | "caution" | "bad";

const severities: Record<Severity, { icon: IconName; tone: Tone }> = {
  good: { icon: "mark-good", tone: "good" },
  caution: { icon: "mark-caution", tone: "caution" },
  bad: { icon: "mark-bad", tone: "bad" },
};

/** How grave something is, always with its words: "None open", "3 to check", "1 unreachable". */
export function SeverityMark({ severity, children }: { severity: Severity; children: ReactNode }) {
  return (
    <span className="mark">
      <Icon name={severities[severity].icon} tone={severities[severity].tone} />
      {children}
    </span>
  );
}

/** Something that runs now, with its word. */
export function RunningMark({ children }: { children: ReactNode }) {
  return (
    <span className="mark">
      <span className="running" aria-hidden="true" />
      {children}
    </span>
  );
}

/** How far something is on its way, in eighths, beside the word: dashed at the start, a red square when set aside. */
export function StageDisc({
  step,
  held = false,
  children,
}: {
  step: number;
  held?: boolean;
  children: ReactNode;
}) {
  const state = held ? " is-held" : step === 0 ? " is-start" : "";
  return (
    <span className="stage">
      <span
        className={`stage-disc${state}`}
        style={{ "--n": step } as React.CSSProperties}
        aria-hidden="true"
      />
      {children}
    </span>
  );
}
