import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { IDENTIFIER_KINDS, type IdentifierKind } from "../lib/screening/kinds";
import { screenCase } from "../lib/screening/screen";

const USAGE = `Measures the screening rules on labelled texts.

  npm run eval:screening [-- <folder>] [--json] [--misses] [--small-letters]

<folder> holds scq-phi/ and presidio-research/ (default: ../shared/data beside the checkout).
--json prints the whole result as JSON (its last line goes to the error output); --misses lists what was missed in the half the rules were tuned on.
--small-letters measures the same texts without capitals, as a speech recogniser or a hasty typist leaves them.
Exit 0: goals met. 10: goals not met. 2: the data is not there.`;

/** The seed of the split into the half that rules were tuned on and the half held out. */
const SPLIT_SEED = 20261129;
const GOALS = { clinicalRecall: 0.97, cleanTextsFlagged: 15, generalRecall: 0.7 };

type Half = "tune" | "held_out";

interface LabelledText {
  set: string;
  half: Half;
  text: string;
  labels: { kind: IdentifierKind; start: number; end: number }[];
}

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

/** ORGANIZATION, TITLE, NRP and ages up to 89 are no Safe Harbor identifiers; bare years are labelled and counted. */
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

function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function halves(count: number): Half[] {
  const random = randomFrom(SPLIT_SEED);
  const order = Array.from({ length: count }, (_, index) => index);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  const result: Half[] = Array.from({ length: count }, () => "held_out");
  for (const index of order.slice(0, Math.ceil(count / 2))) result[index] = "tune";
  return result;
}

const clinicalTag = z.object({ identifier_type: z.string(), value: z.string() });
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

function readClinical(path: string): LabelledText[] {
  const blocks = readFileSync(path, "utf8").split("===QUERY===").slice(1);
  const split = halves(blocks.length);
  return blocks.map((block, index) => {
    const [query = "", tags = ""] = block.split("===PHI_TAGS===");
    const text = query.trim();
    const plain = text.replaceAll("’", "'");
    const labels: LabelledText["labels"] = [];
    for (const line of tags.split("\n")) {
      if (!line.trim()) continue;
      const tag = clinicalTag.parse(JSON.parse(line));
      const kind = CLINICAL[tag.identifier_type];
      if (!kind) throw new Error(`unknown label ${tag.identifier_type}`);
      const value = tag.value.replaceAll("’", "'");
      let start = plain.indexOf(value);
      while (labels.some((label) => label.kind === kind && label.start === start) && start >= 0)
        start = plain.indexOf(value, start + 1);
      if (start < 0) start = plain.indexOf(value);
      if (start < 0) throw new Error(`the label “${tag.value}” does not stand in text ${index + 1}`);
      labels.push({ kind, start, end: start + value.length });
    }
    return { set: "clinical", half: split[index]!, text, labels };
  });
}

function readGeneral(paths: string[]): LabelledText[] {
  const items = paths.flatMap((path) => generalItems.parse(JSON.parse(readFileSync(path, "utf8"))));
  const split = halves(items.length);
  return items.map((item, index) => ({
    set: "general",
    half: split[index]!,
    text: item.full_text,
    labels: item.spans.flatMap((span) => {
      const kind =
        span.entity_type === "AGE" && Number.parseInt(span.entity_value, 10) > 89
          ? "date"
          : GENERAL[span.entity_type];
      return kind ? [{ kind, start: span.start_position, end: span.end_position }] : [];
    }),
  }));
}

interface KindFigures {
  labelled: number;
  found: number;
  covered: number;
  findings: number;
  right: number;
}
interface Figures {
  texts: number;
  labelled: number;
  found: number;
  covered: number;
  sameKind: number;
  findings: number;
  right: number;
  cleanTexts: number;
  cleanTextsFlagged: number;
  kinds: Partial<Record<IdentifierKind, KindFigures>>;
  misses: { kind: IdentifierKind; value: string; text: string }[];
  false: { kind: IdentifierKind; value: string; reason: string; text: string; clean: boolean }[];
}

function measure(texts: readonly LabelledText[]): Figures {
  const figures: Figures = {
    texts: texts.length,
    labelled: 0,
    found: 0,
    covered: 0,
    sameKind: 0,
    findings: 0,
    right: 0,
    cleanTexts: 0,
    cleanTextsFlagged: 0,
    kinds: {},
    misses: [],
    false: [],
  };
  const ofKind = (kind: IdentifierKind) =>
    (figures.kinds[kind] ??= { labelled: 0, found: 0, covered: 0, findings: 0, right: 0 });
  for (const { text, labels } of texts) {
    const findings = screenCase([{ key: "text", text }]);
    if (labels.length === 0) {
      figures.cleanTexts++;
      if (findings.length > 0) figures.cleanTextsFlagged++;
    }
    for (const label of labels) {
      const touching = findings.filter((finding) => finding.start < label.end && label.start < finding.end);
      const kind = ofKind(label.kind);
      figures.labelled++;
      kind.labelled++;
      if (touching.length === 0) {
        figures.misses.push({ kind: label.kind, value: text.slice(label.start, label.end), text });
        continue;
      }
      figures.found++;
      kind.found++;
      if (touching.some((finding) => finding.kind === label.kind)) figures.sameKind++;
      let covered = true;
      for (let i = label.start; i < label.end && covered; i++) {
        if (/[\p{L}\p{N}]/u.test(text[i]!))
          covered = touching.some((finding) => finding.start <= i && i < finding.end);
      }
      if (covered) {
        figures.covered++;
        kind.covered++;
      }
    }
    for (const finding of findings) {
      const kind = ofKind(finding.kind);
      figures.findings++;
      kind.findings++;
      if (labels.some((label) => finding.start < label.end && label.start < finding.end)) {
        figures.right++;
        kind.right++;
      } else
        figures.false.push({
          kind: finding.kind,
          value: finding.text,
          reason: finding.reason,
          text,
          clean: labels.length === 0,
        });
    }
  }
  return figures;
}

const share = (part: number, whole: number) => (whole === 0 ? "-" : (part / whole).toFixed(3));

function print(name: string, figures: Figures): void {
  console.log(`\n${name}: ${figures.texts} texts, ${figures.labelled} labelled identifiers`);
  console.log("  kind            labelled   recall  covered | findings  precision");
  for (const kind of IDENTIFIER_KINDS) {
    const row = figures.kinds[kind];
    if (!row) continue;
    console.log(
      `  ${kind.padEnd(15)} ${String(row.labelled).padStart(8)} ${share(row.found, row.labelled).padStart(8)} ${share(row.covered, row.labelled).padStart(8)} | ${String(row.findings).padStart(8)} ${share(row.right, row.findings).padStart(10)}`,
    );
  }
  console.log(
    `  any identifier  ${String(figures.labelled).padStart(8)} ${share(figures.found, figures.labelled).padStart(8)} ${share(figures.covered, figures.labelled).padStart(8)} | ${String(figures.findings).padStart(8)} ${share(figures.right, figures.findings).padStart(10)}`,
  );
  console.log(
    `  same kind ${share(figures.sameKind, figures.labelled)}; clean texts flagged ${figures.cleanTextsFlagged} of ${figures.cleanTexts}`,
  );
}

function main(args: string[]): number {
  if (args.includes("--help")) {
    console.log(USAGE);
    return 0;
  }
  const folder = resolve(
    args.find((argument) => !argument.startsWith("--")) ??
      fileURLToPath(new URL("../../shared/data", import.meta.url)),
  );
  const clinicalPath = `${folder}/scq-phi/synthetic_dataset.txt`;
  const generalPaths = ["synth_v2_first600.json", "generated_small.json"].map(
    (name) => `${folder}/presidio-research/${name}`,
  );
  const absent = [clinicalPath, ...generalPaths].filter((path) => !existsSync(path));
  if (absent.length > 0) {
    console.error(
      `The labelled texts are not there: ${absent.join(", ")}.\nPut them beside the checkout, or name their folder: npm run eval:screening -- <folder>`,
    );
    return 2;
  }
  const texts = [...readClinical(clinicalPath), ...readGeneral(generalPaths)].map((one) => {
    const small = one.text.toLowerCase();
    return args.includes("--small-letters") && small.length === one.text.length
      ? { ...one, text: small }
      : one;
  });
  const of = (set: string, half?: Half) =>
    measure(texts.filter((one) => one.set === set && (!half || one.half === half)));
  const results = {
    clinical: { tune: of("clinical", "tune"), held_out: of("clinical", "held_out"), all: of("clinical") },
    general: { tune: of("general", "tune"), held_out: of("general", "held_out"), all: of("general") },
  };
  const clinical = results.clinical.held_out;
  const general = results.general.held_out;
  const met =
    clinical.found / clinical.labelled >= GOALS.clinicalRecall &&
    results.clinical.all.found / results.clinical.all.labelled >= GOALS.clinicalRecall &&
    results.clinical.all.cleanTextsFlagged <= GOALS.cleanTextsFlagged &&
    general.found / general.labelled >= GOALS.generalRecall;
  const figure = `${met ? "Goals met" : "Goals not met"}: held-out recall ${share(clinical.found, clinical.labelled)} on clinical texts (goal ${GOALS.clinicalRecall}) with ${results.clinical.all.cleanTextsFlagged} of ${results.clinical.all.cleanTexts} clean texts flagged (at most ${GOALS.cleanTextsFlagged}), ${share(general.found, general.labelled)} on world-wide names (goal ${GOALS.generalRecall}).`;
  if (args.includes("--json")) {
    const brief = (figures: Figures) => ({
      ...figures,
      misses: figures.misses.length,
      false: figures.false.length,
    });
    console.log(
      JSON.stringify(
        {
          goals: GOALS,
          met,
          figure,
          seed: SPLIT_SEED,
          clinical: mapValues(results.clinical, brief),
          general: mapValues(results.general, brief),
        },
        null,
        2,
      ),
    );
  } else {
    for (const [set, parts] of Object.entries(results))
      for (const [half, figures] of Object.entries(parts))
        print(`${set}, ${half.replace("_", " ")}`, figures);
    if (args.includes("--misses")) {
      for (const set of ["clinical", "general"] as const) {
        for (const miss of results[set].tune.misses)
          console.log(`MISS ${set} ${miss.kind} “${miss.value}” in: ${miss.text}`);
        for (const one of results[set].tune.false)
          console.log(
            `FALSE ${set} ${one.clean ? "clean " : ""}${one.kind} “${one.value}” (${one.reason}) in: ${one.text}`,
          );
      }
    }
  }
  (args.includes("--json") ? console.error : console.log)(figure);
  return met ? 0 : 10;
}

function mapValues<T, U>(record: Record<string, T>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

process.exitCode = main(process.argv.slice(2));
