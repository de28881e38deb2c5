"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { LISTED, type Passage, type Reading, ReadingContext, spansOf } from "@/components/packet/bench";
import { RecordsPane, type ShowRequest } from "@/components/packet/records-pane";
import { Refusal } from "@/components/queries/http";
import { recordsQuery, useIdentifierSeen } from "@/components/queries/packets";
import { reviewQuery, useReviewAct } from "@/components/queries/reviews";
import { Stage } from "@/components/queue/stage";
import { ButtonLink } from "@/components/ui/button";
import { useKeys } from "@/components/ui/keys";
import { Count, Empty, FindingCard, Meter } from "@/components/ui/pieces";
import { Time } from "@/components/ui/time";
import { itemSentence, SECTION_WORDS } from "@/lib/contracts/item-words";
import type { RecordView } from "@/lib/contracts/packets";
import type { BlindDecision, ReviewItem, ReviewView } from "@/lib/contracts/reviews";
import { type ReviewActs, ReviewItemRow } from "./review-item";
import { AgreementTable, Checklist, Verdict } from "./verdict";

type Filter = "disagreements" | "changed" | "all";

/** A second expert's look: a first pass without the advocate's decisions, then the two beside each other, then the verdict. */
export function ReviewBench({
  first,
  firstRecords,
  you,
}: {
  first: ReviewView;
  firstRecords: RecordView[];
  you: { id: string; name: string };
}) {
  const router = useRouter();
  const { data: view = first, refetch } = useQuery(reviewQuery(first.caseId, first));
  const { data } = useQuery({ ...recordsQuery(first.caseId), initialData: { records: firstRecords } });
  const records = data?.records ?? firstRecords;
  const act = useReviewAct(first.caseId);
  const identifier = useIdentifierSeen(first.caseId);
  const [openId, setOpenId] = useState<string | null>(
    () => (first.items.find((item) => item.mine === null) ?? first.items[0])?.id ?? null,
  );
  const [passage, setPassage] = useState<Passage | null>(null);
  const [search, setSearch] = useState(0);
  const [show, setShow] = useState<ShowRequest | null>(null);
  const [pane, setPane] = useState<"packet" | "records">("packet");
  const [filter, setFilter] = useState<Filter>("disagreements");
  const [fault, setFault] = useState<Refusal | null>(null);
  const packet = useRef<HTMLElement>(null);
  const { revision, phase } = view;

  const order = useMemo(
    () => LISTED.flatMap((section) => view.items.filter((item) => item.section === section)),
    [view.items],
  );
  const names = useMemo(
    () =>
      new Map(
        view.items.map((item) => [
          item.id,
          item.section === "brief"
            ? "The brief"
            : `${SECTION_WORDS[item.section as keyof typeof SECTION_WORDS].one} ${item.number}`,
        ]),
      ),
    [view.items],
  );
  const parties = useMemo(
    () =>
      new Map(
        view.items
          .filter((item) => item.section === "parties")
          .map((item) => [item.id, String((item.now ?? item.draft)?.name ?? "")]),
      ),
    [view.items],
  );
  const sentence = (item: ReviewItem) => {
    const content = item.now ?? item.draft;
    return content ? itemSentence(item.section, content, parties) : "An item without content";
  };
  const disagreements = order.filter((item) => item.disagree);
  const changed = order.filter((item) => item.draft === null || item.decision !== "accepted");
  const shown =
    phase === "blind" || filter === "all" ? order : filter === "changed" ? changed : disagreements;

  const open = useCallback<Reading["open"]>((itemId) => {
    setOpenId(itemId);
    if (!itemId) return;
    setPane("packet");
    requestAnimationFrame(() => {
      const row = packet.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(itemId)}"]`);
      row?.scrollIntoView({ block: "nearest" });
      row?.querySelector<HTMLElement>("[data-head]")?.focus({ preventScroll: true });
    });
  }, []);
  const marked = useMemo(
    () =>
      order.flatMap((item) => {
        const content = item.now ?? item.draft;
        return content ? [{ id: item.id, spans: spansOf(content) }] : [];
      }),
    [order],
  );
  const reading: Reading = {
    records,
    marked,
    names,
    sentences: new Map(order.map((item) => [item.id, sentence(item)])),
    mayEdit: false,
    openId,
    passage,
    open,
    choose: setPassage,
  };

  const report = (error: unknown) => setFault(error instanceof Refusal ? error : new Refusal(0, {}));
  const perform: typeof act.perform = (what, options) => act.perform(what, { ...options, onError: report });
  const next = (from: string, wanted: (item: ReviewItem) => boolean) => {
    const at = shown.findIndex((item) => item.id === from);
    const ring = [...shown.slice(at + 1), ...shown.slice(0, Math.max(0, at))];
    const found = ring.find(wanted);
    if (found) open(found.id);
  };
  const acts: ReviewActs = {
    decide: (item, decision) => {
      if (phase !== "blind") return;
      setFault(null);
      perform({ act: "decide", revision, itemId: item.id, decision });
      next(item.id, (one) => one.mine === null);
    },
    settle: (item, as) => {
      setFault(null);
      perform({ act: "settle", revision, itemId: item.id, as });
      next(item.id, (one) => one.disagree && one.settled === null);
    },
    showQuote: (span) => {
      setPane("records");
      setPassage({ record: span.record, start: span.start, end: span.end });
      setShow((before) => ({ record: span.record, start: span.start, ticket: (before?.ticket ?? 0) + 1 }));
    },
    refresh: () => void refetch(),
  };
  const openItem = order.find((item) => item.id === openId) ?? null;
  const decideOpen = (decision: BlindDecision) => openItem && acts.decide(openItem, decision);
  const step = (by: 1 | -1) => {
    const at = shown.findIndex((item) => item.id === openId);
    const to = shown[at + by];
    if (to) open(to.id);
  };
  useKeys("Review", [
    {
      key: "/",
      does: "Find in the records and the items",
      run: () => {
        setPane("records");
        setSearch((before) => before + 1);
      },
    },
    { key: "j", does: "Next item", run: () => step(1) },
    { key: "k", does: "Previous item", run: () => step(-1) },
    {
      key: "d",
      does: "Next item you have not decided",
      run: () =>
        openId &&
        next(openId, (item) =>
          phase === "blind" ? item.mine === null : item.disagree && item.settled === null,
        ),
    },
    {
      key: "a",
      does: "Right as it is; or: the advocate is right",
      run: () =>
        phase === "compare" && openItem?.disagree
          ? acts.settle(openItem, "advocate_is_right")
          : decideOpen("accept"),
    },
    {
      key: "e",
      does: "Needs a change",
      run: () =>
        phase === "compare" && openItem?.disagree
          ? acts.settle(openItem, "needs_change")
          : decideOpen("change"),
    },
    { key: "r", does: "Does not belong", run: () => decideOpen("reject") },
  ]);
  const reportIdentifier = () => {
    if (passage) identifier.mutate(passage, { onError: report });
    setPassage(null);
  };
  useKeys("A chosen passage", [
    { key: "i", does: "Identifier seen: set the record aside", run: reportIdentifier },
  ]);
  useEffect(() => {
    if (phase !== "compare" || filter !== "disagreements" || disagreements.length > 0) return;
    setFilter("changed");
  }, [phase, filter, disagreements.length]);

  const judged = order.filter((item) => item.mine !== null).length;
  return (
    <ReadingContext value={reading}>
      <main className="workbench" id="main">
        <div className="casebar">
          <ButtonLink quiet square icon="arrow-left" href="/reviews" aria-label="Back to reviews" />
          <div className="casebar-name">
            <h1>{view.title}</h1>
            <div className="casebar-line">
              <span className="code">{view.caseId}</span>
              <Stage stage={view.stage} />
              <span>
                Revision {revision}
                {view.advocate && `, by ${view.advocate.name}`}, submitted <Time at={view.submittedAt} />
              </span>
            </div>
          </div>
          <div className="casebar-end">
            <span className="save" role="status" aria-label="Saving">
              {act.isPending
                ? "Sending your decision"
                : phase === "blind"
                  ? "First pass: you do not see what the advocate decided"
                  : phase === "compare"
                    ? "Comparing with the advocate"
                    : "This review is closed"}
            </span>
          </div>
        </div>
        {fault && (
          <div className="banner">
            <FindingCard severity="caution" title={fault.message} live>
              {fault.fix}
            </FindingCard>
          </div>
        )}
        <div className="paneswitch">
          <div className="segmented" role="group" aria-label="Pane">
            <button type="button" aria-pressed={pane === "packet"} onClick={() => setPane("packet")}>
              Packet <Count>{order.length}</Count>
            </button>
            <button type="button" aria-pressed={pane === "records"} onClick={() => setPane("records")}>
              Records <Count>{records.length}</Count>
            </button>
          </div>
        </div>
        <div className="bench" data-pane={pane}>
          <RecordsPane
            search={search}
            show={show}
            acts={{ mark: () => {}, fresh: () => {}, identifier: reportIdentifier }}
          />
          <nav className="sections" aria-label="Packet sections">
            {LISTED.map((section) => {
              const items = order.filter((item) => item.section === section);
              const done = items.filter((item) => item.mine !== null).length;
              return (
                <button
                  key={section}
                  type="button"
                  aria-current={openItem?.section === section ? "true" : undefined}
                  onClick={() => items[0] && open(items[0].id)}
                >
                  <span>{SECTION_WORDS[section].short}</span>
                  <span className="meta">
                    {done} of {items.length}
                  </span>
                </button>
              );
            })}
          </nav>
          <section className="pane packet" id="packet" aria-label="Packet" ref={packet} tabIndex={-1}>
            {phase !== "blind" && (
              <>
                <div className="section-head">
                  <h2 className="head">What you and the advocate decided</h2>
                </div>
                <AgreementTable agreement={view.agreement} />
                <div className="section-head">
                  <div className="segmented" role="group" aria-label="Which items">
                    <FilterButton
                      now={filter}
                      own="disagreements"
                      onPick={setFilter}
                      count={disagreements.length}
                    >
                      Disagreements
                    </FilterButton>
                    <FilterButton now={filter} own="changed" onPick={setFilter} count={changed.length}>
                      Changed against the draft
                    </FilterButton>
                    <FilterButton now={filter} own="all" onPick={setFilter} count={order.length}>
                      All
                    </FilterButton>
                  </div>
                </div>
              </>
            )}
            {shown.length === 0 && (
              <div className="items">
                <Empty icon="check" title="Nothing here">
                  {filter === "disagreements"
                    ? "You and the advocate decided every item the same."
                    : "The advocate accepted every item as the draft had it."}
                </Empty>
              </div>
            )}
            {LISTED.filter((section) => shown.some((item) => item.section === section)).map((section) => (
              <section key={section} aria-label={SECTION_WORDS[section].title}>
                <div className="section-head">
                  <h2 className="head">{SECTION_WORDS[section].title}</h2>
                  <span className="meta">{SECTION_WORDS[section].about}</span>
                </div>
                <ul className="items">
                  {shown
                    .filter((item) => item.section === section)
                    .map((item) => (
                      <ReviewItemRow
                        key={item.id}
                        view={view}
                        item={item}
                        name={names.get(item.id) ?? ""}
                        sentence={sentence(item)}
                        names={names}
                        labels={parties}
                        records={records}
                        isOpen={item.id === openId}
                        onOpen={() => open(item.id)}
                        acts={acts}
                      />
                    ))}
                </ul>
              </section>
            ))}
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
          </section>
        </div>
        <footer className="benchbar">
          <div className="benchbar-progress">
            <span className="ui">
              <span className="strong">
                {judged} of {order.length}
              </span>{" "}
              judged
            </span>
            <Meter done={judged} of={order.length} />
          </div>
          <Verdict
            view={view}
            busy={act.isPending}
            onEndBlind={() => {
              setFault(null);
              perform({ act: "end_blind", revision }, { onSuccess: () => void refetch() });
            }}
            onReturn={(reasons) =>
              perform(
                { act: "return", revision, reasons },
                {
                  onSuccess: () => {
                    router.push("/reviews");
                    router.refresh();
                  },
                },
              )
            }
            onAccept={() =>
              perform(
                { act: "accept", revision },
                {
                  onSuccess: () => {
                    router.push("/reviews");
                    router.refresh();
                  },
                },
              )
            }
            suggested={order
              .filter((item) => item.settled === "needs_change")
              .map((item) => `${names.get(item.id)}: `)
              .join("\n")}
          />
        </footer>
        <p className="visually-hidden">{you.name} reviews</p>
      </main>
    </ReadingContext>
  );
}

function FilterButton({
  now,
  own,
  count,
  onPick,
  children,
}: {
  now: Filter;
  own: Filter;
  count: number;
  onPick: (filter: Filter) => void;
  children: React.ReactNode;
}) {
  return (
    <button type="button" aria-pressed={now === own} onClick={() => onPick(own)}>
      {children} <Count>{count}</Count>
    </button>
  );
}
