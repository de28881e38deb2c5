import { audit } from "@/lib/auth/audit";
import type { ByWhom } from "@/lib/contracts/language";
import type { Database } from "@/lib/db";
import { Problem } from "@/lib/http/problem";
import { outlineByModel } from "@/lib/llm/draft";
import { ModelFailure } from "@/lib/llm/failure";
import type { AskOptions, Model } from "@/lib/llm/model";
import { type Actor, requireVisible } from "./cases-access";
import { outlineByRules, worthReading } from "./draft-by-rules";
import { draftFromOutline, type Outline, type RefusedItem, type SourceRecord } from "./draft-outline";
import { lockCase, placeDraft } from "./packets";

export interface Drafted {
  by: string;
  items: number;
  refused: RefusedItem[];
}

/** The records of a case that may be read by a drafter: those set aside are not. */
async function readable(
  database: Database,
  caseId: string,
): Promise<{ records: SourceRecord[]; aside: number }> {
  const rows = await database.record.findMany({
    where: { caseId },
    orderBy: [{ position: "asc" }, { key: "asc" }],
  });
  const open = rows.filter((row) => !row.quarantinedAt);
  return {
    records: open.map(({ key, kind, sender, at, title, text }) => ({
      key,
      kind,
      sender,
      at: at?.toISOString().slice(0, 16) ?? null,
      title,
      text,
    })),
    aside: rows.length - open.length,
  };
}

function noteOf(by: string, records: number, aside: number, refused: readonly RefusedItem[]): string {
  const sentences = [
    `Drafted by ${by} from ${records} ${records === 1 ? "record" : "records"}. Nobody has read it yet.`,
    ...(aside > 0 ? [`${aside} set aside and not read.`] : []),
    ...(refused.length > 0
      ? [`${refused.length} left out: ${refused.map((item) => `"${item.what}" (${item.why})`).join(" ")}`]
      : []),
  ];
  return sentences.join(" ").slice(0, 4_000);
}

/**
 * Drafts the packet of a screened case from its records, by rules or by the model of the settings. The records and
 * the case stay as they are when it fails. The draft says who made it; every item waits for a person's decision.
 * @throws {Problem} not_allowed, conflict when there is a packet, unavailable when the model gave no usable answer
 */
export async function draftCase(
  database: Database,
  actor: Actor,
  caseId: string,
  by: ByWhom,
  model: Model | null,
  options: AskOptions = {},
): Promise<Drafted> {
  const found = await requireVisible(database, actor, caseId);
  if (found.advocateId !== actor.id && actor.role !== "admin" && actor.role !== "curator")
    throw new Problem("not_allowed", "The advocate it is assigned to has the draft made.", {
      fix: "Take the case first.",
    });
  if (found.stage !== "screened") throw new Problem("conflict", "This case is not waiting for a draft.");
  if (by === "model" && !model)
    throw new Problem("not_ready", "No model is set up in this studio.", {
      fix: "Draft by rules, or ask an administrator to set OPENAI_API_KEY.",
    });
  const { records, aside } = await readable(database, caseId);
  if (records.length === 0)
    throw new Problem("not_ready", "There is no record that may be read.", {
      fix: "Decide the findings of the identifier check first.",
    });
  const drafted = await outlineOf(by === "model" ? model : null, caseId, records, options);
  const { outline, maker } = drafted;
  if (by === "rules" && !worthReading(outline))
    throw new Problem("not_ready", "The rules find too little in these records to draft from.", {
      fix: "Answer the three questions below, and go on from there. The records stay as they are.",
    });
  const starts = records.reduce((last, record) => (record.at && record.at > last ? record.at : last), "");
  const of = {
    caseId,
    title: found.title,
    starts: starts || new Date().toISOString().slice(0, 16),
    records,
  };
  const { refused } = draftFromOutline(outline, { ...of, note: "" });
  const { packet } = draftFromOutline(outline, {
    ...of,
    note: noteOf(maker, records.length, aside, refused),
  });
  const items =
    packet.parties.length +
    packet.exchanges.length +
    packet.steps.length +
    packet.outcomes.length +
    packet.prohibited.length +
    packet.blockers.length +
    packet.practices.length;
  await database.$transaction(
    async (step) => {
      const locked = await lockCase(step, caseId);
      if (locked.stage !== "screened")
        throw new Problem("conflict", "Somebody else began this packet in the meantime.", {
          fix: "Reload the page to see it.",
        });
      await placeDraft(step, caseId, packet, null);
      await audit(step, {
        actorId: actor.id,
        action: "packet.draft",
        caseId,
        detail: { by: maker, items, refused: refused.length },
      });
    },
    { timeout: 30_000 },
  );
  return { by: maker, items, refused };
}

async function outlineOf(
  model: Model | null,
  caseId: string,
  records: readonly SourceRecord[],
  options: AskOptions,
): Promise<{ outline: Outline; maker: string }> {
  if (!model) return { outline: outlineByRules(records), maker: "rules, without a model" };
  try {
    const answer = await outlineByModel(model, caseId, records, options);
    return { outline: answer.value, maker: `the model ${answer.model}` };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    throw new Problem("unavailable", error.message, {
      fix: `${error.fix} Your records are as they were; a draft by rules needs no model.`,
      extra: { fault: error.fault },
    });
  }
}

/** What came of it, for the page. */
export const draftWords = ({ by, items, refused }: Drafted) => ({
  words: `Drafted by ${by}: ${items} ${items === 1 ? "item" : "items"} to decide.`,
  refused,
});
