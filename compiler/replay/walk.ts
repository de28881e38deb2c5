import type { PublicActionInput } from "../public/action";
import type { PublicEnvironment } from "../public/environment";
import type { PublicResultWire } from "../public/result";
import type { Entry, Expected, PlanStep, PublicPlan, Route, Spoil } from "./plan";
import { Shown, spoken } from "./shown";

/** What went wrong on a walk: `slug` is the kind, `witness` the number of the witness step (0: none). */
export interface WalkFinding {
  slug: string;
  witness: number;
  message: string;
  nodes: string[];
}

export interface TranscriptEntry {
  action: PublicActionInput;
  result: PublicResultWire;
}

export interface Walk {
  verdict: "proved" | "refuted";
  findings: WalkFinding[];
  /** Every call that was made and what it showed, in order. */
  transcript: TranscriptEntry[];
  actions_used: number;
}

class Stop extends Error {}

/**
 * Walks a plan through a fresh environment with nothing but what it shows: a handle that no result has
 * shown, a fact that nobody has told and a result that differs from the expected one each end the walk
 * with a finding (world.md, section 5.3). The environment is left finished when all went well. With
 * `dawdle` it does harmless things between the steps, which are not in the transcript: notes, a playbook,
 * documents read again.
 */
export function walkPlan(env: PublicEnvironment, plan: PublicPlan, { dawdle = false } = {}): Walk {
  const walker = new Walker(env);
  try {
    for (const step of plan.steps) {
      if (dawdle) walker.dawdle();
      walker.take(step);
    }
    walker.finish(plan.summary);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  return {
    verdict: walker.findings.length === 0 ? "proved" : "refuted",
    findings: walker.findings,
    transcript: walker.transcript,
    actions_used: walker.used,
  };
}

/**
 * Tries to read each document in a fresh environment, but for those that come by themselves before the first action. All
 * reads must be refused, in the words that a document which does not exist gets (rule A2).
 */
export function probeUnheld(env: PublicEnvironment, documents: readonly string[]): WalkFinding[] {
  const refusal = env.step({ tool: "read_document", document: "no_such_document" });
  const findings: WalkFinding[] = [];
  const held = new Set(env.caseFile().documents.map((d) => d.document));
  const words = (result: PublicResultWire, handle: string) => result.message.replaceAll(handle, "…");
  if (refusal.outcome !== "refused")
    findings.push({
      slug: "unheld-read",
      witness: 0,
      message: "A document that does not exist could be read.",
      nodes: [],
    });
  for (const document of documents) {
    if (held.has(document)) continue;
    const result = env.step({ tool: "read_document", document });
    if (result.outcome !== "refused")
      findings.push({
        slug: "unheld-read",
        witness: 0,
        message: `The document "${document}" could be read without being held.`,
        nodes: [document],
      });
    else if (words(result, document) !== words(refusal, "no_such_document"))
      findings.push({
        slug: "unheld-read-tells",
        witness: 0,
        message: `Refusing to read "${document}" says more than refusing a document that does not exist.`,
        nodes: [document],
      });
  }
  return findings;
}

const CALL_TRIES = 16;

class Walker {
  readonly findings: WalkFinding[] = [];
  readonly transcript: TranscriptEntry[] = [];
  used = 0;
  readonly #env: PublicEnvironment;
  readonly #shown: Shown;
  /** Where each form stood when a result last said so. */
  readonly #forms = new Map<string, { state: string; to_correct: string[] }>();
  #left: number;
  #call: readonly string[] = [];
  readonly #toRead: string[];
  #step: PlanStep | null = null;

  constructor(env: PublicEnvironment) {
    this.#env = env;
    const start = env.caseFile();
    this.#shown = new Shown(start);
    this.#left = start.actions_left;
    this.#toRead = [
      ...start.playbooks.slice(0, 1).map((p) => p.playbook),
      ...start.documents.filter((d) => d.read).map((d) => d.document),
    ];
  }

  take(step: PlanStep): void {
    this.#step = step;
    switch (step.do) {
      case "miss":
        this.#miss(step.participants);
        break;
      case "say":
        this.#say(step);
        break;
      case "submit":
        this.#submit(step);
        break;
      case "read":
        this.#read(step);
        break;
      case "wait":
        this.#wait(step.until, step.accepted);
        break;
    }
  }

  /** Notes something, and once each: recalls, loads a playbook, reads every document that was read again. */
  dawdle(): void {
    const again = this.#toRead.pop();
    this.#env.step({ tool: "memory", mode: "note", text: `Before call ${this.transcript.length + 1}.` });
    if (!again) return;
    this.#env.step({ tool: "memory", mode: "recall", text: "call" });
    this.#left = this.#env.step({ tool: "read_document", document: again }).actions_left;
  }

  finish(summary: string): void {
    this.#do({ tool: "finish", summary });
  }

  #stop(slug: string, message: string, nodes: readonly string[] = []): never {
    const step = this.#step;
    this.findings.push({
      slug,
      witness: step?.witness[0] ?? 0,
      message,
      nodes: [...new Set([...(step?.nodes ?? []), ...nodes])],
    });
    throw new Stop();
  }

  #do(action: PublicActionInput): PublicResultWire {
    if (this.#left === 0 && action.tool !== "finish")
      this.#stop("over-limit", "All actions are used before the route ends.");
    const result = this.#env.step(action);
    this.transcript.push({ action, result });
    if (result.actions_left < this.#left) this.used += this.#left - result.actions_left;
    this.#left = result.actions_left;
    this.#shown.add(result);
    for (const state of result.form_states) this.#forms.set(state.form, state);
    return result;
  }

  #need(handle: string, what: string): string {
    if (!this.#shown.has(handle))
      this.#stop("not-shown", `The ${what} "${handle}" was never shown.`, [handle]);
    return handle;
  }

  #hangUp(): void {
    if (this.#call.length === 0) return;
    this.#do({ tool: "contact", mode: "end_call" });
    this.#call = [];
  }

  #combinations(participants: readonly (readonly string[])[]): string[][] {
    let all: string[][] = [[]];
    for (const channels of participants) {
      const shown = channels.filter((channel) => this.#shown.has(channel));
      if (shown.length === 0) this.#need(channels[0] ?? "", "channel");
      all = all.flatMap((some) => shown.map((channel) => [...some, channel])).slice(0, CALL_TRIES);
    }
    return all;
  }

  #miss(participants: readonly (readonly string[])[]): void {
    this.#hangUp();
    const channels = this.#combinations(participants)[0] ?? [];
    const result = this.#do({ tool: "contact", mode: "call", channels });
    if (result.outcome !== "no_answer")
      this.#stop("call-answered", `The call was expected to be missed, but: ${result.message}`);
  }

  #open(participants: readonly (readonly string[])[]): void {
    const fits =
      this.#call.length === participants.length &&
      participants.every((channels) => channels.some((channel) => this.#call.includes(channel)));
    if (fits) return;
    this.#hangUp();
    let message = "";
    for (const channels of this.#combinations(participants)) {
      const result = this.#do({ tool: "contact", mode: "call", channels });
      if (result.outcome === "done") {
        this.#call = channels;
        return;
      }
      message = result.message;
    }
    this.#stop("no-call", `The call could not be opened: ${message}`);
  }

  /** Makes the route ready; returns the channel to name, null in a call. */
  #reach(route: Route): string | null {
    if (route.kind === "call") {
      this.#open(route.participants);
      return null;
    }
    return this.#need(route.channel, "channel");
  }

  #told(handle: string): string {
    const fact = this.#shown.fact(handle);
    if (!fact)
      this.#stop("value-not-shown", `The value of "${handle}" was never shown, so it cannot be passed on.`, [
        handle,
      ]);
    return spoken(fact);
  }

  #say(step: Extract<PlanStep, { do: "say" }>): void {
    const party = this.#need(step.party, "party");
    const channel = this.#reach(step.route);
    const share = step.share.map((what) => ({ what, value: this.#told(what) }));
    const request = step.requests.map((r) => r.words).join("\n");
    const result =
      step.route.kind === "voicemail"
        ? this.#do({ tool: "contact", mode: "voicemail", channels: [step.route.channel], request, share })
        : this.#do({ tool: step.tool, party, channel, request, share });
    if (result.outcome !== "done") this.#stop("refused", result.message);
    // Over a channel that brings no answer, a request is noted as a whole.
    const unanswered = step.requests.every((r) => r.outcomes.includes("noted"));
    const expected = unanswered ? step.requests.slice(0, 1) : step.requests;
    if (result.parts.length !== expected.length)
      this.#stop(
        "parts",
        `${step.requests.length} requests were made in one text, ${result.parts.length} were understood.`,
      );
    expected.forEach((wanted, i) => {
      const part = result.parts[i];
      if (!part) return;
      if (!wanted.outcomes.includes(part.outcome))
        this.#stop(
          part.outcome === "unclear" ? "ambiguous" : "unexpected-outcome",
          `"${wanted.words}" ended as "${part.outcome}", not as "${wanted.outcomes.join('" or "')}": ${part.message}`,
          part.candidates,
        );
      this.#expect(wanted.expected, {
        facts: [...part.facts, ...result.facts],
        documents: [...part.documents, ...result.documents],
        statuses: part.statuses,
        said: `${part.message} ${result.message}`,
      });
    });
  }

  #entry(form: string, entry: Entry): [string, string | boolean] | null {
    this.#need(`${form}.${entry.field}`, "form field");
    switch (entry.kind) {
      case "fact":
        return [entry.field, this.#told(entry.fact)];
      case "words":
        if (!this.#shown.hasWords(entry.words))
          this.#stop(
            "value-not-shown",
            `Nothing that was shown says "${entry.words}", which the field "${entry.field}" needs.`,
            [entry.field],
          );
        return [entry.field, entry.words];
      case "tick":
        return entry.fact && this.#told(entry.fact).trim().toLowerCase().replace(/\.$/, "") === "no"
          ? null
          : [entry.field, true];
    }
  }

  #formState(form: string): { state: string; to_correct: string[] } {
    const seen = this.#forms.get(form) ?? this.#env.caseFile().forms.find((f) => f.form === form);
    if (!seen) this.#stop("not-shown", `The form "${form}" is not in the case file.`, [form]);
    return seen;
  }

  #mustBe(form: string, state: "accepted" | "submitted"): void {
    const seen = this.#formState(form);
    if (seen.state !== state)
      this.#stop("form-state", `The form "${form}" is ${seen.state}, not ${state}.`, [
        form,
        ...seen.to_correct,
      ]);
  }

  #send(step: Extract<PlanStep, { do: "submit" }>, fields: Record<string, string | boolean>): void {
    const channel = this.#reach(step.route);
    const result = this.#do({ tool: "submit_form", form: step.form, channel, fields });
    if (result.outcome !== "done") this.#stop("refused", result.message);
  }

  #review(step: Extract<PlanStep, { do: "submit" }>): void {
    if (step.review_minutes === 0) return;
    this.#call = [];
    this.#do({ tool: "wait", minutes: step.review_minutes });
  }

  #submit(step: Extract<PlanStep, { do: "submit" }>): void {
    this.#need(step.form, "form");
    const fields = Object.fromEntries(
      step.entries.map((entry) => this.#entry(step.form, entry)).filter((entry) => entry !== null),
    );
    for (const spoil of step.spoils) this.#spoilt(step, spoil, fields);
    this.#send(step, fields);
    const before = this.transcript.length;
    const spoilt = step.spoils.length > 0;
    if (spoilt) this.#review(step);
    this.#mustBe(step.form, step.review_minutes === 0 || spoilt ? "accepted" : "submitted");
    this.#expectIn(step.expected, this.transcript.slice(before - 1));
  }

  /** Sends the form with one wrong entry, which must be noticed in the declared way. */
  #spoilt(
    step: Extract<PlanStep, { do: "submit" }>,
    { field, entry, noticed, label }: Spoil,
    fields: Record<string, string | boolean>,
  ): void {
    this.#send(step, { ...fields, [field]: entry });
    if (noticed === "in_review") return;
    const nodes = [step.form, field];
    const part = this.transcript.at(-1)?.result.parts[0];
    if (part?.outcome === "refused" && label !== "" && part.message.includes(label)) return;
    this.#review(step);
    const seen = this.#formState(step.form);
    if (seen.state !== "rejected")
      this.#stop(
        "wrong-entry-accepted",
        `A wrong entry in "${field}" left the form ${seen.state}, not rejected.`,
        nodes,
      );
    if (seen.to_correct.length !== 1 || seen.to_correct[0] !== field)
      this.#stop(
        "wrong-field-named",
        `The entry in "${field}" was wrong, but the answer asks to correct ${seen.to_correct.join(", ") || "nothing"}.`,
        nodes,
      );
  }

  #read(step: Extract<PlanStep, { do: "read" }>): void {
    const document = this.#need(step.document, "document");
    const result = this.#do({ tool: "read_document", document });
    if (result.outcome !== "done") this.#stop("refused", result.message);
    this.#toRead.push(document);
    this.#expectIn(step.expected, this.transcript.slice(-1));
  }

  #wait(until: string, accepted: readonly string[]): void {
    this.#call = [];
    const result = this.#do({ tool: "wait", until });
    if (result.outcome !== "done") this.#stop("refused", result.message);
    if (result.clock !== until)
      this.#stop("clock", `The clock says ${result.clock} after waiting until ${until}.`);
    for (const form of accepted) this.#mustBe(form, "accepted");
  }

  #expectIn(expected: Expected, entries: readonly TranscriptEntry[]): void {
    const results = entries.map((e) => e.result);
    const parts = results.flatMap((r) => r.parts);
    this.#expect(expected, {
      facts: [...results, ...parts].flatMap((r) => r.facts),
      documents: [...results, ...parts].flatMap((r) => r.documents),
      statuses: parts.flatMap((p) => p.statuses),
      said: [...results, ...parts].map((r) => r.message).join(" "),
    });
  }

  #expect(
    expected: Expected,
    seen: Pick<PublicResultWire, "facts" | "documents"> & {
      statuses: readonly { label: string; value: string }[];
      said: string;
    },
  ): void {
    for (const wanted of expected.facts) {
      const fact = seen.facts.find((f) => f.fact === wanted.fact) ?? this.#shown.fact(wanted.fact);
      if (!fact || fact.label !== wanted.label || fact.statement !== wanted.statement)
        this.#stop("fact-missing", `The result does not tell "${wanted.label}" as declared.`, [wanted.fact]);
    }
    for (const wanted of expected.documents) {
      const document = seen.documents.find((d) => d.document === wanted.document);
      if (!document || document.title !== wanted.title)
        this.#stop("document-missing", `The result does not hand over "${wanted.title}".`, [wanted.document]);
    }
    for (const wanted of expected.statuses) {
      const found = seen.statuses.some((s) => s.label === wanted.label && wanted.values.includes(s.value));
      if (!found)
        this.#stop(
          "status-missing",
          `The result does not show "${wanted.label}" as ${wanted.values.join(" or ")}.`,
        );
    }
    if (expected.receipt && !seen.said.includes(expected.receipt))
      this.#stop("receipt-missing", `The receipt "${expected.receipt}" was not given.`);
  }
}
