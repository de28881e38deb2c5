/** What speaks for and against a name, with its weight. A candidate is shown from `NAME_THRESHOLD` on. */
export const NAME_FEATURES = {
  // The word itself
  unknown_word: [3, "“Zabernathy”: in no dictionary and in no list"],
  unknown_foreign: [1.5, "the same in a text that is not English"],
  other_script: [3, "“李雷” in an English text"],
  given_name: [2, "“Maria”: one of the 2,000 commonest given names"],
  rare_given_name: [1, "“Ngozi”: a listed given name"],
  family_name: [1.5, "“Garcia”: one of the 3,000 commonest family names"],
  rare_family_name: [1, "“Osterkamp”: a listed family name"],
  usually_capital: [2, "“Rose”, “Baker”: listed, and running text writes it with a capital"],
  listed_no_word: [2, "“Jamal”: listed, and no English word"],
  everyday_word: [-2, "“Will”, “Page”: listed, but one of the commonest words"],
  common_word: [-1.5, "“Bishop”: listed, but a word everybody knows"],
  dictionary_word: [-3, "“Meeting”: a word and no name"],
  not_a_person: [-8, "“Aetna”, “Tuesday”, “Humira”, “Ohio”"],
  month: [-3, "“April”, “Kenya”: a month or a country that is a given name too"],
  short_capitals: [-4, "“MRI”: a few capitals, unlisted"],
  listed_capitals: [-0.5, "“MARIA” amid small letters"],
  inner_capitals: [-2, "“CoverMyMeds”"],
  small_letters: [-1, "“maria” in a text without capitals"],
  small_among_capitals: [-2.5, "“maria” in a text that has capitals"],
  also_written_small: [-2.5, "an unlisted word that the case also writes in small letters"],
  // Where it stands
  opens_sentence_everyday: [-2.5, "“Mark”, “Will” where every word has a capital"],
  opens_sentence_word: [-1.5, "“Bishop” at the start of a sentence"],
  command: [-3, "“Mark the form”, “Bill my plan”"],
  determiner: [-1.5, "“the Rose”"],
  compound: [-3.5, "“Grace Period”, “Rose Garden”: a capitalized ordinary word follows"],
  title: [5, "“Dr.”, “Mrs” before it"],
  introduction: [3, "“my name is”, “spoke with”, “Dear” before it"],
  weak_introduction: [1.5, "“from”, “Hi”, “for” before it"],
  relation: [2.5, "“my daughter”, “Aunt”, “Nurse” before it"],
  person_verb: [4.5, "“called”, “said”, “signed” after it"],
  person_verb_weak: [1.5, "“is”, “was”, “has” after it"],
  speaker: [2, "opens a line before a colon"],
  signature: [2, "a line of its own"],
  two_names: [2, "another name word beside it"],
  initial: [2, "“Anna S.”, “J. Smith”"],
  family_first: [2, "“Rose, April”"],
  name_field: [5, "under “Member name:”"],
  role_field: [2.5, "under “Owner:”"],
  other_field: [-2, "a short value under “Diagnosis:”"],
  confirmed: [3, "the case names this person elsewhere"],
  listed_beside: [1.5, "“Kónya, Becker and Vasquez”"],
  illness: [-6, "“Crohn's disease”, “McGill Pain Index”"],
  medicine: [-5, "“40 mg”, “prescribed” beside it"],
  organization: [-2, "“Inc”, “LLC”, “Insurance” after it"],
} as const satisfies Record<string, readonly [weight: number, example: string]>;

export type NameFeature = keyof typeof NAME_FEATURES;

/** The sum of weights from which a candidate is shown. */
export const NAME_THRESHOLD = 2;

export const weightOf = (features: readonly NameFeature[]): number =>
  features.reduce((sum, feature) => sum + NAME_FEATURES[feature][0], 0);

/** What a person reads: the feature that spoke loudest, with its example. */
export function reasonOf(features: readonly NameFeature[]): string {
  const best = [...features].sort((a, b) => NAME_FEATURES[b][0] - NAME_FEATURES[a][0])[0];
  return best === undefined ? "may be a name" : (REASONS[best] ?? "may be a name");
}

const REASONS: Partial<Record<NameFeature, string>> = {
  unknown_word: "a capitalized word that is in no dictionary",
  unknown_foreign: "a capitalized word that is in no dictionary",
  other_script: "a word in another script",
  title: "follows a form of address",
  introduction: "follows words that introduce somebody",
  weak_introduction: "follows words that may introduce somebody",
  relation: "follows a word for a person",
  person_verb: "does what a person does",
  person_verb_weak: "does what a person does",
  speaker: "tags a speaker's turn",
  signature: "stands like a signature",
  two_names: "words from lists of names",
  initial: "a name with an initial",
  family_first: "family name before given name",
  name_field: "stands in a field for a name",
  role_field: "stands in a field for a person",
  confirmed: "somebody of this name is elsewhere in the case",
  given_name: "a given name",
  rare_given_name: "a given name",
  family_name: "a family name",
  rare_family_name: "a family name",
  usually_capital: "a name by the lists",
  listed_no_word: "a name by the lists",
  listed_beside: "listed beside a name",
};
