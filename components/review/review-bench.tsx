"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useState } from "react";
import { FaultBanner } from "@/components/packet/banners";
import { LISTED, type Reading } from "@/components/packet/bench";
import { BenchFrame, Counted, SectionNav, usePanes } from "@/components/packet/bench-frame";
import { recordsQuery } from "@/components/queries/packets";
import { reviewQuery } from "@/components/queries/reviews";
import { useKeys } from "@/components/ui/keys";
import { Empty, FindingCard } from "@/components/ui/pieces";
import { Segmented } from "@/components/ui/segmented";
import { Time } from "@/components/ui/time";
import { SECTION_WORDS } from "@/lib/contracts/item-words";
import type { RecordView } from "@/lib/contracts/packets";
import type { ReviewItem, ReviewView } from "@/lib/contracts/reviews";
import { ReviewItemRow } from "./review-item";
import { type Filter, reviewModel } from "./review-model";
import { useReviewing } from "./use-reviewing";
import { AgreementTable, Checklist, Verdict } from "./verdict";

const PHASE_WORDS: Record<ReviewView["phase"], string> = {
  blind: "First pass: you do not see what the advocate decided",
  compare: "Comparing with the advocate",
  closed: "This review is closed",
};

/** A second expert's look: a first pass without the advocate's decisions, then the two beside each other, then the verdict. */
export function ReviewBench({ first, firstRecords }: { first: ReviewView; firstRecords: RecordView[] }) {
  const { caseId } = first;
  const router = useRouter();
  const { data: view = first, refetch } = useQuery(reviewQuery(caseId, first));
  const { data } = useQuery({ ...recordsQuery(caseId), initialData: { records: firstRecords } });
  const records = data?.records ?? firstRecords;
  const model = useMemo(() => reviewModel(view), [view]);
  const { phase, revision } = view;
  const [filter, setFilter] = useState<Filter>("disagreements");
  const shown = model.filtered[phase === "blind" ? "all" : filter];
  const panes = usePanes((first.items.find((item) => item.mine === null) ?? first.items[0])?.id ?? null);
  const { openId } = panes;

  /** Opens an item wherever it is asked for; where the filter hides it, the filter gives way. */
  const open: Reading["open"] = (itemId, options) => {
    if (itemId && !shown.some((item) => item.id === itemId)) setFilter("all");
    panes.open(itemId, options);
  };
  const reviewing = useReviewing({ view, shown, panes });
  const { perform } = reviewing;
  const openItem = model.order.find((item) => item.id === openId);

  useKeys("Review", [
    { key: "/", does: "Find in the records and the items", run: panes.find },
    { key: "j", does: "Next item", run: () => reviewing.step(1) },
    { key: "k", does: "Previous item", run: () => reviewing.step(-1) },
    { key: "d", does: "Next item you have not decided", run: reviewing.nextOpen },
    {
      key: "a",
      does: "Right as it is; or: the advocate is right",
      run: () => openItem && reviewing.answer(openItem, "accept", "advocate_is_right"),
    },
    {
      key: "e",
      does: "Needs a change",
      run: () => openItem && reviewing.answer(openItem, "change", "needs_change"),
    },
    { key: "r", does: "Does not belong", run: () => openItem && reviewing.decide(openItem, "reject") },
  ]);
  useKeys("A chosen passage", [
    { key: "i", does: "Identifier seen: set the record aside", run: reviewing.reportIdentifier },
  ]);

  const agreed = model.filtered.disagreements.length === 0;
  useEffect(() => {
    if (phase === "compare" && filter === "disagreements" && agreed) setFilter("changed");
  }, [phase, filter, agreed]);

  const leave = () => {
    router.push("/reviews");
    router.refresh();
  };
  return (
    <BenchFrame
      panes={panes}
      reading={{
        records,
        marked: model.marked,
        names: model.names,
        sentences: model.sentences,
        mayEdit: false,
        open,
        acts: { identifier: reviewing.reportIdentifier },
      }}
      home={{ href: "/reviews", name: "reviews" }}
      caseId={caseId}
      title={view.title}
      stage={view.stage}
      line={
        <span>
          Revision {revision}
          {view.advocate && `, by ${view.advocate.name}`}, submitted <Time at={view.submittedAt} />
        </span>
      }
      end={
        <span className="save" role="status" aria-label="Saving">
          {reviewing.pending ? "Sending your decision" : PHASE_WORDS[phase]}
        </span>
      }
      banners={<FaultBanner fault={reviewing.fault} />}
      sections={
        <SectionNav
          current={openItem?.section}
          part={(section) => {
            const items = model.order.filter((item) => item.section === section);
            return { done: items.filter((item) => item.mine !== null).length, of: items.length };
          }}
          onPick={(section) => open(model.order.find((item) => item.section === section)?.id ?? null)}
        />
      }
      progress={{ done: model.judged, of: model.order.length, word: "judged" }}
      foot={
        <Verdict
          view={view}
          busy={reviewing.pending}
          suggested={model.order
            .filter((item) => item.settled === "needs_change")
            .map((item) => `${model.names.get(item.id)}: `)
            .join("\n")}
          onEndBlind={() => perform({ act: "end_blind", revision }, { onSuccess: () => void refetch() })}
          onReturn={(reasons) => perform({ act: "return", revision, reasons }, { onSuccess: leave })}
          onAccept={() => perform({ act: "accept", revision }, { onSuccess: leave })}
        />
      }
    >
      {phase !== "blind" && (
        <>
          <div className="section-head">
            <h2 className="head">What you and the advocate decided</h2>
          </div>
          <AgreementTable agreement={view.agreement} />
          <div className="section-head">
            <Segmented<Filter>
              label="Which items"
              value={filter}
              onChange={setFilter}
              options={[
                {
                  value: "disagreements",
                  label: <Counted name="Disagreements" count={model.filtered.disagreements.length} />,
                },
                {
                  value: "changed",
                  label: <Counted name="Changed against the draft" count={model.filtered.changed.length} />,
                },
                { value: "all", label: <Counted name="All" count={model.order.length} /> },
              ]}
            />
          </div>
        </>
      )}
      <Items items={shown} filter={filter}>
        {(item) => (
          <ReviewItemRow
            key={item.id}
            view={view}
            item={item}
            model={model}
            records={records}
            isOpen={item.id === openId}
            onOpen={() => open(item.id)}
            onShow={panes.showQuote}
            onDecide={(decision) => reviewing.decide(item, decision)}
            onSettle={(as) => reviewing.settle(item, as)}
            onChanged={() => void refetch()}
          />
        )}
      </Items>
      {phase === "compare" && (
        <Checklist
          checklist={view.checklist}
          onCheck={(point, checked) => perform({ act: "check", revision, point, checked })}
        />
      )}
      {phase === "closed" && view.reasons && (
        <FindingCard severity="caution" title="Returned with reasons">
          {view.reasons}
        </FindingCard>
      )}
    </BenchFrame>
  );
}

/** Items under the heads of their sections. */
function Items({
  items,
  filter,
  children,
}: {
  items: readonly ReviewItem[];
  filter: Filter;
  children: (item: ReviewItem) => React.ReactNode;
}) {
  if (items.length === 0)
    return (
      <div className="items">
        <Empty icon="check" title="Nothing here">
          {filter === "disagreements"
            ? "You and the advocate decided every item the same."
            : "The advocate accepted every item as the draft had it."}
        </Empty>
      </div>
    );
  return LISTED.filter((section) => items.some((item) => item.section === section)).map((section) => (
    <section key={section} aria-label={SECTION_WORDS[section].title}>
      <div className="section-head">
        <h2 className="head">{SECTION_WORDS[section].title}</h2>
        <span className="meta">{SECTION_WORDS[section].about}</span>
      </div>
      <ul className="items">{items.filter((item) => item.section === section).map(children)}</ul>
    </section>
  ));
}
