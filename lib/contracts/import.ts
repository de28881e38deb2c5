import { z } from "zod";
import { recordKindSchema } from "./case-file";
import { IDENTIFIER_KIND_NAMES } from "./identifier-kinds";
import { stageSchema } from "./packets";

export const gatherSchema = z.enum(["by_folder", "each_file", "one_case"]);
export const importQuerySchema = z.strictObject({ gather: gatherSchema.default("by_folder") });

const message = z.strictObject({ code: z.string(), message: z.string() });
export const fileReportSchema = z.strictObject({
  name: z.string(),
  format: z.string(),
  outcome: z.enum(["read", "refused"]),
  cases: z.int(),
  records: z.int(),
  warnings: z.array(message),
  reason: z.string().nullable(),
  fix: z.string().nullable(),
});

export const importedCaseSchema = z.strictObject({
  caseId: z.string(),
  title: z.string(),
  records: z.int(),
  /** The files of this import that it was read from. */
  files: z.array(z.string()),
  /** Values that a person has to decide on; 0 and the case can be worked on. */
  findings: z.int(),
  /** Parts that could not be read and wait for a decision. */
  unread: z.int(),
  /** Who decides, when the importer may not. */
  waitsFor: z.array(z.string()),
  richness: z.int(),
  /** Why it was not put into the studio; null when it was. */
  refused: z.string().nullable(),
});
export const importResultSchema = z.strictObject({
  reports: z.array(fileReportSchema),
  cases: z.array(importedCaseSchema),
});
export type ImportResultView = z.infer<typeof importResultSchema>;

const richnessPart = z.strictObject({
  score: z.number(),
  of: z.number(),
  reasons: z.array(z.strictObject({ message: z.string(), points: z.number(), of: z.number() })),
});
export const richnessSchema = z.strictObject({
  score: z.number(),
  parts: z.strictObject({
    outcomes: richnessPart,
    parties: richnessPart,
    steps: richnessPart,
    information: richnessPart,
  }),
});
export type RichnessView = z.infer<typeof richnessSchema>;

const identifierKind = z.enum(IDENTIFIER_KIND_NAMES);
const key = z.string().regex(/^[0-9a-f]{32}$/);
export const groupDecisionSchema = z.enum(["undecided", "replace", "remove", "keep"]);
export type GroupDecisionName = z.infer<typeof groupDecisionSchema>;
const recordField = z.enum(["text", "title", "sender"]);

/** One person, number, place or all dates of a case: decided once, for every place it stands in. */
export const valueGroupSchema = z.strictObject({
  key,
  kind: identifierKind,
  kindWords: z.string(),
  label: z.string(),
  spellings: z.array(
    z.strictObject({ key, text: z.string(), becomes: z.string(), count: z.int(), apart: z.boolean() }),
  ),
  places: z.int(),
  /** Whether whoever marked it was sure. */
  sure: z.boolean(),
  reason: z.string(),
  decision: groupDecisionSchema,
  removed: z.string(),
});
export type ValueGroupView = z.infer<typeof valueGroupSchema>;

/** Where a value stands; `groups` are the values it belongs to. */
export const placeSchema = z.strictObject({
  record: z.string(),
  field: recordField,
  start: z.int(),
  end: z.int(),
  groups: z.array(key),
  becomes: z.string(),
  marked: z.boolean(),
});
export type PlaceView = z.infer<typeof placeSchema>;

export const screenedRecordSchema = z.strictObject({
  key: z.string(),
  kind: recordKindSchema.or(z.string()),
  title: z.string(),
  sender: z.string(),
  at: z.string().nullable(),
  text: z.string(),
});
export type ScreenedRecordView = z.infer<typeof screenedRecordSchema>;

export const unreadDecisionSchema = z.enum(["undecided", "read_elsewhere", "left_out"]);
/** Content that nobody could read; it waits for a decision like a value. */
export const unreadSchema = z.strictObject({
  id: z.string(),
  record: z.string().nullable(),
  what: z.string(),
  why: z.string(),
  fix: z.string(),
  decision: unreadDecisionSchema,
});
export type UnreadView = z.infer<typeof unreadSchema>;

/** The key under which the title of the whole case stands among its records. */
export const CASE_TITLE = "case_title_";

export const screeningViewSchema = z.strictObject({
  caseId: z.string(),
  title: z.string(),
  stage: stageSchema,
  mayDecide: z.boolean(),
  /** Who may: told to whoever may not. */
  screeners: z.array(z.string()),
  records: z.int(),
  richness: richnessSchema.nullable(),
  /** How much waits for a decision; told to everybody. */
  waiting: z.int(),
  /** The following are empty for whoever may not decide. */
  groups: z.array(valueGroupSchema),
  rows: z.array(screenedRecordSchema),
  places: z.array(placeSchema),
  unread: z.array(unreadSchema),
  /** By how many whole weeks dates move; 0 where there are none. */
  weeks: z.int(),
  /** What a second reading of the finished record found, if it found something that waits. */
  foundAgain: z.int(),
});
export type ScreeningView = z.infer<typeof screeningViewSchema>;

export const screeningActSchema = z.discriminatedUnion("act", [
  z.strictObject({
    act: z.literal("decide"),
    groups: z.array(key).min(1).max(5_000),
    as: groupDecisionSchema,
    /** What to put in its place; only for one group. */
    becomes: z.string().trim().min(1).max(120).optional(),
  }),
  z.strictObject({
    act: z.literal("mark"),
    record: z.string().max(200),
    field: recordField,
    start: z.int().min(0),
    end: z.int().min(1),
    kind: identifierKind,
  }),
  z.strictObject({ act: z.literal("apart"), spelling: key, apart: z.boolean() }),
  z.strictObject({
    act: z.literal("unread"),
    ids: z.array(z.uuid()).min(1).max(500),
    as: unreadDecisionSchema,
  }),
  z.strictObject({ act: z.literal("finish") }),
]);
export type ScreeningAct = z.infer<typeof screeningActSchema>;

/** What came of an act: `again` is how much a second reading found, so that the case stays. */
export const screeningDoneSchema = z.strictObject({
  setAside: z.int(),
  again: z.int(),
  finished: z.boolean(),
});
export type ScreeningDone = z.infer<typeof screeningDoneSchema>;
