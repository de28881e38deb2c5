import type { Metadata } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import "./tokens.css";
import "./ui.css";
import "./frames.css";
import { appearanceFrom } from "./appearance";

export const metadata: Metadata = {
  title: { default: "BABA-Studio", template: "%s · BABA-Studio" },
  description: "Turn screened patient-advocacy cases into certified worlds.",
  robots: { index: false, follow: false },
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { theme, density, keys } = appearanceFrom(await cookies());
  return (
    <html
      lang="en-GB"
      data-theme={theme === "system" ? undefined : theme}
      data-density={density === "comfortable" ? undefined : density}
      data-keys={keys === "on" ? undefined : keys}
    >
      <body>{children}</body>
    </html>
  );
}
