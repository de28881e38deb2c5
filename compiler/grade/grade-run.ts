import { z } from "zod";
import { createSession, ENGINE_VERSION, LEXICAL_TRANSLATOR, type RunStep, readRunRecords } from "../engine";
import { agreedOf, translateLexically } from "../language";
import { canonicalJson, sameJson } from "../spec/canonical";
import { type Finding, finding } from "../spec/finding";
import type { Read } from "../spec/read";
import { indexSpec } from "../spec/world-index";
import { type Grade, gradeSnapshot } from "./grade";

/** What the grader may use to check that the world in a log is the world it claims. */
export interface GradePorts {
  /** Lower-case hexadecimal SHA-256 of a text. */
  sha256?: (text: string) => string;
}

/**
 * Grades a run from its log alone. Every action is carried out again in a fresh session; a log whose
 * results, findings or translations differ from that was altered, or written by another engine, and
 * is refused (faults.md, C21).
 */
export function gradeRun(values: readonly unknown[], { sha256 }: GradePorts = {}): Read<Grade> {
  const read = readRunRecords(values);
  if (!read.ok) {
    const other = otherEngine(values[0]);
    return other ? refuse(other) : read;
  }
  const [header, ...steps] = read.value;
  const world = indexSpec(header.world);
  if (!world.ok)
    return {
      ok: false,
      findings: world.findings.map((f) => ({ ...f, path: f.path.replace(/^\$/, "$[0].world") })),
    };
  if (sha256 && header.world_hash !== null && sha256(canonicalJson(header.world)) !== header.world_hash)
    return refuse(
      finding("run/world-hash", "The world in this log is not the one whose hash it states.", {
        path: "$[0].world_hash",
        fix: "Grade the log as it was written.",
      }),
    );
  if (![...world.value.groups.values()].some((group) => group.required))
    return refuse(
      finding("run/nothing-to-reach", "This world has no required outcome, so no run of it can be graded.", {
        path: "$[0].world.terminals",
        fix: "Certify the world first.",
      }),
    );

  const session = createSession(world.value, { header });
  for (const [i, logged] of steps.entries()) {
    const request = session.prepare(logged.action);
    const retranslate =
      request !== null &&
      header.translator === LEXICAL_TRANSLATOR &&
      !(logged.translation && "failed" in logged.translation);
    session.apply(logged.action, retranslate ? translateLexically(request) : logged.translation);
    if (logged.spoken && isSpoken(header.translator, logged)) session.attach(logged.spoken);
    if (logged.step === i + 1 && session.isLatest(logged)) continue;
    return refuse(
      otherEngine(header) ??
        finding("run/altered", `Record ${i + 1} is not what this action gives in this world.`, {
          path: `$[${i + 1}]`,
          fix: "Grade the log as it was written, with the engine that wrote it.",
          nodes: [logged.action.tool],
        }),
    );
  }
  return { ok: true, value: gradeSnapshot(world.value, session.snapshot()) };
}

/** Whether the ballots of a step can be what its translation comes from: a model cast them, and two of them share it (L7). */
function isSpoken(translator: string, { spoken, translation }: RunStep): boolean {
  if (!spoken || !translation || translator === LEXICAL_TRANSLATOR) return false;
  return sameJson(agreedOf(spoken.ballots), "failed" in translation ? null : translation);
}

const engineSchema = z.object({ engine_version: z.string().max(40) });

/** Says that another version of the engine wrote a log, which this one cannot follow; null for a log of this version. */
function otherEngine(header: unknown): Finding | null {
  const wrote = engineSchema.safeParse(header).data?.engine_version ?? ENGINE_VERSION;
  if (wrote === ENGINE_VERSION) return null;
  return finding("run/other-version", `This log was written by engine ${wrote}; this is ${ENGINE_VERSION}.`, {
    path: "$[0].engine_version",
    fix: "Grade it with the version that wrote it.",
  });
}

const refuse = (f: Finding) => ({ ok: false as const, findings: [f] });
