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
  type Translate,
  type Translation,
  type TranslationFailure,
  type TranslationRequest,
  translationFailureSchema,
  translationSchema,
} from "./translation";
