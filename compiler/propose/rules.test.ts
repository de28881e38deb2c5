import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Packet, packetSchema } from "../packet";
import { proposeByRules } from "./rules";

const fromCorpus = (): Packet => {
  const path = new URL("../../corpus/52955ee1/packet.json", import.meta.url);
  return packetSchema.parse(JSON.parse(readFileSync(path, "utf8")));
};

test("P3 an accepted packet gives a world, the same each time", () => {
  const first = proposeByRules(fromCorpus());
  expect(first.ok ? [] : first.findings).toEqual([]);
  expect(JSON.stringify(proposeByRules(fromCorpus()))).toBe(JSON.stringify(first));
});

test("P3 an undecided item is refused by name", () => {
  const packet = fromCorpus();
  for (const item of [packet.brief, packet.exchanges[3]]) if (item) item.decision = "undecided";
  const read = proposeByRules(packet);
  expect(read.ok ? [] : read.findings.map((f) => [f.path, f.message, f.nodes])).toEqual([
    ["$.brief.decision", "Not decided yet: The brief, Exchange 4.", ["brief", "member_id"]],
  ]);
});

test("P3 what the scaffold only leaves out is an error to the proposer", () => {
  const packet = fromCorpus();
  packet.parties = packet.parties.filter((party) => party.id !== "repair_vendor");
  const read = proposeByRules(packet);
  expect(read.ok).toBe(false);
  expect(read.ok ? [] : read.findings.map((f) => f.code)).toContain("packet/dangling-id");
});

test("P3 a rejected item is not part of the world", () => {
  const packet = fromCorpus();
  const rejected = packet.prohibited.filter((item) => item.decision === "rejected").map((item) => item.id);
  const read = proposeByRules(packet);
  expect(rejected).toEqual(["no_fall_report"]);
  expect(read.ok && read.value.red_lines.map((line) => line.id)).not.toContain("no_fall_report");
});
