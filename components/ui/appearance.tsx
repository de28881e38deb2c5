"use client";

import { useState } from "react";
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

/** Theme, density and whether single keys act. */
export function AppearanceControls({ initial }: { initial: Appearance }) {
  const [chosen, setChosen] = useState(initial);
  const set = (name: keyof Appearance, standard: string) => (value: string) => {
    keep(name, value, standard);
    setChosen((before) => ({ ...before, [name]: value }));
  };
  return (
    <div className="appearance">
      <span className="label">Theme</span>
      <Segmented
        label="Theme"
        value={chosen.theme}
        onChange={set("theme", "system")}
        options={[
          { value: "system", label: "System" },
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
        ]}
      />
      <span className="label">Rows</span>
      <Segmented
        label="Rows"
        value={chosen.density}
        onChange={set("density", "comfortable")}
        options={[
          { value: "comfortable", label: "Comfortable" },
          { value: "compact", label: "Compact" },
        ]}
      />
      <span className="label">Single keys</span>
      <Segmented
        label="Single keys"
        value={chosen.keys}
        onChange={set("keys", "on")}
        options={[
          { value: "on", label: "On" },
          { value: "off", label: "Off" },
        ]}
      />
    </div>
  );
}
