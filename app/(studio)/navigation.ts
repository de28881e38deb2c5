import type { Role } from "@/lib/db/generated/client";

/** The top bar's pages in its order, each with the roles whose work it is. Only pages that exist. */
export const pages: readonly { href: string; name: string; roles: readonly Role[] }[] = [
  { href: "/cases", name: "Cases", roles: ["advocate", "curator"] },
  { href: "/import", name: "Import", roles: ["advocate", "curator"] },
  { href: "/reviews", name: "Reviews", roles: ["reviewer"] },
  { href: "/worlds", name: "Worlds", roles: ["curator"] },
  { href: "/corpus", name: "Corpus", roles: ["curator", "advocate", "reviewer"] },
  { href: "/playtests", name: "Playtests", roles: ["advocate", "reviewer", "curator"] },
  { href: "/people", name: "People", roles: [] },
  { href: "/models", name: "Models", roles: [] },
  { href: "/audit", name: "Audit log", roles: [] },
];

/** The pages of a role; an admin has them all. */
export const pagesFor = (role: Role) => pages.filter((page) => role === "admin" || page.roles.includes(role));

/** Where a role's day begins. */
export const homeOf = (role: Role) => pagesFor(role)[0]?.href ?? "/account";
