"use client";

import Link from "next/link";
import { useState } from "react";
import { asRefusal, type Refusal } from "@/components/queries/http";
import { importFiles } from "@/components/queries/import";
import { Icon } from "@/components/ui/icon";
import { SeverityMark } from "@/components/ui/marks";
import { FindingCard } from "@/components/ui/pieces";
import { Segmented } from "@/components/ui/segmented";
import type { ImportResultView } from "@/lib/contracts/import";

/** Brings source records into the studio: files in, a report for each out. */
export function ImportFiles() {
  const [gather, setGather] = useState("by_folder");
  const [busy, setBusy] = useState<string | null>(null);
  const [fault, setFault] = useState<Refusal | null>(null);
  const [result, setResult] = useState<ImportResultView | null>(null);
  const [over, setOver] = useState(false);

  async function take(list: FileList | null) {
    const files = [...(list ?? [])];
    if (files.length === 0 || busy) return;
    setBusy(files.length === 1 ? `Reading ${files[0]?.name}` : `Reading ${files.length} files`);
    setFault(null);
    setResult(null);
    await importFiles(files, gather).then(setResult, (error: unknown) => setFault(asRefusal(error)));
    setBusy(null);
  }

  return (
    <>
      <section className="panel" aria-label="Files">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the file field inside is the first */}
        <div
          className={`drop${over ? " is-over" : ""}`}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            void take(event.dataTransfer.files);
          }}
        >
          <span className="empty-glyph" aria-hidden="true">
            <Icon name="document" />
          </span>
          <label className="strong" htmlFor="import-files">
            Choose files, or drop them here
          </label>
          <input
            id="import-files"
            className="input"
            type="file"
            multiple
            disabled={busy !== null}
            onChange={(event) => {
              void take(event.target.files);
              event.target.value = "";
            }}
          />
          <p className="meta">
            Case files (JSON), tables (CSV), mails, texts, PDF with text, transcripts, FHIR bundles, or a zip
            of them. Up to 20 MB a file, 60 MB together.
          </p>
          <div className="form-acts">
            <span className="label">Files without a case of their own</span>
            <Segmented
              label="Files without a case of their own"
              value={gather}
              onChange={setGather}
              options={[
                { value: "by_folder", label: "A case a folder" },
                { value: "each_file", label: "A case a file" },
                { value: "one_case", label: "One case" },
              ]}
            />
          </div>
          <p role="status" className="ui">
            {busy && (
              <>
                <span className="running" aria-hidden="true" /> {busy}
              </>
            )}
          </p>
        </div>
      </section>
      {fault && (
        <FindingCard severity="caution" title={fault.message} live>
          {fault.fix}
        </FindingCard>
      )}
      {result && <Report result={result} />}
    </>
  );
}

const count = (number: number, noun: string, many = `${noun}s`) => `${number} ${number === 1 ? noun : many}`;

const filesWords = (files: readonly string[]) =>
  files.length <= 2 ? files.join(" and ") : `${files[0]} and ${files.length - 1} more files`;

/** What is next for a case that was made: it waits for somebody, or it can begin. */
function NextOf({ made }: { made: ImportResultView["cases"][number] }) {
  const { caseId, title, findings, unread, waitsFor } = made;
  if (findings + unread === 0)
    return (
      <>
        <SeverityMark severity="good">No identifier found</SeverityMark>
        <Link className="button" href={`/cases/${caseId}`} aria-label={`Begin: ${title}`}>
          Begin
        </Link>
      </>
    );
  const found = [
    findings > 0 ? count(findings, "name or number", "names and numbers") : "",
    unread > 0 ? count(unread, "part that was not read", "parts that were not read") : "",
  ].filter(Boolean);
  const [first, ...others] = waitsFor;
  return (
    <>
      <SeverityMark severity="caution">{found.join(" and ")} to check</SeverityMark>
      {first ? (
        <span className="ui">
          {others.length > 0 ? `${first} or another curator` : first} checks it. It stays in your list.
        </span>
      ) : (
        <Link className="button" href={`/import/${caseId}`} aria-label={`Check: ${title}`}>
          Check
        </Link>
      )}
    </>
  );
}

function Report({ result }: { result: ImportResultView }) {
  return (
    <>
      <section className="panel" aria-label="Cases that were made">
        <div className="panel-head">
          <h2 className="subhead" tabIndex={-1}>
            {count(result.cases.filter((one) => one.refused === null).length, "case")} made
          </h2>
        </div>
        <ul className="finished">
          {result.cases.map((one) => (
            <li key={one.caseId}>
              <span className="strong">{one.title}</span>
              <span className="meta">
                <span className="code">{one.caseId}</span>, {count(one.records, "record")}, richness{" "}
                {one.richness} of 100
                {one.files.length > 0 && `, from ${filesWords(one.files)}`}
              </span>
              <span className="import-end">
                {one.refused ? (
                  <SeverityMark severity="bad">{one.refused}</SeverityMark>
                ) : (
                  <NextOf made={one} />
                )}
              </span>
            </li>
          ))}
          {result.cases.length === 0 && <li className="soft">No file held a case.</li>}
        </ul>
      </section>
      <section className="panel" aria-label="What became of each file">
        <div className="panel-head">
          <h2 className="subhead">What became of each file</h2>
        </div>
        <ul className="finished">
          {result.reports.map((file) => (
            <li key={file.name} className="file-report">
              <span className="strong">{file.name}</span>
              {file.outcome === "read" ? (
                <SeverityMark severity={file.warnings.length > 0 ? "caution" : "good"}>
                  Read as {file.format}, {count(file.records, "record")}
                </SeverityMark>
              ) : (
                <SeverityMark severity="bad">Refused</SeverityMark>
              )}
              {file.reason && (
                <span className="ui">
                  {file.reason} {file.fix}
                </span>
              )}
              {file.warnings.map((warning) => (
                <span className="meta" key={`${warning.code} ${warning.message}`}>
                  {warning.message}
                </span>
              ))}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
