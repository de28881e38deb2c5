import { createHash, randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { sampleCase, samplePacket } from "../tests/factories/case";
import { person, query, type Role } from "./support";

const hidden = JSON.stringify;

/** The id of the person of a role. */
export async function idOf(role: Role): Promise<string> {
  const [row] = await query<{ id: string }>(`SELECT id FROM "User" WHERE email = $1`, [person(role).email]);
  if (!row) throw new Error(`no ${role}`);
  return row.id;
}

/** Somebody else of the advocate's role, with the advocate's password. */
export async function secondAdvocate(name: string): Promise<{ id: string; email: string; password: string }> {
  const { email: known, password } = person("advocate");
  const id = randomUUID();
  const email = `${name.toLowerCase().replace(/\W+/g, ".")}@studio.example`;
  await query(
    `INSERT INTO "User" (id, email, name, role, "passwordHash") SELECT $1, $2, $3, 'advocate', "passwordHash" FROM "User" WHERE email = $4`,
    [id, email, name, known],
  );
  return { id, email, password };
}

export async function signInWith(
  page: Page,
  who: { email: string; password: string },
  next: string,
  /** Of a server that is not the one under test: "http://127.0.0.1:4000". */
  origin = "",
): Promise<void> {
  await page.goto(`${origin}/sign-in?next=${encodeURIComponent(next)}`);
  await page.getByLabel("E-mail address").fill(who.email);
  await page.getByLabel("Password").fill(who.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
}

type Json = Record<string, unknown>;

/** Puts a screened case with one note into the database, assigned to the advocate; one that is there stays. */
export async function placeScreened(id: string, title: string, text: string): Promise<void> {
  await query(
    `INSERT INTO "Case" (id, title, stage, "advocateId") VALUES ($1, $2, 'screened', $3) ON CONFLICT DO NOTHING`,
    [id, title, await idOf("advocate")],
  );
  await query(
    `INSERT INTO "Record" (id, "caseId", key, kind, sender, title, text, sha256, position)
     VALUES ($1, $2, 'note', 'note', 'Care-plan team', 'Intake note', $3, $4, 0) ON CONFLICT DO NOTHING`,
    [randomUUID(), id, text, createHash("sha256").update(text).digest("hex")],
  );
}

/** Puts a drafted case of the sample's making into the database, assigned to an advocate. */
export async function makeCase(
  id: string,
  options: {
    advocateId?: string;
    packet?: Json;
    records?: { key: string; title: string; text: string }[];
  } = {},
): Promise<void> {
  const file = sampleCase(id);
  const packet = options.packet ?? (samplePacket(id) as unknown as Json);
  await query(
    `INSERT INTO "Case" (id, title, stage, "advocateId", revision) VALUES ($1, $2, 'drafted', $3, 1)`,
    [id, file.title, options.advocateId ?? null],
  );
  const records =
    options.records?.map((one) => ({ ...one, kind: "note", sender: "advocate" })) ?? file.records;
  for (const [position, record] of records.entries())
    await query(
      `INSERT INTO "Record" (id, "caseId", key, kind, sender, at, title, text, sha256, position)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, encode(sha256(convert_to($8, 'UTF8')), 'hex'), $9)`,
      [
        randomUUID(),
        id,
        record.key,
        record.kind,
        record.sender,
        "at" in record && record.at ? `${record.at}:00Z` : null,
        record.title,
        record.text,
        position,
      ],
    );
  const sections = ["parties", "exchanges", "steps", "outcomes", "prohibited", "blockers", "practices"];
  const items = [
    {
      section: "about",
      position: 1,
      content: { id: "about", title: packet.title, source_note: packet.source_note } as Json,
    },
    { section: "brief", position: 1, content: packet.brief as Json },
    ...sections.flatMap((section) =>
      (packet[section] as Json[]).map((content, index) => ({ section, position: index + 1, content })),
    ),
  ];
  for (const { section, position, content } of items)
    await query(
      `INSERT INTO "PacketItem" ("caseId", "itemId", section, position, content, draft, decision, revision)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 1)`,
      [
        id,
        content.id,
        section,
        position,
        hidden(content),
        section === "about" ? null : hidden(content),
        content.decision ?? "",
      ],
    );
  await query(
    `INSERT INTO "PacketRevision" (id, "caseId", number, content, "contentHash", kind, "clientKey") VALUES ($1, $2, 1, $3, $4, 'draft', $1)`,
    [randomUUID(), id, hidden(packet), "0".repeat(64)],
  );
}

/** What the database holds of an item. */
export async function itemOf(caseId: string, itemId: string): Promise<Json & { decision: string }> {
  const [row] = await query<{ content: Json & { decision: string } }>(
    `SELECT content FROM "PacketItem" WHERE "caseId" = $1 AND "itemId" = $2`,
    [caseId, itemId],
  );
  if (!row) throw new Error(`no item ${itemId}`);
  return row.content;
}

/** The open item of a workbench or a review. */
export const openItem = (page: Page) => page.locator("li.open");
/** Waits until everything is acknowledged. */
export const allSaved = (page: Page) => page.locator('.save-lines[data-waiting="0"]').waitFor();
/** Waits until the workbench may be edited. */
export const editable = (page: Page) => page.getByText(/^You hold it until/).waitFor();

/** Moves the focus to something by Tab alone. */
export async function tabTo(page: Page, name: RegExp | string, most = 150): Promise<void> {
  const wanted = typeof name === "string" ? new RegExp(`^${name}`) : name;
  for (let step = 0; step < most; step++) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      const { activeElement: now } = document;
      if (!(now instanceof HTMLElement)) return "";
      const label = now.getAttribute("aria-label") ?? (now as HTMLInputElement).labels?.[0]?.textContent;
      return (label ?? now.textContent ?? "").trim();
    });
    if (wanted.test(found)) return;
  }
  throw new Error(`Tab never reached ${name}`);
}
