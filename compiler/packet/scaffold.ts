import { type Finding, finding } from "../spec/finding";
import { LIMITS } from "../spec/limits";
import { jsonPath } from "../spec/read";
import type { Atom, Requirement } from "../spec/requirement";
import {
  type Authority,
  type Document,
  type Effect,
  type Entity,
  type Exchange,
  type Form,
  type FormField,
  type Friction,
  type Knowledge,
  type Mutation,
  type RedLine,
  type StatusSurface,
  type Terminal,
  type TimeEvent,
  WORLD_SCHEMA_VERSION,
  type WorldSpec,
} from "../spec/world";
import { itemName } from "./names";
import type { BlockerItem, ExchangeItem, OutcomeItem, Packet, PacketSection, Span, StepItem } from "./packet";
import { questionsOf } from "./questions";
import { type Declared, type DeclaredKind, declaredIds, referenceFindings } from "./references";

/** A world made of whatever a packet says so far. */
export interface Scaffold {
  /** Always passes `readWorld`: what leads nowhere is left out and stands in `findings`. */
  spec: WorldSpec;
  /** World object -> the packet item it was made from. */
  origin: Record<string, string>;
  findings: Finding[];
}

type StepOf<K extends StepItem["kind"]> = Extract<StepItem, { kind: K }>;
type Needs = Pick<
  ExchangeItem,
  "give_first" | "permissions" | "after" | "confirmed_by" | "over" | "together_with"
>;
type Hardship = NonNullable<BlockerItem["hardship"]>;

/** Where a span lies, as world objects refer to it: `record:start-end`. */
export function spanRef(span: Span): string {
  return `${span.record.slice(0, LIMITS.label - 24)}:${span.start}-${span.end}`;
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

const uniqueById = <T extends { id: string }>(list: readonly T[]): T[] =>
  list.filter((item, i) => list.findIndex((other) => other.id === item.id) === i);

/**
 * Maps a packet to a world by rules. Items keep their ids as the ids of world objects; the exchange of a
 * document names its request, its paper the document; a permission step names the operation that grants
 * it. Total: an unfinished or broken packet gives a smaller world and findings that name the item to
 * blame, so that the oracle can run while an advocate types. Rejected items are gone.
 */
export function scaffold(packet: Packet): Scaffold {
  const { declared, findings } = declaredIds(packet);
  const rejected = rejectedIds(packet);
  findings.push(...referenceFindings(packet, declared, rejected), ...questionsOf(packet));
  return new Scaffolder(packet, declared, rejected, findings).build();
}

function rejectedIds(packet: Packet): Set<string> {
  const sections = [
    packet.parties,
    packet.exchanges,
    packet.steps,
    packet.outcomes,
    packet.prohibited,
    packet.blockers,
    packet.practices,
  ];
  return new Set(
    sections.flatMap((items: readonly { id: string; decision: string }[]) =>
      items.filter((item) => item.decision === "rejected").map((item) => item.id),
    ),
  );
}

class Scaffolder {
  private readonly origin: Record<string, string> = {};
  private readonly exchanges: ReadonlyMap<string, ExchangeItem>;
  private readonly steps: ReadonlyMap<string, StepItem>;
  private readonly taken: Set<string>;
  private readonly timeEvents: TimeEvent[] = [];
  /** The event that brings a state by itself, by check and state. */
  private readonly eventOf = new Map<string, string>();

  constructor(
    private readonly packet: Packet,
    private readonly declared: ReadonlyMap<string, Declared>,
    private readonly rejected: ReadonlySet<string>,
    private readonly findings: Finding[],
  ) {
    this.exchanges = new Map(this.living("exchanges").map((item) => [item.id, item]));
    this.steps = new Map(this.living("steps").map((item) => [item.id, item]));
    this.taken = new Set(declared.keys());
  }

  build(): Scaffold {
    const { packet } = this;
    const entities = this.living("parties").map((item): Entity => {
      const evidence = item.evidence.map(spanRef);
      const contacts = uniqueById(item.contacts).filter((contact) => this.owns(contact.id, item.id));
      for (const contact of contacts) this.origin[contact.id] = item.id;
      return {
        id: this.from(item),
        name: item.name,
        kind: item.kind,
        decoy: item.look_alike || this.isCalledDecoy(item.id),
        channels: contacts.map(({ id, kind, label }) => ({ id, kind, label, evidence })),
        evidence,
      };
    });
    const facts = this.living("exchanges").filter((item) => this.is(item.id, "exchange"));
    const papers = this.living("exchanges").filter((item) => this.is(item.id, "document exchange"));
    const permissions = this.stepsOf("permission");
    const checks = this.stepsOf("check");
    for (const check of checks) this.addTimeEvents(check);
    const at = (key: string) => ["day_one", key];
    const spec: WorldSpec = {
      schema_version: WORLD_SCHEMA_VERSION,
      id: packet.case_id,
      title: packet.title,
      brief: packet.brief.text,
      clock_start: packet.brief.starts,
      action_limit: 150,
      day_one: {
        contacts: this.limited(
          this.living("parties").flatMap((item) =>
            item.contacts.filter((c) => c.at_start && this.owns(c.id, item.id)).map((c) => c.id),
          ),
          "Ways to reach a party on the first day",
          at("contacts"),
        ),
        facts: this.limited(
          facts.filter((item) => item.on_file).map((item) => item.id),
          "Exchanges on file",
          at("facts"),
        ),
        documents: this.limited(
          papers.filter((item) => item.on_file && this.makesDocument(item)).map((item) => this.paperId(item)),
          "Papers on file",
          at("documents"),
        ),
        authorities: this.limited(
          permissions
            .filter((item) => item.on_file && this.makesAuthority(item))
            .map((item) => item.permission),
          "Permissions on file",
          at("authorities"),
        ),
      },
      entities,
      knowledge: facts.map((item) => this.knowledge(item)),
      documents: papers.flatMap((item) => this.document(item)),
      mutations: this.living("steps").flatMap((item) => this.mutation(item)),
      forms: this.stepsOf("form").flatMap((item) => this.form(item)),
      status_surfaces: checks.flatMap((item) => this.status(item)),
      time_events: this.timeEvents,
      authorities: permissions.flatMap((item) => this.authority(item)),
      terminals: this.living("outcomes").flatMap((item) => this.terminals(item)),
      red_lines: this.living("prohibited").flatMap((item) => this.redLine(item)),
      frictions: [...this.living("blockers").flatMap((item) => this.friction(item)), ...this.unnamedDecoys()],
    };
    return { spec, origin: this.origin, findings: this.findings };
  }

  /** Items of a section that were not rejected and own their id. */
  private living<S extends PacketSection>(section: S): Packet[S][number][] {
    const items: readonly Packet[S][number][] = this.packet[section];
    return items.filter(
      (item, i) =>
        !this.rejected.has(item.id) &&
        this.declared.get(item.id)?.place.section === section &&
        this.declared.get(item.id)?.place.index === i,
    );
  }

  private stepsOf<K extends StepItem["kind"]>(kind: K): StepOf<K>[] {
    return this.living("steps").filter((item): item is StepOf<K> => item.kind === kind);
  }

  private is(id: string, ...kinds: DeclaredKind[]): boolean {
    const target = this.declared.get(id);
    return target !== undefined && kinds.includes(target.kind) && !this.rejected.has(target.place.id);
  }

  private keep(ids: readonly string[], ...kinds: DeclaredKind[]): string[] {
    return unique(ids).filter((id) => this.is(id, ...kinds));
  }

  private words(id: string): string {
    return `“${this.declared.get(id)?.words ?? id}”`;
  }

  private owns(contact: string, party: string): boolean {
    return this.is(contact, "way to reach a party") && this.declared.get(contact)?.party === party;
  }

  private from(item: { id: string }, node = item.id): string {
    this.origin[node] = item.id;
    return node;
  }

  private fresh(base: string): string {
    let id = base.slice(0, 80);
    for (let n = 2; this.taken.has(id); n++) id = `${base.slice(0, 74)}_${n}`;
    this.taken.add(id);
    return id;
  }

  private limited<T>(list: readonly T[], name: string, path: readonly PropertyKey[]): T[] {
    const all = unique(list);
    if (all.length <= LIMITS.listLength) return all;
    this.findings.push(
      finding("packet/too-many", `${name}: ${all.length} of them, more than ${LIMITS.listLength}.`, {
        path: jsonPath(path),
        fix: "Leave out what the case does not need.",
      }),
    );
    return all.slice(0, LIMITS.listLength);
  }

  private blame(
    section: PacketSection,
    item: { id: string },
    says: string,
    fix: string,
    severity: Finding["severity"] = "error",
    key?: string,
  ) {
    const index = (this.packet[section] as readonly { id: string }[]).indexOf(item);
    this.findings.push(
      finding("packet/incomplete", `${itemName(section, index)} ${says}`, {
        severity,
        path: jsonPath(key === undefined ? [section, index] : [section, index, key]),
        fix,
        nodes: [item.id],
      }),
    );
  }

  private hasState(check: string, state: string): boolean {
    const step = this.steps.get(check);
    return (
      this.is(check, "check") &&
      step?.kind === "check" &&
      this.usableStates(step).some((candidate) => candidate.id === state)
    );
  }

  private usableStates(check: StepOf<"check">): StepOf<"check">["states"] {
    const states = uniqueById(check.states);
    return states.length < 2 || !this.is(check.party, "party") ? [] : states;
  }

  private paperId(item: ExchangeItem): string {
    return item.document?.id ?? item.id;
  }

  private atom({ item, state }: { item: string; state: string | null }): Atom[] {
    const target = this.declared.get(item);
    if (!target || this.rejected.has(target.place.id)) return [];
    const step = this.steps.get(item);
    switch (target.kind) {
      case "exchange":
        return [{ kind: "fact_known", fact: item }];
      case "document exchange": {
        const paper = this.exchanges.get(item);
        return paper && this.makesDocument(paper)
          ? [{ kind: "document_read", document: this.paperId(paper) }]
          : [];
      }
      case "permission step":
      case "permission on file":
        return step?.kind === "permission" && this.makesAuthority(step)
          ? [{ kind: "authority_held", authority: step.permission }]
          : [];
      case "action":
        return this.makesOperation(item) ? [{ kind: "action_completed", mutation: item }] : [];
      case "form":
        return this.makesForm(item) ? [{ kind: "form_accepted", form: item }] : [];
      case "check":
        return state !== null && this.hasState(item, state)
          ? [{ kind: "status_is", status: item, value: state }]
          : [];
      default:
        return [];
    }
  }

  private requirement(sets: ExchangeItem["after"]): Requirement {
    return sets
      .map((set) => set.flatMap((preceding) => this.atom(preceding)))
      .filter((set) => set.length > 0);
  }

  /** Whether it is this item that gives the id its meaning. */
  private declares(item: { id: string }, id: string): boolean {
    return this.declared.get(id)?.place.id === item.id;
  }

  private makesDocument(item: ExchangeItem): boolean {
    const paper = this.paperId(item);
    return (
      item.teller !== null &&
      this.is(item.teller, "party") &&
      this.declares(item, paper) &&
      (item.on_file || paper !== item.id)
    );
  }

  private makesAuthority(item: StepOf<"permission">): boolean {
    return (
      this.is(item.party, "party") &&
      this.is(item.for_party, "party") &&
      this.is(item.permission, "permission") &&
      this.declares(item, item.permission)
    );
  }

  private makesOperation(id: string): boolean {
    const step = this.steps.get(id);
    return step !== undefined && this.is(id, "action", "permission step") && this.is(step.party, "party");
  }

  private makesForm(id: string): boolean {
    const step = this.steps.get(id);
    return (
      step?.kind === "form" &&
      this.is(id, "form") &&
      this.is(step.party, "party") &&
      step.fields.some((field) => field.kind === "attestation" || this.fieldSource(field) || field.expected)
    );
  }

  private fieldSource(field: StepOf<"form">["fields"][number]): string | null {
    return field.from !== null && this.is(field.from, "exchange") ? field.from : null;
  }

  /** What a request to `party` needs. A permission that is for another of the tellers does not bind this one. */
  private needs(item: Needs, party: string, tellers: readonly string[] = [party]): Exchange {
    const authorities = this.keep(item.permissions, "permission step", "permission on file").flatMap((id) => {
      const step = this.steps.get(id);
      if (step?.kind !== "permission" || !this.makesAuthority(step)) return [];
      return step.for_party !== party && tellers.includes(step.for_party) ? [] : [step.permission];
    });
    return {
      requires: this.requirement(item.after),
      shares: this.keep(item.give_first, "exchange"),
      authorities: unique(authorities),
      grounding: this.requirement(item.confirmed_by),
      via: unique(item.over).filter((contact) => this.owns(contact, party)),
      participants: this.keep(item.together_with, "party").filter((other) => other !== party),
    };
  }

  /** A way that belongs to none of the parties asked would silently mean "any way". */
  private checkOver(
    section: "exchanges" | "steps",
    item: Needs & { id: string },
    parties: readonly string[],
  ) {
    for (const contact of item.over)
      if (this.is(contact, "way to reach a party") && !parties.some((party) => this.owns(contact, party)))
        this.blame(
          section,
          item,
          `happens over ${this.words(contact)}, which is not a way to reach ${parties.map((party) => this.words(party)).join(" or ") || "anybody who tells it"}.`,
          "Choose a way to reach the party that is asked.",
          "error",
          "over",
        );
  }

  private knowledge(item: ExchangeItem): Knowledge {
    const tellers = this.keep(
      item.teller === null ? item.also_told_by : [item.teller, ...item.also_told_by],
      "party",
    ).slice(0, LIMITS.listLength);
    this.checkOver("exchanges", item, tellers);
    if (item.teller === null && tellers.length === 0 && !item.on_file && !this.isBrought(item.id))
      this.blame(
        "exchanges",
        item,
        `is told by nobody: ${item.what}.`,
        "Say who tells it, or name it in the paper, the step or the check that brings it.",
        "caution",
        "teller",
      );
    return {
      id: this.from(item),
      label: item.what,
      statement: item.statement,
      value: item.value ?? { type: "text", value: item.statement },
      protected: item.sensitive,
      held_by: tellers.map((party) => ({ party, ...this.needs(item, party, tellers) })),
      reveals: this.keep(item.opens, "way to reach a party"),
      evidence: item.evidence.map(spanRef),
    };
  }

  private isBrought(fact: string): boolean {
    return (
      this.packet.exchanges.some((item) => item.document?.contains.includes(fact)) ||
      this.packet.steps.some((step) =>
        step.kind === "check"
          ? step.shows.some((shown) => shown.tells.includes(fact))
          : step.kind !== "permission" && step.tells.includes(fact),
      )
    );
  }

  private document(item: ExchangeItem): Document[] {
    const paper = item.document;
    const owner = item.teller;
    if (!paper) return [];
    if (owner === null || !this.makesDocument(item)) {
      if (owner === null)
        this.blame(
          "exchanges",
          item,
          `does not say whose paper it is: ${paper.title}.`,
          "Say who has the paper.",
          "error",
          "teller",
        );
      return [];
    }
    if (item.also_told_by.length > 0)
      this.blame(
        "exchanges",
        item,
        "is a paper, and a paper is handed over by one party only.",
        "Take the others out, or make an exchange of its own for each.",
        "caution",
        "also_told_by",
      );
    this.checkOver("exchanges", item, [owner]);
    return [
      {
        id: this.from(item, this.paperId(item)),
        owner,
        title: paper.title,
        facts: this.keep(paper.contains, "exchange"),
        request: item.on_file
          ? null
          : {
              id: this.from(item),
              label: item.what,
              handover: paper.handover,
              ...this.needs(item, owner),
            },
        evidence: item.evidence.map(spanRef),
      },
    ];
  }

  private effects(item: StepOf<"action"> | StepOf<"form">): Effect[] {
    const effects: Effect[] = [
      ...item.leaves
        .filter(({ check, state }) => this.hasState(check, state))
        .map(({ check, state }): Effect => ({ kind: "set_status", status: check, value: state })),
      ...this.keep(item.tells, "exchange").map((fact): Effect => ({ kind: "reveal_fact", fact })),
      ...this.keep(item.hands_over, "document exchange").flatMap((id): Effect[] => {
        const paper = this.exchanges.get(id);
        return paper && this.makesDocument(paper)
          ? [{ kind: "hand_document", document: this.paperId(paper) }]
          : [];
      }),
    ];
    return this.limited(effects, `What ${item.what} brings`, ["steps"]);
  }

  private mutation(item: StepItem): Mutation[] {
    if ((item.kind !== "action" && item.kind !== "permission") || !this.makesOperation(item.id)) return [];
    this.checkOver("steps", item, [item.party]);
    return [
      {
        id: this.from(item),
        party: item.party,
        label: item.what,
        ...this.needs(item, item.party),
        effects: item.kind === "action" ? this.effects(item) : [],
        receipt: item.answer,
        evidence: item.evidence.map(spanRef),
      },
    ];
  }

  private authority(item: StepOf<"permission">): Authority[] {
    if (!this.makesAuthority(item)) return [];
    return [
      {
        id: this.from(item, item.permission),
        grantor: item.party,
        recipient: item.for_party,
        scope: item.scope,
        grant_action: item.on_file ? null : item.id,
        evidence: item.evidence.map(spanRef),
      },
    ];
  }

  private form(item: StepOf<"form">): Form[] {
    if (!this.makesForm(item.id)) {
      if (this.is(item.party, "party"))
        this.blame("steps", item, "is a form without any field that can be filled in.", "Add its fields.");
      return [];
    }
    this.checkOver("steps", item, [item.party]);
    const fields = item.fields.flatMap((field, i): FormField[] => {
      if (item.fields.findIndex((other) => other.id === field.id) !== i) {
        this.blame("steps", item, `has two fields "${field.id}".`, "Rename one of them.", "error", "fields");
        return [];
      }
      const source = this.fieldSource(field);
      const expected = field.kind === "value" && source === null ? field.expected : null;
      if (field.kind === "value" && source === null && expected === null) {
        this.blame(
          "steps",
          item,
          `does not say what belongs in "${field.label}".`,
          "Name the exchange it comes from, or the value that is right.",
          "error",
          "fields",
        );
        return [];
      }
      return [
        { id: field.id, label: field.label, kind: field.kind, source, expected, verifiable: field.checked },
      ];
    });
    return [
      {
        id: this.from(item),
        party: item.party,
        title: item.what,
        held_when: this.requirement(item.held_after),
        ...this.needs(item, item.party),
        fields,
        effects: this.effects(item),
        receipt: item.answer,
        evidence: item.evidence.map(spanRef),
      },
    ];
  }

  private status(item: StepOf<"check">): StatusSurface[] {
    const states = this.usableStates(item);
    const initial = states[0];
    if (!initial) {
      if (this.is(item.party, "party"))
        this.blame(
          "steps",
          item,
          "needs at least two states: how things stand at the start, and what they become.",
          "Add the states in their order.",
          "error",
          "states",
        );
      return [];
    }
    this.checkOver("steps", item, [item.party]);
    return [
      {
        id: this.from(item),
        party: item.party,
        label: item.what,
        values: states.map(({ id, label }) => ({ id, label })),
        initial: initial.id,
        observe: this.needs(item, item.party),
        reveals: item.shows
          .filter((shown) => states.some((state) => state.id === shown.from))
          .map((shown) => ({
            from: shown.from,
            facts: this.keep(shown.tells, "exchange"),
            channels: this.keep(shown.opens, "way to reach a party"),
          })),
        evidence: item.evidence.map(spanRef),
      },
    ];
  }

  private addTimeEvents(item: StepOf<"check">) {
    for (const state of this.usableStates(item)) {
      if (state.in_time_after === null) continue;
      const starts = this.atom({ item: state.in_time_after, state: null });
      if (starts.length === 0) continue;
      const id = this.fresh(`${item.id}_${state.id}`);
      this.eventOf.set(`${item.id} ${state.id}`, id);
      this.timeEvents.push({
        id: this.from(item, id),
        label: `${item.what}: ${state.label}`.slice(0, LIMITS.label),
        starts: [starts],
        not_before: null,
        effects: [{ kind: "set_status", status: item.id, value: state.id }],
        evidence: item.evidence.map(spanRef),
      });
    }
  }

  private terminals(item: OutcomeItem): Terminal[] {
    const terminals = uniqueById(item.alternatives).flatMap((alternative): Terminal[] => {
      const owner = this.declared.get(alternative.id)?.place;
      const target = this.terminalTarget(alternative);
      if (target === null || owner?.id !== item.id) return [];
      return [
        {
          id: this.from(item, alternative.id),
          kind: alternative.kind,
          target,
          value: alternative.kind === "required_state_observed" ? alternative.state : null,
          group: item.id,
          required: item.required,
          label: alternative.text,
          evidence: item.evidence.map(spanRef),
        },
      ];
    });
    if (terminals.length === 0)
      this.blame(
        "outcomes",
        item,
        `has nothing that would show it: ${item.text}.`,
        "Name the exchange or the step that shows it is reached.",
        "error",
        "alternatives",
      );
    return terminals;
  }

  private terminalTarget({ kind, item, state }: OutcomeItem["alternatives"][number]): string | null {
    const exchange = this.exchanges.get(item);
    switch (kind) {
      case "fact_discovered":
        return this.is(item, "exchange") ? item : null;
      case "document_obtained":
        return exchange && this.is(item, "document exchange") && this.makesDocument(exchange)
          ? this.paperId(exchange)
          : null;
      case "required_state_observed":
        return state !== null && this.hasState(item, state) ? item : null;
      case "action_completed":
        return this.makesOperation(item) ? item : null;
      case "form_accepted":
        return this.makesForm(item) ? item : null;
    }
  }

  private redLine(item: Packet["prohibited"][number]): RedLine[] {
    const shape = { text: item.text, evidence: item.evidence.map(spanRef) };
    if (item.step === null) return [{ id: this.from(item), kind: "conduct_rule", ...shape }];
    const step = this.steps.get(item.step);
    if (item.field !== null) {
      if (step?.kind !== "form" || !this.makesForm(step.id)) return [];
      if (!step.fields.some((field) => field.id === item.field)) {
        this.blame(
          "prohibited",
          item,
          `names the field "${item.field}", which the form ${this.words(step.id)} does not have.`,
          "Choose a field of that form.",
          "error",
          "field",
        );
        return [];
      }
    } else if (!this.makesOperation(item.step) && !this.makesForm(item.step)) return [];
    return [
      { id: this.from(item), kind: "forbidden_action", target: item.step, field: item.field, ...shape },
    ];
  }

  private isCalledDecoy(party: string): boolean {
    return this.living("blockers").some(
      ({ hardship }) => hardship?.kind === "decoy" && hardship.on.item === party,
    );
  }

  /** A look-alike that no blocker speaks of is a decoy all the same. */
  private unnamedDecoys(): Friction[] {
    return this.living("parties")
      .filter((item) => item.look_alike && !this.isCalledDecoy(item.id))
      .map((item) => ({
        kind: "decoy",
        id: this.from(item, this.fresh(`${item.id}_look_alike`)),
        target: item.id,
        severity: 1,
        evidence: item.evidence.map(spanRef),
      }));
  }

  private friction(item: BlockerItem): Friction[] {
    const { hardship } = item;
    if (!hardship) return [];
    const target = this.frictionTarget(hardship);
    if (target === null) return [];
    const missing = this.missingOf(hardship);
    if (missing) {
      this.blame(
        "blockers",
        item,
        missing,
        "Fill it in, or leave the blocker as a remark.",
        "error",
        "hardship",
      );
      return [];
    }
    const shape = {
      id: this.from(item),
      target,
      severity: hardship.severity,
      evidence: item.evidence.map(spanRef),
    };
    const minutes = hardship.minutes ?? 0;
    switch (hardship.kind) {
      case "retry": {
        const other = hardship.other_contact;
        return [
          {
            kind: "retry",
            ...shape,
            tries: hardship.tries ?? 2,
            gap_minutes: minutes,
            other_channel: other !== null && this.is(other, "way to reach a party") ? other : null,
          },
        ];
      }
      case "delay":
      case "form_review":
        return [{ kind: hardship.kind, ...shape, minutes }];
      case "availability_window":
        return [{ kind: "availability_window", ...shape, daily: hardship.daily, single: hardship.single }];
      case "relative_opening":
        return [{ kind: "relative_opening", ...shape, after: this.requirement(hardship.after), minutes }];
      case "deadline":
        return hardship.at === null ? [] : [{ kind: "deadline", ...shape, at: hardship.at }];
      case "decoy":
        return [{ kind: "decoy", ...shape }];
    }
  }

  private missingOf(hardship: Hardship): string | null {
    switch (hardship.kind) {
      case "delay":
      case "form_review":
      case "relative_opening":
        return hardship.minutes ? null : "does not say how long it takes.";
      case "availability_window":
        return (hardship.daily === null) === (hardship.single === null)
          ? "must give either daily hours or one window, not both and not neither."
          : null;
      case "deadline":
        return hardship.at === null ? "does not say until when." : null;
      default:
        return null;
    }
  }

  private frictionTarget({ kind, on: { item, state } }: Hardship): string | null {
    const exchange = this.exchanges.get(item);
    const paper =
      exchange && this.is(item, "document exchange") && this.makesDocument(exchange) ? exchange : null;
    switch (kind) {
      case "retry":
      case "availability_window":
      case "relative_opening":
        return this.is(item, "way to reach a party") ? item : null;
      case "delay":
        return paper ? this.paperId(paper) : (this.eventOf.get(`${item} ${state ?? ""}`) ?? null);
      case "form_review":
        return this.makesForm(item) ? item : null;
      case "deadline":
        if (paper) return this.paperId(paper);
        return this.is(item, "exchange") || this.makesOperation(item) || this.makesForm(item) ? item : null;
      case "decoy":
        return this.is(item, "party") ? item : null;
    }
  }
}
