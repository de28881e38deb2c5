"use client";

import { type ReactNode, useState } from "react";
import type { ContentOf, ItemContent, Section } from "@/lib/contracts/item";
import { STEP_KINDS } from "@/lib/contracts/item-words";
import type { StoredItem } from "@/lib/contracts/packets";
import { newId, useBench } from "./bench";
import {
  AfterField,
  ChoiceField,
  ListField,
  RowsField,
  TextField,
  Tick,
  TickField,
  ValueField,
} from "./fields";
import { Hardship } from "./hardship";
import { asStepKind } from "./new-item";
import { ItemSlot, PartSlot, Row, useSlot } from "./slot";
import {
  actTargets,
  checkTargets,
  choices,
  contactTargets,
  factTargets,
  type Options,
  outcomeTargets,
  paperTargets,
  partyTargets,
  permissionTargets,
  statesOf,
} from "./targets";

const PARTY_KINDS = choices({
  patient: "The patient",
  caregiver: "A caregiver",
  payer: "A health plan or payer",
  provider: "A clinic or provider",
  supplier: "A supplier",
  pharmacy: "A pharmacy",
  community: "A community organisation",
  directory: "A directory or helpline",
  case_record: "The case record",
});
const CONTACT_KINDS = choices({
  phone: "Phone",
  voicemail: "Voicemail",
  message: "Message",
  portal: "Portal",
  email: "E-mail",
  fax: "Fax",
  mail: "Letter",
  in_person: "In person",
});
const HANDOVERS = choices({
  at_once: "at once",
  collected: "when you ask again",
  sent: "by itself, later",
});
const ENTRY_KINDS = choices({ value: "Filled in", attestation: "Ticked" });
const PRACTICE_KINDS = choices({ best: "Best practice", worst: "Worst practice" });

type StepOf<Kind extends string> = Extract<ContentOf<"steps">, { kind: Kind }>;
type Contact = ContentOf<"parties">["contacts"][number];
type Paper = NonNullable<ContentOf<"exchanges">["document"]>;
type Leaves = StepOf<"action">["leaves"][number];
type Entry = StepOf<"form">["fields"][number];
type State = StepOf<"check">["states"][number];
type Shows = StepOf<"check">["shows"][number];
type Alternative = ContentOf<"outcomes">["alternatives"][number];

const FORMS: Record<Section, () => ReactNode> = {
  about: AboutFields,
  brief: BriefFields,
  parties: PartyFields,
  exchanges: ExchangeFields,
  steps: StepFields,
  outcomes: OutcomeFields,
  prohibited: ProhibitedFields,
  blockers: BlockerFields,
  practices: PracticeFields,
};

/** The fields of an item of any section. */
export function ItemForm({ item }: { item: StoredItem }) {
  const Fields = FORMS[item.section];
  return (
    <ItemSlot item={item}>
      <Fields />
    </ItemSlot>
  );
}

function AboutFields() {
  return (
    <>
      <TextField field="title" />
      <TextField field="source_note" lines={2} />
    </>
  );
}

function BriefFields() {
  return (
    <>
      <TextField field="text" wide lines={5} />
      <TextField field="starts" type="datetime-local" />
    </>
  );
}

function PartyFields() {
  return (
    <>
      <TextField field="name" />
      <ChoiceField field="kind" label="Who they are" options={PARTY_KINDS} />
      <RowsField<Contact>
        field="contacts"
        addWord="Add a way to reach them"
        fresh={(id) => ({ id: id("contact"), kind: "phone", label: "", at_start: false })}
        nameOf="label"
      >
        <ChoiceField<Contact> field="kind" label="How" options={CONTACT_KINDS} short />
        <TextField<Contact> field="label" label="What it is called" />
        <TickField<Contact> field="at_start" label="Known from the first day" />
      </RowsField>
      <TickField field="look_alike" wide />
    </>
  );
}

const advocateOrParty: Options = (bench) => [
  { id: "advocate", name: "You, the advocate" },
  ...partyTargets(bench),
];

/** One of the parties. */
function PartyField(props: { field: string; label?: string; none?: string; options?: Options }) {
  return <ChoiceField options={partyTargets} unknown="Not among the parties" {...props} />;
}

function ExchangeFields() {
  const isPaper = Boolean(useSlot().content.document);
  return (
    <>
      <PartyField field="teller" none="Nobody: on file, or read in a document" />
      <PartyField field="told" options={advocateOrParty} />
      <TextField field="what" wide />
      <TextField field="statement" wide lines={2} />
      <ListField field="give_first" options={factTargets} />
      <SensitiveField />
      <More open={isPaper}>
        <ListField field="opens" options={contactTargets} wide />
        <ListField field="also_told_by" options={partyTargets} nothing="Nobody" />
        <TickField field="on_file" />
        <ValueField field="value" wide />
        <PaperField />
        <ListField field="permissions" options={permissionTargets} nothing="None" />
        <RarerNeeds />
      </More>
    </>
  );
}

function SensitiveField() {
  const { mayEdit } = useBench();
  const { itemId, content, put } = useSlot();
  return (
    <fieldset className="field plain-set">
      <legend className="label">Is it sensitive?</legend>
      <span className="idlist">
        {[true, false].map((sensitive) => (
          <label className="tick" key={String(sensitive)}>
            <input
              type="radio"
              name={`${itemId}-sensitive`}
              checked={content.sensitive === sensitive}
              disabled={!mayEdit}
              onChange={() => put({ sensitive })}
            />
            {sensitive ? "Yes, needs permission" : "No"}
          </label>
        ))}
      </span>
    </fieldset>
  );
}

function PaperField() {
  const { snapshot } = useBench();
  const { content, put } = useSlot();
  const fresh = (): Paper => ({ id: newId("paper", snapshot), title: "", contains: [], handover: "at_once" });
  return (
    <div className="field is-wide">
      <Tick
        label="It is a document"
        checked={Boolean(content.document)}
        onTick={(on) => put({ document: on ? fresh() : null })}
      />
      <PartSlot<Paper> field="document">
        <div className="rows">
          <Row>
            <TextField<Paper> field="title" label="Title of the document" />
            <span className="row-text">is handed over</span>
            <ChoiceField<Paper> field="handover" label="When it is handed over" options={HANDOVERS} short />
          </Row>
          <ListField<Paper> field="contains" label="What one can read in it" options={factTargets} />
        </div>
      </PartSlot>
    </div>
  );
}

/** The rarer fields. They are made when they are wanted: a large packet has long lists to choose from. */
function More({ children, open = false }: { children: ReactNode; open?: boolean }) {
  const [wanted, setWanted] = useState(open);
  return (
    <details className="more-fields" open={wanted} onToggle={(event) => setWanted(event.currentTarget.open)}>
      <summary>More about it</summary>
      {wanted && <div className="more-grid">{children}</div>}
    </details>
  );
}

function RarerNeeds() {
  return (
    <>
      <AfterField field="after" />
      <AfterField field="confirmed_by" />
      <ListField field="over" options={contactTargets} nothing="Any way to reach them" />
      <ListField
        field="together_with"
        label="Together on the call"
        options={partyTargets}
        nothing="Nobody else"
      />
    </>
  );
}

function StepFields() {
  const { session } = useBench();
  const { itemId, content } = useSlot();
  const kind = String(content.kind);
  const setKind = (next: string) =>
    session.edit(itemId, { content: asStepKind(content as ItemContent, next) }, { soon: true });
  return (
    <>
      <ChoiceField field="kind" label="Kind of step" options={choices(STEP_KINDS)} onPick={setKind} />
      <PartyField field="party" />
      <TextField field="what" wide />
      {kind === "permission" && (
        <>
          <PartyField field="for_party" />
          <TextField field="scope" />
        </>
      )}
      {kind !== "check" && <TextField field="answer" wide lines={2} />}
      {kind === "form" && <EntriesField />}
      {kind === "check" && <StatesField />}
      <ListField field="give_first" options={factTargets} />
      <ListField field="permissions" options={permissionTargets} nothing="None" />
      <More>
        {kind === "permission" && <TickField field="on_file" />}
        {(kind === "action" || kind === "form") && <Brings />}
        {kind === "form" && <AfterField field="held_after" wide />}
        {kind === "check" && <ShowsField />}
        <RarerNeeds />
      </More>
    </>
  );
}

function Brings() {
  const bench = useBench();
  const { itemId } = useSlot();
  const fresh = (): Leaves => ({ check: checkTargets(bench, itemId)[0]?.id ?? "", state: "" });
  return (
    <>
      <ListField field="tells" options={factTargets} />
      <ListField field="hands_over" label="Documents handed over" options={paperTargets} nothing="None" />
      <RowsField<Leaves>
        field="leaves"
        label="How it leaves things"
        addWord="Add what it changes"
        fresh={fresh}
      >
        {(row, put) => (
          <>
            <ChoiceField<Leaves>
              field="check"
              label="What it changes"
              options={checkTargets}
              onPick={(check) => put({ check, state: "" })}
            />
            <span className="row-text">is then</span>
            <ChoiceField<Leaves>
              field="state"
              label="How it is then"
              options={statesOf(bench.snapshot.items.get(row.check)?.content)}
            />
          </>
        )}
      </RowsField>
    </>
  );
}

const inTimeAfter: Options = (bench) =>
  actTargets(bench).map((step) => ({ ...step, name: `By itself after ${step.name}` }));

function StatesField() {
  return (
    <RowsField<State>
      field="states"
      label="How things can stand, the first as they stand at the start"
      addWord="Add a state"
      fresh={(id) => ({ id: id("state"), label: "", in_time_after: null })}
      nameOf="label"
    >
      <TextField<State> field="label" label="State" />
      <ChoiceField<State>
        field="in_time_after"
        label="What brings it"
        none="Only when a step leaves it so"
        options={inTimeAfter}
      />
    </RowsField>
  );
}

function ShowsField() {
  const states = statesOf(useSlot().content as ItemContent);
  return (
    <RowsField<Shows>
      field="shows"
      label="What else a look at it shows"
      addWord="Add what it shows"
      fresh={() => ({ from: states[0]?.id ?? "", tells: [], opens: [] })}
    >
      <span className="row-text">From</span>
      <ChoiceField<Shows> field="from" label="From which state" options={states} />
      <ListField<Shows> field="tells" label="What it tells" options={factTargets} nothing="tells nothing" />
      <ListField<Shows>
        field="opens"
        label="Ways to reach others it opens"
        options={contactTargets}
        nothing="opens nothing"
      />
    </RowsField>
  );
}

function EntriesField() {
  return (
    <RowsField<Entry>
      field="fields"
      addWord="Add an entry"
      fresh={(id) => ({
        id: id("entry"),
        label: "",
        kind: "value",
        from: null,
        expected: null,
        checked: true,
      })}
      nameOf="label"
    >
      {(row) => (
        <>
          <TextField<Entry> field="label" label="Name of the entry" />
          <ChoiceField<Entry> field="kind" label="Kind of entry" options={ENTRY_KINDS} short />
          <ChoiceField<Entry>
            field="from"
            label="Where it comes from"
            none="From no exchange"
            options={factTargets}
          />
          {!row.from && row.kind === "value" && (
            <ValueField<Entry> field="expected" label="What it must say" />
          )}
          <TickField<Entry> field="checked" label="They check it" />
        </>
      )}
    </RowsField>
  );
}

/** How an exchange or a step counts as an outcome. */
function terminalKind(content: ItemContent | undefined): Alternative["kind"] {
  if (!content || !("kind" in content)) return content?.document ? "document_obtained" : "fact_discovered";
  if (content.kind === "check") return "required_state_observed";
  return content.kind === "form" ? "form_accepted" : "action_completed";
}

function OutcomeFields() {
  const { items } = useBench().snapshot;
  const { content } = useSlot();
  return (
    <>
      <TextField field="text" wide />
      <RowsField<Alternative>
        field="alternatives"
        label="Any one of these is enough"
        addWord="Add a way to reach it"
        fresh={(id) => ({
          id: id("way"),
          kind: "fact_discovered",
          item: "",
          state: null,
          text: String(content.text || ""),
        })}
        nameOf="text"
      >
        {(row, put) => (
          <>
            <ChoiceField<Alternative>
              field="item"
              label="The exchange or step"
              options={outcomeTargets}
              onPick={(id) => put({ item: id, kind: terminalKind(items.get(id)?.content), state: null })}
            />
            {row.kind === "required_state_observed" && (
              <ChoiceField<Alternative>
                field="state"
                label="The state it must show"
                options={statesOf(items.get(row.item)?.content)}
                short
              />
            )}
            <TextField<Alternative> field="text" label="In words" />
          </>
        )}
      </RowsField>
      <TickField field="required" label="Required: without it the work is not done" wide />
    </>
  );
}

function ProhibitedFields() {
  const { items } = useBench().snapshot;
  const { content, put } = useSlot();
  const step = items.get(String(content.step ?? ""))?.content;
  const entries = ((step?.fields ?? []) as Entry[]).map((entry) => ({
    id: entry.id,
    name: entry.label || "An entry without a name",
  }));
  return (
    <>
      <TextField field="text" wide lines={2} />
      <ChoiceField
        field="step"
        none="None: a rule of conduct"
        options={actTargets}
        onPick={(id) => put({ step: id || null, field: null })}
      />
      {entries.length > 0 && (
        <ChoiceField
          field="field"
          label="Only this entry of the form"
          none="The whole form"
          options={entries}
        />
      )}
    </>
  );
}

function BlockerFields() {
  return (
    <>
      <TextField field="text" wide lines={2} />
      <Hardship />
    </>
  );
}

function PracticeFields() {
  return (
    <>
      <ChoiceField field="kind" options={PRACTICE_KINDS} />
      <TextField field="text" wide lines={2} />
    </>
  );
}
