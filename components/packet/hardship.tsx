"use client";

import { Input } from "@/components/ui/field";
import type { StoredItem } from "@/lib/contracts/packets";
import { type Bench, useBench } from "./bench";
import {
  AfterField,
  contactTargets,
  factTargets,
  Picker,
  paperTargets,
  partyTargets,
  statesOf,
  stepTargets,
  type Target,
} from "./fields";

type Hard = {
  kind: string;
  on: { item: string; state: string | null };
  severity: number;
  minutes: number | null;
  tries: number | null;
  other_contact: string | null;
  after: unknown[];
  at: string | null;
  daily: { from: string; to: string; weekdays: number[] } | null;
  single: { from: string; to: string } | null;
};

const KINDS: readonly Target[] = [
  { id: "retry", name: "Needs more than one try" },
  { id: "delay", name: "Takes time" },
  { id: "form_review", name: "The form is looked at for a while" },
  { id: "availability_window", name: "Only open at certain hours" },
  { id: "relative_opening", name: "Opens some time later" },
  { id: "deadline", name: "Has a deadline" },
  { id: "decoy", name: "Looks like the right one" },
];
const SEVERITIES: readonly Target[] = [
  { id: "1", name: "a little" },
  { id: "2", name: "clearly" },
  { id: "3", name: "very much" },
];
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

const fresh = (kind: string, severity = 1): Hard => ({
  kind,
  on: { item: "", state: null },
  severity,
  minutes: kind === "delay" || kind === "form_review" || kind === "relative_opening" ? 1440 : null,
  tries: kind === "retry" ? 2 : null,
  other_contact: null,
  after: [],
  at: null,
  daily: kind === "availability_window" ? { from: "09:00", to: "17:00", weekdays: [] } : null,
  single: null,
});

const startsOf = (bench: Bench) => String(bench.model.sections.brief[0]?.content.starts ?? "");

function targetsOf(bench: Bench, kind: string): Target[] {
  if (kind === "retry" || kind === "availability_window" || kind === "relative_opening")
    return contactTargets(bench);
  if (kind === "form_review") return stepTargets(bench, ["form"]);
  if (kind === "decoy") return partyTargets(bench);
  if (kind === "deadline")
    return [
      ...factTargets(bench),
      ...paperTargets(bench),
      ...stepTargets(bench, ["permission", "action", "form"]),
    ];
  const states = bench.model.sections.steps
    .filter((step) => step.content.kind === "check")
    .flatMap((step) =>
      statesOf(step.content).map((state) => ({
        id: `${step.id} ${state.id}`,
        name: `${bench.model.names.get(step.id)}: ${state.name}`,
      })),
    );
  return [...paperTargets(bench), ...states];
}

/** How a blocker makes the work harder: a mechanism of the world, or only a remark. */
export function Hardship({ item }: { item: StoredItem }) {
  const bench = useBench();
  const hard = item.content.hardship as Hard | null;
  const readOnly = !bench.mayEdit;
  const put = (part: Partial<Hard>) => bench.set(item.id, "hardship", { ...hard, ...part }, "hardship");
  const days = (hard?.minutes ?? 0) / 1440;
  return (
    <>
      <div className="field is-wide">
        <span className="label">How it makes the work harder</span>
        <span className="row">
          <Picker
            label="How it makes the work harder"
            value={hard?.kind ?? ""}
            none="It is only a remark"
            options={KINDS}
            readOnly={readOnly}
            onPick={(kind) => bench.set(item.id, "hardship", kind ? fresh(kind, hard?.severity) : null)}
          />
          {hard && (
            <>
              <Picker
                label="What it stands in the way of"
                value={hard.on.state ? `${hard.on.item} ${hard.on.state}` : hard.on.item}
                options={targetsOf(bench, hard.kind)}
                readOnly={readOnly}
                onPick={(text) => {
                  const [target = "", state] = text.split(" ");
                  put({ on: { item: target, state: state ?? null } });
                }}
              />
              <Picker
                className="is-short"
                label="How much"
                value={String(hard.severity)}
                options={SEVERITIES}
                readOnly={readOnly}
                onPick={(severity) => put({ severity: Number(severity) })}
              />
            </>
          )}
        </span>
        {hard && (
          <span className="row">
            {hard.minutes !== null && (
              <>
                <Input
                  className="is-short"
                  aria-label="Days"
                  type="number"
                  min={0}
                  step="any"
                  value={Math.round(days * 1000) / 1000}
                  readOnly={readOnly}
                  onChange={(event) =>
                    put({ minutes: Math.max(0, Math.round(Number(event.target.value) * 1440)) })
                  }
                />
                <span className="row-text">days</span>
              </>
            )}
            {hard.kind === "retry" && (
              <>
                <span className="row-text">answers at try</span>
                <Input
                  className="is-short"
                  aria-label="The try that is answered"
                  type="number"
                  min={2}
                  max={10}
                  value={hard.tries ?? 2}
                  readOnly={readOnly}
                  onChange={(event) =>
                    put({ tries: Math.min(10, Math.max(2, Math.round(Number(event.target.value)) || 2)) })
                  }
                />
                <Picker
                  label="Or another way opens instead"
                  value={hard.other_contact ?? ""}
                  none="over the same way"
                  options={contactTargets(bench)}
                  readOnly={readOnly}
                  onPick={(contact) => put({ other_contact: contact || null })}
                />
              </>
            )}
            {hard.kind === "deadline" && (
              <>
                <span className="row-text">until</span>
                <Input
                  aria-label="Deadline"
                  type="datetime-local"
                  value={hard.at ?? ""}
                  readOnly={readOnly}
                  onChange={(event) => put({ at: event.target.value || null })}
                />
              </>
            )}
            {hard.kind === "availability_window" && (
              <Picker
                className="is-short"
                label="Which hours"
                value={hard.single ? "single" : "daily"}
                options={[
                  { id: "daily", name: "Every day" },
                  { id: "single", name: "Once" },
                ]}
                readOnly={readOnly}
                onPick={(which) =>
                  put(
                    which === "single"
                      ? { daily: null, single: { from: startsOf(bench), to: startsOf(bench) } }
                      : { single: null, daily: { from: "09:00", to: "17:00", weekdays: [] } },
                  )
                }
              />
            )}
            {hard.single &&
              (["from", "to"] as const).map((end) => (
                <Input
                  key={end}
                  aria-label={end === "from" ? "Opens on" : "Closes on"}
                  type="datetime-local"
                  value={hard.single?.[end] ?? ""}
                  readOnly={readOnly}
                  onChange={(event) =>
                    hard.single && put({ single: { ...hard.single, [end]: event.target.value } })
                  }
                />
              ))}
            {hard.daily && (
              <>
                <span className="row-text">from</span>
                <Input
                  className="is-short"
                  aria-label="Opens at"
                  type="time"
                  value={hard.daily.from}
                  readOnly={readOnly}
                  onChange={(event) =>
                    hard.daily && put({ daily: { ...hard.daily, from: event.target.value } })
                  }
                />
                <span className="row-text">to</span>
                <Input
                  className="is-short"
                  aria-label="Closes at"
                  type="time"
                  value={hard.daily.to}
                  readOnly={readOnly}
                  onChange={(event) =>
                    hard.daily && put({ daily: { ...hard.daily, to: event.target.value } })
                  }
                />
                {DAYS.map((name, index) => (
                  <label className="tick" key={name}>
                    <input
                      type="checkbox"
                      disabled={readOnly}
                      checked={hard.daily?.weekdays.includes(index + 1) ?? false}
                      onChange={(event) => {
                        const { daily } = hard;
                        if (!daily) return;
                        const weekdays = event.target.checked
                          ? [...daily.weekdays, index + 1].sort()
                          : daily.weekdays.filter((day) => day !== index + 1);
                        put({ daily: { ...daily, weekdays } });
                      }}
                    />
                    {name}
                  </label>
                ))}
              </>
            )}
          </span>
        )}
      </div>
      {hard?.kind === "relative_opening" && <OpeningAfter item={item} />}
    </>
  );
}

/** What has to happen before the waiting time begins. */
function OpeningAfter({ item }: { item: StoredItem }) {
  const bench = useBench();
  const hard = item.content.hardship as Hard;
  const inner: StoredItem = { ...item, draft: null, content: { id: item.id, after: hard.after } };
  return (
    <AfterField
      item={inner}
      field="after"
      label="The time runs from"
      wide
      onSet={(after) => bench.set(item.id, "hardship", { ...hard, after })}
    />
  );
}
