import { randomUUID } from "node:crypto";
import type { ItemContent, Section } from "@/lib/contracts/item";
import type { Change } from "@/lib/contracts/packets";
import type { Database } from "@/lib/db";
import type { Role } from "@/lib/db/generated/client";
import { createCase } from "@/lib/services/cases-create";
import { placeDraft } from "@/lib/services/packets";
import { sampleCase, samplePacket } from "./case";

let counter = 0;

/** Somebody with an account. */
export async function somebody(database: Database, role: Role, name = `${role} ${++counter}`) {
  const user = await database.user.create({
    data: { email: `${name.replaceAll(" ", ".").toLowerCase()}@studio.example`, name, role },
  });
  return { id: user.id, name: user.name, role: user.role };
}

/** A drafted case, assigned when an advocate is given. */
export async function draftedCase(database: Database, advocateId: string | null = null): Promise<string> {
  const id = `case_${++counter}`;
  await database.$transaction(async (step) => {
    await createCase(step, sampleCase(id), "screened");
    await placeDraft(step, id, samplePacket(id), null);
    if (advocateId) await step.case.update({ where: { id }, data: { advocateId } });
  });
  return id;
}

/** A change of an item as the database has it now. */
export async function changeOf(
  database: Database,
  caseId: string,
  itemId: string,
  fields: Record<string, unknown>,
  rest: Partial<Change> = {},
): Promise<Change> {
  const row = await database.packetItem.findUniqueOrThrow({ where: { caseId_itemId: { caseId, itemId } } });
  return {
    clientKey: randomUUID(),
    itemId,
    section: row.section as Section,
    op: "put",
    base: row.revision,
    position: row.position,
    content: { ...(row.content as ItemContent), ...fields },
    ...rest,
  };
}
