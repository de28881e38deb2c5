import { expectTypeOf, test } from "vitest";
import type { PublicEnvironment } from "../public/environment";
import type { PublicResultWire } from "../public/result";
import { buildWorld } from "../testing/build-world";
import type { EngineState } from "./cells";
import { compileWorld } from "./compile-world";
import { PublicCaseFile, PublicResult } from "./disclose";
import { createSession, type Session } from "./session";
import { openState } from "./state";

declare const result: PublicResult;
declare const file: PublicCaseFile;
declare const agent: PublicEnvironment;
declare const state: EngineState;
declare const session: Session;

/** Each line that is marked as an error would let hidden state out; the type check fails when one compiles. */
function leaks(): unknown[] {
  return [
    // @ts-expect-error an engine state is no public result
    state satisfies PublicResult,
    // @ts-expect-error nor does spreading it make one
    { ...state, toWire: () => ({}) as PublicResultWire } satisfies PublicResult,
    // @ts-expect-error nor does imitating its one public method
    { toWire: () => ({}) as PublicResultWire } satisfies PublicResult,
    // @ts-expect-error a case file is no result
    file satisfies PublicResult,
    // @ts-expect-error only this room's disclosure makes one
    new PublicResult({} as PublicResultWire),
    // @ts-expect-error only this room's disclosure makes one
    new PublicCaseFile({}),
    // @ts-expect-error what a result holds is out of reach
    result.wire,
    // @ts-expect-error the wire has no hidden members
    result.toWire().findings,
    // @ts-expect-error the case file shows no outcome
    file.toWire().terminals,
    // @ts-expect-error an agent cannot read the log
    agent.log(),
    // @ts-expect-error nor take a snapshot
    agent.snapshot(),
    // @ts-expect-error nor reach the session through its environment
    session.environment().log,
    // @ts-expect-error a plain array of numbers is no engine state
    new Int32Array(4) satisfies EngineState,
  ];
}

test("A3 a session is an environment, and its state has a type of its own", () => {
  const world = buildWorld({});
  expectTypeOf(leaks).returns.toEqualTypeOf<unknown[]>();
  expectTypeOf(createSession(world)).toExtend<PublicEnvironment>();
  expectTypeOf(openState(compileWorld(world))).toEqualTypeOf<EngineState>();
});
