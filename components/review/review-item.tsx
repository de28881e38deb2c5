"use client";

import { spansOf } from "@/components/packet/bench";
import { ItemValue } from "@/components/packet/item-value";
import { recordName } from "@/components/packet/records-pane";
import { Remarks } from "@/components/packet/remarks";
import { Button } from "@/components/ui/button";
import { DecisionMark, SeverityMark } from "@/components/ui/marks";
import type { RecordView } from "@/lib/contracts/packets";
import type { BlindDecision, ReviewItem, ReviewView } from "@/lib/contracts/reviews";

export type ReviewActs = {
  decide: (item: ReviewItem, decision: BlindDecision) => void;
  settle: (item: ReviewItem, as: "advocate_is_right" | "needs_change") => void;
  showQuote: (span: { record: string; start: number; end: number }) => void;
  refresh: () => void;
};

const JUDGED: Record<BlindDecision, { word: string; decision: "accepted" | "edited" | "rejected" }> = {
  accept: { word: "Right as it is", decision: "accepted" },
  change: { word: "Needs a change", decision: "edited" },
  reject: { word: "Does not belong", decision: "rejected" },
};
const DECIDED: Record<string, string> = {
  accepted: "Accepted",
  edited: "Edited",
  rejected: "Rejected",
  deleted: "Deleted",
  undecided: "Undecided",
};

/** One item of a review: a line, or open with the draft, the advocate's version and the reviewer's own judgement. */
export function ReviewItemRow({
  view,
  item,
  name,
  sentence,
  names,
  labels,
  records,
  isOpen,
  onOpen,
  acts,
}: {
  view: ReviewView;
  item: ReviewItem;
  name: string;
  sentence: string;
  names: ReadonlyMap<string, string>;
  labels: ReadonlyMap<string, string>;
  records: readonly RecordView[];
  isOpen: boolean;
  onOpen: () => void;
  acts: ReviewActs;
}) {
  const blind = view.phase === "blind";
  const mark = item.mine ? JUDGED[item.mine].decision : "undecided";
  const words = new Map([...names, ...labels]);
  if (!isOpen)
    return (
      <li className="item" data-item={item.id}>
        <DecisionMark decision={mark} />
        <button type="button" className="item-name" onClick={onOpen}>
          {item.section !== "brief" && <b>{item.number}</b>}
          <span>{sentence}</span>
        </button>
        <span className="meta">{blind ? (item.mine ? JUDGED[item.mine].word : "") : standing(item)}</span>
      </li>
    );
  const content = blind ? (item.draft ?? item.now) : (item.now ?? item.draft);
  const spans = content ? spansOf(content) : [];
  return (
    <li className="open" aria-label={`${name}, open`} data-item={item.id}>
      <div className="open-head">
        <DecisionMark decision={mark} />
        <h3 tabIndex={-1} data-head={item.id}>
          {name}
        </h3>
        {blind && (
          <div className="decide" role="group" aria-label={`Judge ${name}`}>
            {(["accept", "change", "reject"] as const).map((decision) => (
              <Button
                key={decision}
                icon={decision === "accept" ? "check" : decision === "change" ? "pencil" : "cross"}
                keyHint={decision === "accept" ? "A" : decision === "change" ? "E" : "R"}
                pressed={item.mine === decision}
                onClick={() => acts.decide(item, decision)}
              >
                {JUDGED[decision].word}
              </Button>
            ))}
          </div>
        )}
      </div>
      <div className="open-form">
        <div className="versions">
          {blind ? (
            content && (
              <div className="version">
                <span className="label">{item.draft ? "Drafted by the model" : "Added by the advocate"}</span>
                <ItemValue content={content} names={words} />
              </div>
            )
          ) : (
            <>
              <div className="version">
                <span className="label">The model’s draft</span>
                {item.draft ? (
                  <ItemValue content={item.draft} names={words} />
                ) : (
                  <span className="soft">Not in the draft</span>
                )}
              </div>
              <div className="version">
                <span className="label">The advocate: {DECIDED[item.decision ?? "undecided"]}</span>
                {item.now ? (
                  <ItemValue content={item.now} against={item.draft} names={words} />
                ) : (
                  <span className="soft">Deleted</span>
                )}
              </div>
              <div className="version">
                <span className="label">You, in your first pass</span>
                {item.mine ? JUDGED[item.mine].word : <span className="soft">Not judged</span>}
                {item.settled && (
                  <span>
                    {item.settled === "needs_change"
                      ? "Settled: needs a change"
                      : "Settled: the advocate is right"}
                  </span>
                )}
              </div>
            </>
          )}
        </div>
        <div className="quotes">
          {spans.length === 0 && <p className="note">No quote.</p>}
          {spans.map((span) => {
            const record = records.find((one) => one.key === span.record);
            return (
              <div key={`${span.record} ${span.start} ${span.end}`}>
                <blockquote className="quote">
                  {record?.setAside ? "This record was set aside." : span.quote}
                </blockquote>
                <p className="quote-row">
                  <span>{recordName(record)}</span>
                  <button type="button" className="linkish" onClick={() => acts.showQuote(span)}>
                    Show in the records
                  </button>
                </p>
              </div>
            );
          })}
        </div>
        {view.phase === "compare" && (
          <div className="open-foot">
            <Button
              keyHint={item.disagree ? "A" : undefined}
              pressed={item.settled === "advocate_is_right"}
              onClick={() => acts.settle(item, "advocate_is_right")}
            >
              The advocate is right
            </Button>
            <Button
              keyHint={item.disagree ? "E" : undefined}
              pressed={item.settled === "needs_change"}
              onClick={() => acts.settle(item, "needs_change")}
            >
              It needs a change
            </Button>
          </div>
        )}
        {!blind && (
          <Remarks
            caseId={view.caseId}
            itemId={item.id}
            name={name}
            comments={view.comments}
            older={(content?.comments ?? []) as { by: string; at: string; text: string }[]}
            onChanged={acts.refresh}
          />
        )}
      </div>
    </li>
  );
}

function standing(item: ReviewItem): React.ReactNode {
  if (item.settled === "needs_change") return <SeverityMark severity="caution">Needs a change</SeverityMark>;
  if (item.disagree && item.settled === null)
    return <SeverityMark severity="caution">You disagree</SeverityMark>;
  const word = item.draft === null ? "Added" : (DECIDED[item.decision ?? "undecided"] ?? "");
  return item.disagree ? `${word}, settled` : word;
}
