import { spelled } from "./tokens";

/**
 * What a clause of a request does. `asks`: a question, or words that ask for something without a verb. `bids`: has somebody
 * do something. `tells`: says how things are and asks for nothing. `greets`: opens or closes a talk.
 */
export type Mood = "asks" | "bids" | "tells" | "greets";

export interface Clause {
  /** The agent's own words. */
  text: string;
  mood: Mood;
  /** Says not to do something: it is never carried out. */
  held: boolean;
  /** Only when something else has happened. */
  conditional: boolean;
  /** Has a "not" that may be about what is asked for. */
  negated: boolean;
}

/** Clauses of one request that are looked at. */
export const MOST_CLAUSES = 40;

const ABBREVIATION =
  /\b(?:dr|mr|mrs|ms|st|no|nr|vs|inc|co|dept|apt|ext|approx|e\.g|i\.e|a\.m|p\.m|[a-z])\.$/iu;

/** The sentences of a text. A full stop after an abbreviation or an initial ends none. */
export function sentencesOf(text: string): string[] {
  const out: string[] = [];
  for (const line of text.split(/[\n;]+/)) {
    let open = "";
    for (const piece of line.split(/(?<=[.?!]["'”’)]?)\s+/u)) {
      open = open === "" ? piece : `${open} ${piece}`;
      if (ABBREVIATION.test(open)) continue;
      out.push(open);
      open = "";
    }
    out.push(open);
  }
  return out.map((sentence) => sentence.replace(/\s+/gu, " ").trim()).filter(Boolean);
}

/** What opens a request in the middle of a sentence: who says so asks anew. */
const OPENER =
  "(?:please|kindly|(?:could|can|would|will) (?:you|i|we|someone|somebody|anyone)|may (?:i|we)|would it be|is it (?:ok|okay|all right|alright|fine|possible)|(?:i|we)(?: a|['’])?m (?:asking|requesting|calling|writing)|(?:i|we)(?: would|['’]d) like|(?:i|we) (?:need|want|wanted)|let(?:['’]s| us) |let me know|tell me|what|when|where|who|which|how|why|(?:do|did|does|are|have|is|was|has) (?:you|he|she|they|it|there|the|her|his|your|i|we)|am i)\\b";
const JOINT = new RegExp(
  `(?:,|\\s[-–—]|:)\\s+(?:(?:and|so|but|then|also|just)\\s+)*(?=${OPENER})|\\s(?:and|so|but)\\s+(?:(?:also|then|if so,?)\\s+)?(?=${OPENER})|,?\\s+(?=(?:since|because|as) (?:she|he|it|they|i|we|her|his|the|my|you)\\b)`,
  "giu",
);

/** Words that stand in front of what is asked and mean nothing. */
const LEADING =
  /^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|thanks|thank you|(?:ok|okay)(?! (?:to|if|for|with|2)\b)|sure|great|good news|perfect|alright|all right|got it|understood|dear|hon|honey|madam|sir|ma am|folks|guys|friend|good day|well|also|and|so|but|then|next|first|second|third|finally|lastly|one more thing|another question|quick question|question|sorry|actually|now)\b(?: there| again| so much| very much| for (?:that|this|the [a-z]+|your [a-z]+)| everyone| team| all)?[\s,.!:–—-]*)+/iu;

const GREETS =
  /^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|thanks|thank you|many thanks|much appreciated|bye|goodbye|take care|regards|best|cheers|i appreciate|appreciate it|have a (?:good|nice|great)|talk (?:to you )?soon|that is all|that will be all|no problem|you are welcome)\b)/u;

const SUBJECT =
  "(?:i|we|she|he|they|it|this|that|there|these|those|you|everyone|everybody|nobody|somebody|someone)";
/** Somebody is wished to do something, said as a statement. */
const WISHES =
  /\b(?:(?:i|we|she|he|they|(?:the |my |our )?(?:patient|client|member|family|mother|father)(?: [a-z0-9])?) )?(?:would|do|does)? ?(?:also |really |still |now |just |only |kindly |hereby |both |all )*(?:need|needs|want|wants|wanted|wish|wishes|would like|like to know|ask(?:s|ing|ed)? (?:me )?(?:to ask |for |that |you |whether |if |about )|request(?:s|ing|ed)?|hop(?:e|es|ing)|wonder(?:s|ing|ed)?|look(?:s|ing) for|prefer|trying to|calling to|writing to|phoning to|here to|asking|after|authori[sz]e|interested in|follow(?:ing)? up (?:on|about)|checking (?:on|in|whether|if)|calling for (?:the|a|her|his)|curious|appreciate (?:it )?if|grateful)\b/u;
const PRONOUN_START = new RegExp(`^(?:${SUBJECT})\\b`, "u");
const NOUN_START =
  /^(?:the|a|an|her|his|their|my|our|your|its|patient|client|mrs?|ms|dr|nurse|doctor|all|some|no|both|as|since|because|after|although|though|while)\b/u;
/** Passes on what somebody else said, and asks for nothing itself. */
const REPORTS =
  /\b(?:said|says|saying|told|mentioned|promised|claims?|claimed|believes?|thinks?|thought|suggested|heard|recommended|according to|wrote|written|states|stated|reads|apparently|supposedly|rumou?r)\b/u;
/** Somebody else who wants it done, through the agent: it is asked for all the same. */
const ON_BEHALF =
  /\b(?:ask(?:ed|s|ing)?|want(?:ed|s)?|need(?:ed|s)?|would like|told|hop(?:es|ed|ing)) (?:me to (?:ask|tell|get|have) )?(?:for )?you\b/u;
/** Says what one thinks of something. */
const COMMENTS =
  /^(?:nice|good|great|glad|happy|sorry|fine|sure|lucky|interesting|funny|kind|too bad|only|not|maybe|perhaps|nothing|everything|poor|just so|no wonder|so far|by now|apparently|hopefully|luckily|unfortunately|according)\b/u;
const THIRD_START =
  /^(?:you|they|the (?:clinic|plan|office|doctor|shop|supplier|hospital|pharmacy)) (?!please)/u;
const FINITE =
  /\b(?:is|are|was|were|has|have|had|will|would|can|cannot|could|should|must|may|might|said|says|told|does|did|do|needs|wants|seems|goes|went|came|comes|says|gave|got|called|lives|uses|knows|broke|fell|[a-z]{3,}ed)\b/u;

const INTERROGATIVE =
  /^(?:(?:and|so|but|then|or|at|on|in|for|to|from|by|with|about|until|of|since) )*(?:what|which|who|whom|whose|where|when|why|how)\b/u;
const AUXILIARY =
  /^(?:and |so |but |then |or )*(?:is|are|was|were|has|have|had|did|does|do|will|would|can|could|should|shall|am|any|may|might|must)\b/u;
/** Polite ways to have something done, or to be let do it, that look like questions. */
const POLITE =
  /^(?:and |so |but |then |or |just )*(?:(?:could|can|would|will|might|may|shall) (?!(?:it|they|she|he|there|this|that)\b)(?:[a-z]+ ){0,4}?(?!(?:have|be) )[a-z]+\b|(?:is|would|will) (?:it|that|this) (?:be )?(?:ok|okay|all right|alright|fine|possible|acceptable|good)|(?:is|are) there (?:any |a )?(?:way|chance)|(?:are you|you are) (?:able|ok|okay|fine|willing|comfortable|in agreement|happy)|am i allowed|do you mind|do (?:i|we) have (?:your |her |his |the )?(?:permission|consent|okay|ok|agreement|approval)|(?:do )?you (?:agree|consent|authori[sz]e|permit|allow|give)|any chance|what if we|how about|(?:is )?(?:ok|okay|fine|all right|alright) (?:to|if|for|with)|(?:your |her |his )?(?:permission|consent|approval|okay|go ahead) (?:to|for|that)|would it bother)/u;
const ENDS_POLITE =
  /(?:,| |^)(?:(?:is (?:that|it|this) )?(?:ok|okay|all right|alright|fine)(?: (?:by|with|for) (?:you|her|him|them))?|yes or no|please|deal)\s*[?.!]*$/u;
/** Says what somebody will do, or might: it asks nobody for it. */
const ANNOUNCES =
  /\b(?:i|we) (?:will|shall|may|might|can|could|am going to|are going to|would have to|would) (?!like|love|appreciate|be (?:glad|grateful|happy)|need|want|prefer|recommend)[a-z]+/u;
/** Leaves it to somebody to do something. */
const CHARGES =
  /\b(?:you|someone|somebody) (?:can|may|should|must|could|need to|have to|ought to) (?!not|tell|let)/u;
/** What stands before the main clause. */
const SUBORDINATE =
  /^(?:since|because|as|now that|although|though|while|given that|seeing that|after|when|once|if|in case|unless|should)\b[^,]*, ?/u;

/** Questions of that look which ask about an act. */
const ABOUT_ACT =
  /^(?:and |so |but |then |or )*(?:(?:could|can|would|will|might|may) (?:you|someone|somebody|anyone|they) (?:please |kindly |also )*(?:tell|let|confirm|check|say|explain|clarify|advise|remind|inform|describe|verify)\b(?! (?:her|him|them|the (?:plan|clinic|office|doctor|supplier|pharmacy|shop|patient|family|hospital|driver|nurse|charity|company))\b)|can you (?:even|usually|normally|generally|ever|still)|will you (?:be|have)|would you (?:usually|normally|ever|still|have|ordinarily)|do you (?:usually|normally|ever|even|still|also)|can (?:they|she|he|it)|will (?:they|she|he|it|there)|would (?:they|she|he|it(?! be| bother)))\b/u;

/** Says not to do what follows, or to do it later. */
const HOLDS: readonly RegExp[] = [
  /(?:^|[,:–—(-] ?|\b(?:please|kindly|but|and|so|that|you|just|also|again|absolutely|really|now|then) )(?:do not|dont|never)(?: you)? (?!hesitate|worry|mind|forget|have |know|understand|see |think|remember|miss|fail|delay|neglect|be |feel)/u,
  /\b(?:i|we|she|he|they|patient|client|[a-z]+) (?:do|does|did|would|will) not (?:yet |really |actually |currently |now )?(?:want|wish|need you|need this|need it|like you|like (?:this|it|that)|authori[sz]e|agree|consent|permit|allow|approve)\b/u,
  /\bnot (?:want|wanting|asking|authori[sz]ing|requesting|to be)\b(?! (?:a lot|much))/u,
  /\b(?:rather|prefer|better|best)(?: that)?(?: if)?(?: you| we| it| they)? (?:did |do |be )?not\b/u,
  /\b(?:ask(?:ed|ing|s)?|want|wants|tell|told|need|like|prefer|remind|careful|sure)(?: you| them| her| him)? not to\b/u,
  /\b(?:hold off|holding off|hold that|hold it|hold this|hold on (?:with|sending)|hold (?:the|her|his|any|all|back|your)|put (?:it|this|that|the [a-z ]+|her [a-z ]+|everything) on hold|on hold)\b/u,
  /\bnot (?:yet|now|today|just yet|so fast|before|until|this (?:week|time))\b/u,
  /(?:^|[,:–—-] ?|\b(?:please|just|but|and) )(?:wait|hold|pause|skip|ignore|disregard|leave (?:it|that|this|the|everything|her|out)|refrain|avoid|forget (?:it|about|the|that|what|my|everything|anything)|never ?mind|scratch that|stop\b(?! by))(?=$|[ ,.!?])/u,
  /(?:^|, ?)no [a-z]+ing\b|\bno (?:need|reason|rush) (?:to|for)\b|\bno longer (?:want|wants|wish)/u,
  /\b(?:should|must|shall|may|can|need|needs|ought|is|are|be) not (?:to )?(?:be )?(?:sent|send|cancel|cancell?ed|submit|submitted|book|booked|order|ordered|contact|contacted|call|called|share|shared|do|done|give|given|go|pay|paid|file|filed|release|released|arrange|arranged|start|started|change|changed|close|closed|schedule|scheduled|switch|fill|filled|deliver|delivered)\b/u,
  /\b(?:i|we|you) (?:will|am|are|would|shall|can|do|need)(?: |)not (?:going |trying |planning |here |have )?(?:to )?(?!sure|certain|able|aware|afraid|hesitate|mind|know|have |see |find|reach|hear|understand|remember|like to know)[a-z]+/u,
  /\bleav(?:e|ing) (?:them|him|her|it|that|this|everything|the [a-z]+) (?:alone|be|open|as)\b|\bkeep(?:ing)? (?:her|his|the|it|that|this|our)\b.*\b(?:open|active|going|running|as is)\b|\bskip(?:ping)? (?:the|it|that|this)\b/u,
  /\blet us (?:wait|hold|leave|skip|not|postpone)\b|\buntil then\b|\bnot asking\b/u,
  /\bunder no circumstances\b|\bby no means\b|\bnothing (?:to be )?(?:sent|done|yet)\b/u,
];
/** Questions that hold a negation and are no bid to leave something: "why was it not sent?" */
const ASKS_WHY =
  /^(?:and |so |but )*(?:why|how come|what if|is it (?:true|because)|has|have|is|are|was|were|did|does)\b/u;

/** What is only named to be left out: "instead of sending it". */
const LEFT_OUT =
  /(?:^|,? )(?:(?:instead of|rather than|as opposed to) [^,.?!;–—]*?(?=,|$|[.?!;–—])|(?:without|before) [a-z]+ing\b [^,.?!;–—]*)/iu;

const CONDITION =
  /\b(?:if|unless|once|in case|in the event|as soon as|assuming|supposing|suppose|provided|providing|depending|whenever|only when|the (?:moment|day|minute) (?:that )?(?:she|he|it|they|the|her|his|your|you|we|i)|until (?:she|he|it|they|we|i|the|her|his|your|you|then|after)|by the time|at some (?:point|stage)|in the future|for later|down the road|thinking (?:about|of)|considering)\b|^(?:and |so |but |then )*(?:when|after|until|should (?:she|he|it|they|the|her|his|your)) /u;
/** An "if" that is politeness, or a question in a question. */
const NO_CONDITION =
  /\bif (?:possible|you (?:can|could|do not mind|please|would|are able|have (?:it|time|a moment))|that is (?:ok|okay|all right|alright|fine|possible)|it is (?:ok|okay|all right|alright|fine|possible|no trouble)|need(?:ed)?(?: be)?|necessary|i (?:may|might|can|could|call|contact|talk|speak|share|give|tell|ask|pass|send|reach)|we (?:may|might|can|could|call|contact|talk|speak|share|give|tell|ask|pass|send|reach)|so\b)|\b(?:see|check|ask|know|wonder|wondering|tell me|find out|confirm|whether or|me know|appreciate it|grateful|great|nice|helpful|good|okay|ok|fine|all right|alright|mind|verify|sure|hear|say) (?:if|when|once)\b|\b(?:ask|say|tell|know|remind)[a-z]* (?:me |us |you |her |him |them )?(?:if|when)\b|\bas soon as (?:possible|you can)\b|\bafter (?:all|that|hours|noon)\b|\bat once\b|\bfor once\b/gu;

/** The words of an agent that stand in quotation marks: it repeats them, and does not say them. */
const QUOTED = /["“]([^"“”]{3,})["”]|(?<![\p{L}\p{N}])['‘]([^'‘’]{8,})['’](?![\p{L}\p{N}])/gu;

const NEGATES =
  /\b(?:not|no|never|nobody|nothing|none|neither|nor|without|cannot|stop|avoid|too (?:early|soon)|premature)\b/u;
/** A "not" that leaves what is asked for as it is. */
const NEGATES_NOTHING =
  /\b(?:why|if|or|whether or|is|are|has|have|does|did|do|could|would|can|will) not (?=you |she |he |it |they |we |i |there )|\b(?:or|if) not\b|\bnot only\b|\b(?:do|would|does|will) not (?:mind|hesitate|forget|worry|bother|have|know)\b|\b(?:no|without (?:a |any )?) ?(?:problem|doubt|delay|hurry|rush|matter|time|longer|further|later|one else|more)\b|\b(?:can|could|is|am|are) ?not (?:get|reach|find|walk|move|drive|carry|collect|fetch|pick|wait|do it|manage|afford|able|well|sure|stand|leave|go|climb)\b|\bcannot\b|\bnot (?:able|well|sure|enough|working|at home)\b|\byes or no\b|\bnon\b|\bnumber\b/gu;

/** Whether words say "not" of what they ask for, or of something else beside it that matters. */
export const isNegated = (plain: string) => NEGATES.test(plain.replace(NEGATES_NOTHING, " "));

/** Whether words make what they ask for wait for something else. */
export const isConditional = (plain: string) => CONDITION.test(plain.replace(NO_CONDITION, " "));

function moodOf(plain: string): Mood {
  const said = plain
    .replace(LEADING, "")
    .replace(/^(?:please|kindly) /u, "")
    .replace(SUBORDINATE, "")
    .replace(LEADING, "");
  if (said === "" || GREETS.test(said)) return "greets";
  if (/^(?:this is|my name is|i am|we are|speaking|calling from|it is) /u.test(said) && !WISHES.test(said))
    return "tells";
  if (ANNOUNCES.test(said) && !/\b(?:hoping|hoped|wonder|wondering|wish)\b/u.test(said)) return "tells";
  if ((POLITE.test(said) || ENDS_POLITE.test(said)) && !ABOUT_ACT.test(said)) return "bids";
  if (INTERROGATIVE.test(said) || AUXILIARY.test(said) || ABOUT_ACT.test(said) || /\?["'”’)]?$/u.test(said))
    return "asks";
  if (REPORTS.test(said) && !ON_BEHALF.test(said) && !/\bplease\b/u.test(said)) return "tells";
  if (CHARGES.test(said)) return "bids";
  if (THIRD_START.test(said)) return "tells";
  if (WISHES.test(said) || /\bplease\b/u.test(said)) return "bids";
  if (PRONOUN_START.test(said) || COMMENTS.test(said)) return "tells";
  if (NOUN_START.test(said)) return FINITE.test(said) ? "tells" : "asks";
  return "bids";
}

/** The clauses of a request in order, each with what it does. What is quoted or left out ("instead of …") is gone. */
export function clausesOf(text: string): Clause[] {
  const own = text.replace(QUOTED, (all) => (all.length > text.length * 0.8 ? all : " "));
  const out: Clause[] = [];
  for (const sentence of sentencesOf(own)) {
    let open = 0;
    const cuts = [...sentence.matchAll(JOINT)].map((joint) => [joint.index, joint.index + joint[0].length]);
    for (const [end = 0, next = 0] of [...cuts, [sentence.length, sentence.length]]) {
      const piece = sentence.slice(open, end).trim();
      open = next;
      if (piece !== "") out.push(clauseOf(piece));
      if (out.length >= MOST_CLAUSES) return out;
    }
  }
  return out;
}

function clauseOf(piece: string): Clause {
  const without = spelled(piece);
  const mood = moodOf(without);
  const left = piece.replace(LEFT_OUT, " ").replace(/\s+/gu, " ").trim();
  const kept = spelled(left).replace(/[\s,.]/gu, "").length >= 4 ? left : piece;
  const held = !(ASKS_WHY.test(without) && mood === "asks") && HOLDS.some((hold) => hold.test(without));
  return { text: kept, mood, held, conditional: isConditional(without), negated: isNegated(without) };
}
