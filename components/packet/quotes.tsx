import type { Ref } from "react";
import type { RecordView } from "@/lib/contracts/packets";
import type { Passage, Span } from "./bench";
import { recordName } from "./record-text";

/** The quotes of an item, each with the way to its place in the records. */
export function Quotes({
  spans,
  records,
  none,
  onShow,
  onRemove,
  ref,
}: {
  spans: readonly Span[];
  /** None while they are on their way. */
  records: readonly RecordView[];
  /** What is said where there is no quote. */
  none: string;
  onShow: (passage: Passage) => void;
  onRemove?: (span: Span) => void;
  ref?: Ref<HTMLDivElement>;
}) {
  return (
    <div className="quotes" ref={ref}>
      {spans.length === 0 && <p className="note">{none}</p>}
      {spans.map((span) => {
        const record = records.find((one) => one.key === span.record);
        const drifted = record && !record.setAside && record.text.slice(span.start, span.end) !== span.quote;
        return (
          <div key={`${span.record} ${span.start} ${span.end}`}>
            <blockquote className="quote">
              {record?.setAside ? "This record was set aside." : span.quote}
            </blockquote>
            <p className="quote-row">
              <span>{records.length > 0 && recordName(record)}</span>
              {drifted && <span className="note is-caution">The record reads differently now</span>}
              <button type="button" className="linkish" onClick={() => onShow(span)}>
                Show in the records
              </button>
              {onRemove && (
                <button type="button" className="linkish" onClick={() => onRemove(span)}>
                  Remove
                </button>
              )}
            </p>
          </div>
        );
      })}
    </div>
  );
}
