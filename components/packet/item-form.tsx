"use client";

import { useState } from "react";
import { Input } from "@/components/ui/field";
import type { ItemContent } from "@/lib/contracts/item";
import { STEP_KINDS } from "@/lib/contracts/item-words";
import type { StoredItem } from "@/lib/contracts/packets";
import { type Bench, newId, useBench } from "./bench";
import {
  AfterField,
  ChoiceField,
  contactTargets,
  factTargets,
  IdChips,
  ListField,
  Picker,
  paperTargets,
  partyTargets,
  RowsField,
  statesOf,
  stepTargets,
  type Target,
  TextField,
  TickField,
  type TypedValue,
  ValueEditor,
} from "./fields";
import { Hardship } from "./hardship";
import { asStepKind } from "./new-item";

const PARTY_KINDS: readonly Target[] = [
  { id: "patient", name: "The patient" },
  { id: "caregiver", name: "A caregiver" },
  { id: "payer", name: "A health plan or payer" },
  { id: "provider", name: "A clinic or provider" },
  { id: "supplier", name: "A supplier" },
  { id: "pharmacy", name: "A pharmacy" },
  { id: "community", name: "A community organisation" },
  { id: "directory", name: "A directory or helpline" },
  { id: "case_record", name: "The case record" },
];
const CONTACT_KINDS: readonly Target[] = [
  { id: "phone", name: "Phone" },
  { id: "voicemail", name: "Voicemail" },
  { id: "message", name: "Message" },
  { id: "portal", name: "Portal" },
  { id: "email", name: "E-mail" },
  { id: "fax", name: "Fax" },
  { id: "mail", name: "Letter" },
  { id: "in_person", name: "In person" },
];
const HANDOVERS: readonly Target[] = [
  { id: "at_once", name: "at once" },
  { id: "collected", name: "when you ask again" },
  { id: "sent", name: "by itself, later" },
];

/** Ids inside items must be free in the whole packet. */
function innerId(bench: Bench, stem: string): string {
  const taken = new Set([...bench.snapshot.items.keys()]);
  return `${stem}_${newId("about", taken).slice(5)}`;
}

/** The fields of an item of any section. */
export function ItemForm({ item }: { item: StoredItem }) {
  switch (item.section) {
    case "brief":
      return <BriefFields item={item} />;
    case "parties":
      return <PartyFields item={item} />;
    case "exchanges":
      return <ExchangeFields item={item} />;
    case "steps":
      return <StepFields item={item} />;
    case "outcomes":
      return <OutcomeFields item={item} />;
    case "prohibited":
      return <ProhibitedFields item={item} />;
    case "blockers":
      return (
        <>
          <TextField item={item} field="text" label="What stands in the way" wide lines={2} />
          <Hardship item={item} />
        </>
      );
    case "practices":
      return (
        <>
          <ChoiceField
            item={item}
            field="kind"
            label="Kind"
            options={[
              { id: "best", name: "Best practice" },
              { id: "worst", name: "Worst practice" },
            ]}
          />
          <TextField item={item} field="text" label="What experts do, or avoid" wide lines={2} />
        </>
      );
    default:
      return null;
  }
}

function BriefFields({ item }: { item: StoredItem }) {
  const { set, mayEdit } = useBench();
  return (
    <>
      <TextField item={item} field="text" label="What the advocate is asked to do" wide lines={5} />
      <div className="field">
        <label className="label" htmlFor={`${item.id}-starts`}>
          When the work begins
        </label>
        <Input
          id={`${item.id}-starts`}
          type="datetime-local"
          data-field="starts"
          value={String(item.content.starts ?? "")}
          readOnly={!mayEdit}
          onChange={(event) => set(item.id, "starts", event.target.value)}
        />
      </div>
    </>
  );
}

type Contact = { id: string; kind: string; label: string; at_start: boolean };

function PartyFields({ item }: { item: StoredItem }) {
  const bench = useBench();
  return (
    <>
      <TextField item={item} field="name" label="Name" />
      <ChoiceField item={item} field="kind" label="Who they are" options={PARTY_KINDS} />
      <RowsField<Contact>
        label="Ways to reach them"
        rows={(item.content.contacts ?? []) as Contact[]}
        addWord="Add a way to reach them"
        fresh={() => ({ id: innerId(bench, "contact"), kind: "phone", label: "", at_start: false })}
        readOnly={!bench.mayEdit}
        nameOfRow={(row) => row.label}
        onChange={(rows) => bench.set(item.id, "contacts", rows, "contacts")}
      >
        {(row, put) => (
          <>
            <Picker
              className="is-short"
              label="How"
              value={row.kind}
              options={CONTACT_KINDS}
              readOnly={!bench.mayEdit}
              onPick={(kind) => put({ kind })}
            />
            <Input
              aria-label="What it is called"
              value={row.label}
              readOnly={!bench.mayEdit}
              onChange={(event) => put({ label: event.target.value })}
            />
            <label className="tick">
              <input
                type="checkbox"
                checked={row.at_start}
                disabled={!bench.mayEdit}
                onChange={(event) => put({ at_start: event.target.checked })}
              />
              Known from the first day
            </label>
          </>
        )}
      </RowsField>
      <TickField item={item} field="look_alike" label="Only looks like the right one" wide />
    </>
  );
}

function partyCaution(bench: Bench, content: ItemContent, field: string): string | null {
  const id = content[field];
  if (id === null || id === undefined || id === "" || id === "advocate") return null;
  return partyTargets(bench).some((party) => party.id === id) ? null : "Not among the parties";
}

type Paper = { id: string; title: string; contains: string[]; handover: string };

function ExchangeFields({ item }: { item: StoredItem }) {
  const bench = useBench();
  const { content } = item;
  const paper = content.document as Paper | null;
  const put = (part: Partial<Paper>) => bench.set(item.id, "document", { ...paper, ...part }, "document");
  return (
    <>
      <ChoiceField
        item={item}
        field="teller"
        label="Who tells"
        none="Nobody: on file, or read in a document"
        options={partyTargets(bench)}
        caution={partyCaution(bench, content, "teller")}
      />
      <ChoiceField
        item={item}
        field="told"
        label="Who is told"
        options={[{ id: "advocate", name: "You, the advocate" }, ...partyTargets(bench)]}
        caution={partyCaution(bench, content, "told")}
      />
      <TextField item={item} field="what" label={paper ? "How one asks for it" : "What they tell"} wide />
      <TextField item={item} field="statement" label="In full" wide lines={2} />
      <ListField
        item={item}
        field="give_first"
        label="What you must give first"
        options={factTargets(bench, item.id)}
      />
      <fieldset className="field plain-set">
        <legend className="label">Is it sensitive?</legend>
        <span className="idlist">
          {[true, false].map((sensitive) => (
            <label className="tick" key={String(sensitive)}>
              <input
                type="radio"
                name={`${item.id}-sensitive`}
                checked={content.sensitive === sensitive}
                disabled={!bench.mayEdit}
                onChange={() => bench.set(item.id, "sensitive", sensitive)}
              />
              {sensitive ? "Yes, needs permission" : "No"}
            </label>
          ))}
        </span>
      </fieldset>
      <More open={paper !== null}>
        {() => (
          <>
            <ListField
              item={item}
              field="opens"
              label="Ways to reach others that this opens"
              options={contactTargets(bench)}
              wide
            />
            <ListField
              item={item}
              field="also_told_by"
              label="Who else can tell"
              options={partyTargets(bench)}
              nothing="Nobody"
            />
            <TickField item={item} field="on_file" label="On file from the first day" />
            <div className="field is-wide">
              <span className="label">Exact value</span>
              <ValueEditor
                label="Exact value"
                value={content.value as TypedValue | null}
                readOnly={!bench.mayEdit}
                onChange={(value) => bench.set(item.id, "value", value, "value")}
              />
            </div>
            <div className="field is-wide">
              <label className="tick">
                <input
                  type="checkbox"
                  checked={paper !== null}
                  disabled={!bench.mayEdit}
                  onChange={(event) =>
                    bench.set(
                      item.id,
                      "document",
                      event.target.checked
                        ? { id: innerId(bench, "paper"), title: "", contains: [], handover: "at_once" }
                        : null,
                    )
                  }
                />
                It is a document
              </label>
              {paper && (
                <div className="rows">
                  <span className="row">
                    <Input
                      aria-label="Title of the document"
                      value={paper.title}
                      readOnly={!bench.mayEdit}
                      onChange={(event) => put({ title: event.target.value })}
                    />
                    <span className="row-text">is handed over</span>
                    <Picker
                      className="is-short"
                      label="When it is handed over"
                      value={paper.handover}
                      options={HANDOVERS}
                      readOnly={!bench.mayEdit}
                      onPick={(handover) => put({ handover })}
                    />
                  </span>
                  <span className="row-text">What one can read in it</span>
                  <IdChips
                    label="What one can read in it"
                    chosen={paper.contains}
                    options={factTargets(bench, item.id)}
                    nothing="Nothing"
                    readOnly={!bench.mayEdit}
                    onChange={(contains) => put({ contains })}
                  />
                </div>
              )}
            </div>
            <NeedsFields item={item} />
          </>
        )}
      </More>
    </>
  );
}

/** The rarer fields. They are made when they are wanted: a large packet has long lists to choose from. */
function More({ children, open = false }: { children: () => React.ReactNode; open?: boolean }) {
  const [wanted, setWanted] = useState(open);
  return (
    <details className="more-fields" open={wanted} onToggle={(event) => setWanted(event.currentTarget.open)}>
      <summary>More about it</summary>
      {wanted && <div className="more-grid">{children()}</div>}
    </details>
  );
}

function NeedsFields({ item }: { item: StoredItem }) {
  const bench = useBench();
  return (
    <>
      <ListField
        item={item}
        field="permissions"
        label="Permissions needed"
        options={stepTargets(bench, ["permission"], item.id)}
        nothing="None"
      />
      <ListField
        item={item}
        field="over"
        label="Only over"
        options={contactTargets(bench)}
        nothing="Any way to reach them"
      />
      <AfterField item={item} field="after" label="What must come first" />
      <AfterField item={item} field="confirmed_by" label="What must be confirmed first" />
      <ListField
        item={item}
        field="together_with"
        label="Together on the call"
        options={partyTargets(bench)}
        nothing="Nobody else"
      />
    </>
  );
}

type StateRow = { id: string; label: string; in_time_after: string | null };
type Shows = { from: string; tells: string[]; opens: string[] };
type Leaves = { check: string; state: string };
type FormRow = {
  id: string;
  label: string;
  kind: string;
  from: string | null;
  expected: TypedValue | null;
  checked: boolean;
};

function StepFields({ item }: { item: StoredItem }) {
  const bench = useBench();
  const { content } = item;
  const kind = String(content.kind);
  const words = {
    permission: { what: "What is permitted", answer: "What they answer" },
    form: { what: "Title of the form", answer: "What comes back" },
    check: { what: "What you check on", answer: "" },
    action: { what: "What they do", answer: "What they answer" },
  }[kind] ?? { what: "What", answer: "What they answer" };
  return (
    <>
      <ChoiceField
        item={item}
        field="kind"
        label="Kind of step"
        options={Object.entries(STEP_KINDS).map(([id, name]) => ({ id, name }))}
        onPick={(next) => bench.session.edit(item.id, { content: asStepKind(content, next) }, { soon: true })}
      />
      <ChoiceField
        item={item}
        field="party"
        label={kind === "permission" ? "Who gives it" : "With whom"}
        options={partyTargets(bench)}
        caution={partyCaution(bench, content, "party")}
      />
      <TextField item={item} field="what" label={words.what} wide />
      {kind === "permission" && (
        <>
          <ChoiceField
            item={item}
            field="for_party"
            label="For dealing with"
            options={partyTargets(bench)}
            caution={partyCaution(bench, content, "for_party")}
          />
          <TextField item={item} field="scope" label="What it allows" />
        </>
      )}
      {kind !== "check" && <TextField item={item} field="answer" label={words.answer} wide lines={2} />}
      {kind === "form" && <FormEntries item={item} />}
      {kind === "check" && <CheckStates item={item} />}
      <ListField
        item={item}
        field="give_first"
        label="What you must give first"
        options={factTargets(bench)}
      />
      <ListField
        item={item}
        field="permissions"
        label="Permissions needed"
        options={stepTargets(bench, ["permission"], item.id)}
        nothing="None"
      />
      <More>
        {() => (
          <>
            {kind === "permission" && (
              <TickField item={item} field="on_file" label="On file from the first day" />
            )}
            {(kind === "action" || kind === "form") && <Brings item={item} />}
            {kind === "form" && (
              <AfterField item={item} field="held_after" label="When you hold the form" wide />
            )}
            {kind === "check" && <CheckShows item={item} />}
            <AfterField item={item} field="after" label="What must come first" />
            <AfterField item={item} field="confirmed_by" label="What must be confirmed first" />
            <ListField
              item={item}
              field="over"
              label="Only over"
              options={contactTargets(bench)}
              nothing="Any way to reach them"
            />
            <ListField
              item={item}
              field="together_with"
              label="Together on the call"
              options={partyTargets(bench)}
              nothing="Nobody else"
            />
          </>
        )}
      </More>
    </>
  );
}

function Brings({ item }: { item: StoredItem }) {
  const bench = useBench();
  const checks = stepTargets(bench, ["check"], item.id);
  return (
    <>
      <ListField item={item} field="tells" label="What you learn by it" options={factTargets(bench)} />
      <ListField
        item={item}
        field="hands_over"
        label="Documents handed over"
        options={paperTargets(bench)}
        nothing="None"
      />
      <RowsField<Leaves>
        label="How it leaves things"
        rows={(item.content.leaves ?? []) as Leaves[]}
        addWord="Add what it changes"
        fresh={() => ({ check: checks[0]?.id ?? "", state: "" })}
        readOnly={!bench.mayEdit}
        nameOfRow={() => ""}
        onChange={(rows) => bench.set(item.id, "leaves", rows)}
      >
        {(row, put) => (
          <>
            <Picker
              label="What it changes"
              value={row.check}
              options={checks}
              readOnly={!bench.mayEdit}
              onPick={(check) => put({ check, state: "" })}
            />
            <span className="row-text">is then</span>
            <Picker
              label="How it is then"
              value={row.state}
              options={statesOf(bench.snapshot.items.get(row.check)?.content)}
              readOnly={!bench.mayEdit}
              onPick={(state) => put({ state })}
            />
          </>
        )}
      </RowsField>
    </>
  );
}

function CheckStates({ item }: { item: StoredItem }) {
  const bench = useBench();
  return (
    <RowsField<StateRow>
      label="How things can stand, the first as they stand at the start"
      rows={(item.content.states ?? []) as StateRow[]}
      addWord="Add a state"
      fresh={() => ({ id: innerId(bench, "state"), label: "", in_time_after: null })}
      readOnly={!bench.mayEdit}
      nameOfRow={(row) => row.label}
      onChange={(rows) => bench.set(item.id, "states", rows, "states")}
    >
      {(row, put) => (
        <>
          <Input
            aria-label="State"
            value={row.label}
            readOnly={!bench.mayEdit}
            onChange={(event) => put({ label: event.target.value })}
          />
          <Picker
            label="What brings it"
            value={row.in_time_after ?? ""}
            none="Only when a step leaves it so"
            options={stepTargets(bench, ["permission", "action", "form"]).map((step) => ({
              ...step,
              name: `By itself after ${step.name}`,
            }))}
            readOnly={!bench.mayEdit}
            onPick={(step) => put({ in_time_after: step || null })}
          />
        </>
      )}
    </RowsField>
  );
}

function CheckShows({ item }: { item: StoredItem }) {
  const bench = useBench();
  const states = statesOf(item.content);
  return (
    <RowsField<Shows>
      label="What else a look at it shows"
      rows={(item.content.shows ?? []) as Shows[]}
      addWord="Add what it shows"
      fresh={() => ({ from: states[0]?.id ?? "", tells: [], opens: [] })}
      readOnly={!bench.mayEdit}
      nameOfRow={() => ""}
      onChange={(rows) => bench.set(item.id, "shows", rows)}
    >
      {(row, put) => (
        <>
          <span className="row-text">From</span>
          <Picker
            label="From which state"
            value={row.from}
            options={states}
            readOnly={!bench.mayEdit}
            onPick={(from) => put({ from })}
          />
          <IdChips
            label="What it tells"
            chosen={row.tells}
            options={factTargets(bench)}
            nothing="tells nothing"
            readOnly={!bench.mayEdit}
            onChange={(tells) => put({ tells })}
          />
          <IdChips
            label="Ways to reach others it opens"
            chosen={row.opens}
            options={contactTargets(bench)}
            nothing="opens nothing"
            readOnly={!bench.mayEdit}
            onChange={(opens) => put({ opens })}
          />
        </>
      )}
    </RowsField>
  );
}

function FormEntries({ item }: { item: StoredItem }) {
  const bench = useBench();
  return (
    <RowsField<FormRow>
      label="Entries of the form"
      rows={(item.content.fields ?? []) as FormRow[]}
      addWord="Add an entry"
      fresh={() => ({
        id: innerId(bench, "entry"),
        label: "",
        kind: "value",
        from: null,
        expected: null,
        checked: true,
      })}
      readOnly={!bench.mayEdit}
      nameOfRow={(row) => row.label}
      onChange={(rows) => bench.set(item.id, "fields", rows, "fields")}
    >
      {(row, put) => (
        <>
          <Input
            aria-label="Name of the entry"
            value={row.label}
            readOnly={!bench.mayEdit}
            onChange={(event) => put({ label: event.target.value })}
          />
          <Picker
            className="is-short"
            label="Kind of entry"
            value={row.kind}
            options={[
              { id: "value", name: "Filled in" },
              { id: "attestation", name: "Ticked" },
            ]}
            readOnly={!bench.mayEdit}
            onPick={(kind) => put({ kind })}
          />
          <Picker
            label="Where it comes from"
            value={row.from ?? ""}
            none="From no exchange"
            options={factTargets(bench)}
            readOnly={!bench.mayEdit}
            onPick={(from) => put({ from: from || null })}
          />
          {!row.from && row.kind === "value" && (
            <ValueEditor
              label="What it must say"
              value={row.expected}
              readOnly={!bench.mayEdit}
              onChange={(expected) => put({ expected })}
            />
          )}
          <label className="tick">
            <input
              type="checkbox"
              checked={row.checked}
              disabled={!bench.mayEdit}
              onChange={(event) => put({ checked: event.target.checked })}
            />
            They check it
          </label>
        </>
      )}
    </RowsField>
  );
}

type Alternative = { id: string; kind: string; item: string; state: string | null; text: string };

/** How an exchange or a step counts as an outcome. */
function terminalKind(content: ItemContent | undefined): string {
  if (!content || !("kind" in content)) return content?.document ? "document_obtained" : "fact_discovered";
  if (content.kind === "check") return "required_state_observed";
  return content.kind === "form" ? "form_accepted" : "action_completed";
}

function OutcomeFields({ item }: { item: StoredItem }) {
  const bench = useBench();
  const targets = [
    ...[...factTargets(bench), ...paperTargets(bench)].map((target) => ({ ...target, group: "Exchanges" })),
    ...stepTargets(bench).map((target) => ({ ...target, group: "Steps" })),
  ];
  const contentOf = (id: string) => bench.snapshot.items.get(id)?.content;
  return (
    <>
      <TextField item={item} field="text" label="What must be true" wide />
      <RowsField<Alternative>
        label="Any one of these is enough"
        rows={(item.content.alternatives ?? []) as Alternative[]}
        addWord="Add a way to reach it"
        fresh={() => ({
          id: innerId(bench, "way"),
          kind: "fact_discovered",
          item: "",
          state: null,
          text: String(item.content.text || ""),
        })}
        readOnly={!bench.mayEdit}
        nameOfRow={(row) => row.text}
        onChange={(rows) => bench.set(item.id, "alternatives", rows, "alternatives")}
      >
        {(row, put) => (
          <>
            <Picker
              label="The exchange or step"
              value={row.item}
              options={targets}
              readOnly={!bench.mayEdit}
              onPick={(id) => put({ item: id, kind: terminalKind(contentOf(id)), state: null })}
            />
            {row.kind === "required_state_observed" && (
              <Picker
                className="is-short"
                label="The state it must show"
                value={row.state ?? ""}
                options={statesOf(contentOf(row.item))}
                readOnly={!bench.mayEdit}
                onPick={(state) => put({ state: state || null })}
              />
            )}
            <Input
              aria-label="In words"
              value={row.text}
              readOnly={!bench.mayEdit}
              onChange={(event) => put({ text: event.target.value })}
            />
          </>
        )}
      </RowsField>
      <TickField item={item} field="required" label="Required: without it the work is not done" wide />
    </>
  );
}

function ProhibitedFields({ item }: { item: StoredItem }) {
  const bench = useBench();
  const step = String(item.content.step ?? "");
  const entries = ((bench.snapshot.items.get(step)?.content.fields ?? []) as FormRow[]).map((row) => ({
    id: row.id,
    name: row.label || "An entry without a name",
  }));
  return (
    <>
      <TextField item={item} field="text" label="What must not be done" wide lines={2} />
      <ChoiceField
        item={item}
        field="step"
        label="The step it forbids"
        none="None: a rule of conduct"
        options={stepTargets(bench, ["permission", "action", "form"])}
      />
      {entries.length > 0 && (
        <ChoiceField
          item={item}
          field="field"
          label="Only this entry of the form"
          none="The whole form"
          options={entries}
        />
      )}
    </>
  );
}
