"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { auditQuery } from "@/components/queries/audit";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Empty, FindingCard, TableHead } from "@/components/ui/pieces";
import { Time } from "@/components/ui/time";
import { type AuditPage, type AuditQuery, auditQuerySchema } from "@/lib/contracts/audit";

const WORDS: Record<string, string> = {
  "session.begin": "Signed in",
  "session.refused": "Was refused at sign-in",
  "packet.save": "Saved items",
  "packet.submit": "Submitted for review",
  "packet.reopen": "Re-opened a packet",
  "packet.import": "Imported a packet",
  "packet.begin": "Began a packet",
  "review.begin": "Began a review",
  "review.compare": "Ended a first pass",
  "review.return": "Returned a packet",
  "review.accept": "Accepted a packet",
  "case.take": "Took a case",
  "case.assign": "Assigned a case",
  "case.share": "Shared a case",
  "case.unshare": "Ended the sharing of a case",
  "case.import": "Imported a case",
  "case.seed": "Put in the sample case",
  "lease.takeover": "Took a case over",
  "comment.add": "Commented",
  "comment.resolve": "Settled a comment",
  "record.set_aside": "Set a record aside",
  "screening.decide": "Decided possible identifiers",
  "screening.finish": "Finished an identifier check",
  "user.invite": "Invited somebody",
  "user.accept_invitation": "Accepted an invitation",
  "user.role": "Changed a role",
  "user.disable": "Disabled an account",
  "user.enable": "Enabled an account",
  "user.sign_out_everywhere": "Signed somebody out everywhere",
  "user.change_password": "Changed a password",
  "user.reset_password": "Gave somebody a new password",
  "user.seed": "Made the first accounts",
  "session.end": "Signed out",
  "packet.draft": "Had a packet drafted",
  "screening.model": "Had a model look for identifiers",
  "world.compile": "Compiled a world",
  "world.propose": "Had a world proposed and repaired",
  "world.take_attempt": "Took an attempt as a version",
  "world.edit": "Edited a world",
  "paraphrase.add": "Added a way of asking",
  "paraphrase.remove": "Took a way of asking away",
  "paraphrase.propose": "Had ways of asking proposed by a model",
  "world.publish": "Published a world",
  "world.withdraw": "Withdrew a version",
  "certification.request": "Asked for a certificate",
  "certification.cancel": "Stopped a certification",
  "certification.passed": "Certified a world",
  "certification.refused": "Refused a certificate",
  "playtest.start": "Began a playtest",
  "run.keep": "Kept an agent's run",
  "token.create": "Made a runner token",
  "token.revoke": "Revoked a runner token",
  "model_call.open": "Opened the text of a model call",
  "audit.export": "Exported the log",
};

/** An act in words; one without words of its own says its parts: "world: certify". */
const inWords = (act: string) => WORDS[act] ?? act.replaceAll("_", " ").replace(".", ": ");

/** Who did what, when. Written by the server with each act; nothing here can be changed. */
export function AuditLog({ first }: { first: AuditPage }) {
  const [query, setQuery] = useState<AuditQuery>(() => auditQuerySchema.parse({}));
  const untouched = Object.values(query).every((value) => value === "");
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    auditQuery(query, untouched ? first : undefined),
  );
  const set = (part: Partial<AuditQuery>) => setQuery((before) => ({ ...before, ...part }));
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const acts = data?.pages[0]?.acts ?? first.acts;
  return (
    <>
      <div className="lead-row">
        <h1 className="title">Audit log</h1>
        <p className="soft">Who did what, when. It is written with each act and cannot be changed.</p>
      </div>
      <div className="audit-tools">
        <Field label="Who">
          {(control) => (
            <Select {...control} value={query.who} onChange={(event) => set({ who: event.target.value })}>
              <option value="">Anybody</option>
              {first.people.map((person) => (
                <option key={person.id} value={person.id}>
                  {person.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="What">
          {(control) => (
            <Select {...control} value={query.act} onChange={(event) => set({ act: event.target.value })}>
              <option value="">Any act</option>
              {acts.map((act) => (
                <option key={act} value={act}>
                  {inWords(act)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Case">
          {(control) => (
            <Input
              {...control}
              data-search=""
              value={query.caseId}
              onChange={(event) => set({ caseId: event.target.value.trim() })}
            />
          )}
        </Field>
        <Field label="From">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={query.from}
              onChange={(event) => set({ from: event.target.value })}
            />
          )}
        </Field>
        <Field label="To">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={query.to}
              onChange={(event) => set({ to: event.target.value })}
            />
          )}
        </Field>
        <a className="button" href={`/api/audit/export?${new URLSearchParams(query)}`}>
          <Icon name="download" />
          Export as CSV
        </a>
      </div>
      {error && (
        <FindingCard severity="caution" title="The log could not be read">
          {error.message}
        </FindingCard>
      )}
      <div className="panel">
        {rows.length === 0 ? (
          <Empty icon="search" title="No act matches">
            Change the filters.
          </Empty>
        ) : (
          <table className="cases audit">
            <caption className="visually-hidden">Acts, the newest first</caption>
            <TableHead columns={["When", "Who", "What", "Case", "Details"]} />
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>
                    <Time at={row.at} />
                  </td>
                  <td data-name="Who">{row.who}</td>
                  <td data-name="What">{inWords(row.act)}</td>
                  <td data-name="Case">
                    {row.caseId ? (
                      <Link className="code" href={`/cases/${row.caseId}`}>
                        {row.caseId}
                      </Link>
                    ) : (
                      <span className="soft">none</span>
                    )}
                  </td>
                  <td data-name="Details">
                    <span className="audit-detail">
                      {Object.entries(row.detail).map(([key, value]) => (
                        <span key={key}>
                          {key}: {typeof value === "string" ? value : JSON.stringify(value)}
                        </span>
                      ))}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {hasNextPage && (
          <div className="queue-more">
            <Button busy={isFetchingNextPage && "Reading on"} onClick={() => void fetchNextPage()}>
              Read on
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
