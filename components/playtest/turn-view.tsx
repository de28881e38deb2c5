"use client";

import type { CaseFile } from "@/compiler/public/case-file";
import { Icon, type IconName } from "@/components/ui/icon";
import { Chip } from "@/components/ui/pieces";
import type { Turn } from "@/lib/contracts/playtests";

const ICONS: Record<string, IconName> = {
  contact: "phone",
  submit_form: "form",
  read_document: "read",
  wait: "wait",
  memory: "memory",
  finish: "flag",
};

const plural = (n: number, noun: string) => `${n} new ${noun}${n === 1 ? "" : "s"}`;

/** What the engine did, after the words: never the party's speech. */
function gained(result: Turn["result"]): string {
  const facts = [...result.facts, ...result.parts.flatMap((p) => p.facts)].length;
  const documents = [...result.documents, ...result.parts.flatMap((p) => p.documents)].map((d) => d.title);
  const out: string[] = [];
  if (facts > 0) out.push(plural(facts, "fact"));
  if (documents.length > 0) out.push(`you hold ${documents.join(" and ")}`);
  if (result.parties.length > 0) out.push(`you can reach ${result.parties.map((p) => p.name).join(" and ")}`);
  if (result.forms.length > 0)
    out.push(`you have the form ${result.forms.map((f) => f.title).join(" and ")}`);
  for (const s of result.parts.flatMap((p) => p.statuses)) out.push(`${s.label}: ${s.value}`);
  const text = out.join("; ");
  return text ? `${text.charAt(0).toUpperCase()}${text.slice(1)}.` : "";
}

const OUTCOME_WORDS: Record<string, string> = {
  told: "You were told",
  handed_over: "Handed over",
  requested: "Requested",
  completed: "Done",
  already_done: "It was done before",
  not_yet: "Not yet",
  refused: "Refused",
  answered: "You were told",
  cannot_do_here: "Not here",
  not_understood: "Not understood",
  unclear: "Not clear what you mean",
  held_back: "Nothing was done",
  noted: "Left there",
};

function Receipt({
  icon,
  good,
  title,
  children,
}: {
  icon: IconName;
  good?: boolean;
  title: string;
  children?: React.ReactNode;
}) {
  return (
    <div className="receipt">
      <Icon name={icon} tone={good ? "good" : undefined} />
      <span>
        <b>{title}</b> {children}
      </span>
    </div>
  );
}

/** One turn: what was said or done, the answer, and the engine's receipt. */
export function TurnView({ turn, file }: { turn: Turn; file: CaseFile }) {
  const { action, result } = turn;
  const partyName = (handle: string) => file.parties.find((p) => p.party === handle)?.name ?? handle;
  const factLabel = (handle: string) => file.facts.find((f) => f.fact === handle)?.label ?? handle;
  const number = result.step > 0 ? `action ${result.step}` : "";
  const brought = gained(result);
  if (action.tool === "ask" || action.tool === "act") {
    const who = partyName(action.party);
    return (
      <>
        <div className="turn is-you">
          <span className="turn-name">
            {action.tool === "ask" ? "You asked" : "You acted"}
            {action.channel ? " in writing" : ""}, {number}
          </span>
          <p className="turn-text">{action.request}</p>
          {action.share.length > 0 && (
            <span className="turn-shared">
              Shared{" "}
              {action.share.map((s) => (
                <Chip key={s.what}>{factLabel(s.what)}</Chip>
              ))}
            </span>
          )}
        </div>
        {result.parts.map((part, i) => (
          <div className="turn" key={i}>
            <span className="turn-name">
              {who}
              {result.parts.length > 1 && `, on “${part.asked}”`}
            </span>
            <p className="turn-text">{part.message || (OUTCOME_WORDS[part.outcome] ?? "")}</p>
          </div>
        ))}
        {result.outcome === "refused" || (result.parts.length === 0 && result.message) ? (
          <Receipt icon="lock" title={result.message} />
        ) : (
          (brought || result.parts.some((p) => p.outcome === "completed" || p.outcome === "requested")) && (
            <Receipt
              icon="mark-good"
              good
              title={result.parts
                .map((p) => OUTCOME_WORDS[p.outcome])
                .join(", ")
                .concat(".")}
            >
              {brought}
            </Receipt>
          )
        )}
      </>
    );
  }
  const title = titleOf(turn, file);
  return (
    <Receipt icon={result.outcome === "refused" ? "lock" : (ICONS[action.tool] ?? "dot")} title={title}>
      {[result.message, ...result.parts.map((p) => p.message)].filter((m) => m && m !== title).join(" ")}{" "}
      {brought}
      {result.text && <span className="receipt-text">{result.text}</span>}
    </Receipt>
  );
}

function titleOf({ action, result }: Turn, file: CaseFile): string {
  switch (action.tool) {
    case "contact": {
      if (action.mode === "end_call") return "You ended the call.";
      const names = action.channels.map(
        (c) => file.parties.find((p) => p.channels.some((x) => x.channel === c))?.name ?? c,
      );
      if (action.mode === "voicemail") return `You left a message for ${names.join(" and ")}.`;
      if (result.outcome === "no_answer") return `You called ${names.join(" and ")}. Nobody answered.`;
      return result.outcome === "refused"
        ? `You called ${names.join(" and ")}.`
        : `You called ${names.join(" and ")} and they picked up.`;
    }
    case "submit_form":
      return `You sent the form ${file.forms.find((f) => f.form === action.form)?.title ?? action.form}.`;
    case "read_document": {
      const paper = file.documents.find((d) => d.document === action.document)?.title;
      const playbook = file.playbooks.find((p) => p.playbook === action.document)?.title;
      return `You read ${paper ?? playbook ?? action.document}.`;
    }
    case "wait":
      return "You waited.";
    case "memory":
      return action.mode === "note" ? "You wrote the plan note." : `You looked back for “${action.text}”.`;
    case "finish":
      return "You finished.";
    default:
      return "";
  }
}
