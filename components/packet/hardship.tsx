"use client";

import type { ContentOf } from "@/lib/contracts/item";
import { useBench } from "./bench";
import { AfterField, ChoiceField, Labelled, NumberField, TextField, Tick } from "./fields";
import { PartSlot, Row, useSlot } from "./slot";
import {
  actTargets,
  choices,
  contactTargets,
  factTargets,
  formTargets,
  keyOf,
  type Options,
  paperTargets,
  partyTargets,
  placeOf,
  stateTargets,
} from "./targets";

type Hard = NonNullable<ContentOf<"blockers">["hardship"]>;
type Kind = Hard["kind"];
type Daily = NonNullable<Hard["daily"]>;
type Single = NonNullable<Hard["single"]>;

const KINDS = choices({
  retry: "Needs more than one try",
  delay: "Takes time",
  form_review: "The form is looked at for a while",
  availability_window: "Only open at certain hours",
  relative_opening: "Opens some time later",
  deadline: "Has a deadline",
  decoy: "Looks like the right one",
} satisfies Record<Kind, string>);
const SEVERITIES = choices({ 1: "a little", 2: "clearly", 3: "very much" });
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MINUTES_A_DAY = 1440;
const OFFICE_HOURS: Daily = { from: "09:00", to: "17:00", weekdays: [] };

const fresh = (kind: Kind, severity = 1): Hard => ({
  kind,
  on: { item: "", state: null },
  severity,
  minutes: kind === "delay" || kind === "form_review" || kind === "relative_opening" ? MINUTES_A_DAY : null,
  tries: kind === "retry" ? 2 : null,
  other_contact: null,
  after: [],
  at: null,
  daily: kind === "availability_window" ? OFFICE_HOURS : null,
  single: null,
});

const whatIsDone: Options = (bench) => [...factTargets(bench), ...paperTargets(bench), ...actTargets(bench)];
const whatComes: Options = (bench) => [
  ...paperTargets(bench),
  ...stateTargets(bench, (check, state) => `${check}: ${state}`),
];
/** What a kind of hardship can stand in the way of. */
const targetsOf: Record<Kind, Options> = {
  retry: contactTargets,
  availability_window: contactTargets,
  relative_opening: contactTargets,
  form_review: formTargets,
  decoy: partyTargets,
  deadline: whatIsDone,
  delay: whatComes,
};

/** How a blocker makes the work harder: a mechanism of the world, or only a remark. */
export function Hardship() {
  const { content, put } = useSlot();
  const hard = content.hardship as Hard | null;
  return (
    <>
      <Labelled label="How it makes the work harder" wide>
        <Row>
          <ChoiceField
            field="hardship"
            label="In which way"
            value={hard?.kind ?? ""}
            none="It is only a remark"
            options={KINDS}
            onPick={(kind) => put({ hardship: kind ? fresh(kind as Kind, hard?.severity) : null })}
          />
          <PartSlot<Hard> field="hardship">
            {({ kind, on }, putHard) => (
              <>
                <ChoiceField<Hard>
                  field="on"
                  label="What it stands in the way of"
                  value={keyOf(on)}
                  options={targetsOf[kind]}
                  onPick={(key) => putHard({ on: placeOf(key) })}
                />
                <ChoiceField<Hard>
                  field="severity"
                  label="How much"
                  options={SEVERITIES}
                  onPick={(severity) => putHard({ severity: Number(severity) })}
                  short
                />
              </>
            )}
          </PartSlot>
        </Row>
        {hard && (
          <Row>
            <PartSlot<Hard> field="hardship">
              {hard.minutes !== null && <Days />}
              {hard.kind === "retry" && <Tries />}
              {hard.kind === "deadline" && <Deadline />}
              {hard.kind === "availability_window" && <Hours />}
            </PartSlot>
          </Row>
        )}
      </Labelled>
      {hard?.kind === "relative_opening" && (
        <PartSlot field="hardship">
          <AfterField<Hard> field="after" label="The time runs from" wide />
        </PartSlot>
      )}
    </>
  );
}

function Days() {
  return (
    <>
      <NumberField<Hard> field="minutes" label="Days" min={0} per={MINUTES_A_DAY} short />
      <span className="row-text">days</span>
    </>
  );
}

function Tries() {
  return (
    <>
      <span className="row-text">answers at try</span>
      <NumberField<Hard> field="tries" label="The try that is answered" min={2} max={10} short />
      <ChoiceField<Hard>
        field="other_contact"
        label="Or another way opens instead"
        none="over the same way"
        options={contactTargets}
      />
    </>
  );
}

function Deadline() {
  return (
    <>
      <span className="row-text">until</span>
      <TextField<Hard> field="at" label="Deadline" type="datetime-local" empty={null} />
    </>
  );
}

const HOURS = choices({ daily: "Every day", single: "Once" });

function Hours() {
  const { sections } = useBench().model;
  const { content, put } = useSlot();
  const starts = String(sections.brief[0]?.content.starts ?? "");
  return (
    <>
      <ChoiceField<Hard>
        field="single"
        label="Which hours"
        value={content.single ? "single" : "daily"}
        options={HOURS}
        onPick={(which) =>
          put(
            which === "single"
              ? { daily: null, single: { from: starts, to: starts } }
              : { daily: OFFICE_HOURS, single: null },
          )
        }
        short
      />
      <PartSlot<Single> field="single">
        <TextField<Single> field="from" label="Opens on" type="datetime-local" />
        <TextField<Single> field="to" label="Closes on" type="datetime-local" />
      </PartSlot>
      <PartSlot<Daily> field="daily">
        {({ weekdays }, putDaily) => (
          <>
            <span className="row-text">from</span>
            <TextField<Daily> field="from" label="Opens at" type="time" short />
            <span className="row-text">to</span>
            <TextField<Daily> field="to" label="Closes at" type="time" short />
            {DAYS.map((name, index) => (
              <Tick
                key={name}
                label={name}
                checked={weekdays.includes(index + 1)}
                onTick={(open) => {
                  const others = weekdays.filter((day) => day !== index + 1);
                  putDaily({ weekdays: open ? [...others, index + 1].sort() : others });
                }}
              />
            ))}
          </>
        )}
      </PartSlot>
    </>
  );
}
