import type { PublicAction } from "../public/action";
import type { CaseFile } from "../public/case-file";
import type { PublicResultWire } from "../public/result";
import type { Outcome } from "./action";
import type { CompiledWorld } from "./compiled-world";

export type Source = CaseFile["facts"][number]["source"];
export type Exchange = CaseFile["history"][number];

/**
 * Where what the agent knows came from, and what was said: all of a case file that is not in the
 * state. It is made from the log alone, record by record.
 */
export class Journal {
  /** In the order of learning. */
  readonly facts = new Map<number, Source>();
  readonly documents = new Map<number, number>();
  readonly statuses = new Map<number, number>();
  /** Step of the request of a document, or of the submission of a form, by item id. */
  readonly started = new Map<string, number>();
  readonly receipts: CaseFile["receipts"] = [];
  readonly exchanges: Exchange[] = [];
  readonly playbooks = new Set<string>();
  planNote = "";

  /** Notes what an action showed; `step` 0 is what lay there before the first action. */
  note(
    world: CompiledWorld,
    step: number,
    action: PublicAction | null,
    outcome: Outcome,
    result: PublicResultWire,
  ): void {
    for (const fact of outcome.news.facts)
      if (!this.facts.has(fact)) this.facts.set(fact, sourceOf(world, step, action, outcome, fact));
    for (const document of outcome.news.documents) this.documents.set(document, step);
    outcome.parts.forEach((part, i) => {
      for (const { status } of part.statuses) this.statuses.set(status, step);
      if (!part.item) return;
      if (part.outcome === "requested" || part.outcome === "not_yet") {
        if (part.item.kind === "form" || !this.started.has(part.item.id))
          this.started.set(part.item.id, step);
      }
      if (part.outcome === "completed")
        this.receipts.push({
          step,
          party: world.world.spec.entities[partyOf(world, part.item)]?.name ?? "",
          message: result.parts[i]?.message ?? "",
        });
    });
    if (action)
      this.exchanges.push({ step, tool: action.tool, said: saidIn(action), answer: answerIn(result) });
  }

  /** Earlier exchanges that hold every word of `words`, the latest first. */
  recall(words: string): Exchange[] {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    return this.exchanges
      .filter(({ said, answer }) => {
        const text = `${said} ${answer}`.toLowerCase();
        return wanted.every((word) => text.includes(word));
      })
      .reverse()
      .slice(0, RECALLED);
  }
}

const RECALLED = 10;

function partyOf(world: CompiledWorld, item: NonNullable<Outcome["parts"][number]["item"]>): number {
  if (item.kind === "operation") return world.operations[item.index]!.party;
  if (item.kind === "form") return world.forms[item.index]!.party;
  return -1;
}

function sourceOf(
  world: CompiledWorld,
  step: number,
  action: PublicAction | null,
  outcome: Outcome,
  fact: number,
): Source {
  if (!action) {
    const document = world.world.spec.day_one.documents.find((id) =>
      world.documents[world.documentAt.get(id)!]!.facts.includes(fact),
    );
    return document ? { kind: "document", id: document, step } : { kind: "on_file", id: "case_file", step };
  }
  if (action.tool === "read_document") return { kind: "document", id: action.document, step };
  const part = outcome.parts.find((p) => p.facts.includes(fact));
  if (!part || action.tool === "wait") return { kind: "arrived", id: "time", step };
  if (action.tool === "submit_form") return { kind: "receipt", id: action.form, step };
  const party = "party" in action ? action.party : "";
  return { kind: part.receipt ? "receipt" : "party", id: party, step };
}

function saidIn(action: PublicAction): string {
  switch (action.tool) {
    case "contact":
      return [action.mode.replace("_", " "), ...action.channels, action.request ?? ""]
        .filter(Boolean)
        .join(" ");
    case "ask":
    case "act":
      return [action.party, action.request].join(": ");
    case "submit_form":
      return action.form;
    case "read_document":
      return action.document;
    case "wait":
      return action.until ?? `${action.minutes ?? 0} minutes`;
    case "memory":
      return action.mode;
    case "finish":
      return action.summary;
  }
}

const answerIn = (result: PublicResultWire) =>
  [result.message, ...result.parts.map((part) => part.message)].filter(Boolean).join(" ");
