/** The icons that ui.css draws. */
export type IconName =
  | "act"
  | "arrow-left"
  | "arrow-right"
  | "check"
  | "chevron-down"
  | "chevron-right"
  | "clock"
  | "copy"
  | "cross"
  | "document"
  | "dot"
  | "download"
  | "eye"
  | "fax"
  | "filter"
  | "fit"
  | "flag"
  | "form"
  | "hand"
  | "help"
  | "kind-document"
  | "kind-fact"
  | "kind-form"
  | "kind-operation"
  | "kind-outcome"
  | "kind-permission"
  | "kind-status"
  | "layout"
  | "link"
  | "list"
  | "lock"
  | "mark-bad"
  | "mark-caution"
  | "mark-edited"
  | "mark-good"
  | "mark-rejected"
  | "memory"
  | "menu"
  | "message"
  | "minus"
  | "note"
  | "pause"
  | "pencil"
  | "phone"
  | "play"
  | "plus"
  | "publish"
  | "quote"
  | "read"
  | "route"
  | "seal"
  | "search"
  | "send"
  | "shield"
  | "step-back"
  | "step-forward"
  | "tag"
  | "undo"
  | "user"
  | "wait";

/** An icon beside its word. Alone, it needs a `label`. */
export function Icon({ name, tone, label }: { name: IconName; tone?: Tone; label?: string }) {
  const className = `i i-${name}${tone ? ` is-${tone}` : ""}`;
  return label ? (
    <i className={className} role="img" aria-label={label} />
  ) : (
    <i className={className} aria-hidden="true" />
  );
}

export type Tone = "good" | "caution" | "bad" | "accent" | "faint";
