"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { signOut } from "next-auth/react";
import { useEffect, useRef } from "react";
import { type Appearance, AppearanceControls } from "@/components/ui/appearance";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { KeysButton } from "@/components/ui/keys";
import { initialsOf } from "@/components/ui/pieces";
import { Brand } from "../brand";

type Links = readonly { href: string; name: string }[];

function PageLinks({ links }: { links: Links }) {
  const path = usePathname();
  return links.map(({ href, name }) => (
    <Link
      key={href}
      href={href}
      aria-current={path === href || path.startsWith(`${href}/`) ? "page" : undefined}
    >
      {name}
    </Link>
  ));
}

/** Where you are, the keys, and you: on every page. */
export function TopBar({
  links,
  user,
  appearance,
}: {
  links: Links;
  user: { name: string; role: string } | null;
  appearance: Appearance;
}) {
  const path = usePathname();
  const menu = useRef<HTMLDivElement>(null);
  const you = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page closes what floats
  useEffect(() => {
    for (const part of [menu.current, you.current]) if (part?.matches(":popover-open")) part.hidePopover();
  }, [path]);

  return (
    <header className="topbar">
      {links.length > 0 && (
        <>
          <button
            type="button"
            className="button button-quiet button-square menu-button"
            popoverTarget="menu"
            aria-label="Menu"
          >
            <Icon name="menu" />
          </button>
          <div ref={menu} id="menu" popover="auto" className="popover popover-menu">
            <nav className="menu-list" aria-label="Menu">
              <PageLinks links={links} />
            </nav>
          </div>
        </>
      )}
      <Brand />
      <nav className="topnav" aria-label="Main">
        <PageLinks links={links} />
      </nav>
      <div className="topbar-end">
        <KeysButton />
        {user && (
          <>
            <button
              type="button"
              className="person you-button"
              popoverTarget="you"
              aria-label={`You: ${user.name}, ${user.role}`}
            >
              <span className="person-badge is-you" aria-hidden="true">
                {initialsOf(user.name)}
              </span>
              <span className="soft wide">
                {user.name}, {user.role}
              </span>
            </button>
            <div ref={you} id="you" popover="auto" className="popover popover-you">
              <div>
                <p className="strong">{user.name}</p>
                <p className="meta">Signed in as {user.role}</p>
              </div>
              <AppearanceControls initial={appearance} />
              <div className="form-acts">
                <Link className="button" href="/account">
                  Your account
                </Link>
                <Button quiet onClick={() => signOut({ callbackUrl: "/sign-in" })}>
                  Sign out
                </Button>
              </div>
            </div>
          </>
        )}
      </div>
    </header>
  );
}
