"use client";

import { useMemo } from "react";
import { z } from "zod";
import { runLogRecordSchema } from "@/compiler/engine";
import { DifficultyFigure } from "@/components/certify/difficulty-figure";
import { WorldBar } from "@/components/certify/world-bar";
import { CertificateMark } from "@/components/certify/world-list";
import "@/components/certify/certify.css";
import type { WorldSpec } from "@/compiler/spec/world";
import { ask } from "@/components/queries/http";
import { ButtonLink } from "@/components/ui/button";
import { SeverityMark } from "@/components/ui/marks";
import type { StageName } from "@/lib/contracts/packets";
import type { CertificateState, WorldVersionRow } from "@/lib/contracts/worlds";
import { analyse } from "./analyse";
import { GraphWorkspace } from "./graph-workspace";
import type { SourceQuote } from "./node-panel";

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

/** Quotes of source spans `record:start-end`; a span that no longer fits its record is left out. */
function quotesIn(records: WorldPageData["records"], caseId: string) {
  const byKey = new Map(records.map((r) => [r.key, r] as const));
  return (evidence: readonly string[]): SourceQuote[] =>
    evidence.flatMap((span) => {
      const match = /^(.*):(\d+)-(\d+)$/.exec(span);
      const record = match && byKey.get(match[1] ?? "");
      if (!match || !record) return [];
      const quote = record.text.slice(Number(match[2]), Number(match[3]));
      return quote ? [{ quote, record: record.title, href: `/cases/${caseId}?record=${record.key}` }] : [];
    });
}

/** A version of a world: the graph with playback, its findings and where each object comes from. */
export function WorldScreen({
  page,
  runs,
  first,
}: {
  page: WorldPageData;
  runs: readonly { id: string; name: string }[];
  first: { node?: string; run?: string; step?: number };
}) {
  const { caseId, spec } = page;
  const analysis = useMemo(() => analyse(spec), [spec]);
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
            <CertificateMark state={page.state} />
          </>
        }
      >
        <SeverityMark severity={open === 0 ? "good" : "caution"}>
          {open === 0 ? "Nothing to settle" : `${open} ${open === 1 ? "finding" : "findings"} to settle`}
        </SeverityMark>
        <ButtonLink href={`/worlds/${caseId}/certify?version=${page.number}`} main iconAfter="arrow-right">
          Certify
        </ButtonLink>
      </WorldBar>
      <GraphWorkspace
        spec={spec}
        analysis={analysis}
        quotesOf={quotesOf}
        packetHref={packetHref}
        runs={kept}
        first={first}
        overview={
          analysis.difficulty && (
            <div className="side-block">
              <h2 className="head">This world</h2>
              <DifficultyFigure difficulty={analysis.difficulty} narrow />
            </div>
          )
        }
      />
    </div>
  );
}
