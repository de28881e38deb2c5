import { expect, test } from "vitest";
import type { Packet } from "@/compiler/packet";
import { samplePacket } from "@/tests/factories/case";
import { checkPacket, lintPacket } from "./solvability";

const having = (change: (packet: Packet) => void) => {
  const packet = samplePacket();
  change(packet);
  return checkPacket(packet);
};

test("a packet that can be finished has no finding", () => {
  expect(checkPacket(samplePacket())).toEqual([]);
});

test("an outcome that nobody could reach is said at the outcome, with the way to the place to mend it", () => {
  const found = having((packet) => {
    packet.parties = packet.parties.filter((party) => party.id !== "helpline");
  });
  expect(found.map((one) => [one.code, one.itemId, one.goTo])).toEqual([
    ["packet/dangling-id", "parish_number", null],
    ["oracle/unreachable-group", "out_arranged", "parish_number"],
  ]);
  expect(found[1]?.message).toContain("Nobody in this case can give you");
});

test("a rejected item is gone, and what leaned on it is said", () => {
  const found = having((packet) => {
    for (const party of packet.parties) if (party.id === "helpline") party.decision = "rejected";
  });
  expect(found.some((one) => one.itemId === "out_arranged")).toBe(true);
});

test("an unfinished item is said once, in the words of its fields, and the rest is checked all the same", () => {
  const found = having((packet) => {
    for (const step of packet.steps) if (step.id === "arrange" && step.kind === "action") step.answer = "";
  });
  expect(found).toMatchObject([{ code: "packet/incomplete", itemId: "arrange" }]);
  expect(found[0]?.message).toBe("Step 2 lacks: what they answer.");
});

test("an optional outcome that cannot be reached is no finding", () => {
  const found = having((packet) => {
    packet.exchanges = packet.exchanges.filter((item) => item.id !== "parish_number");
    for (const outcome of packet.outcomes) if (outcome.id === "out_arranged") outcome.required = false;
  });
  expect(found.filter((one) => one.code === "oracle/unreachable-group")).toEqual([]);
});

test("what certifying would refuse is said while the packet can still be mended", () => {
  const packet = samplePacket();
  expect(lintPacket(packet)).toEqual([]);
  packet.title = "A case";
  packet.brief.text = "See to it.";
  expect(lintPacket(packet)).toContainEqual(
    expect.objectContaining({
      code: "lint/outcome-not-in-brief",
      severity: "caution",
      itemId: "out_arranged",
      goTo: "brief",
    }),
  );
});

test("what an agent will ask, and what the brief asks for and nothing checks, is said of the packet", () => {
  const packet = samplePacket();
  packet.brief.text += " Make sure that no gap lies ahead.";
  expect(lintPacket(packet)).toMatchObject([
    { code: "lint/asked-not-graded", severity: "caution", itemId: packet.brief.id },
  ]);
});
