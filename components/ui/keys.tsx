"use client";

import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";

export type KeyBinding = {
  /** As the browser names it: "j" (in either case), "?", "Enter", "ArrowLeft"; and "Ctrl+Enter", which works in fields too. */
  key: string;
  /** What it does, as the sheet says it: "Next item". */
  does: string;
  run: (event: KeyboardEvent) => void;
};

type Section = { where: string; bindings: readonly KeyBinding[] };

type Registry = {
  add: (section: Section) => () => void;
  show: () => void;
};

const KeysContext = createContext<Registry>({ add: () => () => {}, show: () => {} });

const inField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
const dialogIsOpen = () => document.querySelector("dialog[open], [popover]:popover-open") !== null;
const switchedOff = () => document.documentElement.dataset.keys === "off";

/** A key is off while a field has the focus, while a dialog is open, when the person switched keys off, and with Ctrl, Alt or Meta. */
function isQuiet(event: KeyboardEvent): boolean {
  return switchedOff() || inField(event.target) || event.ctrlKey || event.altKey || event.metaKey;
}

const ctrlEnter = "Ctrl+Enter";

/** Runs the newest binding of the key that was pressed: the page in front goes before what lies around it. */
function press(event: KeyboardEvent, sections: readonly Section[]): void {
  if (event.defaultPrevented || event.isComposing || dialogIsOpen()) return;
  const sends = event.key === "Enter" && (event.ctrlKey || event.metaKey);
  if (!sends && isQuiet(event)) return;
  const pressed = sends ? ctrlEnter : event.key;
  const found = sections
    .flatMap((section) => section.bindings)
    .findLast(
      ({ key }) => key === pressed || (key.length === 1 && key.toLowerCase() === pressed.toLowerCase()),
    );
  if (!found) return;
  event.preventDefault();
  found.run(event);
}

const shown = (key: string) => key.split("+").map((part) => (part.length === 1 ? part.toUpperCase() : part));

/** Listens for keys and shows the sheet of all of them at `?`. One for the whole studio. */
export function KeysProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [sections, setSections] = useState<readonly Section[]>([]);
  const registry = useMemo<Registry>(
    () => ({
      add: (section) => {
        setSections((before) => [...before, section]);
        return () => setSections((before) => before.filter((other) => other !== section));
      },
      show: () => setOpen(true),
    }),
    [],
  );

  const everywhere = useMemo<Section>(
    () => ({
      where: "Everywhere",
      bindings: [
        { key: "?", does: "All keys", run: () => setOpen(true) },
        {
          key: "/",
          does: "Search",
          run: () => document.querySelector<HTMLElement>("[data-search]")?.focus(),
        },
      ],
    }),
    [],
  );

  useEffect(() => {
    const handle = (event: KeyboardEvent) => press(event, [everywhere, ...sections]);
    const leaveField = (event: KeyboardEvent) => {
      if (event.key === "Escape" && inField(event.target) && !dialogIsOpen())
        (event.target as HTMLElement).blur();
    };
    window.addEventListener("keydown", handle);
    window.addEventListener("keydown", leaveField);
    return () => {
      window.removeEventListener("keydown", handle);
      window.removeEventListener("keydown", leaveField);
    };
  }, [everywhere, sections]);

  return (
    <KeysContext value={registry}>
      {children}
      <Dialog open={open} onClose={() => setOpen(false)} title="Keys">
        <p className="soft ui">
          Keys rest while you type in a field and while a dialog is open. Switch them off on your account
          page.
        </p>
        {[everywhere, ...sections].map((section) => (
          <section key={section.where} className="key-section">
            <h3 className="label">{section.where}</h3>
            <dl className="key-list">
              {section.bindings.map((binding) => (
                <div key={binding.key}>
                  <dt>
                    {shown(binding.key).map((part) => (
                      <span key={part} className="key">
                        {part}
                      </span>
                    ))}
                  </dt>
                  <dd>{binding.does}</dd>
                </div>
              ))}
              {section === everywhere && (
                <div>
                  <dt>
                    <span className="key">Esc</span>
                  </dt>
                  <dd>Leave the field, or close</dd>
                </div>
              )}
            </dl>
          </section>
        ))}
      </Dialog>
    </KeysContext>
  );
}

/**
 * Binds keys while the component is on the page and lists them in the sheet under `where`. The newest functions are called
 * without binding again.
 */
export function useKeys(where: string, bindings: readonly KeyBinding[]): void {
  const { add } = useContext(KeysContext);
  const latest = useRef(bindings);
  latest.current = bindings;
  const shape = bindings.map((binding) => `${binding.key} ${binding.does}`).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape stands for the bindings, whose functions change at each render
  useEffect(
    () =>
      add({
        where,
        bindings: latest.current.map((binding, index) => ({
          ...binding,
          run: (event) => latest.current[index]?.run(event),
        })),
      }),
    [add, where, shape],
  );
}

/** The top bar's way to the sheet. */
export function KeysButton() {
  const { show } = useContext(KeysContext);
  return (
    <Button quiet icon="help" keyHint="?" className="wide" aria-label="Show all keys" onClick={show}>
      Keys
    </Button>
  );
}
