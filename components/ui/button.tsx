"use client";

import Link from "next/link";
import { type ComponentProps, type ReactNode, useId } from "react";
import { Icon, type IconName } from "./icon";

type Look = {
  /** The one filled button of a page. */
  main?: boolean;
  quiet?: boolean;
  /** Only an icon: needs an aria-label. */
  square?: boolean;
  icon?: IconName;
  iconAfter?: IconName;
  keyHint?: string;
  children?: ReactNode;
};

function classOf({ main, quiet, square }: Look): string {
  return `button${main ? " button-main" : ""}${quiet ? " button-quiet" : ""}${square ? " button-square" : ""}`;
}

function Face({ icon, iconAfter, keyHint, children }: Look) {
  return (
    <>
      {icon && <Icon name={icon} />}
      {children}
      {iconAfter && <Icon name={iconAfter} />}
      {keyHint && <kbd aria-hidden="true">{keyHint}</kbd>}
    </>
  );
}

type ButtonProps = Look &
  Omit<ComponentProps<"button">, "children" | "disabled"> & {
    /** Why it cannot be used now and what opens it. It stays on the page and can be reached; pressing does nothing. */
    closed?: string | false | null;
    /** The reason stands beside the button unless the page shows it elsewhere and gives that element's id here. */
    closedReasonId?: string;
    pressed?: boolean;
    /** What is running, "Saving": replaces the words while it runs, and presses are ignored. */
    busy?: string | false | null;
  };

/** A button in the look's states: plain, main, quiet, pressed, closed with its reason, busy. */
export function Button({ closed, closedReasonId, pressed, busy, ...props }: ButtonProps) {
  const ownId = useId();
  const { main, quiet, square, icon, iconAfter, keyHint, children, className, onClick, type, ...rest } =
    props;
  const inert = Boolean(closed) || Boolean(busy);
  const button = (
    <button
      {...rest}
      type={inert ? "button" : (type ?? "button")}
      className={`${classOf({ main: main && !closed, quiet, square })}${className ? ` ${className}` : ""}`}
      aria-disabled={inert || undefined}
      aria-pressed={pressed}
      aria-keyshortcuts={keyHint}
      aria-describedby={closed ? (closedReasonId ?? ownId) : rest["aria-describedby"]}
      onClick={inert ? undefined : onClick}
    >
      {busy ? (
        <>
          <span className="running" aria-hidden="true" />
          {busy}
        </>
      ) : (
        <Face icon={closed ? "lock" : icon} iconAfter={closed ? undefined : iconAfter} keyHint={keyHint}>
          {children}
        </Face>
      )}
    </button>
  );
  if (!closed || closedReasonId) return button;
  return (
    <span className="closed">
      <span className="meta" id={ownId}>
        {closed}
      </span>
      {button}
    </span>
  );
}

/** A link that looks like a button: it goes somewhere, and does nothing else. */
export function ButtonLink({
  main,
  quiet,
  square,
  icon,
  iconAfter,
  keyHint,
  children,
  className,
  ...rest
}: Look & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={`${classOf({ main, quiet, square })}${className ? ` ${className}` : ""}`}>
      <Face icon={icon} iconAfter={iconAfter} keyHint={keyHint}>
        {children}
      </Face>
    </Link>
  );
}
