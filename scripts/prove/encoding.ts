import { minutesOfDay } from "@/compiler/spec/moment";
import type { Atom, Requirement } from "@/compiler/spec/requirement";
import type { ChannelKind, Effect, Exchange, FormField } from "@/compiler/spec/world";
import { sinceStart, type World } from "@/compiler/spec/world-index";
import { TICK } from "@/compiler/testing/random-world";

/**
 * The rules of SPEC.md as a logic program, written from the specification and sharing nothing with the oracle: one
 * ground atom for each thing and tick, so its least model says from which tick on everything holds. `w` is the world.
 */
export const RULES = `
time(0..horizon).
h(W,A,T+1) :- h(W,A,T), time(T+1).
h(W,A,0) :- first(W,A).
h(W,A,T) :- hastime(W,A,S), time(T), T >= S.

% C2: opening hours
tod(W,T,(M \\ 1440)) :- start(W,S), time(T), M = S + T * tick.
wday(W,T,((M / 1440 + 3) \\ 7) + 1) :- start(W,S), time(T), M = S + T * tick.
shut(W,C,T) :- daily(W,C,_,F,_), tod(W,T,X), X < F.
shut(W,C,T) :- daily(W,C,_,_,U), tod(W,T,X), X >= U.
picks(W,C,I) :- day(W,C,I,_).
shut(W,C,T) :- picks(W,C,I), wday(W,T,D), not day(W,C,I,D).
shut(W,C,T) :- single(W,C,F,_), time(T), T < F.
shut(W,C,T) :- single(W,C,_,U), time(T), T >= U.

% requirements: an OR of AND-sets
over(W,S,T) :- until(W,S,D), time(T), T > D.
holds(W,R,T) :- free(W,R), time(T).
holds(W,R,T) :- set(W,R,S), time(T), not over(W,S,T), h(W,A,T) : atom(W,S,A).

% C1, C2, C4: channels
h(W,kn(C),T) :- reveals(W,A,C), h(W,A,T).
h(W,opened(C,I),T+M) :- opening(W,C,I,R,M), holds(W,R,T), time(T+M).
dial(W,C,T) :- chan(W,C,_,_), h(W,kn(C),T), not shut(W,C,T), h(W,opened(C,I),T) : opening(W,C,I,_,_).
retried(W,C) :- retry(W,C,_,_).
h(W,tried(C),T) :- retry(W,C,_,_), dial(W,C,T).
h(W,through(C),T+G) :- retry(W,C,G,_), dial(W,C,T), time(T+G).
h(W,kn(O),T) :- retry(W,C,_,O), O != none, h(W,through(C),T), dial(W,C,T).
usable(W,C,T) :- dial(W,C,T), not retried(W,C).
usable(W,C,T) :- dial(W,C,T), retry(W,C,_,none), h(W,through(C),T).
someone(W,P,T) :- chan(W,C,P,live), usable(W,C,T).

% E1 to E4 as a safe route takes them
h(W,clear(P),T) :- recipient(W,A,P), h(W,auth(A),T).
able(W,E,T) :- exch(W,E,_,R,G), holds(W,R,T), holds(W,G,T), not passed(W,E,T), h(W,A,T) : needs(W,E,A).
passed(W,E,T) :- due(W,E,D), time(T), T > D.
over_c(W,E,C,T) :- cand(W,E,C), usable(W,C,T), someone(W,P,T) : part(W,E,P).
go(W,E,C,T) :- able(W,E,T), over_c(W,E,C,T).
answered(W,E,T) :- go(W,E,C,T), answers(W,C).
gone(W,E,T) :- go(W,E,_,T).
again(W,E,T) :- over_c(W,E,C,T), answers(W,C).

h(W,fact(K),T) :- tells(W,E,K), answered(W,E,T).
h(W,fact(K),T) :- inside(W,D,K), h(W,read(D),T).
h(W,read(D),T) :- h(W,held(D),T).

% D3
h(W,held(D),T) :- atonce(W,E,D), answered(W,E,T).
h(W,ready(D),T+M) :- later(W,E,D,M), gone(W,E,T), time(T+M).
h(W,held(D),T) :- collected(W,E,D), answered(W,E,T), h(W,ready(D),T).
h(W,held(D),T) :- sent(W,D), h(W,ready(D),T).

% operations, forms, M2, M3, E7, F1 to F3
h(W,done(M),T) :- op(W,E,M), gone(W,E,T).
h(W,auth(A),T) :- grants(W,M,A), h(W,done(M),T).
receipt(W,M,T) :- op(W,E,M), answered(W,E,T).
receipt(W,M,T) :- op(W,E,M), h(W,done(M),T), again(W,E,T).
h(W,holding(F),T) :- form(W,_,F,R,_), holds(W,R,T).
h(W,sub(F),T) :- form(W,E,F,_,_), gone(W,E,T), h(W,holding(F),T).
h(W,asked(F),T) :- form(W,E,F,_,_), answered(W,E,T), h(W,holding(F),T).
h(W,acc(F),T+M) :- form(W,_,F,_,M), h(W,sub(F),T), time(T+M).
receipt(W,F,T) :- h(W,acc(F),T), h(W,asked(F),T).
receipt(W,F,T) :- form(W,E,F,_,_), h(W,acc(F),T), again(W,E,T).
happens(W,M,T) :- op(W,_,M), h(W,done(M),T).
happens(W,F,T) :- form(W,_,F,_,_), h(W,acc(F),T).
h(W,held(D),T) :- hands(W,X,D), happens(W,X,T).
h(W,st(S,V),T) :- sets(W,X,S,U), happens(W,X,T), rank(W,S,V), V <= U.
h(W,fact(K),T) :- shows(W,X,K), receipt(W,X,T).
h(W,ob(S,V),T) :- sets(W,X,S,U), receipt(W,X,T), rank(W,S,V), V <= U.

% statuses and time events, T3
h(W,st(S,V),0) :- initial(W,S,U), rank(W,S,V), V <= U.
h(W,ob(S,V),T) :- checks(W,E,S), answered(W,E,T), h(W,st(S,V),T).
h(W,fact(K),T) :- tellsat(W,S,V,K), h(W,ob(S,V),T).
h(W,kn(C),T) :- opensat(W,S,V,C), h(W,ob(S,V),T).
start_at(W,X,T) :- event(W,X,R,B,_), holds(W,R,T), T >= B.
start_at(W,X,B) :- event(W,X,R,B,_), holds(W,R,T), T < B, time(B).
h(W,fired(X),T+M) :- start_at(W,X,T), event(W,X,_,_,M), time(T+M).
h(W,held(D),T) :- hands(W,X,D), h(W,fired(X),T).
h(W,fact(K),T) :- shows(W,X,K), h(W,fired(X),T).
h(W,st(S,V),T) :- sets(W,X,S,U), h(W,fired(X),T), rank(W,S,V), V <= U.

% G1
passes(W,G,T) :- terminal(W,G,A), h(W,A,T).
earliest(W,G,T) :- passes(W,G,T), not passes(W,G,T-1).
#show earliest/3.
`;

const LIVE = new Set<ChannelKind>(["phone", "in_person"]);
const OUTBOUND = new Set<ChannelKind>(["voicemail", "fax", "mail"]);

/** The facts of one world for RULES; all of its times have to be whole ticks. */
export function factsOf(world: World, w: number): string {
  return new Writer(world, w).write();
}

class Writer {
  readonly #world: World;
  readonly #w: number;
  readonly #lines: string[] = [];
  #fresh = 0;

  constructor(world: World, w: number) {
    this.#world = world;
    this.#w = w;
  }

  write(): string {
    const { spec, start } = this.#world;
    this.#say("start", start);
    for (const id of spec.day_one.facts) this.#say("first", `fact(${id})`);
    for (const id of spec.day_one.documents) this.#say("first", `held(${id})`);
    for (const id of spec.day_one.authorities) this.#say("first", `auth(${id})`);
    for (const id of spec.day_one.contacts) this.#say("first", `kn(${id})`);
    this.#channels();
    this.#facts();
    this.#documents();
    this.#operationsAndForms();
    this.#statusesAndEvents();
    for (const t of spec.terminals) this.#say("terminal", t.group, this.#terminal(t.kind, t.target, t.value));
    return this.#lines.join("\n");
  }

  #say(predicate: string, ...terms: (string | number)[]): void {
    this.#lines.push(`${predicate}(${[this.#w, ...terms].join(",")}).`);
  }

  #ticks(minutes: number): number {
    if (minutes % TICK !== 0) throw new Error(`${minutes} minutes are no whole ticks`);
    return minutes / TICK;
  }

  #at(moment: string): number {
    return this.#ticks(sinceStart(this.#world, moment));
  }

  #requirement(requirement: Requirement): number {
    const r = this.#fresh++;
    if (requirement.length === 0) this.#say("free", r);
    for (const set of requirement) {
      const s = this.#fresh++;
      this.#say("set", r, s);
      for (const atom of set) {
        if (atom.kind === "before_deadline") this.#say("until", s, this.#at(atom.at));
        else this.#say("atom", s, this.#atom(atom));
      }
    }
    return r;
  }

  #rank(status: string, value: string): number {
    return this.#world.statuses.get(status)?.values.findIndex((v) => v.id === value) ?? -1;
  }

  #atom(atom: Exclude<Atom, { kind: "before_deadline" }>): string {
    switch (atom.kind) {
      case "fact_known":
        return `fact(${atom.fact})`;
      case "document_read":
        return `read(${atom.document})`;
      case "action_completed":
        return `done(${atom.mutation})`;
      case "form_accepted":
        return `acc(${atom.form})`;
      case "status_is":
        return `st(${atom.status},${this.#rank(atom.status, atom.value)})`;
      case "authority_held":
        return `auth(${atom.authority})`;
      case "time_reached": {
        const tick = this.#at(atom.at);
        this.#say("hastime", `t(${tick})`, tick);
        return `t(${tick})`;
      }
    }
  }

  #terminal(kind: string, target: string, value: string | null): string {
    const name = {
      fact_discovered: "fact",
      document_obtained: "held",
      action_completed: "done",
      form_accepted: "acc",
    }[kind];
    return name ? `${name}(${target})` : `ob(${target},${this.#rank(target, value ?? "")})`;
  }

  #channels(): void {
    for (const { channel, entity } of this.#world.channels.values()) {
      const kind = LIVE.has(channel.kind) ? "live" : OUTBOUND.has(channel.kind) ? "out" : "written";
      this.#say("chan", channel.id, entity.id, kind);
      if (kind !== "out") this.#say("answers", channel.id);
    }
    for (const f of this.#world.spec.frictions) {
      if (f.kind === "retry")
        this.#say("retry", f.target, this.#ticks(f.gap_minutes), f.other_channel ?? "none");
      if (f.kind === "relative_opening")
        this.#say("opening", f.target, f.id, this.#requirement(f.after), this.#ticks(f.minutes));
      if (f.kind !== "availability_window") continue;
      if (f.single) this.#say("single", f.target, this.#at(f.single.from), this.#at(f.single.to));
      if (f.daily) {
        this.#say("daily", f.target, f.id, minutesOfDay(f.daily.from), minutesOfDay(f.daily.to));
        for (const day of f.daily.weekdays) this.#say("day", f.target, f.id, day);
      }
    }
  }

  /** An exchange that a safe route may use; null for one at a decoy. */
  #exchange(
    party: string,
    x: Exchange,
    target: string,
    outbound: "no" | "named" | "form",
    carried: readonly string[] = x.shares,
    sources: readonly string[] = [],
  ): number | null {
    const entity = this.#world.entities.get(party);
    if (!entity || [party, ...x.participants].some((p) => this.#world.entities.get(p)?.decoy)) return null;
    const e = this.#fresh++;
    this.#say("exch", e, party, this.#requirement(x.requires), this.#requirement(x.grounding));
    for (const fact of [...x.shares, ...sources]) this.#say("needs", e, `fact(${fact})`);
    for (const a of x.authorities) this.#say("needs", e, `auth(${a})`);
    const secret = carried.some((fact) => {
      const k = this.#world.knowledge.get(fact);
      return k?.protected && !k.held_by.some((h) => h.party === party);
    });
    if (secret && entity.kind !== "patient" && entity.kind !== "case_record")
      this.#say("needs", e, `clear(${party})`);
    const deadlines = this.#world.spec.frictions.filter((f) => f.kind === "deadline" && f.target === target);
    for (const f of deadlines) if (f.kind === "deadline") this.#say("due", e, this.#at(f.at));
    const others = x.participants.filter((p) => p !== party);
    for (const p of others) this.#say("part", e, p);
    for (const c of entity.channels) {
      if (x.via.length > 0 && !x.via.includes(c.id)) continue;
      if (others.length > 0 && !LIVE.has(c.kind)) continue;
      if (OUTBOUND.has(c.kind)) {
        if (outbound === "no" || (x.via.length === 0 && (outbound === "named" || c.kind === "voicemail")))
          continue;
      }
      this.#say("cand", e, c.id);
    }
    return e;
  }

  #facts(): void {
    for (const k of this.#world.spec.knowledge) {
      for (const c of k.reveals) this.#say("reveals", `fact(${k.id})`, c);
      for (const h of k.held_by) {
        const e = this.#exchange(h.party, h, k.id, "no");
        if (e !== null) this.#say("tells", e, k.id);
      }
    }
    for (const a of this.#world.spec.authorities) {
      this.#say("recipient", a.id, a.recipient);
      if (a.grant_action) this.#say("grants", a.grant_action, a.id);
    }
  }

  #documents(): void {
    for (const d of this.#world.spec.documents) {
      for (const fact of d.facts) this.#say("inside", d.id, fact);
      if (!d.request) continue;
      const delay = this.#delay(d.id);
      const e = this.#exchange(
        d.owner,
        d.request,
        d.id,
        d.request.handover === "at_once" && delay === 0 ? "no" : "named",
      );
      if (e === null) continue;
      if (d.request.handover === "at_once" && delay === 0) this.#say("atonce", e, d.id);
      else {
        this.#say("later", e, d.id, delay);
        if (d.request.handover === "sent") this.#say("sent", d.id);
        else this.#say("collected", e, d.id);
      }
    }
  }

  #delay(target: string): number {
    const list = this.#world.spec.frictions.filter((f) => f.target === target);
    return this.#ticks(
      list.reduce((sum, f) => sum + (f.kind === "delay" || f.kind === "form_review" ? f.minutes : 0), 0),
    );
  }

  #effects(owner: string, effects: readonly Effect[]): void {
    for (const effect of effects) {
      if (effect.kind === "reveal_fact") this.#say("shows", owner, effect.fact);
      else if (effect.kind === "hand_document") this.#say("hands", owner, effect.document);
      else this.#say("sets", owner, effect.status, this.#rank(effect.status, effect.value));
    }
  }

  #forbidden(id: string): boolean {
    return this.#world.spec.red_lines.some(
      (r) => r.kind === "forbidden_action" && r.target === id && r.field === null,
    );
  }

  #operationsAndForms(): void {
    for (const m of this.#world.spec.mutations) {
      const e = this.#forbidden(m.id) ? null : this.#exchange(m.party, m, m.id, "named");
      if (e !== null) this.#say("op", e, m.id);
      this.#effects(m.id, m.effects);
    }
    for (const f of this.#world.spec.forms) {
      const carried = f.fields.filter((field) => this.#carries(field)).map((field) => field.source as string);
      const fillable = f.shares.every((fact) => carried.includes(fact));
      const sources = f.fields.flatMap((field) => field.source ?? []);
      const e =
        this.#forbidden(f.id) || !fillable
          ? null
          : this.#exchange(f.party, f, f.id, "form", carried, sources);
      if (e !== null) this.#say("form", e, f.id, this.#requirement(f.held_when), this.#delay(f.id));
      this.#effects(f.id, f.effects);
    }
  }

  #carries({ kind, source }: FormField): boolean {
    return source !== null && (kind === "value" || this.#world.knowledge.get(source)?.value.value !== "no");
  }

  #statusesAndEvents(): void {
    for (const s of this.#world.spec.status_surfaces) {
      s.values.forEach((_, rank) => {
        this.#say("rank", s.id, rank);
      });
      this.#say("initial", s.id, this.#rank(s.id, s.initial));
      const e = this.#exchange(s.party, s.observe, s.id, "no");
      if (e !== null) this.#say("checks", e, s.id);
      for (const r of s.reveals) {
        for (const fact of r.facts) this.#say("tellsat", s.id, this.#rank(s.id, r.from), fact);
        for (const c of r.channels) this.#say("opensat", s.id, this.#rank(s.id, r.from), c);
      }
    }
    for (const x of this.#world.spec.time_events) {
      const before = x.not_before === null ? 0 : Math.max(0, this.#at(x.not_before));
      this.#say("event", x.id, this.#requirement(x.starts), before, this.#delay(x.id));
      this.#effects(x.id, x.effects);
    }
  }
}
