import { LIMITS } from "@/compiler/spec/limits";
import { isPlainWord } from "@/lib/screening";
import { type Cast, castOf, OURS } from "./draft-cast";
import type { Outline, SourceRecord } from "./draft-outline";
import { type Said, type Turn, turnsIn } from "./draft-said";

type Quote = Outline["brief"]["quotes"][number];

const MOST_OF_A_KIND = 60;
const MOST_GOALS = 12;
const LONGEST_QUOTE = 600;
const LONGEST_TOPIC = 110;

const ASSIGNS =
  /\b(?:find out|make sure|see (?:that|to it)|stay with|bring .{1,40} in line|what we want|goal|task|please (?:get|obtain|arrange|confirm|help)|could you take|main interest|can you help|help (?:me|her|him|them|us) (?:get|find|with))\b/i;
const NEEDS =
  /\b(?:I|we|she|he|they|patient|client|mom|dad|mother|father) (?:really |just |still |do |also )?(?:needs?|wants?|would like|am (?:asking|looking) for|is (?:asking|looking) for)\b(?! to (?:know|say|ask))/i;
const FORBIDS =
  /(?:^|[,.;]\s*|\bplease |\b(?:you|we|I) (?:must |should )?|\band )(?:do not|don['’]t|never|must not|may not)\s+(?:ever )?(?:call|contact|tell|share|send|give|mention|disclose|use|talk|discuss|leave|bill|ask|order|cancel|change|fax|release|submit|promise|let)\b|\b(?:not to be (?:shared|contacted|told|used)|no advice|without asking)\b/i;
const REFUSES =
  /\b(?:denied|denial|refus(?:ed|es|al)|rejected|declined|not (?:covered|enrolled|eligible|approved)|out of network|does not cover|will not cover|cannot (?:help|cover|approve|deliver)|no longer (?:covered|offers?|takes?))\b/i;
const HINDERS =
  /\b(?:no answer|rang out|voicemail|engaged|(?:line|lines) (?:is|are|was|were) busy|closed until|(?:is|was) closed|on hold|nobody (?:picks|will pick|picked)|ran out|takes? (?:(?:about|up to|at least|another) )?(?:[\w-]+ )?(?:to \w+ )?(?:(?:business|working) )?(?:days|weeks)|(?:still )?waiting (?:for|on)|lapsed|expired|did not (?:come|arrive|show)|only (?:in the )?(?:mornings?|afternoons?))\b/i;
const PROMISES =
  /\b(?:will|['’]ll|going to|promised to|agreed to)\s+(?:be \w+|(?:then |also )?(?:call|fax|send|mail|hold|bring|deliver|sign|pick|check|let|get back|reach|look|ship|process|schedule|submit|follow up))\b/i;
const DECIDES =
  /\b(?:approved|authorized|granted|scheduled for|accepted|confirmed (?:that|for)|is ready|arrives? on|came (?:at|on)|was delivered)\b/i;
const PAPERS =
  /\b(?:need(?:s|ed)?|require[sd]?|asks? for|requests?|requested|wants?|missing|send|fax(?:es|ed)?|signed?|sign)\b.{0,60}?\b((?:new |signed |completed |physician |doctor['’]s |medical )*(?:form|letter|prescription|order|referral|authorization|records?|certificate|proof(?: of [\p{L}]+)?|statement|notes|copy of [\p{L} ]{3,30}|release))\b/iu;
const NO_PAPER = new RegExp(
  `${FORBIDS.source}|${REFUSES.source}|\\bnot? (?:longer )?(?:needed|required)\\b`,
  "i",
);
const LESSON = /\b(?:went well|do differently|should not have|nearly told)\b/i;
const ASKS_LEAVE =
  /\b(?:may i|can i|may we|can we|permission|consent|all right if|okay if|is it ok|allowed to (?:speak|talk|call|share))\b/i;
const AGREES =
  /^(?:yes|yeah|sure|fine|okay|ok|of course|please do|go ahead|you may|you can|that['’]s fine|all right)\b|\byes\b|\b(?:you|they|she|he) (?:may|can)\b/i;
const MAY_SPEAK =
  /^(?:\p{L}+,\s+)?((?:\p{Lu}?\p{Ll}+ (?:husband|wife|daughter|son|mother|father|sister|brother|niece|nephew|caregiver|neighbor) ?)?(?:\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)?)?|you|they) ?(?:may|can) (?:talk|speak|call|share|contact)\b/u;
const DONE =
  /^(?:(?:I|we|advocate|then|also|and)\s+)*(asked|requested|arranged|booked|scheduled|cancell?ed|ordered|sent|faxed|e-?mailed|submitted|resolved|passed (?:it )?on|applied|filed|appealed|forwarded|reported|gave|told)\b/i;
const SAYS =
  /^(?:(?:and|then|also|but|so)\s+)?(?:[\p{L}’'. ,-]{2,60}?\s)?(?:said|says|told (?:me|us|her|him|them)|tells|confirm(?:ed|s)|explain(?:ed|s)|stat(?:ed|es)|report(?:ed|s)|finds?|found|replied|answered|mentioned)\b(?: that\b|,)?\s*/iu;
const PERSONAL =
  /^\s*(?:patient['’]?s? |member['’]?s? )?(name|date of birth|dob|address|home|member id|member name|member number|plan and member id|phone|patient)\s*:/i;
const GREETING =
  /^(?:how are you|how['’]?s it going|how can i help|how may i help|what (?:can|brings|has brought)|hi\b|hello|good (?:morning|afternoon|evening)|okay\b|right\b|sorry|pardon|yeah|is that (?:ok|okay|alright)|can you hear|does that (?:sound|make)|any (?:other )?questions|anything else)/i;
const BACKCHANNEL =
  /^(?:okay|ok|right|sure|and|so|but|mm+|mhm|uh+|um+|ah+|oh+|yeah|yep|hello|hi|thanks?|thank you|alright|perfect|great|good|hmm+|<[^>]*>|[.,!?\s])+$/i;
const BARE =
  /^(?:yes|no|yeah|nope|yep|correct|right|not really|none|never|sometimes|i think so|i don['’]t think so|not (?:that|as far as) i know)\b[^.!?]{0,24}[.!?]*$/i;

const clip = (text: string, most: number) => (text.length <= most ? text : text.slice(0, most).trimEnd());
const quoteOf = (said: Said): Quote => ({ record: said.record.key, quote: clip(said.text, LONGEST_QUOTE) });

/** Cut at a word, so that a label is never half a word. */
function brief(text: string, most = LONGEST_TOPIC): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most)
    .replace(/\s+\S*$/, "")
    .replace(/[,;:\s]+$/, "")} …`;
}

/** A sentence as a label begins it: a name keeps its capital. */
const lowered = (text: string) => {
  const [first = ""] = /^\p{L}+/u.exec(text) ?? [];
  return first !== "I" && isPlainWord(first.toLowerCase()) && !/^\p{Lu}{2,}/u.test(first)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
};

/** How one would ask for it: a question without its courtesies. */
function questionOf(words: string): string {
  const asked = (words.match(/[^.!?]*\?/g) ?? [words]).sort((a, b) => b.length - a.length)[0]!;
  const bare = asked
    .replace(
      /^\s*(?:(?:and|then|so|now|thank you|thanks|first|okay|ok|well|alright|right|um+|uh+|i see|got it|great|good)\b[,.\s]*)+/i,
      "",
    )
    .replace(/^(?:could|can|would|will) you (?:please )?(?:tell|give|confirm|send) me\s+/i, "")
    .replace(/[?!.,:;\s]+$/u, "")
    .trim();
  return clip(lowered(brief(bare)), LIMITS.label);
}

/** What a report is about: without who says it. */
const topicOf = (words: string): string =>
  clip(lowered(brief(words.replace(SAYS, "").replace(/[.!\s]+$/, "") || words)), LIMITS.label);

class Drafting {
  readonly outline: Outline;
  private readonly seen = new Set<string>();

  constructor(
    readonly cast: Cast,
    brief: Outline["brief"],
  ) {
    this.outline = {
      brief,
      parties: cast.parties,
      exchanges: [],
      steps: [],
      outcomes: [],
      prohibited: [],
      blockers: [],
      practices: [],
    };
  }

  private fresh(section: string, words: string, list: readonly unknown[], most = MOST_OF_A_KIND): boolean {
    const key = `${section} ${words
      .toLowerCase()
      .replace(/\P{L}+/gu, " ")
      .trim()}`;
    if (list.length >= most || words.trim().length < 4 || this.seen.has(key)) return false;
    this.seen.add(key);
    return true;
  }

  tell(
    teller: string | null,
    what: string,
    statement: string,
    from: readonly Said[],
    more: { personal?: boolean; document?: boolean } = {},
  ) {
    const { exchanges } = this.outline;
    if (!this.fresh("exchange", what, exchanges)) return;
    const personal = more.personal ?? false;
    exchanges.push({
      ref: `told ${exchanges.length + 1}`,
      teller,
      what,
      statement: clip(statement, LIMITS.statement),
      sensitive: personal,
      on_file: personal,
      opens: [],
      give_first: [],
      document: more.document ?? false,
      quotes: from.map(quoteOf),
    });
  }

  step(
    kind: "permission" | "action",
    party: string,
    forParty: string | null,
    what: string,
    answer: string,
    from: readonly Said[],
  ) {
    const { steps } = this.outline;
    if (!this.fresh("step", what, steps)) return;
    steps.push({
      ref: `step ${steps.length + 1}`,
      kind,
      party,
      for_party: forParty,
      what: clip(what, LIMITS.label),
      answer: clip(answer, LIMITS.statement),
      states: [],
      quotes: from.map(quoteOf),
    });
  }

  outcome(one: Said) {
    const { outcomes } = this.outline;
    if (this.fresh("outcome", one.words, outcomes, MOST_GOALS))
      outcomes.push({
        text: clip(brief(one.words, LIMITS.label - 2), LIMITS.label),
        required: true,
        reached_by: [],
        quotes: [quoteOf(one)],
      });
  }

  remark(one: Said) {
    const { blockers, prohibited, practices } = this.outline;
    if (
      (HINDERS.test(one.words) || REFUSES.test(one.words)) &&
      !one.words.includes("?") &&
      this.fresh("blocker", one.words, blockers)
    )
      blockers.push({ text: clip(one.words, LIMITS.statement), quotes: [quoteOf(one)] });
    if (FORBIDS.test(one.words) && this.fresh("prohibited", one.words, prohibited))
      prohibited.push({ text: clip(one.words, LIMITS.statement), step: null, quotes: [quoteOf(one)] });
    const kind = /\bwent well\b/i.test(one.words)
      ? "best"
      : /\b(?:do differently|should not have|nearly told)\b/i.test(one.words)
        ? "worst"
        : null;
    if (kind && this.fresh("practice", one.words, practices))
      practices.push({ kind, text: clip(one.words, LIMITS.statement), quotes: [quoteOf(one)] });
  }
}

/** Questions and their answers: the next words of somebody else that are more than a sound. */
function answers(drafting: Drafting, turns: readonly Turn[], partyOf: (turn: Turn) => string | null): void {
  turns.forEach((turn, i) => {
    if (!turn.spoken || !turn.speaker || !turn.words.includes("?")) return;
    const question = questionOf(turn.words);
    if (question.split(/\s+/).length < 3 || GREETING.test(question)) return;
    const answer = turns
      .slice(i + 1, i + 4)
      .find(
        (next) =>
          next.record === turn.record &&
          next.speaker &&
          next.speaker !== turn.speaker &&
          !BACKCHANNEL.test(next.words),
      );
    if (!answer || (answer.words.includes("?") && !AGREES.test(answer.words) && answer.words.length < 80))
      return;
    const party = partyOf(answer);
    const recipient = drafting.cast.named(turn.words);
    if (ASKS_LEAVE.test(turn.words) && AGREES.test(answer.words) && party && recipient && recipient !== party)
      drafting.step("permission", party, recipient, `permission: ${question}`, answer.words, [turn, answer]);
    else if (party || !OURS.test(answer.speaker ?? ""))
      drafting.tell(
        party,
        question,
        BARE.test(answer.words) ? `${question}: ${answer.words}` : answer.words,
        [turn, answer],
      );
  });
}

/** What a note or a letter reports, sentence by sentence; `party` is whom the entry is a contact with. */
function reports(drafting: Drafting, one: Said, party: string | null): void {
  const { words } = one;
  const { cast } = drafting;
  if (FORBIDS.test(words) || LESSON.test(words)) return;
  const speaker = cast.subject(words) ?? party;
  const personal = PERSONAL.exec(words);
  const labelled = /^([\p{L}][\p{L} -]{2,40}):\s+\S/u.exec(words);
  const paper = PAPERS.exec(words);
  const may = MAY_SPEAK.exec(words);
  const promise = PROMISES.exec(words);
  const promiser = promise && cast.named(words.slice(0, promise.index));
  if (personal)
    drafting.tell("patient", `the patient's ${personal[1]!.toLowerCase()}`, words, [one], { personal: true });
  else if (may && party && cast.named(may[1]!) && cast.named(may[1]!) !== party)
    drafting.step("permission", party, cast.named(may[1]!), lowered(brief(words)), words, [one]);
  else if (DONE.test(words)) {
    const to = cast.reached(words) ?? party ?? cast.named(words);
    if (to) drafting.step("action", to, null, lowered(brief(words.replace(/[.!\s]+$/, ""))), words, [one]);
  } else if (paper && !NO_PAPER.test(words) && !words.includes("?"))
    drafting.tell(cast.named(words.slice(paper.index)) ?? speaker, lowered(paper[1]!.trim()), words, [one], {
      document: true,
    });
  else if (promise && (promiser ?? speaker) && !words.includes("?"))
    drafting.tell(promiser ?? speaker, `promise: ${topicOf(words)}`, words, [one]);
  else if ((REFUSES.test(words) || DECIDES.test(words)) && !words.includes("?"))
    drafting.tell(speaker, topicOf(words), words, [one]);
  else if (
    (SAYS.test(words) || (labelled && speaker)) &&
    speaker &&
    !words.includes("?") &&
    words.split(/\s+/).length > 3
  )
    drafting.tell(speaker, topicOf(labelled && !SAYS.test(words) ? labelled[1]! : words), words, [one]);
  else if (speaker && speaker !== "patient" && TELLS.test(words) && words.split(/\s+/).length > 4)
    drafting.tell(speaker, topicOf(words), words, [one]);
}

/** What somebody reports without saying who said it, in a note of a call or in their own letter. */
const TELLS =
  /^(?!I\b|we\b|please\b|dear\b|re:|thank)[^?]*\b(?:is|are|has|have|needs?|takes?|covers?|offers?|opens?|lists?|gave (?:me|us)|does not|do not|cannot|can|must)\b/i;

/**
 * A draft by rules alone: parties from speakers, senders, addressees and calls; what was told from answers to questions
 * and from reports; promises, papers, refusals, decisions, permissions and acts from turns of phrase. Everything carries its
 * sentence. It decides nothing.
 */
export function outlineByRules(records: readonly SourceRecord[]): Outline {
  const turns = records.flatMap(turnsIn);
  const sentences = turns.flatMap((turn) => turn.sentences.map((one) => ({ one, turn })));
  const cast = castOf(records, turns);
  const inWish = (turn: Turn) =>
    turn.speaker === null || OURS.test(turn.speaker) || cast.named(turn.speaker) !== null;
  const assigned = sentences.filter(
    ({ one, turn }) => ASSIGNS.test(one.words) && !one.words.includes("?") && inWish(turn),
  );
  const needed = sentences.filter(
    ({ one, turn }) =>
      NEEDS.test(one.words) &&
      !one.words.includes("?") &&
      turn.speaker !== null &&
      cast.named(turn.speaker) === "patient",
  );
  const goals = assigned.length > 0 ? assigned : needed;
  const opening =
    goals.length > 0
      ? goals.slice(0, 6)
      : sentences.filter(({ one }) => one.words.split(" ").length > 4).slice(0, 3);
  const drafting = new Drafting(cast, {
    text: clip(opening.map(({ one }) => one.words).join(" "), LIMITS.brief),
    starts: records.find((record) => record.at)?.at ?? null,
    quotes: opening.slice(0, 20).map(({ one }) => quoteOf(one)),
  });
  for (const { one } of goals) drafting.outcome(one);
  const partyOf = (turn: Turn) =>
    turn.speaker && !OURS.test(turn.speaker)
      ? (cast.named(turn.speaker) ?? cast.behind(turn.record))
      : turn.speaker
        ? null
        : cast.behind(turn.record);
  answers(drafting, turns, partyOf);
  let counterpart: string | null = null;
  for (const turn of turns) {
    const dialogue = turn.spoken;
    if (turn.opens) counterpart = cast.behind(turn.record);
    for (const one of turn.sentences) {
      counterpart = cast.reached(one.words) ?? counterpart;
      const party = partyOf(turn) ?? (dialogue ? null : counterpart);
      const ours = turn.speaker !== null && OURS.test(turn.speaker) && /^(?:I|we)\b/i.test(one.words);
      if (!goals.some((goal) => goal.one === one) && !dialogue && !ours) reports(drafting, one, party);
      else if (dialogue && PROMISES.test(one.words) && party && party !== "patient")
        reports(drafting, one, party);
      drafting.remark(one);
    }
  }
  return drafting.outline;
}

/** Whether a draft says enough to be worth correcting: somebody to talk to, and something that was said, done or wanted. */
export function worthReading(outline: Outline): boolean {
  const said = outline.exchanges.length + outline.steps.length;
  const others = outline.parties.filter((party) => party.kind !== "patient").length;
  return (
    outline.parties.length > 0 &&
    said + outline.outcomes.length + outline.blockers.length >= 2 &&
    (others > 0 || said >= 3)
  );
}
