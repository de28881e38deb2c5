"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useDeferredValue, useState } from "react";
import { queueQuery, useTakeCase } from "@/components/queries/cases";
import { Refusal } from "@/components/queries/http";
import { Button, ButtonLink } from "@/components/ui/button";
import { SearchField } from "@/components/ui/field";
import { SeverityMark } from "@/components/ui/marks";
import { Count, Empty, FindingCard, Meter, Person } from "@/components/ui/pieces";
import { Time, waitingSince } from "@/components/ui/time";
import {
  type Queue,
  type QueueQuery,
  type QueueRow,
  queueQuerySchema,
  type Tab,
} from "@/lib/contracts/cases";
import { Choice } from "./choice";
import { STAGE_WORDS, Stage } from "./stage";

const TAB_WORDS: Record<Tab, string> = {
  needs_you: "Needs you",
  in_review: "In review",
  with_curator: "With a curator",
  published: "Published",
  all: "All",
};

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

const oldestSaid = (since: string) =>
  since === "just now" ? " The oldest came just now." : ` The oldest has waited ${since}.`;

/** The cases somebody may see, those that wait for them first. */
export function CaseQueue({
  title,
  tabs,
  you,
  first,
  now,
}: {
  title: string;
  tabs: readonly Tab[];
  you: string;
  first: Queue;
  now: string;
}) {
  const [query, setQuery] = useState<QueueQuery>(() => queueQuerySchema.parse({ tab: tabs[0] }));
  const asked = useDeferredValue(query);
  const untouched = JSON.stringify(asked) === JSON.stringify(queueQuerySchema.parse({ tab: tabs[0] }));
  const { data, error } = useQuery(queueQuery(asked, untouched ? first : undefined));
  const queue = data ?? first;
  const set = (part: Partial<QueueQuery>) => setQuery((before) => ({ ...before, ...part }));
  const waiting = first.counts.needs_you ?? 0;
  const oldest = first.rows[0];
  const resume = first.rows
    .filter((row) => row.holder?.person.id === you || row.advocate?.id === you)
    .filter((row) => row.stage === "annotating" && row.editedAt !== null)
    .sort((a, b) => ((a.editedAt ?? "") < (b.editedAt ?? "") ? 1 : -1))[0];

  return (
    <>
      <div className="lead-row">
        <h1 className="title">{title}</h1>
        <p className="soft">
          {waiting === 0
            ? "Nothing waits for you."
            : `${NUMBERS[waiting] ?? waiting} ${waiting === 1 ? "needs" : "need"} you.`}
          {oldest && waiting > 0 && oldestSaid(waitingSince(new Date(oldest.waitingSince), new Date(now)))}
        </p>
      </div>
      {resume && <Resume row={resume} />}
      <section className="queue" aria-label="Cases">
        <nav className="tabs" aria-label="Whose turn">
          {tabs.map((tab) => (
            <a
              key={tab}
              href={`#${tab}`}
              aria-current={query.tab === tab ? "page" : undefined}
              onClick={(event) => {
                event.preventDefault();
                set({ tab });
              }}
            >
              {TAB_WORDS[tab]} <Count>{queue.counts[tab] ?? 0}</Count>
            </a>
          ))}
        </nav>
        <div className="tools">
          <SearchField
            label="Search cases"
            placeholder="Search a title, a case number, a word in the brief"
            value={query.q}
            onChange={(event) => set({ q: event.target.value })}
          />
          <Choice
            label="State"
            value={query.state}
            onChange={(state) => set({ state })}
            options={{ any: "Any", ...STAGE_WORDS }}
          />
          <Choice
            label="Held by"
            value={query.held}
            onChange={(held) => set({ held })}
            options={{ anyone: "Anyone", me: "You", others: "Others", nobody: "Nobody" }}
          />
          <Choice
            label="Findings"
            value={query.findings}
            onChange={(findings) => set({ findings })}
            options={{ any: "Any", open: "Open", none: "None" }}
          />
          <div className="tools-end">
            <Choice
              label="Sort"
              value={query.sort}
              onChange={(sort) => set({ sort })}
              options={{ wait: "Longest wait", edited: "Last edited", title: "Title" }}
            />
          </div>
        </div>
        {error && (
          <FindingCard severity="caution" title="The list may be out of date" live>
            {error instanceof Refusal ? error.message : "The answer could not be read."} It is asked for again
            by itself.
          </FindingCard>
        )}
        <div className="panel">
          {queue.rows.length === 0 ? (
            <Nothing query={query} />
          ) : (
            <CaseTable rows={queue.rows} you={you} now={now} tab={query.tab} />
          )}
          {queue.more && (
            <p className="queue-more meta">
              The first {queue.rows.length} are listed. Search to find others.
            </p>
          )}
        </div>
      </section>
    </>
  );
}

function Nothing({ query }: { query: QueueQuery }) {
  if (query.q || query.state !== "any" || query.held !== "anyone" || query.findings !== "any")
    return (
      <Empty icon="search" title="No case matches">
        Change the search or the filters.
      </Empty>
    );
  return (
    <Empty icon="eye" title="Nothing here">
      When a case comes to this point, it appears here.
    </Empty>
  );
}

function Resume({ row }: { row: QueueRow }) {
  const left = row.total - row.decided;
  const first = row.solvability?.first;
  return (
    <section className="panel resume" aria-label="Pick up where you stopped">
      <div className="stack">
        <span className="label">Pick up where you stopped</span>
        <h2 className="head">{row.title}</h2>
        {first && (
          <SeverityMark severity={row.solvability?.unreachable ? "bad" : "caution"}>
            <span className="wrap-text">{first.message}</span>
          </SeverityMark>
        )}
      </div>
      <div className="resume-progress">
        <span className="ui">
          <span className="strong">
            {row.decided} of {row.total}
          </span>{" "}
          decided, {left} left
        </span>
        <Meter done={row.decided} of={row.total} />
      </div>
      <ButtonLink main href={row.next.href} iconAfter="arrow-right">
        {row.next.label}
      </ButtonLink>
    </section>
  );
}

function CaseTable({ rows, you, now, tab }: { rows: QueueRow[]; you: string; now: string; tab: Tab }) {
  return (
    <table className="cases">
      <caption className="visually-hidden">{TAB_WORDS[tab]}: cases</caption>
      <thead>
        <tr>
          <th scope="col">Case</th>
          <th scope="col">State</th>
          <th scope="col">Held by</th>
          <th scope="col" className="col-part">
            Decided
          </th>
          <th scope="col">Open findings</th>
          <th scope="col">Waiting</th>
          <th scope="col">
            <span className="visually-hidden">Next step</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.caseId}>
            <td>
              <Link className="case-name" href={row.next.href} prefetch={false}>
                {row.title}
              </Link>
              <span className="meta case-sub">
                <span className="code">{row.caseId}</span> · {count(row.records, "record")},{" "}
                {row.parties === 1 ? "1 party" : `${row.parties} parties`}
              </span>
            </td>
            <td data-name="State">
              <div className="stack">
                <Stage stage={row.stage} setAside={row.setAside} />
                {row.note && <span className="meta">{row.note}</span>}
              </div>
            </td>
            <td data-name="Held by">
              <Holder row={row} you={you} />
            </td>
            <td data-name="Decided" className="col-part">
              {row.total === 0 ? (
                <span className="soft">Not started</span>
              ) : (
                <div className="part">
                  <span>
                    {row.decided} of {row.total}
                  </span>
                  <Meter done={row.decided} of={row.total} />
                </div>
              )}
            </td>
            <td data-name="Open findings">
              <OpenFindings row={row} />
            </td>
            <td data-name="Waiting">
              <div className="stack">
                <span>{waitingSince(new Date(row.waitingSince), new Date(now))}</span>
                {row.editedAt && (
                  <span className="meta">
                    edited <Time at={row.editedAt} />
                  </span>
                )}
              </div>
            </td>
            <td>
              <NextStep row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

function Holder({ row, you }: { row: QueueRow; you: string }) {
  if (row.holder)
    return (
      <Person
        name={row.holder.person.name}
        you={row.holder.person.id === you}
        note={
          <>
            until <Time at={row.holder.until} />
          </>
        }
      />
    );
  if (row.stage === "in_review" && row.reviewer)
    return <Person name={row.reviewer.name} you={row.reviewer.id === you} note="reviewer" />;
  if (row.advocate) return <Person name={row.advocate.name} you={row.advocate.id === you} note="assigned" />;
  return <Person name={null} note={row.next.take ? "free to take" : undefined} />;
}

function OpenFindings({ row }: { row: QueueRow }) {
  const { unreachable = 0, toCheck = 0 } = row.solvability ?? {};
  if (row.setAside) return <SeverityMark severity="caution">To check</SeverityMark>;
  if (row.openFindings > 0)
    return (
      <SeverityMark severity="bad">
        {row.openFindings === 1 ? "1 identifier?" : `${row.openFindings} identifiers?`}
      </SeverityMark>
    );
  if (unreachable + toCheck === 0)
    return row.total === 0 ? (
      <span className="soft">Not known yet</span>
    ) : (
      <SeverityMark severity="good">None open</SeverityMark>
    );
  return (
    <div className="stack">
      {unreachable > 0 && <SeverityMark severity="bad">{unreachable} unreachable</SeverityMark>}
      {toCheck > 0 && <SeverityMark severity="caution">{toCheck} to check</SeverityMark>}
    </div>
  );
}

function NextStep({ row }: { row: QueueRow }) {
  const router = useRouter();
  const take = useTakeCase();
  const name = `${row.next.label}: ${row.title}`;
  if (!row.next.take)
    return (
      <ButtonLink href={row.next.href} prefetch={false} aria-label={name}>
        {row.next.label}
      </ButtonLink>
    );
  return (
    <div className="stack">
      <Button
        aria-label={name}
        busy={take.isPending && "Taking"}
        onClick={() => take.mutate(row.caseId, { onSuccess: () => router.push(row.next.href) })}
      >
        {row.next.label}
      </Button>
      {take.error && (
        <span className="meta" role="alert">
          {take.error.message}
        </span>
      )}
    </div>
  );
}
