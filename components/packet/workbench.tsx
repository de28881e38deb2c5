"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { recordsQuery } from "@/components/queries/packets";
import { Button, ButtonLink } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { useKeys } from "@/components/ui/keys";
import { DecisionMark } from "@/components/ui/marks";
import { FindingCard } from "@/components/ui/pieces";
import { Time } from "@/components/ui/time";
import { ABOUT } from "@/lib/contracts/item";
import type { PacketView, RecordView, StoredItem } from "@/lib/contracts/packets";
import { Banners } from "./banners";
import { type Bench, BenchContext, LISTED, type ListedSection, modelOf, spansOf, useBench } from "./bench";
import { BenchFrame, SectionNav, usePanes } from "./bench-frame";
import { FileDialog, ItemHistoryDialog, NewItemDialog, PacketHistoryDialog } from "./dialogs";
import { ItemForm } from "./item-form";
import { ItemFinding, ItemSection } from "./item-list";
import type { ItemActs } from "./open-item";
import { PeopleDialog } from "./people-dialog";
import { SaveLine } from "./save-line";
import { SubmitBar, submitReason, useSubmit } from "./submit";
import { useEditing } from "./use-editing";
import { useSession } from "./use-session";
import { type Solved, useSolver } from "./use-solver";

type DialogName = { kind: "history" | "people" | "file" | "new" } | { kind: "item"; itemId: string } | null;

/** Stages in which a curator has a world of this packet to look at. */
const COMPILED: ReadonlySet<string> = new Set(["compiled", "certified", "published"]);

const isUndecided = (item: StoredItem) => item.content.decision === "undecided";

/** The finding that `G` leads to the cause of: the open item's, or the gravest. */
const firstOf = ({ findings }: Solved, openId: string | null) =>
  findings.find((one) => one.itemId === openId && one.goTo) ??
  findings.find((one) => one.severity === "error") ??
  findings[0] ??
  null;

/** Records beside the packet: where an advocate reads, decides and mends. */
export function Workbench({
  first,
  firstRecords,
  you,
  home,
  worldHref,
}: {
  first: PacketView;
  firstRecords: RecordView[] | null;
  you: { id: string; name: string };
  home: { href: string; name: string };
  /** Where the compiled world is shown, for those who may see it. */
  worldHref?: string | null;
}) {
  const { caseId } = first;
  const live = useSession(first, you);
  const { session, snapshot, view } = live;
  const { data, error, refetch } = useQuery({
    ...recordsQuery(caseId),
    initialData: firstRecords ? { records: firstRecords } : undefined,
  });
  const records = data?.records ?? [];
  const model = useMemo(() => modelOf(snapshot), [snapshot]);
  const editedAt = useRef<number | null>(null);
  const solved = useSolver(caseId, snapshot.items, editedAt);
  const panes = usePanes((model.undecided[0] ?? model.order[0])?.id ?? null);
  const [dialog, setDialog] = useState<DialogName>(null);
  const [said, setSaid] = useState("");
  const submission = useSubmit(caseId, session, home);
  const { openId, open, passage, showRecord } = panes;

  const held = snapshot.lease;
  const heldByOther = held !== null && held.holder.id !== you.id && new Date(held.until) > new Date();
  const mayEdit = view.mayEdit && live.ready && !heldByOther;
  const editing = useEditing({ caseId, session, model, records, panes, mayEdit, editedAt, say: setSaid });
  const acts: ItemActs = {
    ...editing,
    history: (itemId) => setDialog({ kind: "item", itemId }),
    refresh: () => void live.refresh().catch(() => {}),
  };

  // The graph links to an item or to a place in a record.
  useEffect(() => {
    const asked = new URLSearchParams(location.search);
    const [item, record] = [asked.get("item"), asked.get("record")];
    if (item) open(item);
    if (record) showRecord(record, Number(asked.get("start")) || 0);
  }, [open, showRecord]);

  const bench: Bench = {
    caseId,
    you,
    session,
    snapshot,
    model,
    records,
    comments: view.comments,
    findings: solved.findings,
    judgements: view.judgements,
    mayEdit,
    openId,
    open,
    showQuote: panes.showQuote,
    set: editing.set,
  };
  const marked = useMemo(
    () => model.order.map((item) => ({ id: item.id, spans: spansOf(item.content) })),
    [model],
  );
  const worst = firstOf(solved, openId);
  const { openItem } = editing;
  const fresh = () => {
    if (mayEdit) setDialog({ kind: "new" });
  };

  useKeys("Workbench", [
    { key: "/", does: "Find in the records and the items", run: panes.find },
    { key: "j", does: "Next item", run: () => editing.step(1) },
    { key: "k", does: "Previous item", run: () => editing.step(-1) },
    { key: "d", does: "Next undecided item", run: () => editing.step(1, isUndecided) },
    { key: "a", does: "Accept the open item", run: () => openItem && editing.decide(openItem, "accepted") },
    { key: "e", does: "Edit the open item", run: () => openItem && editing.edit(openItem) },
    { key: "r", does: "Reject the open item", run: () => openItem && editing.decide(openItem, "rejected") },
    { key: "u", does: "Undo", run: editing.undo },
    { key: "y", does: "Redo", run: editing.redo },
    {
      key: "g",
      does: "Go to the cause of the finding",
      run: () => worst && open(worst.goTo ?? worst.itemId, { focus: "head" }),
    },
    { key: "Ctrl+Enter", does: "Save the edit and go on", run: () => openItem && editing.saveEdit(openItem) },
  ]);
  useKeys("A chosen passage", [
    { key: "m", does: "Add to the open item, or take off it", run: editing.mark },
    { key: "n", does: "New item", run: fresh },
    { key: "i", does: "Identifier seen: set the record aside", run: editing.reportIdentifier },
  ]);

  const about = snapshot.items.get(ABOUT);
  const drafter = /^Drafted by .+? from \d+ records?\./.exec(String(about?.content.source_note ?? ""))?.[0];
  const total = model.order.length;

  return (
    <BenchContext value={bench}>
      <BenchFrame
        panes={panes}
        reading={{
          records,
          marked,
          names: model.names,
          sentences: model.sentences,
          mayEdit,
          acts: { mark: editing.mark, fresh, identifier: editing.reportIdentifier },
        }}
        home={home}
        recordsFault={
          error && (
            <FindingCard
              severity="caution"
              title="The records could not be read"
              live
              acts={<Button onClick={() => void refetch()}>Try again</Button>}
            >
              {error.message}
            </FindingCard>
          )
        }
        caseId={caseId}
        title={String(about?.content.title ?? view.title)}
        stage={view.stage}
        line={
          <>
            {drafter && <span>{drafter}</span>}
            {held && (
              <span className="hold">
                <Icon name="lock" />
                {held.holder.id === you.id ? "You hold it" : `${held.holder.name} holds it`} until{" "}
                <Time at={held.until} />
              </span>
            )}
          </>
        }
        end={
          <>
            <SaveLine status={snapshot.status} names={model.names} keeps={live.keeps} />
            {worldHref && COMPILED.has(view.stage) && (
              <ButtonLink href={`${worldHref}${openId ? `?node=${openId}` : ""}`} icon="route">
                In the world
              </ButtonLink>
            )}
            <Button icon="clock" onClick={() => setDialog({ kind: "history" })}>
              History
            </Button>
            <Button icon="user" onClick={() => setDialog({ kind: "people" })}>
              People
            </Button>
            <Button icon="download" onClick={() => setDialog({ kind: "file" })}>
              File
            </Button>
          </>
        }
        banners={<Banners caseId={caseId} live={live} heldByOther={heldByOther} fault={submission.fault} />}
        sections={<Sections openItem={openItem} />}
        progress={{ done: total - model.undecided.length, of: total, word: "decided" }}
        foot={
          <>
            <div className="benchbar-keys" aria-hidden="true">
              <span>
                <kbd>J</kbd>
                <kbd>K</kbd>next, previous
              </span>
              <span>
                <kbd>D</kbd>next undecided
              </span>
            </div>
            <p className="benchbar-said" role="status" aria-label="What happened">
              {said}
            </p>
            <SubmitBar
              caseId={caseId}
              view={view}
              why={submitReason(model, snapshot, solved)}
              mayEdit={mayEdit}
              acts={submission}
            />
            <p className="visually-hidden" id="nothing-to-undo">
              Nothing to undo
            </p>
            <p className="visually-hidden" id="first-or-last">
              It is the first or the last of its section
            </p>
            <Dialogs
              dialog={dialog}
              onClose={() => setDialog(null)}
              onNew={(section) => {
                setDialog(null);
                editing.add(section, passage);
              }}
            />
          </>
        }
      >
        {solved.findings
          .filter((one) => one.itemId === null || !snapshot.items.has(one.itemId))
          .map((one) => (
            <ItemFinding key={`${one.code} ${one.message}`} finding={one} keyHint={one === worst} />
          ))}
        {LISTED.map((section) => (
          <ItemSection
            key={section}
            section={section}
            acts={acts}
            onAdd={(to) => editing.add(to)}
            firstFinding={worst}
          />
        ))}
        {about && (
          <section className="about" aria-label="Title and source note">
            <div className="section-head">
              <h2 className="head">Title and source note</h2>
            </div>
            <div className="items about-fields">
              <ItemForm item={about} />
            </div>
          </section>
        )}
      </BenchFrame>
    </BenchContext>
  );
}

function Dialogs({
  dialog,
  onClose,
  onNew,
}: {
  dialog: DialogName;
  onClose: () => void;
  onNew: (section: ListedSection) => void;
}) {
  const { caseId } = useBench();
  switch (dialog?.kind) {
    case "history":
      return <PacketHistoryDialog onClose={onClose} />;
    case "item":
      return <ItemHistoryDialog itemId={dialog.itemId} onClose={onClose} />;
    case "people":
      return <PeopleDialog caseId={caseId} onClose={onClose} />;
    case "file":
      return <FileDialog onClose={onClose} />;
    case "new":
      return <NewItemDialog onClose={onClose} onPick={onNew} />;
    default:
      return null;
  }
}

/** The way to each section, and what the marks mean. */
function Sections({ openItem }: { openItem: StoredItem | null }) {
  const { model, findings, snapshot } = useBench();
  const [current, setCurrent] = useState<string>("brief");
  useEffect(() => {
    if (openItem) setCurrent(openItem.section);
  }, [openItem]);
  const bad = new Set(
    findings
      .filter((one) => one.severity === "error")
      .map((one) => (one.itemId ? snapshot.items.get(one.itemId)?.section : null)),
  );
  return (
    <SectionNav
      current={current}
      part={(section) => ({
        done: model.sections[section].filter((item) => !isUndecided(item)).length,
        of: model.sections[section].length,
        mark: bad.has(section) && <Icon name="mark-bad" tone="bad" label="Has a finding" />,
      })}
      onPick={(section) => {
        const head = document.getElementById(`section-${section}`);
        head?.scrollIntoView({ block: "start" });
        head?.focus({ preventScroll: true });
      }}
    >
      <div className="sections-key" role="group" aria-label="What the marks mean">
        {(["accepted", "edited", "rejected", "undecided"] as const).map((decision) => (
          <DecisionMark key={decision} decision={decision} word />
        ))}
      </div>
    </SectionNav>
  );
}
