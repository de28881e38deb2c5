"use client";

import { useRouter } from "next/navigation";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { z } from "zod";
import { runLogRecordSchema } from "@/compiler/engine";
import type { WorldSpec } from "@/compiler/spec/world";
import "@/components/certify/certify.css";
import { DifficultyFigure } from "@/components/certify/difficulty-figure";
import { WorldBar } from "@/components/certify/world-bar";
import { CertificateMark } from "@/components/certify/world-list";
import { ask, send } from "@/components/queries/http";
import { Button, ButtonLink } from "@/components/ui/button";
import { useKeys } from "@/components/ui/keys";
import { SeverityMark } from "@/components/ui/marks";
import { FindingCard } from "@/components/ui/pieces";
import { Segmented } from "@/components/ui/segmented";
import type { StageName } from "@/lib/contracts/packets";
import type { CertificateState, GraphPlaces, WorldVersionRow } from "@/lib/contracts/worlds";
import { analyse } from "./analyse";
import { ChangesPanel } from "./edit/changes-panel";
import { EditPanel } from "./edit/edit-panel";
import { FrictionPanel } from "./edit/friction-panel";
import { JsonPanel } from "./edit/json-panel";
import { useDraft } from "./edit/use-draft";
import { GraphWorkspace, type PanelTools } from "./graph-workspace";
import { type Placement, placementOf, placesOf } from "./layout";
import { Legend } from "./legend";
import type { SourceQuote } from "./node-panel";
import { RulesPanel } from "./rules-panel";

export interface WorldPageData {
  caseId: string;
  title: string;
  stage: StageName;
  number: number;
  newest: number;
  packetRevision: number;
  contentHash: string;
  spec: WorldSpec;
  state: CertificateState;
  history: readonly WorldVersionRow[];
  origin: Record<string, string>;
  records: readonly { key: string; title: string; text: string }[];
}

const logSchema = z.strictObject({ records: runLogRecordSchema.array() });
const savedSchema = z.strictObject({ number: z.int(), made: z.boolean() });

const TABS = [
  { value: "node", label: "Look" },
  { value: "edit", label: "Edit" },
  { value: "friction", label: "Friction" },
  { value: "rules", label: "Rules" },
  { value: "json", label: "JSON" },
  { value: "changes", label: "Save" },
] as const;
type Tab = (typeof TABS)[number]["value"];

/** Quotes of source spans `record:start-end`; a span that no longer fits its record is left out. */
function quotesIn(records: WorldPageData["records"], caseId: string) {
  const byKey = new Map(records.map((r) => [r.key, r] as const));
  return (evidence: readonly string[]): SourceQuote[] =>
    evidence.flatMap((span) => {
      const match = /^(.*):(\d+)-(\d+)$/.exec(span);
      const record = match && byKey.get(match[1] ?? "");
      if (!match || !record) return [];
      const quote = record.text.slice(Number(match[2]), Number(match[3]));
      return quote
        ? [{ quote, record: record.title, href: `/cases/${caseId}?record=${record.key}&start=${match[2]}` }]
        : [];
    });
}

/** A version of a world: the graph with playback, its findings, where each object comes from, and editing with the live oracle. */
export function WorldScreen({
  page,
  places,
  runs,
  first,
}: {
  page: WorldPageData;
  /** Where the nodes stand, as a curator left them. */
  places: GraphPlaces | null;
  runs: readonly { id: string; name: string }[];
  first: { node?: string; run?: string; step?: number };
}) {
  const { caseId } = page;
  const router = useRouter();
  const draft = useDraft(page.spec, `baba-world-${caseId}-${page.number}`);
  const spec = useDeferredValue(draft.spec);
  const analysis = useMemo(() => analyse(spec), [spec]);
  const [tab, setTab] = useState<Tab>("node");
  const quotesOf = useMemo(() => quotesIn(page.records, caseId), [page.records, caseId]);
  const packetHref = (id: string) => {
    const item = page.origin[id];
    return item ? `/cases/${caseId}?item=${item}` : null;
  };
  const kept = useMemo(
    () =>
      runs.map((run) => ({
        ...run,
        load: async () => (await ask(`/api/playtests/${run.id}/log`, logSchema)).records,
      })),
    [runs],
  );
  useEffect(() => {
    if (!draft.dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [draft.dirty]);
  useKeys("Editing", [
    { key: "u", does: "Undo", run: draft.undo },
    { key: "e", does: "Edit the selected node", run: () => setTab("edit") },
  ]);

  const stood = useMemo(() => placementOf(places), [places]);
  const standing = useRef<Placement | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const keepPlaces = (placement: Placement | null) =>
    send(`/api/worlds/${caseId}/places`, { body: { places: placement && placesOf(placement) } }).then(
      () => setLost(null),
      (error) => setLost(error.message),
    );
  const save = async (note: string) => {
    const onlyFriction =
      JSON.stringify({ ...draft.spec, frictions: [] }) === JSON.stringify({ ...page.spec, frictions: [] });
    const body = {
      basedOn: page.number,
      spec: draft.spec,
      note,
      origin: onlyFriction ? "friction" : "edited",
    };
    const { number } = await ask(`/api/worlds/${caseId}/versions`, savedSchema, { method: "POST", body });
    draft.forget();
    if (standing.current) await keepPlaces(standing.current);
    router.push(`/worlds/${caseId}?version=${number}`);
  };
  const panelOf = ({ graph, selected, reveal, playLog }: PanelTools) => {
    if (tab === "edit")
      return (
        <EditPanel
          spec={draft.spec}
          graph={graph}
          node={selected}
          onChange={draft.change}
          onSelect={reveal}
        />
      );
    if (tab === "friction")
      return <FrictionPanel spec={spec} base={page.spec} onChange={draft.change} onGo={reveal} />;
    if (tab === "rules")
      return (
        <RulesPanel
          analysis={analysis}
          onGo={reveal}
          onPlay={(trap) =>
            playLog(
              `trap ${trap.rule.id}`,
              `A run that breaks: ${trap.rule.text}`,
              trap.log,
              trap.brokenAt ?? 1,
            )
          }
        />
      );
    if (tab === "json") return <JsonPanel spec={draft.spec} onChange={draft.change} />;
    if (tab === "changes")
      return (
        <ChangesPanel
          caseId={caseId}
          base={page.spec}
          number={page.number}
          spec={draft.spec}
          history={page.history}
          dirty={draft.dirty}
          onSave={save}
        />
      );
    return null;
  };

  const open = analysis.findings.length;
  return (
    <div className="world-page">
      <WorldBar
        back="/worlds"
        backLabel="Back to worlds"
        title={page.title}
        caseId={caseId}
        stage={page.stage}
        line={
          <>
            <span>
              World version {page.number}
              {page.number !== page.newest && ` of ${page.newest}`}, from packet revision{" "}
              {page.packetRevision}
            </span>
            {draft.dirty ? (
              <SeverityMark severity="caution">Edited on this device, not saved</SeverityMark>
            ) : (
              <CertificateMark state={page.state} />
            )}
          </>
        }
      >
        <SeverityMark
          severity={open === 0 ? "good" : analysis.oracle?.verdict === "proved" ? "caution" : "bad"}
        >
          {open === 0 ? "Nothing to settle" : `${open} ${open === 1 ? "finding" : "findings"} to settle`}
        </SeverityMark>
        {draft.canUndo && (
          <Button quiet icon="undo" onClick={draft.undo}>
            Undo
          </Button>
        )}
        {draft.canRedo && (
          <Button quiet onClick={draft.redo}>
            Redo
          </Button>
        )}
        <ButtonLink quiet href={`/worlds/${caseId}/asking`}>
          Ways of asking
        </ButtonLink>
        <ButtonLink quiet href={`/worlds/${caseId}/attempts`}>
          Attempts
        </ButtonLink>
        {draft.dirty ? (
          <Button main onClick={() => setTab("changes")}>
            Save changes
          </Button>
        ) : (
          <ButtonLink href={`/worlds/${caseId}/certify?version=${page.number}`} main iconAfter="arrow-right">
            Certify
          </ButtonLink>
        )}
      </WorldBar>
      {draft.found && (
        <FindingCard
          severity="caution"
          title="Edits of this version wait on this device."
          live
          acts={
            <>
              <Button onClick={draft.takeUp}>Go on with them</Button>
              <Button quiet onClick={draft.forget}>
                Drop them
              </Button>
            </>
          }
        >
          They were never saved on the server.
        </FindingCard>
      )}
      {lost && (
        <FindingCard severity="caution" title="Where the nodes stand is not on the server." live>
          {lost} The next move tries again.
        </FindingCard>
      )}
      <GraphWorkspace
        spec={spec}
        analysis={analysis}
        places={stood}
        onPlaced={(placement) => {
          standing.current = placement;
        }}
        onArranged={keepPlaces}
        quotesOf={quotesOf}
        packetHref={packetHref}
        runs={kept}
        first={first}
        sideHead={<Segmented label="Side panel" value={tab} onChange={setTab} options={TABS} />}
        panelOf={panelOf}
        actsOf={() => (
          <Button icon="pencil" onClick={() => setTab("edit")}>
            Edit
          </Button>
        )}
        pictureName={`${caseId}-v${page.number}`}
        overview={
          analysis.difficulty && (
            <div className="side-block">
              <h2 className="head">This world</h2>
              <DifficultyFigure difficulty={analysis.difficulty} narrow />
              <Legend />
            </div>
          )
        }
      />
    </div>
  );
}
