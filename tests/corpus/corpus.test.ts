import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { scoreDifficulty } from "@/compiler/difficulty";
import { phrasingsSchema, withWays } from "@/compiler/language/paraphrases";
import { proveReachable, type WitnessStep } from "@/compiler/oracle";
import { PACKET_SECTIONS, type Packet, type PacketItem, scaffold } from "@/compiler/packet";
import { proposeByRules } from "@/compiler/propose";
import { worldOf } from "@/compiler/testing/build-world";
import { screenCase } from "@/lib/screening/screen";
import { CASES, corpusCase, corpusPacket, corpusText, corpusWorld } from "./read-corpus";

/** Figures the paper and the authors' case index publish for these worlds. */
const PUBLISHED = {
  "52955ee1": { S: 68, F: 11, R: 5, A: 4, U: 7, band: "hard", operations: 27, parties: 9, contacts: 4 },
  "7ffc1903": { S: 5, F: 1, R: 0, A: 1, U: 0, band: "light", operations: 2, parties: 5, contacts: 2 },
  "389e31d7": { S: 23, F: 5, R: 1, A: 1, U: 2, band: "standard", operations: 5, parties: 7, contacts: 3 },
  "8e11c075": { S: 43, F: 7, R: 3, A: 4, U: 2, band: "hard", operations: 37, parties: 7, contacts: 3 },
};

/** The route the paper prints for 52955ee1 (table 22): operation, party, what it brings, what it passes on. */
const PRINTED_ROUTE = `
ask patient walker_need_confirmed
ask patient prescriber_clue
ask public_provider_directory hospital_operator_contact < prescriber_clue
ask patient repair_vendor_contact
ask hospital_operator clinic_direct_number < prescriber_clue
ask resource_helpline parish_charity_contact
ask patient followup_callback_slot
submit_form patient provide_safety_guidance < interim_mobility_safety_context
submit_form patient schedule_followup < followup_callback_slot
submit_form patient grant_prescriber_coordination_consent
submit_form patient grant_payer_replacement_consent
submit_form patient grant_repair_vendor_consent
submit_form patient grant_parish_delivery_consent
ask primary_payer_member in_network_supplier < member_id patient_dob
ask primary_payer_member replacement_coverage_pathway < member_id patient_dob
submit_form prescriber_office request_prescription_reissue < patient_name patient_dob
wait 2 days
contact parish_charity
ask prescriber_office prescription_on_file < patient_name patient_dob
ask repair_vendor request non_repairable_letter < patient_name
submit_form parish_charity arrange_parish_delivery < patient_name patient_address
wait 2 days
ask patient patient_walker_receipt
check_status parish_charity walker_delivery < patient_name patient_address
wait 1 days
ask repair_vendor non_repairable_letter < patient_name
read_document repair_vendor`;

function printed(step: WitnessStep): string {
  const what = [
    step.party,
    ...(step.request ? ["request", ...step.request] : []),
    ...(step.obtain ?? []),
    ...(step.observe ?? []),
    step.complete,
    step.op === "wait" && `${step.days} days`,
  ];
  const passed = step.transmit?.length ? ["<", ...step.transmit] : [];
  return [step.op, ...what.filter((word) => word), ...passed].join(" ");
}

function itemsOf(packet: Packet): PacketItem[] {
  return [packet.brief, ...PACKET_SECTIONS.flatMap((section): PacketItem[] => packet[section])];
}

test("the corpus holds the cases whose figures are known", () => {
  expect(CASES).toEqual(Object.keys(PUBLISHED).sort());
});

describe.each(Object.entries(PUBLISHED))("%s", (caseId, published) => {
  const records = new Map(corpusCase(caseId).records.map((record) => [record.key, record.text]));

  test.each(["packet.json", "packet.draft.json"] as const)("%s: every item has its exact quote", (file) => {
    for (const item of itemsOf(corpusPacket(caseId, file))) {
      expect(item.evidence.length, item.id).toBeGreaterThan(0);
      for (const span of item.evidence) {
        const text = records.get(span.record) ?? "";
        expect(text.slice(span.start, span.end), item.id).toBe(span.quote);
        expect(text.slice(0, span.start).endsWith(span.before), item.id).toBe(true);
        expect(text.slice(span.end).startsWith(span.after), item.id).toBe(true);
        expect(createHash("sha256").update(text).digest("hex"), item.id).toBe(span.record_hash);
      }
    }
  });

  test("the packet is decided throughout, its draft nowhere, and they differ", () => {
    const accepted = itemsOf(corpusPacket(caseId, "packet.json"));
    const draft = itemsOf(corpusPacket(caseId, "packet.draft.json"));
    expect(accepted.filter((item) => item.decision === "undecided")).toEqual([]);
    expect(draft.filter((item) => item.decision !== "undecided" || item.origin !== "draft")).toEqual([]);
    const plain = (item: PacketItem) => JSON.stringify({ ...item, origin: null, decision: null });
    const drafted = new Map(draft.map((item) => [item.id, plain(item)]));
    for (const item of accepted) {
      if (item.decision === "edited") expect(drafted.get(item.id), item.id).not.toBe(plain(item));
      if (item.origin === "expert") expect(drafted.has(item.id), item.id).toBe(false);
      if (item.decision === "accepted" && drafted.has(item.id))
        expect(drafted.get(item.id), item.id).toBe(plain(item));
    }
  });

  test("the records carry no identifier that screening finds", () => {
    const found = screenCase(
      corpusCase(caseId).records.map((record) => ({ ...record, at: record.at ?? "" })),
    );
    expect(found).toEqual([]);
  });

  test("the rules and the ways of asking give the world that ships, byte for byte", () => {
    const read = proposeByRules(corpusPacket(caseId, "packet.json"));
    const { items } = phrasingsSchema.parse(JSON.parse(corpusText(caseId, "phrasings.json")));
    expect(read.ok ? `${JSON.stringify(withWays(read.value, items), null, 2)}\n` : read.findings).toBe(
      corpusText(caseId, "world.json"),
    );
  });

  test("the figures are the published ones", () => {
    const world = corpusWorld(caseId);
    const { spec } = world;
    const oracle = proveReachable(world);
    const contacts = new Set(spec.day_one.contacts.map((channel) => world.channels.get(channel)?.entity.id));
    expect(oracle.findings).toEqual([]);
    expect({
      ...scoreDifficulty(world),
      operations: oracle.operations,
      parties: spec.entities.length,
      contacts: contacts.size,
    }).toMatchObject(published);
    expect(contacts.size).toBe(spec.day_one.contacts.length);
  });
});

describe("52955ee1, the printed world", () => {
  test("O3 the witness is the printed route, step by step", () => {
    const oracle = proveReachable(corpusWorld("52955ee1"));
    expect(oracle.witness.map(printed)).toEqual(PRINTED_ROUTE.trim().split("\n"));
    expect([oracle.days, oracle.required_groups, oracle.shortened.length]).toEqual([5, 9, 25]);
  });

  test("O2 without the helpline's contact fact the outcome and the missing number are named", () => {
    const { spec } = corpusWorld("52955ee1");
    const world = worldOf({
      ...spec,
      knowledge: spec.knowledge.filter((fact) => fact.id !== "parish_charity_contact"),
    });
    const oracle = proveReachable(world);
    expect(oracle.verdict).toBe("refuted");
    expect(oracle.findings.map((f) => f.message)).toEqual([
      expect.stringMatching(
        /The charity confirms the delivery.*Nobody in this case.*number of Parish charity/,
      ),
    ]);
    expect(oracle.findings[0]?.nodes).toContain("walker_home_receipt_confirmation");
  });

  test("P2 in the draft the oracle says in plain words whose number nobody gives", () => {
    const { spec } = scaffold(corpusPacket("52955ee1", "packet.draft.json"));
    const oracle = proveReachable(worldOf(spec));
    expect(oracle.verdict).toBe("refuted");
    expect(oracle.findings.map((f) => f.message).join("\n")).toContain("Parish charity");
  });
});
