"use client";

import { type RefObject, useState } from "react";
import type { PublicActionInput, Share, ToolName } from "@/compiler/public/action";
import type { CaseFile } from "@/compiler/public/case-file";
import { Button } from "@/components/ui/button";
import { Field, Input, Select, TextArea } from "@/components/ui/field";
import { Icon, type IconName } from "@/components/ui/icon";

export const TOOLS: readonly { tool: ToolName; name: string; icon: IconName }[] = [
  { tool: "contact", name: "Contact", icon: "phone" },
  { tool: "ask", name: "Ask", icon: "message" },
  { tool: "act", name: "Act", icon: "act" },
  { tool: "submit_form", name: "Fill a form", icon: "form" },
  { tool: "read_document", name: "Read", icon: "read" },
  { tool: "wait", name: "Wait", icon: "wait" },
  { tool: "memory", name: "Memory, free", icon: "memory" },
  { tool: "finish", name: "Finish", icon: "flag" },
];

const LIVE = ["phone", "in_person"];
/** Kinds of channels that the contact tool opens; the others are written to. */
export const CALLED = [...LIVE, "voicemail"];
const WRITTEN = ["message", "portal", "email", "fax", "mail"];

/** What the page remembers of the tool in hand, so that a click in the case file can set it. */
export interface Draft {
  tool: ToolName;
  party: string | null;
  form: string | null;
  document: string | null;
  /** What was typed for a tool and not carried out yet, so that a look elsewhere or a refusal loses nothing. */
  said: Partial<Record<ToolName, Said>>;
  /** Entries by form. */
  entries: Record<string, Record<string, string | boolean>>;
}
export interface Said {
  text: string;
  share: Share[];
}
export const NOTHING_SAID: Said = { text: "", share: [] };

interface Props {
  file: CaseFile;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  busy: boolean;
  onAct: (action: PublicActionInput) => void;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** The words for a tool, kept by the page. */
function useSaid({ draft, onDraft }: Props, tool: ToolName) {
  const said = draft.said[tool] ?? NOTHING_SAID;
  const say = (next: Partial<Said>) =>
    onDraft({ ...draft, said: { ...draft.said, [tool]: { ...said, ...next } } });
  return { ...said, say };
}

/** The eight tools and the form of the one in hand. */
export function Composer(props: Props) {
  const { draft, onDraft, file } = props;
  const usedUp = file.actions_left === 0;
  const inHand = usedUp ? "finish" : draft.tool;
  const Body = BODIES[inHand];
  return (
    <div className="dock">
      <div className="dock-in">
        <div className="tools" role="group" aria-label="Tools">
          {TOOLS.map(({ tool, name, icon }, i) => (
            <button
              key={tool}
              type="button"
              aria-pressed={inHand === tool}
              aria-keyshortcuts={String(i + 1)}
              aria-disabled={(usedUp && tool !== "finish") || undefined}
              aria-describedby={usedUp ? "used-up" : undefined}
              onClick={() => onDraft({ ...draft, tool })}
            >
              <Icon name={icon} />
              {name}
            </button>
          ))}
        </div>
        {usedUp && (
          <p className="ui" id="used-up" role="status">
            All actions are used. Finish to be graded; it costs none.
          </p>
        )}
        <Body key={`${inHand} ${draft.party} ${draft.form} ${draft.document}`} {...props} />
      </div>
    </div>
  );
}

function Line({
  children,
  act,
  icon,
  busy,
  closed,
}: {
  children?: React.ReactNode;
  act: string;
  icon: IconName;
  busy: boolean;
  closed?: string | null;
}) {
  return (
    <div className="compose-line">
      {children}
      <Button main type="submit" icon={icon} busy={busy && "Sending"} closed={closed} keyHint="Ctrl+Enter">
        {act}
      </Button>
    </div>
  );
}

function Compose({ onSubmit, children }: { onSubmit: () => void; children: React.ReactNode }) {
  return (
    <form
      className="compose"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.ctrlKey) {
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }
      }}
    >
      {children}
    </form>
  );
}

/** Where a request can go: to whoever is on the line, or in writing to a party whose channel was shown. */
function ways(file: CaseFile) {
  const live = file.parties
    .filter((p) => file.open_call.includes(p.party))
    .map((p) => ({
      key: `${p.party}|`,
      party: p.party,
      channel: null as string | null,
      text: `${p.name}, on the line`,
    }));
  const written = file.parties.flatMap((p) =>
    p.channels
      .filter((c) => WRITTEN.includes(c.kind))
      .map((c) => ({
        key: `${p.party}|${c.channel}`,
        party: p.party,
        channel: c.channel as string | null,
        text: `${p.name}, ${c.label}`,
      })),
  );
  return [...live, ...written];
}

function ShareFields({
  file,
  share,
  onShare,
}: {
  file: CaseFile;
  share: readonly Share[];
  onShare: (share: Share[]) => void;
}) {
  const [other, setOther] = useState("");
  const chosen = new Set(share.map((s) => s.what));
  const shown = file.facts.filter((f, i) => i < 3 || chosen.has(f.fact));
  const hidden = file.facts.filter((f) => !shown.includes(f));
  const toggle = (fact: CaseFile["facts"][number]) =>
    onShare(
      chosen.has(fact.fact)
        ? share.filter((s) => s.what !== fact.fact)
        : [...share, { what: fact.fact, value: fact.value.value }],
    );
  const addOther = () => {
    const [what, ...value] = other.split(":");
    if (!what?.trim() || !value.join(":").trim()) return;
    onShare([...share, { what: what.trim(), value: value.join(":").trim() }]);
    setOther("");
  };
  return (
    <fieldset className="share">
      <legend className="soft">Share</legend>
      {shown.map((f) => (
        <label key={f.fact} className="choice">
          <input type="checkbox" checked={chosen.has(f.fact)} onChange={() => toggle(f)} />
          {f.label}
        </label>
      ))}
      {hidden.length > 0 && (
        <select
          className="input share-more"
          aria-label="Share another fact"
          value=""
          onChange={(event) => {
            const fact = hidden.find((f) => f.fact === event.target.value);
            if (fact) toggle(fact);
          }}
        >
          <option value="">Another fact…</option>
          {hidden.map((f) => (
            <option key={f.fact} value={f.fact}>
              {f.label}
            </option>
          ))}
        </select>
      )}
      {share
        .filter((s) => !file.facts.some((f) => f.fact === s.what))
        .map((s) => (
          <label key={s.what} className="choice">
            <input type="checkbox" checked onChange={() => onShare(share.filter((x) => x !== s))} />
            {s.what}: {s.value}
          </label>
        ))}
      <input
        className="input share-more"
        aria-label="Share something that is not in the case file, as name: value"
        placeholder="Something else, name: value"
        value={other}
        onChange={(event) => setOther(event.target.value)}
        onBlur={addOther}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !other.trim()) return;
          // Enter takes it up; the request goes with the next one.
          event.preventDefault();
          event.stopPropagation();
          addOther();
        }}
      />
    </fieldset>
  );
}

function Speak(props: Props & { tool: "ask" | "act" }) {
  const { file, draft, busy, onAct, field, tool } = props;
  const options = ways(file);
  const preferred = options.find((o) => o.party === draft.party) ?? options[0];
  const [way, setWay] = useState<string | null>(null);
  const to = options.find((o) => o.key === way) ?? preferred;
  const { text, share, say } = useSaid(props, tool);
  return (
    <Compose
      onSubmit={() => {
        if (to && text.trim())
          onAct({ tool, party: to.party, channel: to.channel, request: text.trim(), share });
      }}
    >
      {options.length > 1 && (
        <Select aria-label="To" value={to?.key ?? ""} onChange={(event) => setWay(event.target.value)}>
          {options.map((o) => (
            <option key={o.key} value={o.key}>
              {o.text}
            </option>
          ))}
        </Select>
      )}
      <TextArea
        ref={field}
        rows={2}
        className="say"
        aria-label={`${tool === "ask" ? "Your question" : "What you want done"}${to ? ` to ${to.text}` : ""}`}
        value={text}
        onChange={(event) => say({ text: event.target.value })}
      />
      <Line
        act={tool === "ask" ? "Ask, uses 1 action" : "Act, uses 1 action"}
        icon="send"
        busy={busy}
        closed={to ? null : "Nobody is on the line. Contact somebody first"}
      >
        <ShareFields file={file} share={share} onShare={(next) => say({ share: next })} />
      </Line>
    </Compose>
  );
}

function Contact(props: Props) {
  const { file, draft, busy, onAct } = props;
  const channels = file.parties.flatMap((p) =>
    p.channels.filter((c) => CALLED.includes(c.kind)).map((c) => ({ ...c, party: p.party, name: p.name })),
  );
  const first = channels.find((c) => c.party === draft.party) ?? channels[0];
  const [chosen, setChosen] = useState<string[] | null>(null);
  const { text: message, share, say } = useSaid(props, "contact");
  const picked = chosen ?? (first ? [first.channel] : []);
  const voicemail =
    picked.length === 1 && channels.find((c) => c.channel === picked[0])?.kind === "voicemail";
  return (
    <Compose
      onSubmit={() => {
        if (voicemail)
          onAct({
            tool: "contact",
            mode: "voicemail",
            channels: picked,
            request: message.trim() || null,
            share,
          });
        else onAct({ tool: "contact", mode: "call", channels: picked });
      }}
    >
      <fieldset className="share">
        <legend className="soft">Call</legend>
        {channels.map((c) => (
          <label key={c.channel} className="choice">
            <input
              type="checkbox"
              checked={picked.includes(c.channel)}
              onChange={() =>
                setChosen(
                  picked.includes(c.channel) ? picked.filter((x) => x !== c.channel) : [...picked, c.channel],
                )
              }
            />
            {c.name}
            {channels.filter((x) => x.party === c.party).length > 1 && `, ${c.label}`}
          </label>
        ))}
      </fieldset>
      {voicemail && (
        <>
          <TextArea
            rows={2}
            className="say"
            aria-label="What you leave on it"
            value={message}
            onChange={(e) => say({ text: e.target.value })}
          />
          <ShareFields file={file} share={share} onShare={(next) => say({ share: next })} />
        </>
      )}
      <Line
        act={voicemail ? "Leave it, uses 1 action" : "Call, uses 1 action"}
        icon="phone"
        busy={busy}
        closed={picked.length > 0 ? null : "Choose whom to call"}
      >
        {file.open_call.length > 0 && (
          <Button icon="phone" onClick={() => onAct({ tool: "contact", mode: "end_call" })}>
            End the call, uses 1 action
          </Button>
        )}
      </Line>
    </Compose>
  );
}

function FillForm({ file, draft, onDraft, busy, onAct }: Props) {
  const form = file.forms.find((f) => f.form === draft.form) ?? file.forms[0];
  const [channel, setChannel] = useState("");
  if (!form)
    return (
      <p className="ui soft compose-none">
        You hold no form yet. Forms appear here when somebody gives you one.
      </p>
    );
  const fields = draft.entries[form.form] ?? {};
  const enter = (field: string, entry: string | boolean) =>
    onDraft({ ...draft, entries: { ...draft.entries, [form.form]: { ...fields, [field]: entry } } });
  const party = file.parties.find((p) => p.name === form.party);
  const written = party?.channels.filter((c) => WRITTEN.includes(c.kind)) ?? [];
  return (
    <Compose
      onSubmit={() => onAct({ tool: "submit_form", form: form.form, channel: channel || null, fields })}
    >
      {file.forms.length > 1 && (
        <Select
          aria-label="Form"
          value={form.form}
          onChange={(e) => onDraft({ ...draft, form: e.target.value })}
        >
          {file.forms.map((f) => (
            <option key={f.form} value={f.form}>
              {f.title}
            </option>
          ))}
        </Select>
      )}
      <div className="form-grid">
        {form.fields.map((f) =>
          f.kind === "attestation" ? (
            <label key={f.field} className="choice">
              <input
                type="checkbox"
                checked={fields[f.field] === true}
                onChange={(e) => enter(f.field, e.target.checked)}
              />
              {f.label}
            </label>
          ) : (
            <Field key={f.field} label={f.label} error={form.to_correct.includes(f.field) && "To correct"}>
              {(control) => (
                <>
                  <Input
                    {...control}
                    list={`${control.id}-facts`}
                    value={String(fields[f.field] ?? "")}
                    onChange={(e) => enter(f.field, e.target.value)}
                  />
                  <datalist id={`${control.id}-facts`}>
                    {file.facts.map((fact) => (
                      <option key={fact.fact} value={fact.value.value}>
                        {fact.label}
                      </option>
                    ))}
                  </datalist>
                </>
              )}
            </Field>
          ),
        )}
      </div>
      <Line act="Send the form, uses 1 action" icon="send" busy={busy}>
        {written.length > 0 && (
          <Select aria-label="Way" value={channel} onChange={(e) => setChannel(e.target.value)}>
            <option value="">In the open call</option>
            {written.map((c) => (
              <option key={c.channel} value={c.channel}>
                {c.label}
              </option>
            ))}
          </Select>
        )}
      </Line>
    </Compose>
  );
}

function Read({ file, draft, busy, onAct }: Props) {
  const [document, setDocument] = useState(
    draft.document ?? file.documents.find((d) => !d.read)?.document ?? file.documents[0]?.document ?? "",
  );
  return (
    <Compose onSubmit={() => document && onAct({ tool: "read_document", document })}>
      <Select
        aria-label="Document or playbook"
        value={document}
        onChange={(e) => setDocument(e.target.value)}
      >
        <optgroup label="Documents you hold">
          {file.documents.map((d) => (
            <option key={d.document} value={d.document}>
              {d.title}
            </option>
          ))}
        </optgroup>
        <optgroup label="Playbooks">
          {file.playbooks.map((p) => (
            <option key={p.playbook} value={p.playbook}>
              {p.title}
            </option>
          ))}
        </optgroup>
      </Select>
      <Line
        act="Read, uses 1 action"
        icon="read"
        busy={busy}
        closed={document ? null : "You hold nothing to read"}
      />
    </Compose>
  );
}

const UNITS = { minutes: 1, hours: 60, days: 1440 } as const;

function Wait({ busy, onAct }: Props) {
  const [amount, setAmount] = useState("1");
  const [unit, setUnit] = useState<keyof typeof UNITS>("days");
  const minutes = Math.round(Number(amount) * UNITS[unit]);
  const valid = Number.isInteger(minutes) && minutes >= 1;
  return (
    <Compose onSubmit={() => valid && onAct({ tool: "wait", minutes })}>
      <Line act="Wait, uses 1 action" icon="wait" busy={busy} closed={valid ? null : "Give a length of time"}>
        <span className="soft">Wait</span>
        <Input
          className="amount"
          inputMode="decimal"
          aria-label="How long"
          value={amount}
          onChange={(e) => setAmount(e.target.value)}
        />
        <Select
          aria-label="Unit"
          value={unit}
          onChange={(e) => setUnit(e.target.value as keyof typeof UNITS)}
        >
          {Object.keys(UNITS).map((u) => (
            <option key={u}>{u}</option>
          ))}
        </Select>
        <span className="soft">It ends an open call.</span>
      </Line>
    </Compose>
  );
}

function Memory({ file, busy, onAct, field }: Props) {
  const [mode, setMode] = useState<"note" | "recall">("note");
  const [text, setText] = useState(file.plan_note);
  return (
    <Compose onSubmit={() => onAct({ tool: "memory", mode, text })}>
      <TextArea
        ref={field}
        rows={2}
        className="say"
        aria-label={mode === "note" ? "The plan note" : "Words to look for in earlier exchanges"}
        value={text}
        onChange={(e) => setText(e.target.value)}
      />
      <Line act={mode === "note" ? "Write the note, free" : "Look back, free"} icon="memory" busy={busy}>
        <Select
          aria-label="What to do"
          value={mode}
          onChange={(e) => {
            const next = e.target.value as "note" | "recall";
            setMode(next);
            setText(next === "note" ? file.plan_note : "");
          }}
        >
          <option value="note">Replace the plan note</option>
          <option value="recall">Look for earlier exchanges</option>
        </Select>
      </Line>
    </Compose>
  );
}

function Finish(props: Props) {
  const { busy, onAct, field } = props;
  const { text, say } = useSaid(props, "finish");
  const [sure, setSure] = useState(false);
  return (
    <Compose onSubmit={() => sure && onAct({ tool: "finish", summary: text.trim() })}>
      <TextArea
        ref={field}
        rows={2}
        className="say"
        aria-label="Summary of what you did"
        value={text}
        onChange={(e) => say({ text: e.target.value })}
      />
      <Line
        act="Finish and be graded"
        icon="flag"
        busy={busy}
        closed={sure ? null : "Tick that you are done"}
      >
        <label className="choice">
          <input type="checkbox" checked={sure} onChange={(e) => setSure(e.target.checked)} />I am done; the
          summary does not change the grade
        </label>
      </Line>
    </Compose>
  );
}

const BODIES: Record<ToolName, (props: Props) => React.ReactNode> = {
  contact: Contact,
  ask: (props) => <Speak {...props} tool="ask" />,
  act: (props) => <Speak {...props} tool="act" />,
  submit_form: FillForm,
  read_document: Read,
  wait: Wait,
  memory: Memory,
  finish: Finish,
};
