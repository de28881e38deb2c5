import type { Finding } from "../spec/finding";
import { type Check, type LintContext, lintFinding } from "./lint-context";
import { contentWords } from "./words";

const caution = (finding: Finding): Finding => ({ ...finding, severity: "caution" });

/** What agents are known to ask, and nothing in this world answers: hours, permissions, how a request stands. */
export const checkAsked: Check = (context) => [
  ...hoursNotTold(context),
  ...permissionsNotTold(context),
  ...progressNotTold(context),
];

const ANSWERING = new Set(["phone", "in_person", "message", "portal", "email"]);

/**
 * A way that opens some time after something: a recording says when (of a business, once it has begun), and so does the
 * party itself over another way (Q2). Where neither can, nobody learns when to try again.
 */
function hoursNotTold(context: LintContext): Finding[] {
  const { world } = context;
  const { spec } = world;
  const limited = new Set(
    spec.frictions.flatMap((f) =>
      f.kind === "relative_opening" || f.kind === "availability_window" ? [f.target] : [],
    ),
  );
  return spec.frictions.flatMap((f): Finding[] => {
    if (f.kind !== "relative_opening") return [];
    const { entity, channel } = world.channels.get(f.target)!;
    const isPerson = entity.kind === "patient" || entity.kind === "caregiver";
    const others = entity.channels.some(
      (c) => c.id !== channel.id && ANSWERING.has(c.kind) && !limited.has(c.id),
    );
    if (entity.decoy || others || (!isPerson && f.after.length === 0)) return [];
    return [
      caution(
        lintFinding(
          context,
          "hours-not-told",
          [channel.id, f.id],
          `An agent will ask when “${channel.label}” of ${entity.name} can be used, and nothing tells.`,
          "Give them another way to be reached that is always open, or daily hours.",
        ),
      ),
    ];
  });
}

const PERMISSION = /\b(?:permission|consent|authori[sz]|allow|agree|may (?:speak|talk|call|contact))/iu;

/** A plan that no permission is for, and a permission that is there from the start and that nothing speaks of. */
function permissionsNotTold(context: LintContext): Finding[] {
  const { world, untouched } = context;
  const { spec } = world;
  const plans = spec.entities.filter(
    (e) => e.kind === "payer" && !e.decoy && !spec.authorities.some((a) => a.recipient === e.id),
  );
  const told = [
    ...spec.brief.split(/(?<=[.!?])\s+/u),
    ...spec.knowledge.filter((k) => untouched.has(k.id)).map((k) => `${k.label} ${k.statement}`),
  ].filter((text) => PERMISSION.test(text));
  const silent = spec.authorities.filter((a) => {
    const recipient = world.entities.get(a.recipient)!;
    const names = contentWords(recipient.name);
    return (
      spec.day_one.authorities.includes(a.id) &&
      a.grant_action === null &&
      !recipient.decoy &&
      !told.some((text) => contentWords(text).some((word) => names.includes(word)))
    );
  });
  return [
    ...plans.map((plan) =>
      caution(
        lintFinding(
          context,
          "permission-not-askable",
          [plan.id],
          `An agent will ask for permission to speak with ${plan.name}, and nobody can give it.`,
          "Add a permission for them that the patient gives, or one that is on file and that the brief speaks of.",
        ),
      ),
    ),
    ...silent.map((a) =>
      caution(
        lintFinding(
          context,
          "permission-not-askable",
          [a.id, a.recipient],
          `An agent will ask for the permission “${a.scope}”: it is on file, but nothing says so.`,
          "Say in the brief that this permission is on file.",
        ),
      ),
    ),
  ];
}

const SENT = /\b(?:request|appeal|application|claim|referral|order|prior auth\w*)\b/iu;

/** Something sent that has no state to ask for, at the party that gets it or anywhere. */
function progressNotTold(context: LintContext): Finding[] {
  const { world } = context;
  const { spec } = world;
  const grants = new Set(spec.authorities.map((a) => a.grant_action));
  const asked = [
    ...spec.status_surfaces.map((s) => ({ party: s.party, words: contentWords(s.label) })),
    ...spec.knowledge.flatMap((k) =>
      k.held_by.map((h) => ({ party: h.party, words: contentWords(k.label) })),
    ),
  ];
  return [...spec.mutations, ...spec.forms].flatMap((x): Finding[] => {
    const label = "label" in x ? x.label : x.title;
    if (!SENT.test(label) || grants.has(x.id) || world.forbidden.has(x.id)) return [];
    const setsState = x.effects.some((e) => e.kind === "set_status");
    const words = new Set(contentWords(label));
    const answers = asked.some(
      ({ party, words: of }) => party === x.party && of.some((word) => words.has(word)),
    );
    if (setsState || answers || world.entities.get(x.party)!.decoy || isReviewed(context, x.id)) return [];
    return [
      caution(
        lintFinding(
          context,
          "progress-not-told",
          [x.id, x.party],
          `An agent will ask how “${label}” stands, and nothing tells.`,
          "Add a status for it, or let somebody tell how it stands.",
        ),
      ),
    ];
  });
}

const isReviewed = ({ world }: LintContext, form: string) => world.reviews.has(form);
