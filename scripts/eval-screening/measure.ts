import type { IdentifierKind } from "../../lib/screening/kinds";
import { planReplacement } from "../../lib/screening/replace";
import { screenCase } from "../../lib/screening/screen";
import type { LabelledText } from "./sets";

/** What the goals speak of. */
export const GROUPS = {
  names: ["name"],
  numbers: [
    "ssn",
    "medical_record",
    "health_plan",
    "account",
    "licence",
    "vehicle",
    "device",
    "other_code",
    "ip_address",
  ],
  dates: ["date"],
  contacts: ["phone", "fax", "email", "url"],
  places: ["geography"],
} satisfies Record<string, IdentifierKind[]>;
export type Group = keyof typeof GROUPS;

export interface Counts {
  labelled: number;
  /** Labels that a finding covers whole. */
  covered: number;
  /** Labels that a finding touches. */
  touched: number;
}

export interface Figures {
  texts: number;
  words: number;
  groups: Record<Group, Counts>;
  falseAlarms: number;
  findings: number;
  misses: { kind: IdentifierKind; value: string; text: string; touched: boolean }[];
  alarms: { kind: IdentifierKind; value: string; reason: string; text: string }[];
}

const none = (): Counts => ({ labelled: 0, covered: 0, touched: 0 });
const groupOf = (kind: IdentifierKind): Group | undefined =>
  (Object.keys(GROUPS) as Group[]).find((group) => (GROUPS[group] as IdentifierKind[]).includes(kind));

export function measure(texts: readonly LabelledText[]): Figures {
  const figures: Figures = {
    texts: texts.length,
    words: 0,
    groups: { names: none(), numbers: none(), dates: none(), contacts: none(), places: none() },
    falseAlarms: 0,
    findings: 0,
    misses: [],
    alarms: [],
  };
  for (const { text, labels } of texts) {
    const findings = screenCase([{ key: "text", text }]);
    figures.words += text.match(/\S+/g)?.length ?? 0;
    figures.findings += findings.length;
    for (const label of labels) {
      const group = groupOf(label.kind);
      if (!group) continue;
      const touching = findings.filter((one) => one.start < label.end && label.start < one.end);
      const counts = figures.groups[group];
      counts.labelled++;
      if (touching.length > 0) counts.touched++;
      let covered = true;
      for (let at = label.start; at < label.end && covered; at++)
        if (/[\p{L}\p{N}]/u.test(text[at]!))
          covered = touching.some((one) => one.start <= at && at < one.end);
      if (covered) counts.covered++;
      else
        figures.misses.push({
          kind: label.kind,
          value: text.slice(label.start, label.end),
          text,
          touched: touching.length > 0,
        });
    }
    for (const finding of findings) {
      if (labels.some((label) => finding.start < label.end && label.start < finding.end)) continue;
      figures.falseAlarms++;
      figures.alarms.push({ kind: finding.kind, value: finding.text, reason: finding.reason, text });
    }
  }
  return figures;
}

/** Decisions a person takes for each case of ten records: groups of equal values. */
export function decisions(texts: readonly LabelledText[], size = 10): number[] {
  const counts: number[] = [];
  for (let from = 0; from < texts.length; from += size) {
    const records = texts.slice(from, from + size).map(({ text }, i) => ({
      key: `r${i}`,
      text,
      title: "",
      sender: "",
      at: null,
    }));
    if (records.length < Math.min(size, texts.length)) break;
    counts.push(planReplacement(records, screenCase(records), new Uint8Array(32)).groups.length);
  }
  return counts;
}
