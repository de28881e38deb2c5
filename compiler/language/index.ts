export {
  agreedOf,
  type Ballot,
  ballotSchema,
  type Rendering,
  renderingSchema,
  type Spoken,
  spokenSchema,
} from "./ballots";
export { translateLexically } from "./lexical";
export {
  ALONE,
  type KnownThing,
  NO_FIT,
  type NoFit,
  ORDINARY_TOPICS,
  type Ordinary,
  ordinarySchema,
  type Translate,
  type Translation,
  type TranslationFailure,
  type TranslationInput,
  type TranslationRequest,
  translationFailureSchema,
  translationSchema,
} from "./translation";
