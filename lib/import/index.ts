export {
  type FileReport,
  IMPORT_LIMITS,
  type ImportedCase,
  type ImportMessage,
  type InputFile,
} from "./imported-case";
export {
  type Gathering,
  type ImportOptions,
  type ImportProgress,
  type ImportResult,
  readFiles,
  readFilesInSteps,
} from "./read-files";
