export { translateLexically } from "./lexical";
export {
  type Translate,
  type Translation,
  type TranslationFailure,
  type TranslationRequest,
  translationFailureSchema,
  translationSchema,
} from "./translation";
