import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { KeysProvider } from "@/components/ui/keys";
import { QueryProvider } from "@/components/ui/query-provider";
import { currentUser } from "@/lib/auth/session";
import { appearanceFrom } from "../appearance";
import { pagesFor } from "./navigation";
import { TopBar } from "./top-bar";

/** The frame of every page for people who are signed in. The pages themselves say who may see them. */
export default async function StudioLayout({ children }: { children: ReactNode }) {
  const user = await currentUser();
  const links = user ? pagesFor(user.role).map(({ href, name }) => ({ href, name })) : [];
  return (
    <QueryProvider>
      <KeysProvider>
        <a className="skip" href="#main">
          Skip to the page
        </a>
        <TopBar
          links={links}
          user={user && { name: user.name, role: user.role }}
          appearance={appearanceFrom(await cookies())}
        />
        {children}
      </KeysProvider>
    </QueryProvider>
  );
}
