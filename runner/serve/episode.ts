import { createSession, type RunStep, type Session } from "@/compiler/engine";
import type { PublicActionInput } from "@/compiler/public/action";
import type { CaseFile } from "@/compiler/public/case-file";
import type { PublicResultWire } from "@/compiler/public/result";
import { PUBLIC_TOOLS, type PublicTool } from "@/compiler/public/tools";
import { canonicalJson } from "@/compiler/spec/canonical";
import { finding } from "@/compiler/spec/finding";
import type { World } from "@/compiler/spec/world-index";
import { BadInput } from "../input";
import { checkingPorts } from "../keys";
import type { RunFile } from "./run-file";

/** What a player is told before the first call. */
export interface Opening {
  brief: string;
  tools: readonly PublicTool[];
  case_file: CaseFile;
}

/** SHA-256 by which a world is named in run logs and certificates. */
export const hashOf = (world: World): string => checkingPorts.sha256(canonicalJson(world.spec));

export interface EpisodeOptions {
  /** Who plays, for the log. */
  agent: string;
  /** `hashOf` the world, for whoever begins many episodes of it. */
  hash?: string;
  /** Where the log is kept while the run goes on. */
  log?: RunFile;
  /** Steps of a kept log, carried out again before the first call; their records are in `log` already. */
  steps?: readonly RunStep[];
}

/**
 * One run of a world by somebody outside: calls in, public results out. What the player may see is all that
 * can be asked of it; the log is handed to whoever grades.
 */
export class Episode {
  readonly #session: Session;
  readonly #log: RunFile | undefined;
  #kept: number;

  constructor(world: World, { agent, hash, log, steps }: EpisodeOptions) {
    this.#session = createSession(world, { header: { agent, world_hash: hash ?? hashOf(world) } });
    this.#log = log;
    for (const step of steps ?? []) {
      this.#session.step(step.action);
      if (this.#session.isLatest(step)) continue;
      throw new BadInput([
        finding(
          "play/other-log",
          `Step ${step.step} of this log is not what its action gives in this world.`,
          {
            path: `$[${step.step}]`,
            fix: "Go on with a log of the same world, written by this version.",
          },
        ),
      ]);
    }
    this.#kept = steps ? steps.length + 1 : 0;
    this.#keep();
  }

  get finished(): boolean {
    return this.#session.finished;
  }

  opening(): Opening {
    const case_file = this.caseFile();
    return { brief: case_file.brief, tools: PUBLIC_TOOLS, case_file };
  }

  caseFile(): CaseFile {
    return this.#session.caseFile();
  }

  /** Carries out one tool call. One that is not valid is refused with the reason and costs nothing (SPEC A1). */
  call(input: unknown): PublicResultWire {
    const result = this.#session.step(input as PublicActionInput);
    this.#keep();
    return result;
  }

  log() {
    return this.#session.log();
  }

  #keep(): void {
    if (!this.#log) return;
    const records = this.#session.log();
    this.#log.append(records.slice(this.#kept));
    this.#kept = records.length;
  }
}
