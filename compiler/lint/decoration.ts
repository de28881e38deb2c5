import { severityOnScale } from "../friction/severity";
import type { Finding } from "../spec/finding";
import { minutesOf } from "../spec/moment";
import type { Atom } from "../spec/requirement";
import { rankOf } from "../spec/world-index";
import { type Check, type LintContext, lintFinding } from "./lint-context";

/** Objects that nobody could ever come to (world.md, section 5.1), decoys and their things aside. */
export const checkDecoration: Check = (context) => {
  const { world, reachable, oracle } = context;
  const { spec } = world;
  if (oracle.verdict === "unsupported") return [];
  const out: Finding[] = [];
  const unreachable = (id: string, label: string, what: string) => {
    if (!reachable.has(id))
      out.push(
        lintFinding(
          context,
          "unreachable",
          [id],
          `${what} “${label}”, whatever is done.`,
          "Connect it with the rest of the case, or remove it.",
        ),
      );
  };
  for (const k of spec.knowledge) unreachable(k.id, k.label, "Nobody can ever find out");
  for (const d of spec.documents) unreachable(d.id, d.title, "Nobody can ever obtain");
  for (const m of spec.mutations) unreachable(m.id, m.label, "Nobody can ever get done");
  for (const f of spec.forms) unreachable(f.id, f.title, "Nobody can ever have accepted");
  for (const a of spec.authorities) unreachable(a.id, a.scope, "Nobody can ever obtain the permission");
  for (const { channel } of world.channels.values())
    unreachable(channel.id, channel.label, "Nobody can ever learn of");
  for (const s of spec.status_surfaces)
    for (const v of s.values.slice(rankOf(s, s.initial) + 1))
      if (!reachable.has(`${s.id}.${v.id}`))
        out.push(
          lintFinding(
            context,
            "unreachable",
            [s.id],
            `“${s.label}” can never be “${v.label}”.`,
            "Add what brings it about, or remove the value.",
          ),
        );
  return out;
};

/** Rules that cannot fail, or that can never apply (C8). */
export const checkVacuous: Check = (context) => {
  const { world, exchanges } = context;
  const { spec } = world;
  const out: Finding[] = [];
  const vacuous = (id: string, message: string, fix: string, ...nodes: string[]) =>
    out.push(lintFinding(context, "vacuous", [id, ...nodes], message, fix));
  const asked = new Set(exchanges.flatMap(({ exchange }) => exchange.authorities));
  const start = minutesOf(spec.clock_start);
  for (const { atoms, id } of requirementsOf(context)) {
    for (const set of atoms) {
      for (const atom of set) if (atom.kind === "authority_held") asked.add(atom.authority);
      if (set.length === 0)
        vacuous(
          id,
          "One of the alternatives asks for nothing, so the whole condition always holds.",
          "Remove the condition or the empty alternative.",
        );
      for (const atom of set) {
        if (atom.kind === "before_deadline" && minutesOf(atom.at) < start)
          vacuous(id, "A condition holds only until a time before the case begins.", "Correct the date.");
        if (atom.kind === "time_reached" && minutesOf(atom.at) <= start)
          vacuous(
            id,
            "A condition waits for a time that has passed when the case begins.",
            "Correct the date, or remove the condition.",
          );
      }
    }
  }
  const sharers = protectedRecipients(context);
  for (const a of spec.authorities)
    if (!asked.has(a.id) && !sharers.has(a.recipient))
      vacuous(
        a.id,
        `Nothing in this case asks for the permission “${a.scope}”.`,
        "Ask for it where it is needed, or remove it.",
      );
  for (const r of spec.red_lines) {
    if (r.kind !== "forbidden_action" || r.field === null) continue;
    const form = world.forms.get(r.target);
    const field = form?.fields.find((f) => f.id === r.field);
    if (form && field?.source === null && form.grounding.length === 0)
      vacuous(
        r.id,
        `“${field.label}” has nothing that could back it, so an unbacked entry cannot be told from a backed one.`,
        "Name the source of the field, or what has to be confirmed before the form is sent.",
        form.id,
      );
  }
  return out;
};

/** Parties to which protected facts go in some exchange: a permission for them is asked for by that alone. */
function protectedRecipients({ world, exchanges }: LintContext): ReadonlySet<string> {
  const out = new Set<string>();
  for (const { id, party, exchange } of exchanges) {
    const sources = world.forms.get(id)?.fields.flatMap((f) => f.source ?? []) ?? [];
    if ([...exchange.shares, ...sources].some((f) => world.knowledge.get(f)?.protected)) out.add(party);
  }
  return out;
}

function requirementsOf({
  world,
  exchanges,
}: LintContext): { id: string; atoms: readonly (readonly Atom[])[] }[] {
  return [
    ...exchanges.flatMap(({ id, exchange }) => [
      { id, atoms: exchange.requires },
      { id, atoms: exchange.grounding },
    ]),
    ...world.spec.forms.map((f) => ({ id: f.id, atoms: f.held_when })),
    ...world.spec.time_events.map((e) => ({ id: e.id, atoms: e.starts })),
    ...world.spec.frictions.flatMap((f) =>
      f.kind === "relative_opening" ? [{ id: f.id, atoms: f.after }] : [],
    ),
  ];
}

/** Mechanisms as documented: severity on the scale, decoys marked in both places, nothing on a way nobody uses (C22). */
export const checkFrictions: Check = (context) => {
  const { world, oracle } = context;
  const { spec } = world;
  const out: Finding[] = [];
  const marked = new Set(spec.frictions.flatMap((f) => (f.kind === "decoy" ? [f.target] : [])));
  for (const f of spec.frictions) {
    const measured = severityOnScale(f, world, oracle.earliest);
    if (measured !== null && measured !== f.severity)
      out.push(
        lintFinding(
          context,
          "severity",
          [f.id, f.target],
          `This mechanism is of severity ${measured} on the documented scale, not ${f.severity}.`,
          `Set the severity to ${measured}, or change the mechanism.`,
          "severity",
        ),
      );
    if (f.kind === "decoy" && !world.entities.get(f.target)?.decoy)
      out.push(
        lintFinding(
          context,
          "decoy-mark",
          [f.target, f.id],
          `${world.entities.get(f.target)?.name} counts as a look-alike, but is not marked as one.`,
          "Mark the party as a decoy, or remove the mechanism.",
        ),
      );
    if (f.kind === "delay" && world.documents.get(f.target)?.request === null)
      out.push(
        lintFinding(
          context,
          "delay-without-request",
          [f.id, f.target],
          "A document that nobody can ask for cannot be late.",
          "Say how it is asked for, or remove the delay.",
        ),
      );
  }
  for (const e of spec.entities)
    if (e.decoy && !marked.has(e.id))
      out.push(
        lintFinding(
          context,
          "decoy-mark",
          [e.id],
          `${e.name} is marked as a look-alike, but counts in no mechanism.`,
          "Add the decoy mechanism, or do not mark the party.",
          "decoy",
        ),
      );
  return out;
};
