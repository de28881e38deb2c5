import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WorldSpec } from "../spec/world";
import { readWorld } from "../spec/world-index";
import { type Packet, packetSchema, readPacket, scaffold } from ".";

const fromCorpus = (): Packet => {
  const path = new URL("../../corpus/52955ee1/packet.json", import.meta.url);
  return packetSchema.parse(JSON.parse(readFileSync(path, "utf8")));
};

/** The corpus packet after a change, parsed anew so that the change is a packet. */
const changed = (change: (packet: Packet) => void): Packet => {
  const packet = fromCorpus();
  change(packet);
  return packetSchema.parse(packet);
};

const found = <T extends { id: string }>(items: readonly T[], id: string): T => {
  const item = items.find((candidate) => candidate.id === id);
  if (!item) throw new Error(`the corpus packet has no ${id}`);
  return item;
};

describe("P1 what an item becomes", () => {
  test("P1 every object of the world leads back to an item of the packet", () => {
    const packet = fromCorpus();
    const { spec, origin } = scaffold(packet);
    const items = new Set([
      ...packet.parties.map((i) => i.id),
      ...packet.exchanges.map((i) => i.id),
      ...packet.steps.map((i) => i.id),
      ...packet.outcomes.map((i) => i.id),
      ...packet.prohibited.map((i) => i.id),
      ...packet.blockers.map((i) => i.id),
    ]);
    const nodes = [
      ...spec.entities.flatMap((e) => [e.id, ...e.channels.map((c) => c.id)]),
      ...spec.knowledge.map((k) => k.id),
      ...spec.documents.flatMap((d) => (d.request ? [d.id, d.request.id] : [d.id])),
      ...spec.mutations.map((m) => m.id),
      ...spec.forms.map((f) => f.id),
      ...spec.status_surfaces.map((s) => s.id),
      ...spec.time_events.map((e) => e.id),
      ...spec.authorities.map((a) => a.id),
      ...spec.terminals.map((t) => t.id),
      ...spec.red_lines.map((r) => r.id),
      ...spec.frictions.map((f) => f.id),
    ];
    expect(Object.keys(origin).sort()).toEqual([...nodes].sort());
    for (const node of nodes) expect(items, node).toContain(origin[node]);
  });

  test("P1 a state that comes by itself is a time event, and its delay finds it", () => {
    const { spec } = scaffold(fromCorpus());
    const event = spec.time_events.find((e) =>
      e.effects.some((x) => x.kind === "set_status" && x.value === "signed"),
    );
    expect(event?.starts).toEqual([[{ kind: "action_completed", mutation: "request_prescription_reissue" }]]);
    expect(spec.frictions).toContainEqual(
      expect.objectContaining({ kind: "delay", target: event?.id, minutes: 2880 }),
    );
  });

  test("P1 a look-alike that no blocker speaks of is a decoy all the same", () => {
    const { spec } = scaffold(
      changed((p) => {
        found(p.parties, "loaner_charity").look_alike = true;
      }),
    );
    expect(spec.entities.find((e) => e.id === "loaner_charity")?.decoy).toBe(true);
    expect(spec.frictions.filter((f) => f.kind === "decoy").map((f) => f.target)).toEqual(["loaner_charity"]);
  });
});

describe("P2 unfinished and broken packets", () => {
  const blamed = (packet: Packet) =>
    scaffold(packet).findings.map(({ message, path, nodes }) => ({ message, path, node: nodes[0] }));

  test("P2 a teller who is not among the parties is named with the exchange to blame", () => {
    const packet = changed((p) => {
      p.parties = p.parties.filter((party) => party.id !== "resource_helpline");
    });
    const index = packet.exchanges.findIndex((e) => e.id === "parish_charity_contact");
    expect(blamed(packet)).toContainEqual({
      message: `Exchange ${index + 1}: its teller, resource helpline, is not among the parties.`,
      path: `$.exchanges[${index}].teller`,
      node: "parish_charity_contact",
    });
  });

  test("P2 what needs a rejected item says which item was rejected", () => {
    const packet = changed((p) => {
      found(p.steps, "request_loaner").decision = "rejected";
    });
    const messages = blamed(packet).map((f) => f.message);
    const step = packet.steps.findIndex((s) => s.id === "request_loaner") + 1;
    const cancel = packet.steps.findIndex((s) => s.id === "cancel_loaner_request") + 1;
    expect(messages).toEqual([
      `Step ${cancel}: what must come before it, “ask for a frame on loan”, was rejected (Step ${step}).`,
    ]);
  });

  test("P2 a state that its check does not have is named", () => {
    const messages = blamed(
      changed((p) => {
        const outcome = found(p.outcomes, "walker_home_receipt_confirmation").alternatives[0];
        if (outcome) outcome.state = "arrived";
      }),
    ).map((f) => f.message);
    expect(messages).toEqual([
      "Outcome 7: “arrived” is not among the states of “whether the walker was delivered”.",
    ]);
  });

  test("P2 a second item with an id keeps out of the world and is named", () => {
    const packet = changed((p) => {
      const copy = structuredClone(found(p.exchanges, "clinic_direct_number"));
      p.exchanges.push({ ...copy, statement: "A second number." });
    });
    const { spec, findings } = scaffold(packet);
    expect(spec.knowledge.filter((k) => k.id === "clinic_direct_number").map((k) => k.statement)).toEqual([
      found(fromCorpus().exchanges, "clinic_direct_number").statement,
    ]);
    expect(findings.map((f) => f.code)).toEqual(["packet/duplicate-id"]);
  });

  test("P2 a delay without a length, a window without hours, a check without states, an outcome without proof", () => {
    const messages = blamed(
      changed((p) => {
        const hardship = found(p.blockers, "letter_takes_three_days").hardship;
        if (hardship) hardship.minutes = null;
        const window = found(p.blockers, "shop_stock_taking").hardship;
        if (window) window.kind = "availability_window";
        const check = found(p.steps, "followup_status");
        if (check.kind === "check") check.states = check.states.slice(0, 1);
        found(p.outcomes, "out_followup").alternatives = [];
      }),
    ).map((f) => f.message);
    expect(messages).toEqual(
      expect.arrayContaining([
        expect.stringContaining("does not say how long it takes."),
        expect.stringContaining("must give either daily hours or one window"),
        expect.stringContaining("needs at least two states"),
        "Outcome 10 has nothing that would show it: A follow-up call for ramp, groceries and scooter is booked.",
      ]),
    );
  });

  test("P2 whatever is taken out, mixed up or rejected, the world can be read", () => {
    const base = fromCorpus();
    const ids = [...JSON.stringify(base).matchAll(/"(?:id|item|check|teller|party)":"([a-z0-9_]+)"/g)].map(
      (match) => match[1] as string,
    );
    const harm = fc.record({
      at: fc.nat(),
      how: fc.constantFrom("drop", "reject", "rename", "swap" as const),
      id: fc.constantFrom(...ids),
    });
    const sections = ["parties", "exchanges", "steps", "outcomes", "prohibited", "blockers"] as const;
    fc.assert(
      fc.property(fc.array(harm, { minLength: 1, maxLength: 12 }), fc.nat(5), (harms, section) => {
        let text = JSON.stringify(base);
        for (const { at, how, id } of harms) {
          const packet = JSON.parse(text);
          const items = packet[sections[(section + at) % sections.length] as (typeof sections)[number]];
          const index = at % items.length;
          if (how === "drop") items.splice(index, 1);
          if (how === "reject") items[index].decision = "rejected";
          text = JSON.stringify(packet);
          const others = text.split(`"${ids[at % ids.length]}"`);
          if (how === "rename") text = others.join(`"${id}"`);
          if (how === "swap" && others.length > 1)
            text = `${others[0]}"${id}"${others.slice(1).join(`"${ids[at % ids.length]}"`)}`;
        }
        const parsed = packetSchema.safeParse(JSON.parse(text));
        if (!parsed.success) return;
        const read = readWorld(scaffold(parsed.data).spec);
        expect(read.ok ? [] : read.findings).toEqual([]);
      }),
      { seed: 20260309, numRuns: 100 },
    );
  });

  test("P2 the order of items changes the order of the world's objects and nothing else", () => {
    const sorted = (spec: WorldSpec) =>
      Object.fromEntries(
        Object.entries(spec).map(([key, value]) =>
          Array.isArray(value)
            ? [key, [...value].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))]
            : [key, value],
        ),
      );
    const packet = fromCorpus();
    const other = changed((p) => {
      p.parties.reverse();
      p.exchanges.reverse();
      p.steps.reverse();
      p.outcomes.reverse();
      p.blockers.reverse();
    });
    const contacts = (spec: WorldSpec) => ({
      ...sorted(spec),
      day_one: Object.fromEntries(Object.entries(spec.day_one).map(([key, list]) => [key, [...list].sort()])),
    });
    expect(contacts(scaffold(other).spec)).toEqual(contacts(scaffold(packet).spec));
  });
});

describe("P4 tellers", () => {
  test("P4 a permission for one of several tellers binds that teller only", () => {
    const { spec } = scaffold(
      changed((p) => {
        found(p.exchanges, "in_network_supplier").also_told_by = ["resource_helpline"];
      }),
    );
    const holders = spec.knowledge.find((k) => k.id === "in_network_supplier")?.held_by;
    expect(holders?.map((h) => [h.party, h.authorities])).toEqual([
      ["primary_payer_member", ["consent_primary_payer"]],
      ["resource_helpline", []],
    ]);
  });

  test("P4 what others tell each other is no fact, and cannot be passed on", () => {
    const { spec, findings } = scaffold(
      changed((p) => {
        found(p.exchanges, "non_repairable_letter").give_first = ["repair_shop_told_her"];
      }),
    );
    expect(spec.knowledge.map((k) => k.id)).not.toContain("repair_shop_told_her");
    expect(findings.map((f) => [f.code, f.nodes[0]])).toEqual([
      ["packet/wrong-kind", "non_repairable_letter"],
    ]);
  });
});

describe("reading a packet", () => {
  test("P2 the reader refuses what the scaffold tolerates", () => {
    const packet = changed((p) => {
      p.parties = p.parties.filter((party) => party.id !== "hospital_operator");
    });
    const read = readPacket(packet);
    expect(read.ok).toBe(false);
    expect(read.ok ? [] : read.findings.map((f) => f.code)).toContain("packet/dangling-id");
  });

  test("P5 a packet of version 1 is brought up: a blocker's state gets a place of its own", () => {
    const old = JSON.parse(JSON.stringify(fromCorpus()));
    old.schema_version = 1;
    for (const { hardship } of old.blockers)
      if (hardship)
        hardship.on = hardship.on.state ? `${hardship.on.item}.${hardship.on.state}` : hardship.on.item;
    const read = readPacket(old);
    expect(read.ok ? read.value : read.findings).toEqual(fromCorpus());
  });

  test("P5 a version nobody knows is refused with the versions that are", () => {
    const read = readPacket({ ...fromCorpus(), schema_version: 3 });
    expect(read.ok ? [] : read.findings.map((f) => f.message)).toEqual([
      "This packet is of version 3; this program reads versions 1 to 2.",
    ]);
  });

  test("P5 what is no packet is refused by the schema", () => {
    for (const input of [null, 7, [], "packet", { schema_version: 2 }, { schema_version: 2, blockers: 1 }])
      expect(readPacket(input).ok).toBe(false);
  });
});

describe("W6 what agents will ask and a packet could answer", () => {
  const saying = (statement: string, change: (packet: Packet) => void = () => {}) => {
    const packet = changed((p) => {
      found(p.exchanges, "clinic_direct_number").statement = statement;
      change(p);
    });
    return scaffold(packet).findings.filter((f) => f.code === "packet/hours-asked");
  };

  test.each([
    "The desk is open from 9 am to noon.",
    "They answer only on Tuesdays.",
    "Monday to Friday, ask for the orders desk.",
    "Somebody is there in the mornings.",
  ])("the hours of a business that says “%s” and has none", (statement) => {
    expect(saying(statement)).toMatchObject([{ severity: "caution", nodes: ["hospital_operator"] }]);
  });

  test.each([
    "The delivery comes every second Thursday.",
    "The direct line is 555-0134.",
    "They opened a file for her on Monday.",
  ])("no question arises from “%s”", (statement) => {
    expect(saying(statement)).toEqual([]);
  });

  test("nor where the hours are given", () => {
    const given = saying("They answer only on Tuesdays.", (p) => {
      const [blocker] = p.blockers.filter((b) => b.hardship);
      blocker!.hardship = {
        ...blocker!.hardship!,
        kind: "availability_window",
        on: { item: "hospital_phone", state: null },
        daily: { from: "09:00", to: "12:00", weekdays: [2] },
      };
    });
    expect(given).toEqual([]);
  });
});
