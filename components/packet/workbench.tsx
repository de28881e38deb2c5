"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Refusal } from "@/components/queries/http";
import { recordsQuery, reopenPacket, submitPacket, useIdentifierSeen } from "@/components/queries/packets";
import { Stage } from "@/components/queue/stage";
import { TakeButton } from "@/components/queue/take-button";
import { Button, ButtonLink } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { useKeys } from "@/components/ui/keys";
import { type Decision, DecisionMark } from "@/components/ui/marks";
import { Count, FindingCard, Meter } from "@/components/ui/pieces";
import { Time } from "@/components/ui/time";
import { ABOUT, changedFields, type ItemContent } from "@/lib/contracts/item";
import { SECTION_WORDS } from "@/lib/contracts/item-words";
import type { PacketView, RecordView, StoredItem } from "@/lib/contracts/packets";
import type { PacketFinding } from "@/lib/contracts/solvability";
import {
  type Bench,
  BenchContext,
  LISTED,
  type ListedSection,
  modelOf,
  newId,
  type Passage,
  ReadingContext,
  type Span,
  spansOf,
  useBench,
} from "./bench";
import { FileDialog, ItemHistoryDialog, NewItemDialog, PacketHistoryDialog } from "./dialogs";
import { ItemForm } from "./item-form";
import { ItemFinding, ItemSection } from "./item-list";
import { emptyItem } from "./new-item";
import type { ItemActs } from "./open-item";
import { PeopleDialog } from "./people-dialog";
import { RecordsPane, type ShowRequest } from "./records-pane";
import { SaveLine } from "./save-line";
import { useSession } from "./use-session";
import { useSolver } from "./use-solver";

type DialogName =
  | { kind: "history" }
  | { kind: "item"; itemId: string }
  | { kind: "people" }
  | { kind: "file" }
  | { kind: "new" }
  | null;

const CONTEXT = 32;

/** Stages in which a curator has a world of this packet to look at. */
const COMPILED: ReadonlySet<string> = new Set(["compiled", "certified", "published"]);

/** The span of a passage, with what stands around it and the hash of the text it was marked in. */
function spanAt(record: RecordView, passage: Passage): Span {
  return {
    record: record.key,
    start: passage.start,
    end: passage.end,
    quote: record.text.slice(passage.start, passage.end),
    before: record.text.slice(Math.max(0, passage.start - CONTEXT), passage.start),
    after: record.text.slice(passage.end, passage.end + CONTEXT),
    record_hash: record.sha256,
  };
}

/** The decision that "keep it as it is now" comes to, compared with the draft. */
function keptAs(item: StoredItem): Decision {
  return item.draft && changedFields(item.draft, item.content).length > 0 ? "edited" : "accepted";
}

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
  const router = useRouter();
  const live = useSession(first, you);
  const { session, snapshot, view } = live;
  const { data } = useQuery({
    ...recordsQuery(first.caseId),
    initialData: firstRecords ? { records: firstRecords } : undefined,
  });
  const records = data?.records ?? [];
  const model = useMemo(() => modelOf(snapshot), [snapshot]);
  const editedAt = useRef<number | null>(null);
  const solved = useSolver(first.caseId, snapshot.items, editedAt);
  const [openId, setOpenId] = useState<string | null>(() => firstToOpen(model));
  const [passage, setPassage] = useState<Passage | null>(null);
  const [show, setShow] = useState<ShowRequest | null>(null);
  const [pane, setPane] = useState<"packet" | "records">("packet");
  const [section, setSection] = useState<ListedSection>("brief");
  const [dialog, setDialog] = useState<DialogName>(null);
  const [search, setSearch] = useState(0);
  const [said, setSaid] = useState("");
  const [submitFault, setSubmitFault] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const seen = useRef(new Set<string>());
  const packet = useRef<HTMLElement>(null);
  const identifier = useIdentifierSeen(first.caseId);

  const held = snapshot.lease;
  const heldByOther = held !== null && held.holder.id !== you.id && new Date(held.until) > new Date();
  const mayEdit = view.mayEdit && live.ready && !heldByOther;

  const open = useCallback<Bench["open"]>((itemId, options = {}) => {
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

  const set = useCallback<Bench["set"]>(
    (itemId, part, group) => {
      editedAt.current = performance.now();
      const item = session.snapshot().items.get(itemId);
      if (!item) return;
      const content: ItemContent = { ...item.content, ...part };
      if (content.decision === "accepted" || content.decision === "edited")
        content.decision =
          item.draft && changedFields(item.draft, content).length > 0 ? "edited" : "accepted";
      session.edit(itemId, { content }, group ? { group: `${itemId} ${group}` } : { soon: true });
    },
    [session],
  );

  const showQuote = useCallback<Bench["showQuote"]>((span) => {
    setPane("records");
    setPassage({ record: span.record, start: span.start, end: span.end });
    setShow((before) => ({ record: span.record, start: span.start, ticket: (before?.ticket ?? 0) + 1 }));
  }, []);

  // The graph links to an item or to a place in a record.
  useEffect(() => {
    const asked = new URLSearchParams(location.search);
    const [item, record] = [asked.get("item"), asked.get("record")];
    if (item) open(item);
    if (!record) return;
    setPane("records");
    setShow({ record, start: Number(asked.get("start")) || 0, ticket: 1 });
  }, [open]);

  const bench: Bench = {
    caseId: first.caseId,
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
    passage,
    open,
    choose: setPassage,
    showQuote,
    set,
  };

  const marked = useMemo(
    () => model.order.map((item) => ({ id: item.id, spans: spansOf(item.content) })),
    [model],
  );
  const reading = { ...bench, marked, names: model.names, sentences: model.sentences };

  const openItem = openId ? (snapshot.items.get(openId) ?? null) : null;
  const step = (by: number, wanted: (item: StoredItem) => boolean = () => true) => {
    const at = model.order.findIndex((item) => item.id === openId);
    const ring = [...model.order.slice(at + 1), ...model.order.slice(0, Math.max(0, at))];
    const next = by > 0 ? ring.find(wanted) : [...ring].reverse().find(wanted);
    if (next) open(next.id, { focus: "head" });
  };
  const decideAs = (item: StoredItem, decision: Decision) => {
    session.edit(item.id, { content: { ...item.content, decision } }, { soon: true });
    setSaid(`${model.names.get(item.id)} ${decision}`);
    const at = model.order.findIndex((one) => one.id === item.id);
    const next = model.order[at + 1];
    if (next) open(next.id, { focus: "head" });
  };
  const acts: ItemActs = {
    decide: (item, decision) => {
      if (!mayEdit) return;
      if (decision === "accepted" && !seen.current.has(item.id)) {
        setSaid(`${model.names.get(item.id)}: read it and its quote to the end first`);
        return;
      }
      decideAs(item, decision === "accepted" ? keptAs(item) : decision);
    },
    edit: (item) => open(item.id, { focus: "field" }),
    undo: () => {
      const itemId = session.undo();
      setSaid(itemId ? "Undone" : "Nothing to undo");
      if (itemId && session.snapshot().items.get(itemId)?.deleted === false) open(itemId, { focus: "head" });
    },
    move: (item, by) => {
      const list = model.sections[item.section as ListedSection];
      const at = list.findIndex((one) => one.id === item.id);
      const [near, far] = by < 0 ? [list[at - 1], list[at - 2]] : [list[at + 1], list[at + 2]];
      if (!near) return;
      const position = far ? (near.position + far.position) / 2 : near.position + by;
      session.edit(item.id, { position }, { soon: true });
    },
    remove: (item) => {
      const at = model.order.findIndex((one) => one.id === item.id);
      session.edit(item.id, { deleted: true }, { soon: true });
      setSaid(`${model.names.get(item.id)} deleted. Restore it below, or undo`);
      open(model.order[at + 1]?.id ?? model.order[at - 1]?.id ?? null, { focus: "head" });
    },
    saveEdit: (item) => decideAs(item, keptAs(item)),
    seen: useCallback((itemId: string) => seen.current.add(itemId), []),
    history: (itemId) => setDialog({ kind: "item", itemId }),
    refresh: () => void live.refresh().catch(() => {}),
  };

  const add = (to: ListedSection, from: Passage | null = null) => {
    if (to === "brief") return;
    const id = newId(SECTION_WORDS[to].one.toLowerCase().replaceAll(" ", "_"), snapshot);
    const last = model.sections[to].at(-1)?.position ?? 0;
    const record = from && records.find((one) => one.key === from.record);
    const content = emptyItem(to, id);
    if (record && from) content.evidence = [spanAt(record, from)];
    session.edit(id, { section: to, content, position: last + 1, deleted: false }, { soon: true });
    seen.current.add(id);
    open(id, { focus: "field" });
  };
  const markOpen = () => {
    const record = passage && records.find((one) => one.key === passage.record);
    if (!openItem || !passage || !record || !mayEdit) return;
    const spans = spansOf(openItem.content);
    const there = spans.find(
      (one) => one.record === passage.record && one.start === passage.start && one.end === passage.end,
    );
    set(openItem.id, {
      evidence: there ? spans.filter((one) => one !== there) : [...spans, spanAt(record, passage)],
    });
    setSaid(there ? `Taken off ${model.names.get(openItem.id)}` : `Added to ${model.names.get(openItem.id)}`);
  };
  const reportIdentifier = () => {
    if (!passage) return;
    identifier.mutate(passage, {
      onSuccess: () => setSaid("The record is set aside. A curator looks at it"),
      onError: (error) => setSaid(error.message),
    });
    setPassage(null);
  };
  const worst: PacketFinding | null =
    solved.findings.find((one) => one.itemId === openId && one.goTo) ??
    solved.findings.find((one) => one.severity === "error") ??
    solved.findings[0] ??
    null;

  useKeys("Workbench", [
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
      does: "Next undecided item",
      run: () => step(1, (item) => item.content.decision === "undecided"),
    },
    { key: "a", does: "Accept the open item", run: () => openItem && acts.decide(openItem, "accepted") },
    { key: "e", does: "Edit the open item", run: () => openItem && acts.edit(openItem) },
    { key: "r", does: "Reject the open item", run: () => openItem && acts.decide(openItem, "rejected") },
    { key: "u", does: "Undo", run: () => mayEdit && acts.undo() },
    {
      key: "y",
      does: "Redo",
      run: () => {
        const itemId = mayEdit ? session.redo() : null;
        setSaid(itemId ? "Done again" : "Nothing to do again");
        if (itemId) open(itemId, { focus: "head" });
      },
    },
    {
      key: "g",
      does: "Go to the cause of the finding",
      run: () => worst && open(worst.goTo ?? worst.itemId, { focus: "head" }),
    },
    {
      key: "Ctrl+Enter",
      does: "Save the edit and go on",
      run: () => openItem && mayEdit && acts.saveEdit(openItem),
    },
  ]);
  useKeys("A chosen passage", [
    { key: "m", does: "Add to the open item, or take off it", run: markOpen },
    { key: "n", does: "New item", run: () => mayEdit && setDialog({ kind: "new" }) },
    { key: "i", does: "Identifier seen: set the record aside", run: reportIdentifier },
  ]);

  useEffect(() => {
    if (openItem) setSection(openItem.section as ListedSection);
  }, [openItem]);

  const total = model.order.length;
  const decided = total - model.undecided.length;
  const errors = solved.findings.filter((one) => one.severity === "error");
  const waiting = snapshot.status.waiting.length > 0 || snapshot.collisions.size > 0;
  const why = submitReason(model.undecided.length, errors, bench, waiting, solved.state);

  const submit = async () => {
    setBusy("Submitting");
    setSubmitFault(null);
    try {
      await session.flush();
      if (session.snapshot().status.waiting.length > 0)
        throw new Refusal(0, {
          detail: "The server does not have your last edit yet.",
          fix: "Try again in a moment.",
        });
      await submitPacket(first.caseId);
      router.push(home.href);
      router.refresh();
    } catch (error) {
      setSubmitFault(error instanceof Refusal ? error : new Refusal(0, {}));
      setBusy(null);
    }
  };
  const reopen = async () => {
    setBusy("Re-opening");
    await reopenPacket(first.caseId).then(
      () => window.location.reload(),
      (error: unknown) => setSubmitFault(error instanceof Refusal ? error : new Refusal(0, {})),
    );
    setBusy(null);
  };
  const about = snapshot.items.get(ABOUT);
  const drafter = /^Drafted by .+? from \d+ records?\./.exec(String(about?.content.source_note ?? ""))?.[0];
  const frozen = ["accepted", "compiled", "certified", "published"].includes(view.stage);

  return (
    <BenchContext value={bench}>
      <ReadingContext value={reading}>
        <main className="workbench" id="main">
          <div className="casebar">
            <ButtonLink quiet square icon="arrow-left" href={home.href} aria-label={`Back to ${home.name}`} />
            <div className="casebar-name">
              <h1>{String(about?.content.title ?? view.title)}</h1>
              <div className="casebar-line">
                <span className="code">{first.caseId}</span>
                <Stage stage={view.stage} />
                {drafter && <span>{drafter}</span>}
                {held && (
                  <span className="hold">
                    <Icon name="lock" />
                    {held.holder.id === you.id ? "You hold it" : `${held.holder.name} holds it`} until{" "}
                    <Time at={held.until} />
                  </span>
                )}
              </div>
            </div>
            <div className="casebar-end">
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
            </div>
          </div>
          {view.mayTake && (
            <div className="banner banner-narrow">
              <FindingCard
                severity="caution"
                title="Nobody has taken this case yet"
                acts={<TakeButton caseId={first.caseId} />}
              >
                You can read it. Take it to work on it.
              </FindingCard>
            </div>
          )}
          <Banners live={live} heldByOther={heldByOther} submitFault={submitFault} />
          <div className="paneswitch">
            <div className="segmented" role="group" aria-label="Pane">
              <button type="button" aria-pressed={pane === "packet"} onClick={() => setPane("packet")}>
                Packet <Count>{total}</Count>
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
              acts={{ mark: markOpen, fresh: () => setDialog({ kind: "new" }), identifier: reportIdentifier }}
            />
            <SectionRail current={section} />
            <section className="pane packet" id="packet" aria-label="Packet" ref={packet} tabIndex={-1}>
              {solved.findings
                .filter((one) => one.itemId === null || !snapshot.items.has(one.itemId))
                .map((one) => (
                  <ItemFinding key={`${one.code} ${one.message}`} finding={one} keyHint={one === worst} />
                ))}
              {LISTED.map((one) => (
                <ItemSection
                  key={one}
                  section={one}
                  acts={acts}
                  onAdd={(to) => add(to)}
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
            </section>
          </div>
          <footer className="benchbar">
            <div className="benchbar-progress">
              <span className="ui">
                <span className="strong">
                  {decided} of {total}
                </span>{" "}
                decided
              </span>
              <Meter done={decided} of={total} />
            </div>
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
            {view.mayEdit ? (
              <div className="benchbar-submit">
                <p id="why">{why ?? "Everything is decided and can be reached."}</p>
                <Button
                  main
                  closed={why ?? (mayEdit ? false : "Somebody else holds the case")}
                  closedReasonId="why"
                  busy={busy}
                  onClick={submit}
                >
                  Submit for review
                </Button>
              </div>
            ) : (
              <div className="benchbar-submit">
                <p>{view.whyNot}</p>
                {view.mayTake && <TakeButton caseId={first.caseId} />}
                {frozen && (
                  <Button busy={busy} onClick={reopen}>
                    Re-open as a new revision
                  </Button>
                )}
              </div>
            )}
            <p className="narrow-reason" aria-hidden="true">
              {view.mayEdit ? why : view.whyNot}
            </p>
          </footer>
          <p className="visually-hidden" id="nothing-to-undo">
            Nothing to undo
          </p>
          <p className="visually-hidden" id="first-or-last">
            It is the first or the last of its section
          </p>
          {dialog?.kind === "history" && <PacketHistoryDialog onClose={() => setDialog(null)} />}
          {dialog?.kind === "item" && (
            <ItemHistoryDialog itemId={dialog.itemId} onClose={() => setDialog(null)} />
          )}
          {dialog?.kind === "people" && (
            <PeopleDialog caseId={first.caseId} onClose={() => setDialog(null)} />
          )}
          {dialog?.kind === "file" && (
            <FileDialog onClose={() => setDialog(null)} onImported={() => window.location.reload()} />
          )}
          {dialog?.kind === "new" && (
            <NewItemDialog
              onClose={() => setDialog(null)}
              onPick={(to) => {
                setDialog(null);
                add(to, passage);
              }}
            />
          )}
        </main>
      </ReadingContext>
    </BenchContext>
  );
}

function firstToOpen(model: ReturnType<typeof modelOf>): string | null {
  return (model.undecided[0] ?? model.order[0])?.id ?? null;
}

function fieldOf(packet: HTMLElement | null, itemId: string, field?: string): HTMLElement | null {
  const form = packet?.querySelector(`[data-form="${CSS.escape(itemId)}"]`);
  const named = field ? form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`) : null;
  return named ?? form?.querySelector<HTMLElement>("input, textarea, select") ?? null;
}

/** What opens the submit button, in one sentence; null when nothing is in the way. */
function submitReason(
  undecided: number,
  errors: readonly PacketFinding[],
  bench: Bench,
  waiting: boolean,
  state: "checking" | "checked" | "failed",
): string | null {
  const parts: string[] = [];
  if (undecided > 0)
    parts.push(undecided === 1 ? "the last item is decided" : `the last ${undecided} items are decided`);
  const unreachable = errors.filter((one) => one.code === "oracle/unreachable-group");
  const first = unreachable[0]?.itemId ? bench.model.names.get(unreachable[0].itemId) : null;
  if (unreachable.length > 1) parts.push(`${unreachable.length} outcomes can be reached`);
  else if (unreachable.length === 1) parts.push(`${first ?? "every outcome"} can be reached`);
  const others = errors.length - unreachable.length;
  if (others > 0) parts.push(others === 1 ? "1 finding is mended" : `${others} findings are mended`);
  if (parts.length > 0) return `Opens when ${parts.join(" and ")}.`;
  if (waiting) return "Opens when the server has your last edit.";
  if (state === "checking") return "Opens when the packet has been checked.";
  return null;
}

function SectionRail({ current }: { current: ListedSection }) {
  const { model, findings, snapshot } = useBench();
  const bad = new Set(
    findings
      .filter((one) => one.severity === "error")
      .map((one) => (one.itemId ? snapshot.items.get(one.itemId)?.section : null)),
  );
  return (
    <nav className="sections" aria-label="Packet sections">
      {LISTED.map((section) => {
        const items = model.sections[section];
        const decided = items.filter((item) => item.content.decision !== "undecided").length;
        return (
          <button
            key={section}
            type="button"
            aria-current={section === current ? "true" : undefined}
            onClick={() => {
              const head = document.getElementById(`section-${section}`);
              head?.scrollIntoView({ block: "start" });
              head?.focus({ preventScroll: true });
            }}
          >
            <span>{SECTION_WORDS[section].short}</span>
            <span className="meta">
              {bad.has(section) && <Icon name="mark-bad" tone="bad" label="Has a finding" />}
              {decided} of {items.length}
            </span>
          </button>
        );
      })}
      <div className="sections-key" role="group" aria-label="What the marks mean">
        {(["accepted", "edited", "rejected", "undecided"] as const).map((decision) => (
          <DecisionMark key={decision} decision={decision} word />
        ))}
      </div>
    </nav>
  );
}

function Banners({
  live,
  heldByOther,
  submitFault,
}: {
  live: ReturnType<typeof useSession>;
  heldByOther: boolean;
  submitFault: Refusal | null;
}) {
  const [fault, setFault] = useState<string | null>(null);
  const { view, snapshot, recovered } = live;
  const holder = snapshot.lease?.holder.name ?? "Somebody else";
  return (
    <>
      {view.returned && (
        <div className="banner">
          <FindingCard severity="caution" title={`${view.returned.by} sent it back`}>
            {view.returned.reasons}
          </FindingCard>
        </div>
      )}
      {view.mayEdit && heldByOther && (
        <div className="banner">
          <FindingCard
            severity="caution"
            live
            title={`${holder} holds this case now`}
            acts={
              <Button
                icon="hand"
                onClick={() =>
                  live.takeOver().then(
                    () => setFault(null),
                    (error: Error) => setFault(error.message),
                  )
                }
              >
                Take it over
              </Button>
            }
          >
            You can read. If you take it over, their edits that are not saved yet stay on their device and are
            joined with yours item by item. {fault}
          </FindingCard>
        </div>
      )}
      {recovered > 0 && (
        <div className="banner">
          <p className="save" role="status">
            <Icon name="mark-good" tone="good" />
            {recovered === 1 ? "1 edit" : `${recovered} edits`} from a closed window{" "}
            {recovered === 1 ? "was" : "were"} taken up again.
          </p>
        </div>
      )}
      {submitFault && (
        <div className="banner">
          <FindingCard severity="caution" title={submitFault.message} live>
            {submitFault.fix}
          </FindingCard>
        </div>
      )}
    </>
  );
}
