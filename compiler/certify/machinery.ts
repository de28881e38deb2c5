import { createSession, type Session, type SessionSnapshot } from "../engine";
import { type Grade, gradeSnapshot } from "../grade";
import type { World } from "../spec/world-index";

/** What the gates need of a session. */
export type TestedSession = Pick<Session, "environment" | "snapshot" | "translations" | "log">;

/** The engine and the grader under test. The sabotage suite puts faulty copies in their place. */
export interface Machinery {
  createSession(world: World): TestedSession;
  /** The grade of where a run stands. */
  gradeSnapshot(world: World, snapshot: SessionSnapshot): Grade;
}

export const machinery: Machinery = { createSession: (world) => createSession(world), gradeSnapshot };
