import { createHash } from "node:crypto";
import { type Packet, packetSchema } from "@/compiler/packet";
import type { CaseDocument } from "@/lib/contracts/case-file";

const records: CaseDocument["records"] = [
  {
    key: "msg_1",
    kind: "message",
    sender: "patient",
    at: "2026-03-09T08:41",
    title: "Message from the patient",
    text: "One wheel is off my walker and the seat is split. I do need one with a seat again, I cannot stand through a line.\n\nAlso the food card is empty halfway through the month.",
  },
  {
    key: "call_1",
    kind: "call_note",
    sender: "advocate",
    at: "2026-03-09T10:15",
    title: "Call note, resource helpline",
    text: "Helpline does not lend or bring equipment. They gave me the direct number of a parish charity that takes walkers to people's homes; it opens again on Wednesday. No patient details were shared. Number is with [phone number].",
  },
  {
    key: "fax_1",
    kind: "fax",
    sender: "repair shop",
    at: "2026-03-11T11:52",
    title: "Fax from the repair shop",
    text: "Re: four-wheel walker with seat, [serial number]. Frame bent at both rear joints. Not repairable.\n\nA signed letter for the health plan can be sent three working days after it is asked for.",
  },
];

/** A small case for tests: three records. */
export const sampleCase = (id = "walker_1"): CaseDocument => ({
  schema_version: 1,
  id,
  title: "Replacement walker with a seat",
  records,
});

/** A quote of a record of the sample case. */
export function quoteOf(key: string, quote: string) {
  const text = records.find((record) => record.key === key)?.text ?? "";
  const start = text.indexOf(quote);
  if (start < 0) throw new Error(`no such quote in ${key}`);
  return {
    record: key,
    start,
    end: start + quote.length,
    quote,
    before: text.slice(Math.max(0, start - 32), start),
    after: text.slice(start + quote.length, start + quote.length + 32),
    record_hash: createHash("sha256").update(text).digest("hex"),
  };
}

/** A small packet that belongs to the sample case. Everything is a draft and undecided. */
export function samplePacket(id = "walker_1"): Packet {
  const draft = { origin: "draft" as const };
  return packetSchema.parse({
    schema_version: 2,
    case_id: id,
    title: "Replacement walker with a seat",
    brief: {
      id: "brief",
      ...draft,
      text: "The patient's walker broke and cannot be repaired. See that she gets one with a seat.",
      starts: "2026-03-09T09:00",
    },
    parties: [
      {
        id: "patient",
        ...draft,
        name: "The patient",
        kind: "patient",
        contacts: [{ id: "patient_phone", kind: "phone", label: "Her phone", at_start: true }],
      },
      {
        id: "helpline",
        ...draft,
        name: "Resource helpline",
        kind: "directory",
        contacts: [{ id: "helpline_phone", kind: "phone", label: "Helpline number", at_start: true }],
      },
      {
        id: "parish_charity",
        ...draft,
        name: "Parish charity",
        kind: "community",
        contacts: [{ id: "parish_phone", kind: "phone", label: "The charity's number", at_start: false }],
      },
    ],
    exchanges: [
      {
        id: "need",
        ...draft,
        teller: "patient",
        what: "which kind of walker she needs",
        statement: "I need a walker with a seat.",
        evidence: [quoteOf("msg_1", "I do need one with a seat again, I cannot stand through a line.")],
      },
      {
        id: "parish_number",
        ...draft,
        teller: "helpline",
        what: "a charity's number",
        statement: "The parish charity takes walkers to people's homes.",
        opens: ["parish_phone"],
        evidence: [quoteOf("call_1", "They gave me the direct number of a parish charity")],
      },
    ],
    steps: [
      {
        id: "consent",
        ...draft,
        kind: "permission",
        party: "patient",
        what: "permission to talk to the parish charity",
        for_party: "parish_charity",
        scope: "Arrange the delivery of a walker",
        answer: "Yes, you may talk to them.",
        permission: "consent_parish",
      },
      {
        id: "arrange",
        ...draft,
        kind: "action",
        party: "parish_charity",
        what: "bring a walker to her home",
        answer: "We bring it on Friday.",
        permissions: ["consent"],
      },
    ],
    outcomes: [
      {
        id: "out_need",
        ...draft,
        text: "She confirms she needs a walker with a seat",
        alternatives: [{ id: "out_need_a", kind: "fact_discovered", item: "need", text: "She says so" }],
      },
      {
        id: "out_arranged",
        ...draft,
        text: "A walker is on its way to her home",
        alternatives: [
          { id: "out_arranged_a", kind: "action_completed", item: "arrange", text: "The charity agreed" },
        ],
      },
    ],
    prohibited: [
      { id: "no_food_card", ...draft, text: "Do not share her food card number with the charity." },
    ],
    blockers: [
      {
        id: "charity_closed",
        ...draft,
        text: "The parish charity opens again on Wednesday.",
        evidence: [quoteOf("call_1", "it opens again on Wednesday")],
      },
    ],
    practices: [
      { id: "ask_first", ...draft, kind: "best", text: "Ask what she wants before calling anybody." },
    ],
    source_note: "",
  });
}
