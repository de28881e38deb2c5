import { describe, expect, test } from "vitest";
import { planWitness } from "../certify/plan-witness";
import { createSession } from "../engine";
import { proveReachable } from "../oracle";
import type { PublicEnvironment } from "../public/environment";
import { buildWorld } from "../testing/build-world";
import { is, known, sets, when } from "../testing/conditions";
import { friction, goal } from "../testing/goals-and-frictions";
import { consent, event, fact, form, operation, paper, party, patient, status } from "../testing/world-parts";
import type { PlanStep, PublicPlan } from "./plan";
import { probeUnheld, walkPlan } from "./walk";

/** Every kind of step: discovery, permission, operation, form in review, document, status that time changes. */
function caseWorld(action_limit = 150) {
  return buildWorld({
    action_limit,
    entities: [patient(), party("clinic", ["phone", "fax"]), party("shop", ["phone", "portal"])],
    day_one: { contacts: ["patient_phone", "shop_portal"], facts: ["name"] },
    knowledge: [
      fact("name"),
      fact("need", "patient"),
      fact("clinic_number", "patient", { reveals: ["clinic_phone"] }),
      fact("model", [{ party: "clinic", shares: ["need"], authorities: ["clinic_consent"] }]),
      fact("price", [], { value: { type: "money", value: "25" } }),
    ],
    documents: [paper("order", "clinic", "collected", { facts: ["price"] })],
    mutations: [
      operation("grant_clinic_consent", "patient"),
      operation("ship", "shop", {
        shares: ["model"],
        effects: [sets("parcel", "sent")],
        requires: when(known("price")),
      }),
    ],
    forms: [form("refund", "shop", ["price", "model"], { held_when: when(known("price")) })],
    status_surfaces: [status("parcel", "shop", ["none", "sent", "there"])],
    time_events: [
      event("arrival", { starts: when(is("parcel", "sent")), effects: [sets("parcel", "there")] }),
    ],
    authorities: [consent("clinic_consent", "clinic")],
    terminals: [
      goal("status_surfaces", "parcel", "there"),
      goal("forms", "refund"),
      goal("documents", "order"),
    ],
    frictions: [
      friction("delay", "arrival", { minutes: 1440 }),
      friction("delay", "order", { minutes: 600 }),
      friction("form_review", "refund", { minutes: 300 }),
      friction("retry", "clinic_phone", { tries: 2 }),
    ],
  });
}

const world = caseWorld();
const plan = planWitness(world, proveReachable(world).witness);
const walk = (changed: PublicPlan, in_ = world) => walkPlan(createSession(in_).environment(), changed);
const changed = (change: (steps: PlanStep[]) => void): PublicPlan => {
  const copy = structuredClone(plan);
  change(copy.steps);
  return copy;
};
const saying = (steps: PlanStep[], words: string) => {
  const step = steps.find((s) => s.do === "say" && s.requests.some((r) => r.words === words));
  if (step?.do !== "say") throw new Error(`the plan never says "${words}"`);
  return step;
};

describe("the black-box walk (world.md, section 5.3)", () => {
  test("a plan of the witness is walked to its end", () => {
    const walked = walk(plan);
    expect(walked.findings).toEqual([]);
    expect(walked.verdict).toBe("proved");
    expect(walked.transcript.at(-1)?.result.outcome).toBe("finished");
  });

  test("A2 a handle that no result has shown is not used", () => {
    const hidden = changed((steps) => {
      const first = steps.findIndex((s) => s.do === "say" && s.requests[0]?.words === "clinic number");
      steps.splice(first, 1);
    });
    expect(walk(hidden).findings).toMatchObject([
      { slug: "not-shown", nodes: expect.arrayContaining(["clinic_phone"]) },
    ]);
  });

  test("a value that nobody has told is not passed on", () => {
    const untold = changed((steps) => {
      saying(steps, "model").share = ["price"];
    });
    expect(walk(untold).findings).toMatchObject([
      { slug: "value-not-shown", nodes: expect.arrayContaining(["price"]) },
    ]);
  });

  test("a result that differs from the declared one is a finding of its step", () => {
    const other = changed((steps) => {
      const fact = saying(steps, "model").requests[0]?.expected.facts[0];
      if (fact) fact.statement = "Something else is known.";
    });
    const [found] = walk(other).findings;
    expect(found).toMatchObject({ slug: "fact-missing", nodes: expect.arrayContaining(["model"]) });
    expect(found?.witness).toBe(saying(other.steps, "model").witness[0]);
  });

  test("a call that is answered although it should be missed is a finding", () => {
    const early = changed((steps) => {
      const miss = steps.find((s) => s.do === "miss");
      if (miss) steps.splice(steps.indexOf(miss), 0, structuredClone(miss));
    });
    expect(walk(early).findings).toMatchObject([{ slug: "call-answered" }]);
  });

  test("A1 a route longer than the action limit stops at it, and joined requests may still fit", () => {
    const used = walk(plan).actions_used;
    const tight = caseWorld(used - 2);
    expect(walk(plan, tight).findings).toMatchObject([{ slug: "over-limit" }]);
    const joined = planWitness(tight, proveReachable(tight).witness, { join: true });
    expect(walk(joined, tight).verdict).toBe("proved");
  });

  test("harmless acts in between change neither the transcript nor the verdict", () => {
    const plain = walk(plan);
    const dawdling = walkPlan(createSession(world).environment(), plan, { dawdle: true });
    const seen = (w: typeof plain) =>
      w.transcript.map(({ result }) => ({ ...result, step: 0, actions_left: 0 }));
    expect(dawdling.verdict).toBe("proved");
    expect(seen(dawdling)).toEqual(seen(plain));
  });
});

describe("reading what is not held (D2, A2)", () => {
  test("each read is refused in the words for what does not exist", () => {
    expect(probeUnheld(createSession(world).environment(), plan.unheld)).toEqual([]);
    expect(plan.unheld).toEqual(["order"]);
  });

  test("an environment that hands it over, or says that it exists, is found out", () => {
    const real = createSession(world).environment();
    const telling = (message: string, outcome: "done" | "refused"): PublicEnvironment => ({
      finished: false,
      caseFile: () => real.caseFile(),
      step: (action) => {
        const result = real.step(action);
        return action.tool === "read_document" && action.document === "order"
          ? { ...result, outcome, message }
          : result;
      },
    });
    expect(probeUnheld(telling("", "done"), plan.unheld)).toMatchObject([
      { slug: "unheld-read", nodes: ["order"] },
    ]);
    expect(probeUnheld(telling("Not yet yours.", "refused"), plan.unheld)).toMatchObject([
      { slug: "unheld-read-tells" },
    ]);
  });
});
