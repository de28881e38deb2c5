"use client";

import "./playtest.css";
import "@/components/language/language.css";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import type { PublicActionInput } from "@/compiler/public/action";
import { ask, Refusal } from "@/components/queries/http";
import { Button, ButtonLink } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { useKeys } from "@/components/ui/keys";
import { RunningMark } from "@/components/ui/marks";
import { Empty, FindingCard } from "@/components/ui/pieces";
import { clockText, daysBetween } from "@/lib/contracts/moment-words";
import { actResultSchema, type Playtest } from "@/lib/contracts/playtests";
import { CaseFilePane } from "./case-file-pane";
import { CALLED, Composer, type Draft, TOOLS } from "./composer";
import { GradeView } from "./grade-view";
import { TurnView } from "./turn-view";

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((w) => w[0])
    .slice(0, 2)
    .join("")
    .toUpperCase();

const startedSchema = z.strictObject({ id: z.string() });

/** A person plays a world through the eight tools. All that this page holds has been shown by the public environment. */
export function PlaytestScreen({ first, home }: { first: Playtest; home: string }) {
  const router = useRouter();
  const [run, setRun] = useState(first);
  const [draft, setDraft] = useState<Draft>({
    tool: first.turns.length === 0 ? "contact" : "ask",
    party: null,
    form: null,
    document: null,
    said: {},
    entries: {},
  });
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<{ title: string; fix: string | null } | null>(null);
  const [briefOpen, setBriefOpen] = useState(first.turns.length === 0);
  const [pane, setPane] = useState<"talk" | "file">("talk");
  const asked = useRef<AbortController | null>(null);
  const [moment, setMoment] = useState<number | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const grade = useRef<HTMLHeadingElement>(null);
  const { caseFile, limit } = run;
  const begun = run.turns[0]?.result.clock ?? caseFile.clock;

  const count = run.turns.length;
  const toField = () =>
    (field.current ?? document.querySelector<HTMLElement>(".compose :is(textarea, input, select)"))?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new turn scrolls to the end
  useEffect(() => {
    end.current?.scrollIntoView({ block: "nearest" });
    // A call takes the form that made it away; whoever plays by keyboard goes on in the next one.
    if (count > first.turns.length && document.activeElement === document.body) toField();
  }, [count]);

  useEffect(() => {
    if (run.finished && !first.finished) grade.current?.focus();
  }, [run.finished, first.finished]);

  const act = async (action: PublicActionInput) => {
    setBusy(true);
    setFault(null);
    const asking = new AbortController();
    asked.current = asking;
    try {
      const body = { turns: run.turns.length, action };
      const path = `/api/playtests/${run.id}/actions`;
      const answer = await ask(path, actResultSchema, { method: "POST", body, signal: asking.signal });
      setRun((before) => ({
        ...before,
        caseFile: answer.caseFile,
        finished: answer.finished,
        grade: answer.grade,
        turns: answer.recorded ? [...before.turns, answer.turn] : before.turns,
      }));
      const called =
        action.tool === "contact" && answer.turn.result.outcome === "done" && action.mode === "call";
      if (answer.recorded)
        setDraft((d) => ({
          ...d,
          // Who is on the line now goes before whom the case file was asked for.
          ...(called && { tool: "ask" as const, party: null }),
          said: { ...d.said, [action.tool]: undefined },
        }));
      else setFault({ title: answer.turn.result.message, fix: "It cost no action." });
      field.current?.focus();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault(
        asking.signal.aborted
          ? { title: "Cancelled.", fix: "Nothing was done. Ask again when you are ready." }
          : { title: error.message, fix: error.fix },
      );
    }
    setBusy(false);
  };
  const again = async (step: number) => {
    try {
      const { id } = await ask("/api/playtests", startedSchema, { body: { again: run.id, step } });
      router.push(`/playtests/${id}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault({ title: error.message, fix: error.fix });
    }
  };
  const keep = () => {
    const { turns, grade, world, version } = run;
    const file = new Blob([JSON.stringify({ world, version, turns, grade }, null, 2)], {
      type: "application/json",
    });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = `transcript-${world}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const show = (step: number) => {
    setMoment(step);
    setPane("talk");
    document.getElementById(`action-${step}`)?.scrollIntoView({ block: "center" });
  };

  useKeys(
    "Playtest",
    TOOLS.map(({ tool, name }, i) => ({
      key: String(i + 1),
      does: name,
      run: () => {
        setDraft((d) => ({ ...d, tool }));
        requestAnimationFrame(toField);
      },
    })),
  );

  const live = caseFile.parties.filter((p) => caseFile.open_call.includes(p.party));
  const last = run.turns.at(-1)?.result.step ?? 0;
  const pick = (next: Partial<Draft>) => {
    setDraft((d) => ({ ...d, ...next }));
    setPane("talk");
  };
  return (
    <>
      <div className="play">
        <section className="casebar" aria-label="This run">
          <ButtonLink href={home} quiet square icon="arrow-left" aria-label="Leave the playtest" />
          <div className="casebar-name">
            <h1>Playtest: {run.title}</h1>
            <div className="casebar-line">
              <span className="code">{run.world}</span>
              <span>
                {run.version ? `Version ${run.version}. ` : "Not published. "}Run {run.run}. You see only what
                an agent would see. Requests are understood by {run.model ?? "words alone, without a model"}.
              </span>
            </div>
          </div>
          <div className="casebar-end play-figures">
            <Button icon="read" onClick={() => setBriefOpen(true)}>
              Brief
            </Button>
            <div className="stagebar-figure">
              <b>{clockText(caseFile.clock)}</b>
              <span>day {daysBetween(begun, caseFile.clock)}, only waiting moves it</span>
            </div>
            <div className="stagebar-figure left">
              <b>
                {caseFile.actions_left} of {limit}
              </b>
              <span
                className="meter"
                role="meter"
                aria-label="Actions left"
                aria-valuenow={caseFile.actions_left}
                aria-valuemin={0}
                aria-valuemax={limit}
              >
                <i style={{ "--part": `${(100 * caseFile.actions_left) / limit}%` } as React.CSSProperties} />
              </span>
              <span>actions left</span>
            </div>
          </div>
        </section>
        <nav className="paneswitch" aria-label="Panes">
          <div className="segmented" role="group" aria-label="Pane">
            <button type="button" aria-pressed={pane === "talk"} onClick={() => setPane("talk")}>
              Conversation
            </button>
            <button type="button" aria-pressed={pane === "file"} onClick={() => setPane("file")}>
              Case file <span className="count">{caseFile.facts.length}</span>
            </button>
          </div>
        </nav>
        <main className={`desk is-${pane}`} id="main">
          <CaseFilePane
            file={caseFile}
            last={last}
            onRewrite={() => pick({ tool: "memory" })}
            onOpenForm={(form) => pick({ tool: "submit_form", form })}
            onOpenDocument={(document) => pick({ tool: "read_document", document })}
            onContact={(party) => {
              const { channels = [] } = caseFile.parties.find((p) => p.party === party) ?? {};
              const speaks =
                caseFile.open_call.includes(party) || !channels.some((c) => CALLED.includes(c.kind));
              pick({ tool: speaks ? "ask" : "contact", party });
            }}
          />
          <section className="talk" id="talk" aria-label="Conversation">
            <div className="talk-head">
              {live.length > 0 && !run.finished ? (
                <>
                  <span className="person-badge" aria-hidden="true">
                    {initials(live[0]?.name ?? "")}
                  </span>
                  <h2 className="subhead">{live.map((p) => p.name).join(" and ")}</h2>
                  <span className="live">
                    <Icon name="dot" />
                    On the line with you
                  </span>
                  {!run.finished && (
                    <Button
                      icon="phone"
                      className="end-call"
                      onClick={() => act({ tool: "contact", mode: "end_call" })}
                    >
                      End the call
                    </Button>
                  )}
                </>
              ) : (
                <h2 className="subhead">{run.finished ? "The run has ended" : "Nobody is on the line"}</h2>
              )}
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard (WCAG 2.1.1) */}
            <section className="talk-scroll" aria-label="What was said" tabIndex={0}>
              <div className="turns" role="log">
                {run.turns.length === 0 && (
                  <Empty icon="phone" title="Nothing has been done yet">
                    Read the brief, then contact somebody you can reach.
                  </Empty>
                )}
                {run.turns.map((turn, i) => (
                  <div
                    key={i}
                    id={`action-${turn.result.step}`}
                    className={`turn-group${moment === turn.result.step ? " is-moment" : ""}`}
                  >
                    <TurnView turn={turn} file={caseFile} />
                    {turn.rendering !== null && (
                      <p className="meta">
                        In {run.model ?? "a model"}’s words: {turn.rendering}
                      </p>
                    )}
                  </div>
                ))}
                {busy && run.model && (
                  <p className="work-line ui" role="status">
                    <RunningMark>{run.model} reads your request</RunningMark>
                    <Button quiet onClick={() => asked.current?.abort()}>
                      Cancel
                    </Button>
                  </p>
                )}
                {fault && (
                  <FindingCard severity="caution" title={fault.title} live>
                    {fault.fix}
                  </FindingCard>
                )}
                <div ref={end} />
              </div>
            </section>
            {!run.finished && (
              <Composer
                file={caseFile}
                draft={draft}
                onDraft={setDraft}
                busy={busy}
                onAct={act}
                field={field}
              />
            )}
          </section>
        </main>
      </div>
      {run.grade && <GradeView grade={run.grade} head={grade} onShow={show} onKeep={keep} onAgain={again} />}
      <Dialog open={briefOpen} onClose={() => setBriefOpen(false)} title={run.title}>
        <p className="read brief">{caseFile.brief}</p>
      </Dialog>
    </>
  );
}
