"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { type Decision, DecisionMark } from "@/components/ui/marks";
import { changedFields } from "@/lib/contracts/item";
import { JUDGEMENT_WORDS } from "@/lib/contracts/item-words";
import type { StoredItem } from "@/lib/contracts/packets";
import { spansOf, useBench } from "./bench";
import { focusAfter } from "./focus";
import { ItemForm } from "./item-form";
import { ItemValue, Version } from "./item-value";
import { Quotes } from "./quotes";
import { Remarks } from "./remarks";
import type { Editing } from "./use-editing";

export type ItemActs = Editing & { history: (itemId: string) => void; refresh: () => void };

/** The draft, the item as it is now, and what the reviewer said, beside each other; once there is something to compare. */
function Versions({ item }: { item: StoredItem }) {
  const { judgements, model } = useBench();
  const judgement = judgements[item.id];
  const changed = item.draft ? changedFields(item.draft, item.content) : [];
  if (!judgement && changed.length === 0) return null;
  const names = new Map([...model.names, ...model.parties]);
  return (
    <details className="more-fields">
      <summary>Draft, you and the reviewer</summary>
      <div className="versions">
        <Version label="The model’s draft">
          {item.draft ? (
            <ItemValue section={item.section} content={item.draft} names={names} only={changed} />
          ) : (
            <span>Not in the draft</span>
          )}
          {item.draft && changed.length === 0 && <span>As it is now</span>}
        </Version>
        <Version label="The advocate, now">
          <ItemValue
            section={item.section}
            content={item.content}
            against={item.draft}
            names={names}
            only={changed}
          />
          <DecisionMark decision={(item.content.decision ?? "undecided") as Decision} word />
        </Version>
        <Version label={judgement ? judgement.by : "The reviewer"}>
          <span>{judgement?.decision ? JUDGEMENT_WORDS[judgement.decision] : "Not reviewed yet"}</span>
          {judgement?.settled && (
            <span>
              {judgement.settled === "needs_change" ? "Asked for a change" : "Agreed with the advocate"}
            </span>
          )}
        </Version>
      </div>
    </details>
  );
}

/** The one open item: its fields, its quotes, its decision, its remarks. */
export function OpenItem({ item, acts }: { item: StoredItem; acts: ItemActs }) {
  const bench = useBench();
  const name = bench.model.names.get(item.id) ?? "";
  const decision = (item.content.decision ?? "undecided") as Decision;
  const spans = spansOf(item.content);
  const list = bench.model.sections[item.section as Exclude<StoredItem["section"], "about">] ?? [];
  const index = list.findIndex((one) => one.id === item.id);
  const head = useRef<HTMLHeadingElement>(null);
  const quotes = useRef<HTMLDivElement>(null);
  const { seen } = acts;

  // An item counts as seen when its head and its last quote have been on the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: observed anew when another item opens or its quotes change
  useEffect(() => {
    const wanted = new Set<Element>(
      [head.current, quotes.current?.lastElementChild].filter((one) => one != null),
    );
    const observer = new IntersectionObserver((entries) => {
      for (const entry of entries) if (entry.isIntersecting) wanted.delete(entry.target);
      if (wanted.size === 0) seen(item.id);
    });
    for (const element of wanted) observer.observe(element);
    return () => observer.disconnect();
  }, [item.id, spans.length]);

  const closed = bench.mayEdit ? false : "Only whoever holds the case decides";
  return (
    <li className="open" aria-label={`${name}, open`} data-item={item.id}>
      <div className="open-head">
        <DecisionMark decision={decision} />
        <h3 ref={head} tabIndex={-1} data-head={item.id}>
          {name}
        </h3>
        {bench.mayEdit && (
          <div className="decide" role="group" aria-label={`Decide ${name}`}>
            <Button
              icon="check"
              keyHint="A"
              pressed={decision === "accepted"}
              closed={closed}
              onClick={() => acts.decide(item, "accepted")}
            >
              Accept
            </Button>
            <Button icon="pencil" keyHint="E" pressed={decision === "edited"} onClick={() => acts.edit(item)}>
              Edit
            </Button>
            <Button
              icon="cross"
              keyHint="R"
              pressed={decision === "rejected"}
              onClick={() => acts.decide(item, "rejected")}
            >
              Reject
            </Button>
            <Button
              quiet
              icon="undo"
              keyHint="U"
              closed={bench.snapshot.canUndo ? false : "Nothing to undo"}
              closedReasonId="nothing-to-undo"
              onClick={acts.undo}
            >
              Undo
            </Button>
          </div>
        )}
      </div>
      <div className="open-form" data-form={item.id}>
        <ItemForm item={item} />
        <Quotes
          ref={quotes}
          spans={spans}
          records={bench.records}
          none="No quote yet. Choose a passage in the records and add it."
          onShow={bench.showQuote}
          onRemove={
            bench.mayEdit
              ? (span) => bench.set(item.id, { evidence: spans.filter((one) => one !== span) })
              : undefined
          }
        />
        <Versions item={item} />
        <Remarks
          caseId={bench.caseId}
          itemId={item.id}
          name={name}
          comments={bench.comments}
          older={(item.content.comments ?? []) as { by: string; at: string; text: string }[]}
          onChanged={acts.refresh}
        />
        <div className="open-foot">
          <Button quiet icon="clock" onClick={() => acts.history(item.id)}>
            History of {name}
          </Button>
          {bench.mayEdit && item.section !== "brief" && (
            <>
              {([-1, 1] as const).map((by) => (
                <Button
                  key={by}
                  quiet
                  closed={list[index + by] ? false : "It is the first or the last"}
                  closedReasonId="first-or-last"
                  onClick={({ currentTarget }) => {
                    acts.move(item, by);
                    focusAfter(() => currentTarget);
                  }}
                >
                  {by < 0 ? "Move up" : "Move down"}
                </Button>
              ))}
              <Button quiet onClick={() => acts.remove(item)}>
                Delete
              </Button>
            </>
          )}
          {bench.mayEdit && (
            <Button main onClick={() => acts.saveEdit(item)}>
              Save edit
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}
