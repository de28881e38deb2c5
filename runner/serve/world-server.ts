import { randomUUID, timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import type { RunLogRecord } from "@/compiler/engine";
import { type Grade, gradeRun } from "@/compiler/grade";
import type { World } from "@/compiler/spec/world-index";
import { randomToken, sha256 } from "@/lib/crypto/hash";
import { orBadInput } from "../input";
import { checkingPorts } from "../keys";
import { Episode, hashOf } from "./episode";
import { ServeProblem } from "./problem";
import { newRunFile } from "./run-file";

export interface ServeLimits {
  /** Episodes that may be open at once. */
  open: number;
  /** Calls of one episode for each action of the world: free ones and refused ones count as well. */
  callsPerAction: number;
  /** Minutes after which an episode can no longer be played. */
  minutes: number;
  /** Ended episodes whose log and grade can still be asked for; the oldest go first. */
  ended: number;
}

export const SERVE_LIMITS: ServeLimits = { open: 1_000, callsPerAction: 8, minutes: 24 * 60, ended: 1_000 };

interface Held {
  id: string;
  episode: Episode;
  tokenHash: string;
  expires: number;
  callsLeft: number;
}

export interface Created {
  episode: string;
  world: string;
  /** Shows the log and the grade. For whoever began the episode, never for the agent. */
  grade_token: string;
  /** When it can no longer be played, as ISO 8601 in UTC. */
  expires_at: string;
}

export interface WorldServerOptions {
  limits?: Partial<ServeLimits>;
  /** Where each episode's log is kept, named by the episode; without it logs are in memory. */
  logs?: string;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/**
 * Many episodes of certified worlds in one process. Each has a session, a log, limits and a grade token of its own and
 * shares nothing with another. Every format (lines, HTTP, MCP, OpenEnv) is a thin adapter over this.
 */
export class WorldServer {
  readonly #worlds: ReadonlyMap<string, { world: World; hash: string }>;
  readonly #limits: ServeLimits;
  readonly #logs: string | undefined;
  readonly #now: () => number;
  readonly #held = new Map<string, Held>();

  constructor(worlds: readonly World[], { limits, logs, now = Date.now }: WorldServerOptions = {}) {
    this.#worlds = new Map(worlds.map((world) => [world.spec.id, { world, hash: hashOf(world) }]));
    this.#limits = { ...SERVE_LIMITS, ...limits };
    this.#logs = logs;
    this.#now = now;
  }

  worlds(): { world: string; title: string }[] {
    return [...this.#worlds.values()].map(({ world: { spec } }) => ({
      world: spec.id,
      title: spec.title,
    }));
  }

  /**
   * Begins an episode. A name and the hash of a grade token may be given where both were agreed beforehand.
   * @throws {ServeProblem}
   */
  create(
    given: { world?: string | undefined; agent?: string | undefined },
    agreed: { id: string; tokenHash: string } | null = null,
  ): Created {
    const { world, hash } = this.#worldOf(given.world);
    this.#makeRoom();
    const id = agreed?.id ?? randomUUID();
    const grade_token = agreed ? "" : randomToken("grade");
    const log = this.#logs === undefined ? undefined : newRunFile(join(this.#logs, `${id}.jsonl`));
    const expires = this.#now() + this.#limits.minutes * 60_000;
    this.#held.set(id, {
      id,
      episode: new Episode(world, { agent: given.agent ?? "agent", hash, log }),
      tokenHash: agreed?.tokenHash ?? sha256(grade_token),
      expires,
      callsLeft: this.#limits.callsPerAction * world.spec.action_limit,
    });
    return { episode: id, world: world.spec.id, grade_token, expires_at: new Date(expires).toISOString() };
  }

  /** The public side of an episode. @throws {ServeProblem} also from its calls */
  player(id: string) {
    const held = this.#find(id);
    return {
      opening: () => held.episode.opening(),
      caseFile: () => held.episode.caseFile(),
      call: (input: unknown) => this.#call(held, input),
      get finished() {
        return held.episode.finished;
      },
    };
  }

  /** Ends an episode that nobody plays any more; its log and grade can still be asked for. @throws {ServeProblem} */
  end(id: string): void {
    const held = this.#find(id);
    held.expires = Math.min(held.expires, this.#now());
  }

  /** The grade so far, from the log alone. @throws {ServeProblem} */
  grade(id: string, token: string): Grade {
    return orBadInput(gradeRun(this.log(id, token), checkingPorts));
  }

  /** The run log, which holds the whole world. @throws {ServeProblem} */
  log(id: string, token: string): readonly RunLogRecord[] {
    const held = this.#find(id);
    if (!sameHash(sha256(token), held.tokenHash))
      throw new ServeProblem(
        403,
        "This token does not open the grade of this episode.",
        "Send the grade_token that came when the episode was begun: Authorization: Bearer <token>.",
      );
    return held.episode.log();
  }

  #call(held: Held, input: unknown) {
    if (this.#now() >= held.expires && !held.episode.finished)
      throw new ServeProblem(
        410,
        "This episode has expired.",
        "Its run is graded as far as it went. Begin another episode.",
      );
    if (held.callsLeft <= 0)
      throw new ServeProblem(
        429,
        "This episode has had as many calls as it may.",
        "Its run is graded as far as it went. Begin another episode.",
      );
    held.callsLeft -= 1;
    return held.episode.call(input);
  }

  #find(id: string): Held {
    const held = this.#held.get(id);
    if (held) return held;
    throw new ServeProblem(
      404,
      "There is no such episode.",
      "Begin one first, and use the address that comes back.",
    );
  }

  #worldOf(id: string | undefined) {
    const [only] = this.#worlds.values();
    const world = id === undefined && this.#worlds.size === 1 ? only : this.#worlds.get(id ?? "");
    if (world) return world;
    throw new ServeProblem(
      404,
      id === undefined ? "Several worlds are served here." : "There is no such world here.",
      `Name one of: ${[...this.#worlds.keys()].join(", ")}.`,
    );
  }

  #makeRoom(): void {
    const now = this.#now();
    const ended = [...this.#held.values()].filter((h) => h.episode.finished || now >= h.expires);
    for (const { id } of ended.slice(0, Math.max(0, ended.length - this.#limits.ended)))
      this.#held.delete(id);
    if (this.#held.size - Math.min(ended.length, this.#limits.ended) < this.#limits.open) return;
    throw new ServeProblem(
      503,
      `${this.#limits.open} episodes are open already.`,
      "Finish some, or wait until they expire.",
    );
  }
}

const sameHash = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
