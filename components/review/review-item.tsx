"use client";

import { type Passage, spansOf } from "@/components/packet/bench";
import { ItemValue, Version } from "@/components/packet/item-value";
import { Quotes } from "@/components/packet/quotes";
import { Remarks } from "@/components/packet/remarks";
import { Button } from "@/components/ui/button";
import { DecisionMark, SeverityMark } from "@/components/ui/marks";
import { JUDGEMENT_WORDS } from "@/lib/contracts/item-words";
import type { RecordView } from "@/lib/contracts/packets";
import type { BlindDecision, ReviewItem, ReviewView } from "@/lib/contracts/reviews";
import type { ReviewModel } from "./review-model";

const MARKS = { accept: "accepted", change: "edited", reject: "rejected" } as const;
const JUDGEMENTS = [
  { decision: "accept", icon: "check", key: "A" },
  { decision: "change", icon: "pencil", key: "E" },
  { decision: "reject", icon: "cross", key: "R" },
] as const;
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
  model,
  records,
  isOpen,
  onOpen,
  onShow,
  onDecide,
  onSettle,
  onChanged,
}: {
  view: ReviewView;
  item: ReviewItem;
  model: ReviewModel;
  records: readonly RecordView[];
  isOpen: boolean;
  onOpen: () => void;
  onShow: (passage: Passage) => void;
  onDecide: (decision: BlindDecision) => void;
  onSettle: (as: "advocate_is_right" | "needs_change") => void;
  onChanged: () => void;
}) {
  const blind = view.phase === "blind";
  const name = model.names.get(item.id) ?? "";
  const mark = <DecisionMark decision={item.mine ? MARKS[item.mine] : "undecided"} />;
  if (!isOpen)
    return (
      <li className="item" data-item={item.id}>
        {mark}
        <button type="button" className="item-name" onClick={onOpen}>
          {item.section !== "brief" && <b>{item.number}</b>}
          <span>{model.sentences.get(item.id)}</span>
        </button>
        <span className="meta">{blind ? (item.mine ? JUDGEMENT_WORDS[item.mine] : "") : standing(item)}</span>
      </li>
    );
  const content = blind ? (item.draft ?? item.now) : (item.now ?? item.draft);
  return (
    <li className="open" aria-label={`${name}, open`} data-item={item.id}>
      <div className="open-head">
        {mark}
        <h3 tabIndex={-1} data-head={item.id}>
          {name}
        </h3>
        {blind && (
          <div className="decide" role="group" aria-label={`Judge ${name}`}>
            {JUDGEMENTS.map(({ decision, icon, key }) => (
              <Button
                key={decision}
                icon={icon}
                keyHint={key}
                pressed={item.mine === decision}
                onClick={() => onDecide(decision)}
              >
                {JUDGEMENT_WORDS[decision]}
              </Button>
            ))}
          </div>
        )}
      </div>
      <div className="open-form">
        <Versions blind={blind} item={item} names={new Map([...model.names, ...model.parties])} />
        <Quotes spans={spansOf(content)} records={records} none="No quote." onShow={onShow} />
        {view.phase === "compare" && (
          <div className="open-foot">
            <Button
              keyHint={item.disagree ? "A" : undefined}
              pressed={item.settled === "advocate_is_right"}
              onClick={() => onSettle("advocate_is_right")}
            >
              The advocate is right
            </Button>
            <Button
              keyHint={item.disagree ? "E" : undefined}
              pressed={item.settled === "needs_change"}
              onClick={() => onSettle("needs_change")}
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
            onChanged={onChanged}
          />
        )}
      </div>
    </li>
  );
}

/** What there is to judge: the draft alone in the first pass, then all three beside each other. */
function Versions({
  blind,
  item,
  names,
}: {
  blind: boolean;
  item: ReviewItem;
  names: ReadonlyMap<string, string>;
}) {
  const toJudge = item.draft ?? item.now;
  if (blind)
    return (
      <div className="versions">
        {toJudge && (
          <Version label={item.draft ? "Drafted by the model" : "Added by the advocate"}>
            <ItemValue section={item.section} content={toJudge} names={names} />
          </Version>
        )}
      </div>
    );
  return (
    <div className="versions">
      <Version label="The model’s draft">
        {item.draft ? (
          <ItemValue section={item.section} content={item.draft} names={names} />
        ) : (
          <span className="soft">Not in the draft</span>
        )}
      </Version>
      <Version label={`The advocate: ${DECIDED[item.decision ?? "undecided"]}`}>
        {item.now ? (
          <ItemValue section={item.section} content={item.now} against={item.draft} names={names} />
        ) : (
          <span className="soft">Deleted</span>
        )}
      </Version>
      <Version label="You, in your first pass">
        {item.mine ? JUDGEMENT_WORDS[item.mine] : <span className="soft">Not judged</span>}
        {item.settled && (
          <span>
            {item.settled === "needs_change" ? "Settled: needs a change" : "Settled: the advocate is right"}
          </span>
        )}
      </Version>
    </div>
  );
}

function standing(item: ReviewItem): React.ReactNode {
  if (item.settled === "needs_change") return <SeverityMark severity="caution">Needs a change</SeverityMark>;
  if (item.disagree && item.settled === null)
    return <SeverityMark severity="caution">You disagree</SeverityMark>;
  const word = item.draft === null ? "Added" : (DECIDED[item.decision ?? "undecided"] ?? "");
  return item.disagree ? `${word}, settled` : word;
}
