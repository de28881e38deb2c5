"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ask, asRefusal, type Refusal, send } from "@/components/queries/http";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { type Severity, SeverityMark } from "@/components/ui/marks";
import { Chip, FindingCard } from "@/components/ui/pieces";
import {
  type AskedItem,
  type EditParaphraseInput,
  LONGEST_WAY,
  type ParaphrasesView,
  paraphrasesViewSchema,
  type Way,
} from "@/lib/contracts/paraphrases";
import { useWork } from "./use-work";
import { WorkLine } from "./work-line";

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

type Edit = (change: EditParaphraseInput) => Promise<boolean>;

/** How people ask for everything on the menus of a world, what each way is understood as, and what is lacking. */
export function WaysOfAsking({ caseId, first }: { caseId: string; first: ParaphrasesView }) {
  const path = `/api/worlds/${caseId}/paraphrases`;
  const key = ["paraphrases", caseId];
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => ask(path, paraphrasesViewSchema, { signal }),
    initialData: first,
  });
  const work = useWork(`${path}/propose`);
  const [fault, setFault] = useState<{ item: string; refusal: Refusal } | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: key });
  const edit: Edit = async (change) => {
    setFault(null);
    try {
      await send(path, { body: change });
      await refresh();
      return true;
    } catch (error) {
      const refusal = asRefusal(error);
      setFault({ item: change.item, refusal });
      return false;
    }
  };
  const propose = async () => {
    await work.start({});
    await refresh();
  };
  const route = data.items.filter((item) => item.onRoute);
  const others = data.items.filter((item) => !item.onRoute);
  const ofItem = (item: AskedItem) => (
    <Item
      key={item.item}
      item={item}
      needed={data.needed}
      fault={fault?.item === item.item ? fault.refusal : null}
      onEdit={edit}
    />
  );
  return (
    <>
      <section className="panel" aria-label="What gate 5 asks">
        <div className="panel-body form">
          <p className="ui">
            Gate 5 tries every way of asking below. Each item of the route needs {data.needed} that lead to
            it, and hardly any may lead to another item. Where people wrote too few, frames around the label
            fill up.
          </p>
          <p className="ui soft">
            Teach the world a way that is not understood: from then on the world knows it, and gate 5 does not
            count it. The figures mean most when whoever writes the tests has not seen what the world was
            taught.
          </p>
          <p className="ui soft">
            Beside these: {data.several.right} of {plural(data.several.asked, "request")} of several parts
            understood, {data.noFit.right} of {plural(data.noFit.asked, "request")} that fit nothing turned
            down, {data.ordinary.right} of {plural(data.ordinary.asked, "ordinary question")} recognized,{" "}
            {data.traps.right} of {plural(data.traps.asked, "trap")} avoided. An edit marks the certificate
            stale.
          </p>
          <WorkLine {...work} onCancel={work.cancel} />
          {work.ended?.kind === "done" && (
            <div className="ui" role="status">
              <p>{work.ended.words}</p>
              {work.ended.refused.length > 0 && (
                <details>
                  <summary>{plural(work.ended.refused.length, "proposal")} left out</summary>
                  <ul className="ways-refused">
                    {work.ended.refused.map((one) => (
                      <li key={`${one.section} ${one.what}`}>
                        {one.what} <span className="soft">{one.why}</span>
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </div>
          )}
          {data.model && data.solvable && !work.running && (
            <div className="form-acts">
              <Button onClick={propose}>Let {data.model} propose some</Button>
            </div>
          )}
        </div>
      </section>
      {!data.solvable && (
        <FindingCard severity="caution" title="This world has no proved route yet.">
          Which items need {data.needed} ways shows when the oracle can reach every outcome.
        </FindingCard>
      )}
      {route.length > 0 && (
        <section className="ways-items" aria-labelledby="on-route">
          <h2 className="head" id="on-route">
            On the route
          </h2>
          {route.map(ofItem)}
        </section>
      )}
      {others.length > 0 && (
        <details className="ways-items" open={route.length === 0}>
          <summary className="head">{plural(others.length, "item")} beside the route</summary>
          {others.map(ofItem)}
        </details>
      )}
    </>
  );
}

const KIND_WORDS = {
  fact: "asked of",
  document: "requested from",
  status: "checked with",
  operation: "done by",
  form: "submitted to",
} as const;

function Item({
  item,
  needed,
  fault,
  onEdit,
}: {
  item: AskedItem;
  needed: number;
  fault: Refusal | null;
  onEdit: Edit;
}) {
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const enough = !item.onRoute || (item.landed >= needed && item.landed * 3 >= item.ways.length * 2);
  const wrong = item.ways.some((way) => way.landing === "wrong");
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    setBusy(true);
    if (await onEdit({ op: "add", item: item.item, text: text.trim() })) setText("");
    setBusy(false);
  };
  return (
    <section className="panel" aria-labelledby={`ways-${item.item}`}>
      <div className="panel-head ways-head">
        <h3 className="subhead" id={`ways-${item.item}`}>
          {item.label}
        </h3>
        <span className="soft ui">
          {KIND_WORDS[item.kind]} {item.parties.join(", ")}
        </span>
        <Chip
          tone={wrong ? "bad" : enough ? "good" : "caution"}
          icon={wrong ? "mark-bad" : enough ? "mark-good" : "mark-caution"}
        >
          {item.landed} of {item.ways.length} lead to it
        </Chip>
      </div>
      <div className="panel-body form">
        {item.ways.length > 0 && (
          <ul className="ways">
            {item.ways.map((way) => (
              <WayRow
                key={`${way.source} ${way.text}`}
                way={way}
                onTake={() => onEdit({ op: "remove", item: item.item, text: way.text })}
                onTeach={() => onEdit({ op: "teach", item: item.item, text: way.text })}
              />
            ))}
          </ul>
        )}
        {item.taught.length > 0 && (
          <details>
            <summary className="ui">The world was taught {plural(item.taught.length, "way")}</summary>
            <ul className="ways">
              {item.taught.map(({ text: way, by }) => (
                <li key={way}>
                  <span className="way-text">{way}</span>
                  <span className="way-note ui meta">{by ? `taught by ${by}` : "came with the case"}</span>
                  <Button
                    quiet
                    square
                    icon="cross"
                    aria-label={`Take away from the world: ${way}`}
                    onClick={() => onEdit({ op: "remove", use: "world", item: item.item, text: way })}
                  />
                </li>
              ))}
            </ul>
          </details>
        )}
        {fault && (
          <FindingCard severity="caution" title={fault.message} live>
            {fault.fix}
          </FindingCard>
        )}
        <form className="ways-add" onSubmit={add}>
          <Field label={`Another way to ask for: ${item.label}`}>
            {(control) => (
              <Input
                {...control}
                value={text}
                maxLength={LONGEST_WAY}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" busy={busy && "Adding"}>
            Add
          </Button>
        </form>
      </div>
    </section>
  );
}

const SEVERITY: Record<Way["landing"], Severity> = {
  hit: "good",
  asked_back: "caution",
  missed: "caution",
  wrong: "bad",
};

function landingWords({ landing, instead }: Way): string {
  const others = instead.map((label) => `“${label}”`).join(", ");
  if (landing === "hit") return "Leads to it";
  if (landing === "wrong") return `Understood as ${others}`;
  if (landing === "asked_back") return `Asked back: ${others}`;
  return others ? `Not understood; offered ${others}` : "Not understood";
}

function sourceWords({ source, by }: Way): string {
  if (source === "framing") return "frame of the label";
  if (source === "model") return `proposed by ${by ?? "a model"}`;
  return by ? `written by ${by}` : "came with the case";
}

function WayRow({ way, onTake, onTeach }: { way: Way; onTake: () => void; onTeach: () => void }) {
  return (
    <li>
      <span className="way-text">{way.text}</span>
      <span className="way-note ui">
        <SeverityMark severity={SEVERITY[way.landing]}>{landingWords(way)}</SeverityMark>
        <span className="meta">{sourceWords(way)}</span>
      </span>
      {way.source !== "framing" && way.landing !== "hit" && (
        <Button quiet aria-label={`Teach the world: ${way.text}`} onClick={onTeach}>
          Teach
        </Button>
      )}
      {way.source !== "framing" && (
        <Button quiet square icon="cross" aria-label={`Take away: ${way.text}`} onClick={onTake} />
      )}
    </li>
  );
}
