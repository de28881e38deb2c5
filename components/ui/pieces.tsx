import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon";

/** A small label with an edge. */
export function Chip({
  tone,
  icon,
  children,
}: {
  tone?: "accent" | "good" | "caution" | "bad";
  icon?: IconName;
  children: ReactNode;
}) {
  return (
    <span className={`chip${tone ? ` chip-${tone}` : ""}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}

/** A number beside the noun it counts. */
export function Count({ children }: { children: ReactNode }) {
  return <span className="count">{children}</span>;
}

/** The first letters of the first two words of a name. */
export const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word][0])
    .slice(0, 2)
    .join("")
    .toUpperCase();

/** Somebody: initials in a ring and the name. You are filled; nobody is a dashed ring. */
export function Person({
  name,
  you = false,
  note,
}: {
  name: string | null;
  you?: boolean;
  note?: ReactNode;
}) {
  return (
    <span className={`person${name ? "" : " soft"}`}>
      {name ? (
        <span className={`person-badge${you ? " is-you" : ""}`} aria-hidden="true">
          {initialsOf(name)}
        </span>
      ) : (
        <span className="undecided person-nobody" aria-hidden="true" />
      )}
      <span>
        {you ? "You" : (name ?? "Nobody")}
        {note && (
          <>
            <br />
            <span className="meta">{note}</span>
          </>
        )}
      </span>
    </span>
  );
}

/** A bar for a count that is also written beside it. */
export function Meter({ done, of }: { done: number; of: number }) {
  const part = of > 0 ? Math.min(100, (done / of) * 100) : 0;
  return (
    <span className="meter" aria-hidden="true">
      <i style={{ "--part": `${part}%` } as React.CSSProperties} />
    </span>
  );
}

/** A fault: the title states it, one sentence says the cause, then the way to mend it. */
export function FindingCard({
  severity = "bad",
  title,
  children,
  acts,
  live = false,
}: {
  severity?: "bad" | "caution";
  title: ReactNode;
  children?: ReactNode;
  acts?: ReactNode;
  /** Said to screen readers when it appears. */
  live?: boolean;
}) {
  return (
    <div
      className={`finding${severity === "caution" ? " finding-caution" : ""}`}
      role={live ? "status" : undefined}
    >
      <Icon name={severity === "caution" ? "mark-caution" : "mark-bad"} />
      <p className="finding-title">{title}</p>
      {children && <div className="finding-text">{children}</div>}
      {acts && <div className="finding-acts">{acts}</div>}
    </div>
  );
}

/** Nothing here yet: what is missing, when it will appear, one link. */
export function Empty({
  icon,
  title,
  children,
  link,
}: {
  icon: IconName;
  title: ReactNode;
  children: ReactNode;
  link?: ReactNode;
}) {
  return (
    <div className="empty">
      <span className="empty-glyph" aria-hidden="true">
        <Icon name={icon} />
      </span>
      <p className="strong">{title}</p>
      <p className="soft ui">{children}</p>
      {link && <p className="ui">{link}</p>}
    </div>
  );
}

/** The frame of something that is loading: still grey bars, and a word for screen readers. */
export function Loading({ rows = 6, what = "Loading" }: { rows?: number; what?: string }) {
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{what}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="loading-bar" aria-hidden="true" />
      ))}
    </div>
  );
}

/** A passage of a record. */
export function Quote({ children }: { children: ReactNode }) {
  return <blockquote className="quote">{children}</blockquote>;
}

/** What de-identification took out, by its kind. */
export function Withheld({ kind }: { kind: string }) {
  return <span className="withheld">{kind}</span>;
}

/** The heads of a table's columns; `acts` names the last column, which holds buttons, to screen readers only. */
export function TableHead({ columns, acts }: { columns: readonly string[]; acts?: string }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        {acts && (
          <th scope="col">
            <span className="visually-hidden">{acts}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}
