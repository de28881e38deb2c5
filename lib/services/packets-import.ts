import { randomUUID } from "node:crypto";
import { readPacket } from "@/compiler/packet";
import { audit } from "@/lib/auth/audit";
import { type ItemContent, itemsOf, same } from "@/lib/contracts/item";
import type { Database } from "@/lib/db";
import type { Prisma } from "@/lib/db/generated/client";
import { Problem } from "@/lib/http/problem";
import { type Actor, editRefusal, requireVisible } from "./cases-access";
import { holdForEdit } from "./leases";
import { freeze, lockCase } from "./packets";

const json = (value: unknown) => value as Prisma.InputJsonValue;

/**
 * Puts a packet file in the place of a case's packet. Older versions of the format are brought up first. Items that the
 * file does not have are deleted, not lost; each difference is a change in the history, by whoever imported.
 * @throws {Problem} bad_input with a finding for each fault and its JSON path, not_allowed, conflict
 */
export async function importPacket(
  database: Database,
  actor: Actor,
  caseId: string,
  file: unknown,
): Promise<{ revision: number; changed: number }> {
  const read = readPacket(file);
  if (!read.ok)
    throw new Problem(
      "bad_input",
      `The packet has a fault at ${read.findings[0]?.path}: ${read.findings[0]?.message}`,
      {
        fix: read.findings[0]?.fix || "Correct what each path names and import it again.",
        extra: {
          issues: read.findings.slice(0, 20).map(({ path, message, fix }) => ({ path, message, fix })),
        },
      },
    );
  const found = await requireVisible(database, actor, caseId);
  if (read.value.case_id !== caseId && read.value.case_id !== found.sourceId)
    throw new Problem("bad_input", `This packet belongs to the case ${read.value.case_id}.`, {
      fix: "Import it into that case.",
    });
  const begins = found.stage === "screened";
  const refusal = begins && found.advocateId === actor.id ? null : editRefusal(actor, found);
  if (refusal) throw new Problem("not_allowed", refusal);
  const wanted = itemsOf(read.value);
  return database.$transaction(
    async (step) => {
      const locked = await lockCase(step, caseId);
      await holdForEdit(step, actor, caseId);
      const rows = await step.packetItem.findMany({ where: { caseId } });
      const byId = new Map(rows.map((row) => [row.itemId, row]));
      const moved = wanted.find((item) => {
        const row = byId.get(item.content.id);
        return row !== undefined && row.section !== item.section;
      });
      if (moved)
        throw new Problem("bad_input", `The id ${moved.content.id} stands in another section here.`, {
          fix: "Give the item of the file another id.",
        });
      let revision = locked.revision;
      const now = new Date();
      const ids = new Set(wanted.map((item) => item.content.id));
      const changes = [
        ...wanted
          .filter((item) => {
            const row = byId.get(item.content.id);
            const kept = row && row.deletedAt === null && row.position === item.position;
            return !(kept && same(row.content, item.content));
          })
          .map((item) => ({
            ...item,
            op: byId.get(item.content.id)?.deletedAt ? ("restore" as const) : ("put" as const),
          })),
        ...rows
          .filter((row) => !ids.has(row.itemId) && row.deletedAt === null)
          .map((row) => ({
            section: row.section,
            position: row.position,
            content: row.content as ItemContent,
            op: "delete" as const,
          })),
      ];
      for (const change of changes) {
        revision += 1;
        const itemId = change.content.id;
        const place = { section: change.section, position: change.position, content: json(change.content) };
        await step.packetChange.create({
          data: {
            caseId,
            number: revision,
            itemId,
            ...place,
            op: change.op,
            base: byId.get(itemId)?.revision ?? 0,
            outcome: "applied",
            authorId: actor.id,
            clientKey: randomUUID(),
          },
        });
        const state = {
          ...place,
          decision: String(change.content.decision ?? ""),
          revision,
          deletedAt: change.op === "delete" ? now : null,
        };
        await step.packetItem.upsert({
          where: { caseId_itemId: { caseId, itemId } },
          create: { caseId, itemId, ...state },
          update: state,
        });
      }
      await step.case.update({
        where: { id: caseId },
        data: {
          revision,
          editedAt: now,
          title: read.value.title,
          ...(locked.stage === "annotating" ? {} : { stage: "annotating", stageSince: now }),
        },
      });
      const { number } = await freeze(step, caseId, "import", actor.id);
      await audit(step, {
        actorId: actor.id,
        action: "packet.import",
        caseId,
        detail: { revision: number, changed: changes.length },
      });
      return { revision: number, changed: changes.length };
    },
    { timeout: 30_000 },
  );
}
