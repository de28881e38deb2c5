import type { Clause } from "./segments";
import { likeness, spelled, tokensOf } from "./tokens";
import type { KnownThing, Ordinary } from "./translation";

type Topic = Ordinary["topic"];

/** How people put the questions that every party can answer, in the order in which they are tried. Written in small letters. */
const ASKED: readonly (readonly [Exclude<Topic, "courtesy">, RegExp])[] = [
  [
    "hours",
    /\b(?:(?:opening|business|office|visiting|working|operating|phone|shop|store|desk|counter|clinic|service|call) (?:hours?|times?)|(?:your|the|their|what|which|hours?|its) hours|hours (?:of|on|for|are|is|do|does)|opening times?|(?:when|what time|what times|until when|how late|how early|which days|what days|on which days|on what days|from when|since when)\b.*\b(?:open|opens|close|closes|closed|staffed|in the office|available|reachable|answer|somebody|someone|anyone|there)|(?:are|is|will) (?:you|they|it|the [a-z ]+|your [a-z ]+|anybody|anyone|somebody|someone)(?: [a-z]+)? (?:open|closed|staffed)|(?:open|closed|close) (?:on|at|today|tomorrow|now|late|early|until|till|over|during|weekends?|saturdays?|sundays?)|weekends? (?:hours|too))\b/u,
  ],
  [
    "needed",
    /\b(?:what|which|anything|something|everything|is there anything|do|does)\b.*\b(?:(?:you|they|it|she|he|your [a-z]+|the [a-z]+|we|i) (?:would |will |do |does |have to |might |may )*(?:need|needs|require|requires|want to know|have to know|have to have|must have|to bring|to provide|to give)|(?:needed|required|necessary)|(?:need|require|want) (?:from|of) (?:me|us|her|him|my|the))\b|\bwhat (?:information|details|documents?|papers?|paperwork|proof|records?)\b.*\b(?:need|require|want|bring|provide|send|have)|\brequirements?\b|\bwhat (?:else )?(?:should|must|do|would) (?:i|we|she|he) (?:have to |need to )?(?:bring|provide|send|give|have ready|prepare|submit|include)\b/u,
  ],
  [
    "progress",
    /\b(?:check(?:ing)? back|call(?:ing)? (?:you )?back|get(?:ting)? back to|hear (?:back|from you|something|anything)|turn ?around|time ?frame|time ?line|how long (?:does|do|will|would|is|until|before|should|must|am|are|till)|(?:when|how soon|by when|what day|which day)\b.*\b(?:ready|done|finished|expect|expected|decided|decide|decision|processed|hear|know|news|answer|result|call|try|follow up|check|ask again|available|reviewed|approved|come through|take)|how (?:far|much longer|soon)|any (?:news|update|updates|word|progress|movement)|where (?:do|does|are|is) (?:we|you|it|things|that|this|the [a-z ]+) (?:stand|at|with|now)|status of (?:my|our|the|that|this)|(?:any|an) update|(?:what is|is there) the (?:wait|status)|(?:still|already) (?:pending|under review|in progress|being processed)|(?:what|how) (?:is|about) the status)\b/u,
  ],
  [
    "contact",
    /\b(?:(?:phone|telephone|fax|contact|direct|call ?back|cell|mobile|toll free) (?:number|line|information|details)|(?:number|fax|extension|line) (?:for|of|to|at|where|i|we|should|please)|(?:your|the|their|a|another|which|what) (?:phone|telephone|fax|number|extension|direct line|e ?mail|email|web ?site|address|mailing address|street address|postal address|portal)|e ?mail(?: address)?|email(?: address)?|mailing address|postal address|street address|(?:what|which) (?:is the |is your )?(?:address|street|building|floor|number)|web ?site|how (?:do|can|should|would|could|might) (?:i|we|she|he|one|somebody|someone|people) (?:best )?(?:reach|contact|get (?:in touch|hold|through|a hold)|call|write|get to|find)|where (?:exactly )?(?:are|is) (?:you|your|the) ?(?:[a-z]+ )?(?:located|office|shop|based|store|clinic|desk|pharmacy|building|counter)?|best way to (?:reach|contact|get)|who (?:do|should|can|could) (?:i|we) (?:call|contact|speak|talk|ask|write)|another way to reach|located|directions)\b/u,
  ],
  [
    "offered",
    /\b(?:(?:do|does|can|could|would|will) (?:you|they|your [a-z]+|the [a-z]+|this [a-z]+)(?: guys| folks| people| all| also| even| still| ever| normally| usually| happen to)* (?:also |even |still |ever |have |offer|provide|sell|carry|stock|do |deliver|ship|accept|take |handle|list|rent|lend|move|repair|fix|help|make|give|run|supply|cover|work with|support|keep|hold|arrange|allow|send|bring|install|know|speak|see|treat|mail|fill)|(?:is|are) there (?:a|an|any|some|other)|have you (?:got|any|a)|(?:is|are) (?:it|that|those|these|[a-z ]+) (?:something you|available|possible|offered)|(?:anything|something) (?:else )?you (?:can|could) (?:do|offer))\b/u,
  ],
];

/** Asked of anybody, and of nothing in particular. */
const GREETING =
  /^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|there|so|and|sir|madam)[ ,!.]*)*how (?:are|is) (?:you|it going|things|everything)(?: doing| going)?(?: today| this (?:morning|afternoon|evening)| now)?\W*$/u;
const COURTESY =
  /\bhow (?:are|is) (?:you|your|everything|it|things|the)\b(?! (?:doing with|getting|managing|coping|moving))|\bhave a (?:nice|good|great|lovely)\b|\b(?:thank you|thanks)\b|\bnice (?:talking|speaking|meeting)\b|\b(?:you have|you are) been (?:a )?(?:great|very|so|really)\b|\bappreciate\b|\bgood ?bye\b/u;

/** A word of the topic that an item must have in its own wordings to be meant instead. */
const HEADS: Partial<Record<Topic, readonly RegExp[]>> = {
  hours: [/\bhours?\b/u, /\bopen(?:s|ing)?\b/u, /\bclos(?:e|es|ed|ing)\b/u, /\bstaffed\b/u],
  needed: [/\bneed(?:s|ed)?\b/u, /\brequire(?:s|d|ments?)?\b/u],
  contact: [
    /\bphone\b/u,
    /\bnumber\b/u,
    /\bline\b/u,
    /\bfax\b/u,
    /\be ?mail\b/u,
    /\baddress\b/u,
    /\bweb ?site\b/u,
    /\bextension\b/u,
    /\bstreet\b/u,
    /\blocated\b/u,
  ],
};

/** The ordinary question that a clause puts, and the words an item must hold to be meant before it; null for none. */
export function topicOf(clause: Clause): { topic: Topic; heads: RegExp[] } | null {
  const said = spelled(clause.text).replace(/-/g, " ");
  if (GREETING.test(said)) return { topic: "courtesy", heads: [/$^/u] };
  for (const [topic, asked] of ASKED)
    if (asked.test(said)) return { topic, heads: (HEADS[topic] ?? []).filter((head) => head.test(said)) };
  return COURTESY.test(said) ? { topic: "courtesy", heads: [] } : null;
}

/** The one party or channel known to the agent that words name; null is the party that is asked. */
export function thingNamed(text: string, known: readonly KnownThing[], party: string): string | null {
  const said = tokensOf(text).filter((token) => !token.light);
  const scored = known
    .filter(({ kind, label }) => kind === "channel" || label !== party)
    .map((thing) => {
      const words = tokensOf(thing.label);
      const held = words.filter((word) => said.some((one) => likeness(one, word) > 0.9)).length;
      return { id: thing.id, kind: thing.kind, score: words.length === 0 ? 0 : held / words.length, held };
    })
    .filter(({ score }) => score > 0.6)
    .sort(
      (a, b) =>
        b.held - a.held || b.score - a.score || Number(a.kind === "channel") - Number(b.kind === "channel"),
    );
  const [best, next] = scored;
  return best && (!next || best.held > next.held || best.score > next.score || best.kind !== next.kind)
    ? best.id
    : null;
}
