"use client";

import { Fragment, useState } from "react";
import { Segmented } from "./segmented";

export type Theme = "system" | "light" | "dark";
export type Density = "comfortable" | "compact";
export type Appearance = { theme: Theme; density: Density; keys: "on" | "off" };

/** Keeps a choice in a cookie for a year, so that the server sends the page as the person wants it, and shows it at once. */
function keep(name: keyof Appearance, value: string, standard: string): void {
  const { dataset } = document.documentElement;
  if (value === standard) delete dataset[name];
  else dataset[name] = value;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
}

type Choice = { label: string; options: readonly { value: string; label: string }[] };

/** Each choice with its options; the first is the usual one. */
const CHOICES: Record<keyof Appearance, Choice> = {
  theme: {
    label: "Theme",
    options: [
      { value: "system", label: "System" },
      { value: "light", label: "Light" },
      { value: "dark", label: "Dark" },
    ],
  },
  density: {
    label: "Rows",
    options: [
      { value: "comfortable", label: "Comfortable" },
      { value: "compact", label: "Compact" },
    ],
  },
  keys: {
    label: "Single keys",
    options: [
      { value: "on", label: "On" },
      { value: "off", label: "Off" },
    ],
  },
};

/** Theme, density and whether single keys act. */
export function AppearanceControls({ initial }: { initial: Appearance }) {
  const [chosen, setChosen] = useState(initial);
  return (
    <div className="appearance">
      {(Object.keys(CHOICES) as (keyof Appearance)[]).map((name) => {
        const { label, options } = CHOICES[name];
        return (
          <Fragment key={name}>
            <span className="label">{label}</span>
            <Segmented
              label={label}
              value={chosen[name]}
              options={options}
              onChange={(value) => {
                keep(name, value, options[0]?.value ?? "");
                setChosen((before) => ({ ...before, [name]: value }));
              }}
            />
          </Fragment>
        );
      })}
    </div>
  );
}
