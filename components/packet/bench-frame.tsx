"use client";

import { type ReactNode, useCallback, useRef, useState } from "react";
import { Stage } from "@/components/queue/stage";
import { ButtonLink } from "@/components/ui/button";
import { Count, Meter } from "@/components/ui/pieces";
import { Segmented } from "@/components/ui/segmented";
import { SECTION_WORDS } from "@/lib/contracts/item-words";
import type { StageName } from "@/lib/contracts/packets";
import { LISTED, type ListedSection, type Passage, type Reading, ReadingContext } from "./bench";
import { RecordsPane, type ShowRequest } from "./records-pane";

type Pane = "packet" | "records";

/** Id of the words that say what the next act waits for. */
export const WHY = "why";

function fieldOf(packet: HTMLElement | null, itemId: string, field?: string): HTMLElement | null {
  const form = packet?.querySelector(`[data-form="${CSS.escape(itemId)}"]`);
  const named = field ? form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`) : null;
  return named ?? form?.querySelector<HTMLElement>("input, textarea, select") ?? null;
}

/** What is in sight on a page with records and a packet, and the ways to bring something else in sight. */
export function usePanes(firstOpen: string | null) {
  const [openId, setOpenId] = useState(firstOpen);
  const [passage, choose] = useState<Passage | null>(null);
  const [pane, setPane] = useState<Pane>("packet");
  const [show, setShow] = useState<ShowRequest | null>(null);
  const [search, setSearch] = useState(0);
  const packet = useRef<HTMLElement>(null);

  const open = useCallback<Reading["open"]>((itemId, options = {}) => {
    setOpenId(itemId);
    if (!itemId) return;
    setPane("packet");
    requestAnimationFrame(() => {
      const row = packet.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(itemId)}"]`);
      row?.scrollIntoView({ block: "nearest" });
      if (options.focus === "field") fieldOf(packet.current, itemId, options.field)?.focus();
      else row?.querySelector<HTMLElement>("[data-head]")?.focus({ preventScroll: true });
    });
  }, []);
  const showRecord = useCallback((record: string, start: number) => {
    setPane("records");
    setShow((before) => ({ record, start, ticket: (before?.ticket ?? 0) + 1 }));
  }, []);
  const showQuote = useCallback(
    ({ record, start, end }: Passage) => {
      choose({ record, start, end });
      showRecord(record, start);
    },
    [showRecord],
  );
  const find = () => {
    setPane("records");
    setSearch((before) => before + 1);
  };
  return { openId, open, passage, choose, pane, setPane, show, showRecord, showQuote, search, find, packet };
}

export type Panes = ReturnType<typeof usePanes>;

/** The frame of a page with records beside a packet: which case it is, the two panes, how far it is, the next act. */
export function BenchFrame({
  panes,
  reading,
  home,
  recordsFault,
  caseId,
  title,
  stage,
  line,
  end,
  banners,
  sections,
  progress,
  foot,
  children,
}: {
  panes: Panes;
  reading: Omit<Reading, "openId" | "passage" | "choose" | "open"> & Partial<Pick<Reading, "open">>;
  home: { href: string; name: string };
  recordsFault?: ReactNode;
  caseId: string;
  title: string;
  stage: StageName;
  line: ReactNode;
  end: ReactNode;
  banners: ReactNode;
  sections: ReactNode;
  progress: { done: number; of: number; word: string };
  foot: ReactNode;
  children: ReactNode;
}) {
  const { openId, open, passage, choose } = panes;
  return (
    <ReadingContext value={{ openId, open, passage, choose, ...reading }}>
      <main className="workbench" id="main">
        <div className="casebar">
          <ButtonLink quiet square icon="arrow-left" href={home.href} aria-label={`Back to ${home.name}`} />
          <div className="casebar-name">
            <h1>{title}</h1>
            <div className="casebar-line">
              <span className="code">{caseId}</span>
              <Stage stage={stage} />
              {line}
            </div>
          </div>
          <div className="casebar-end">{end}</div>
        </div>
        {banners}
        <div className="paneswitch">
          <Segmented<Pane>
            label="Pane"
            value={panes.pane}
            onChange={panes.setPane}
            options={[
              { value: "packet", label: <Counted name="Packet" count={progress.of} /> },
              { value: "records", label: <Counted name="Records" count={reading.records.length} /> },
            ]}
          />
        </div>
        <div className="bench" data-pane={panes.pane}>
          <RecordsPane search={panes.search} show={panes.show} fault={recordsFault} />
          {sections}
          <section className="pane packet" id="packet" aria-label="Packet" ref={panes.packet} tabIndex={-1}>
            {children}
          </section>
        </div>
        <footer className="benchbar">
          <div className="benchbar-progress">
            <span className="ui">
              <span className="strong">
                {progress.done} of {progress.of}
              </span>{" "}
              {progress.word}
            </span>
            <Meter done={progress.done} of={progress.of} />
          </div>
          {foot}
        </footer>
      </main>
    </ReadingContext>
  );
}

/** The next act at the end of the foot bar, with what it waits for; on a narrow page that stands below. */
export function NextAct({
  reason,
  narrowReason = reason,
  children,
}: {
  reason: ReactNode;
  narrowReason?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <>
      <div className="benchbar-submit">
        <p id={WHY}>{reason}</p>
        {children}
      </div>
      <p className="narrow-reason" aria-hidden="true">
        {narrowReason}
      </p>
    </>
  );
}

/** A word of a switch with its number. */
export function Counted({ name, count }: { name: string; count: number }) {
  return (
    <>
      {name} <Count>{count}</Count>
    </>
  );
}

/** The sections of a packet, with how far each is. */
export function SectionNav({
  current,
  part,
  onPick,
  children,
}: {
  current: string | undefined;
  /** How many items of a section are done, of how many. */
  part: (section: ListedSection) => { done: number; of: number; mark?: ReactNode };
  onPick: (section: ListedSection) => void;
  children?: ReactNode;
}) {
  return (
    <nav className="sections" aria-label="Packet sections">
      {LISTED.map((section) => {
        const { done, of, mark } = part(section);
        return (
          <button
            key={section}
            type="button"
            aria-current={section === current ? "true" : undefined}
            onClick={() => onPick(section)}
          >
            <span>{SECTION_WORDS[section].short}</span>
            <span className="meta">
              {mark}
              {done} of {of}
            </span>
          </button>
        );
      })}
      {children}
    </nav>
  );
}
