import { isCapital, type Token } from "./tokens";
import { words } from "./words";

const RELATIONS = words(
  "wife husband spouse partner fiancé fiancée fiance fiancee girlfriend boyfriend son daughter kid child baby boy girl brother sister sibling twin mother father mom mum mommy dad daddy parent grandmother grandfather " +
    "grandma grandpa granny nana aunt uncle cousin niece nephew friend neighbor neighbour roommate colleague coworker boss manager supervisor caregiver carer guardian agent rep representative advocate nurse doctor physician surgeon " +
    "cardiologist oncologist neurologist dermatologist psychiatrist therapist dentist pharmacist pediatrician specialist provider patient member client caller resident beneficiary subscriber claimant lawyer attorney assistant producer songwriter writer director ex",
);

/** A name follows one of these phrases. */
const INTRODUCTIONS = [
  ...words(
    "my_name_is name_is name's names name_was i'm i’m i_am this_is it's it’s its it_is that's that’s called " +
      "named call_me calls_me name named_him named_her call_him call_her name_of speak_to speak_with " +
      "speaking_to speaking_with spoke_to spoke_with talk_to talk_with talked_to talked_with talking_to " +
      "asked_for ask_for asking_for meet_with met_with follow_up_with followed_by seen_by referred_by " +
      "treated_by evaluated_by signed_by written_by directed_by sent_by reviewed_by approved_by " +
      "denied_by prepared_by dictated_by reported_by starring assistant_to tribute_to dear hi hello hey " +
      "thanks thank_you regards sincerely signed attn attention cc from to re patient member client " +
      "subscriber physician provider caller name_on_the_account name_on_the_account_is name_on_the_card_is name_on_file_is name_on_it_is name_was maiden_name_is last_name_is " +
      "first_name_is surname_is last_name first_name surname full_name under on_behalf_of behalf_of c/o " +
      "care_of contact add by for with change_it_to correct_it_to said says account_of _",
  ),
].map((phrase) => phrase.split(" "));

/** The phrases by their last word. */
const BY_LAST_WORD = new Map<string, string[][]>();
for (const phrase of INTRODUCTIONS) {
  const last = phrase.at(-1)!.replace("’", "'");
  BY_LAST_WORD.set(last, [...(BY_LAST_WORD.get(last) ?? []), phrase]);
}

/** Introductions so plain that what follows must look like a name by itself. */
const WEAK = words(
  "from to re by for with add it's it’s its it_is that's that’s this_is i'm i’m i_am hi hello hey thanks " +
    "thank_you contact patient member client provider physician under called name said says cc names " +
    "subscriber caller",
);

/** Whether an introduction is a word for somebody ("my daughter"). */
export const isRelation = (introduction: string): boolean => RELATIONS.has(introduction);

/** Whether an introduction makes a name of a word that does not look like one. */
export const isStrongIntroduction = (introduction: string | undefined): boolean =>
  introduction !== undefined && !WEAK.has(introduction);

const QUESTION_NAME =
  /\b(?:full |first |last |sur|maiden |middle )?name(?:s)?(?:, | and |\b)[^.?!\n]{0,60}[?.][^\p{L}\p{N}]{0,6}$/iu;

/** The phrase that announces a name at the token `at`: "my name is", "Dear", "my wife", or a question for a name. */
export function introductionBefore(text: string, tokens: readonly Token[], at: number): string | undefined {
  let before = at - 1;
  let colon = false;
  while (
    before >= 0 &&
    tokens[before]!.shape === "mark" &&
    /^[:,"“'>().-]$/.test(tokens[before]!.text) &&
    at - before <= 4
  ) {
    if (tokens[before]!.text === ":") colon = true;
    before--;
  }
  while (
    before >= 0 &&
    at - before <= 4 &&
    /^(?:um|uh|er|erm|well|yeah|yes|actually|indeed|oh|unsure)$/.test(tokens[before]!.base)
  ) {
    before--;
    while (
      before >= 0 &&
      tokens[before]!.shape === "mark" &&
      /^[,.<>/]$/.test(tokens[before]!.text) &&
      at - before <= 6
    )
      before--;
  }
  const word = tokens[before];
  if (!word) return undefined;
  if (word.text === "?" || word.text === ".") {
    return QUESTION_NAME.test(text.slice(Math.max(0, tokens[at]!.start - 90), tokens[at]!.start))
      ? "name?"
      : undefined;
  }
  const between = text.slice(word.end, tokens[at]!.start);
  if (
    between.includes("\n") &&
    !/(?:regards|sincerely|thanks|cheers|best|yours|faithfully|truly|love|respectfully|cordially),?$/i.test(
      word.text,
    ) &&
    !colon
  )
    return undefined;
  if (RELATIONS.has(word.base) && word.shape === "lower" && !/[.?!]/.test(between)) {
    const owner = tokens[before - 1];
    if (owner && (/^(?:my|his|her|our|their|your|the|a|partner's|ex)$/.test(owner.base) || owner.possessive))
      return word.base;
    if (!/[,]/.test(between) && isCapital(tokens[at])) return word.base;
  }
  if (/[.?!]/.test(between)) {
    return QUESTION_NAME.test(text.slice(Math.max(0, tokens[at]!.start - 90), tokens[at]!.start))
      ? "name?"
      : undefined;
  }
  let best: string[] | undefined;
  const spokenLast = word.possessive ? `${word.base}'s` : word.base;
  for (const phrase of [
    ...(BY_LAST_WORD.get(spokenLast) ?? []),
    ...(word.possessive ? (BY_LAST_WORD.get(word.base) ?? []) : []),
  ]) {
    if (best && phrase.length <= best.length) continue;
    const start = before - phrase.length + 1;
    if (start < 0) continue;
    let same = true;
    for (let i = 0; i < phrase.length && same; i++) {
      const token = tokens[start + i]!;
      const spoken = token.possessive ? `${token.base}'s` : token.base;
      same = spoken === phrase[i]!.replace("’", "'") || token.base === phrase[i];
    }
    if (same) best = phrase;
  }
  if (best) {
    const phrase = best.join(" ");
    if (
      colon ||
      !/[,]/.test(between) ||
      /^(?:regards|sincerely|dear|thanks|signed|hi|hello|hey|thank you)$/.test(phrase)
    )
      return phrase;
  }
  return undefined;
}
