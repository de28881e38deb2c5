import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import type { IdentifierKind } from "../../lib/screening/kinds";
import { GOLD } from "./gold-labels";

export type Half = "tune" | "held_out";

export interface Label {
  kind: IdentifierKind;
  start: number;
  end: number;
}

/** One text of a set with its labels. */
export interface LabelledText {
  set: string;
  half: Half;
  text: string;
  labels: Label[];
}

/** The sets of `../shared/data`, each a folder. */
export const SETS: Record<string, (folder: string) => Omit<LabelledText, "set" | "half">[]> = {
  "scq-phi": clinicalQueries,
  "presidio-synth": (folder) => byOffset(`${folder}/presidio-research/synth_v2_first600.json`),
  "presidio-small": (folder) => byOffset(`${folder}/presidio-research/generated_small.json`),
  primock57: consultations,
  "mts-dialog": dialogues,
  "davinci-pas": resources,
  tau2: tasks,
  eml: mails,
};

/** Reads a set and splits it by a hash of each text: even for tuning, odd held out. Null where its files are absent. */
export function readSet(set: string, folder: string): LabelledText[] | null {
  try {
    return SETS[set]!(folder).map(({ text, labels }) => ({
      set,
      half: halfOf(text),
      text,
      labels: labels.flatMap((label) => identifying(text, label)),
    }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

const FORM_OF_ADDRESS = /^(?:(?:dr|mr|mrs|ms|miss|mister|doctor|prof)\b\.? ?)+/i;
const RELATIVE = /^(?:last|this|next) (?:week|month|year)$/i;

/**
 * The part of a label that identifies: a name without its form of address, a number without "patient ID:", an age without
 * "years". Labels of no value ("email", "last year") are none.
 */
function identifying(text: string, label: Label): Label[] {
  const value = text.slice(label.start, label.end);
  if (label.kind === "email" && !/@| dot | at /i.test(value)) return [];
  if (label.kind === "date" && RELATIVE.test(value)) return [];
  if (label.kind === "name")
    return [{ ...label, start: label.start + (FORM_OF_ADDRESS.exec(value)?.[0].length ?? 0) }];
  if (label.kind === "other_code") {
    const lead = /^(?:[\p{L} ]+[:#]? ?#?)(?=[\p{L}]*-?\d)/u.exec(value);
    return [{ ...label, start: label.start + (lead && / |:/.test(lead[0]) ? lead[0].length : 0) }];
  }
  const lead = label.kind === "date" ? /^(?:age|aged|last) /i.exec(value) : null;
  const years = label.kind === "date" ? / ?(?:years?|due)\b.*$/.exec(value) : null;
  return [
    { ...label, start: label.start + (lead?.[0].length ?? 0), end: label.end - (years?.[0].length ?? 0) },
  ];
}

const halfOf = (text: string): Half =>
  createHash("sha256").update(`half ${text}`).digest()[0]! % 2 === 0 ? "tune" : "held_out";

const CLINICAL: Record<string, IdentifierKind> = {
  NAME: "name",
  GEOGRAPHIC_LOCATION: "geography",
  DATE: "date",
  PHONE_NUMBER: "phone",
  FAX_NUMBER: "fax",
  EMAIL_ADDRESS: "email",
  SOCIAL_SECURITY_NUMBER: "ssn",
  MEDICAL_RECORD_NUMBER: "medical_record",
  HEALTH_PLAN_BENEFICIARY_NUMBER: "health_plan",
  ACCOUNT_NUMBER: "account",
  CERTIFICATE_LICENSE_NUMBER: "licence",
  IP_ADDRESS: "ip_address",
  UNIQUE_IDENTIFIER: "other_code",
};

/** ORGANIZATION, TITLE, NRP and ages up to 89 are no Safe Harbor identifiers. */
const GENERAL: Record<string, IdentifierKind> = {
  PERSON: "name",
  STREET_ADDRESS: "geography",
  ADDRESS: "geography",
  GPE: "geography",
  LOCATION: "geography",
  ZIP_CODE: "geography",
  DATE_TIME: "date",
  PHONE_NUMBER: "phone",
  EMAIL_ADDRESS: "email",
  US_SSN: "ssn",
  CREDIT_CARD: "account",
  IBAN_CODE: "account",
  US_DRIVER_LICENSE: "licence",
  DOMAIN_NAME: "url",
  IP_ADDRESS: "ip_address",
};

const clinicalTag = z.object({ identifier_type: z.string(), value: z.string() });

function clinicalQueries(folder: string) {
  const blocks = readFileSync(`${folder}/scq-phi/synthetic_dataset.txt`, "utf8")
    .split("===QUERY===")
    .slice(1);
  return blocks.map((block, index) => {
    const [query = "", tags = ""] = block.split("===PHI_TAGS===");
    const text = query.trim();
    const plain = text.replaceAll("’", "'");
    const labels: Label[] = [];
    for (const line of tags.split("\n")) {
      if (!line.trim()) continue;
      const tag = clinicalTag.parse(JSON.parse(line));
      const kind = CLINICAL[tag.identifier_type];
      if (!kind) throw new Error(`unknown label ${tag.identifier_type}`);
      const value = tag.value.replaceAll("’", "'");
      let start = plain.indexOf(value);
      while (start >= 0 && labels.some((label) => label.kind === kind && label.start === start))
        start = plain.indexOf(value, start + 1);
      if (start < 0) start = plain.indexOf(value);
      if (start < 0) throw new Error(`a label does not stand in text ${index + 1}`);
      labels.push({ kind, start, end: start + value.length });
    }
    return { text, labels };
  });
}

const generalItems = z.array(
  z.object({
    full_text: z.string(),
    spans: z.array(
      z.object({
        entity_type: z.string(),
        entity_value: z.string(),
        start_position: z.number(),
        end_position: z.number(),
      }),
    ),
  }),
);

/** Countries and American states alone are allowed by the rule, as are bare years and weekdays. */
const ALLOWED_DATE = /^(?:(?:19|20)\d\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|nan)$/i;

function byOffset(path: string) {
  return generalItems.parse(JSON.parse(readFileSync(path, "utf8"))).map((item) => ({
    text: item.full_text,
    labels: item.spans.flatMap((span): Label[] => {
      const old = span.entity_type === "AGE" && Number.parseInt(span.entity_value, 10) > 89;
      const kind = old ? "date" : GENERAL[span.entity_type];
      if (!kind || (kind === "date" && !old && ALLOWED_DATE.test(span.entity_value))) return [];
      return [{ kind, start: span.start_position, end: span.end_position }];
    }),
  }));
}

/** Finds the values of `gold-labels.ts` as whole words. */
function withGold(set: string, texts: readonly string[]) {
  const values = Object.entries(GOLD[set]!).flatMap(([kind, list]) =>
    list.map((value) => ({ kind: kind as IdentifierKind, value })),
  );
  values.sort((a, b) => b.value.length - a.value.length);
  return [...new Set(texts)].map((text) => {
    const labels: Label[] = [];
    for (const { kind, value } of values)
      for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
        const end = at + value.length;
        const whole = !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "") && !/[\p{L}\p{N}]/u.test(text[end] ?? "");
        if (whole && !labels.some((label) => label.start < end && at < label.end))
          labels.push({ kind, start: at, end });
      }
    return { text, labels };
  });
}

/** Both tracks of a consultation in the order of their times, and its note. */
function consultations(folder: string) {
  const home = `${folder}/primock57`;
  const names = [...new Set(readdirSync(home).map((name) => /^day\d+_consultation\d+/.exec(name)?.[0]))];
  const texts = names.flatMap((name) => {
    if (!name) return [];
    const turns = ["doctor", "patient"].flatMap((who) => {
      const grid = readFileSync(`${home}/${name}_${who}.TextGrid`, "utf8");
      return [...grid.matchAll(/xmin = ([\d.]+)\s+xmax = [\d.]+\s+text = "([^"]*)"/g)]
        .filter((turn) => turn[2]!.trim() !== "")
        .map((turn) => ({
          at: Number(turn[1]),
          line: `${who === "doctor" ? "Doctor" : "Patient"}: ${turn[2]!.trim()}`,
        }));
    });
    const note = `${home}/${name}.note.json`;
    const written = existsSync(note)
      ? z.object({ note: z.string() }).parse(JSON.parse(readFileSync(note, "utf8"))).note
      : "";
    return [
      turns
        .sort((a, b) => a.at - b.at)
        .map((turn) => turn.line)
        .join("\n"),
      written,
    ];
  });
  return withGold("primock57", texts.filter(Boolean));
}

function dialogues(folder: string) {
  const rows = z
    .array(z.object({ dialogue: z.string(), section_text: z.string() }))
    .parse(
      parse(readFileSync(`${folder}/mts-dialog/ValidationSet.csv`, "utf8"), { columns: true, bom: true }),
    );
  return withGold(
    "mts-dialog",
    rows.map((row) => `${row.dialogue.replaceAll("\r", "")}\n\n${row.section_text}`),
  );
}

const objects = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value && typeof value === "object" ? Object.values(value) : [];

/** The resources of the bundles, as JSON. */
function resources(folder: string) {
  const home = `${folder}/davinci-pas`;
  const texts = readdirSync(home).flatMap((name) => {
    const bundle = JSON.parse(readFileSync(`${home}/${name}`, "utf8")) as {
      entry?: { resource?: unknown }[];
    };
    return (bundle.entry ?? [{ resource: bundle }]).map((entry) =>
      JSON.stringify(entry.resource ?? {}, null, 2),
    );
  });
  return withGold("davinci-pas", texts);
}

/** Rows of the database and tasks, as JSON; the policy as text. */
function tasks(folder: string) {
  const json = (path: string): unknown => JSON.parse(readFileSync(`${folder}/${path}`, "utf8"));
  const rows = objects(json("tau2-healthcare/db.json")).flatMap(objects);
  const all = [
    ...rows,
    ...objects(json("tau2-healthcare/tasks_first40.json")),
    ...objects(json("tau2-claims/claims_excerpt.json")),
  ];
  return withGold("tau2", [
    ...all.map((one) => JSON.stringify(one, null, 2)),
    ...readFileSync(`${folder}/tau2-healthcare/policy.md`, "utf8").split(/\n(?=## )/),
  ]);
}

/** Mails as they are sent; encoded parts and long technical headers are left out. */
function mails(folder: string) {
  const home = `${folder}/eml`;
  return withGold(
    "eml",
    readdirSync(home).map((name) =>
      readFileSync(`${home}/${name}`, "latin1")
        .split("\n")
        .filter((line) => !/^(?:X-|Feedback-ID)/.test(line) && !/^[ ]?[A-Za-z0-9+/=]{60,}\r?$/.test(line))
        .join("\n"),
    ),
  );
}
