import { type WorldSpec, worldSpecSchema } from "../compiler/spec/world";

/** A small, fast generator of repeatable numbers (mulberry32). */
function seeded(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * A solvable world of about `nodes` graph nodes for measuring: parties that are found one through another, facts,
 * permissions, operations that change statuses over days, documents and forms. The same seed gives the same world.
 */
export function growWorld(nodes: number, seed = 1): WorldSpec {
  const random = seeded(seed);
  const pick = (n: number) => Math.floor(random() * n);
  const parties = Math.max(3, Math.round(nodes / 14));
  const entities: unknown[] = [];
  const knowledge: unknown[] = [];
  const documents: unknown[] = [];
  const mutations: unknown[] = [];
  const forms: unknown[] = [];
  const statuses: unknown[] = [];
  const events: unknown[] = [];
  const authorities: unknown[] = [];
  const terminals: unknown[] = [];
  const frictions: unknown[] = [];
  let made = 0;
  const text = (value: string) => ({ type: "text", value });
  for (let p = 0; p < parties; p++) {
    const party = `party_${p}`;
    const channel = `${party}_phone`;
    entities.push({
      id: party,
      name: `Party ${p + 1}`,
      kind: p === 0 ? "patient" : "provider",
      channels: [{ id: channel, kind: "phone", label: "Phone" }],
    });
    const guide = p < 4 ? null : `party_${pick(Math.min(p, Math.max(1, p - 1)))}`;
    if (guide) {
      knowledge.push({
        id: `number_${p}`,
        label: `Number of party ${p + 1}`,
        statement: `The number of party ${p + 1}.`,
        value: text(`number ${p}`),
        held_by: [{ party: guide }],
        reveals: [channel],
      });
      made++;
    }
    const consent = p > 0 && p % 2 === 0 ? `consent_${p}` : null;
    if (consent) {
      mutations.push({
        id: `grant_${p}`,
        party: "party_0",
        label: `Allow party ${p + 1}`,
        receipt: "Agreed.",
      });
      authorities.push({
        id: consent,
        grantor: "party_0",
        recipient: party,
        scope: `Tell party ${p + 1}`,
        grant_action: `grant_${p}`,
      });
      made++;
    }
    const share = Math.floor(((p + 1) * nodes) / parties);
    let previous: string | null = null;
    for (let i = 0; made < share; i++) {
      const turn = pick(10);
      if (turn < 4) {
        const id: string = `fact_${p}_${i}`;
        knowledge.push({
          id,
          label: `Fact ${p + 1}.${i + 1}`,
          statement: `What party ${p + 1} knows, number ${i + 1}.`,
          value: text(`value ${p} ${i}`),
          held_by: [
            {
              party,
              requires: previous ? [[{ kind: "fact_known", fact: previous }]] : [],
              authorities: consent ? [consent] : [],
            },
          ],
        });
        if (pick(4) === 0)
          terminals.push({
            id: `out_${p}_${i}`,
            kind: "fact_discovered",
            target: id,
            group: `out_${p}_${i}`,
            required: true,
            label: `Fact ${p + 1}.${i + 1} is known`,
          });
        previous = id;
        made++;
      } else if (turn < 7) {
        const id = `act_${p}_${i}`;
        const status = `state_${p}_${i}`;
        statuses.push({
          id: status,
          party,
          label: `State ${p + 1}.${i + 1}`,
          values: [
            { id: "open", label: "open" },
            { id: "asked", label: "asked" },
            { id: "done", label: "done" },
          ],
          initial: "open",
          observe: {},
        });
        mutations.push({
          id,
          party,
          label: `Ask for ${p + 1}.${i + 1}`,
          requires: previous ? [[{ kind: "fact_known", fact: previous }]] : [],
          authorities: consent ? [consent] : [],
          effects: [{ kind: "set_status", status, value: "asked" }],
          receipt: "It was asked for.",
        });
        events.push({
          id: `event_${p}_${i}`,
          label: `State ${p + 1}.${i + 1} is done`,
          starts: [[{ kind: "action_completed", mutation: id }]],
          effects: [{ kind: "set_status", status, value: "done" }],
        });
        frictions.push({
          id: `delay_${p}_${i}`,
          kind: "delay",
          target: `event_${p}_${i}`,
          severity: 2,
          minutes: 1440 * (1 + pick(3)),
        });
        if (pick(3) === 0)
          terminals.push({
            id: `out_${p}_${i}`,
            kind: "required_state_observed",
            target: status,
            value: "done",
            group: `out_${p}_${i}`,
            required: true,
            label: `State ${p + 1}.${i + 1} is done`,
          });
        made += 2;
      } else if (turn < 9) {
        const id = `paper_${p}_${i}`;
        documents.push({
          id,
          owner: party,
          title: `Paper ${p + 1}.${i + 1}`,
          request: {
            id: `want_${p}_${i}`,
            label: `Paper ${p + 1}.${i + 1}`,
            handover: "at_once",
            requires: previous ? [[{ kind: "fact_known", fact: previous }]] : [],
          },
        });
        made++;
      } else {
        const id = `form_${p}_${i}`;
        forms.push({
          id,
          party,
          title: `Form ${p + 1}.${i + 1}`,
          fields: [
            {
              id: "entry",
              label: "Entry",
              kind: "value",
              source: previous,
              expected: previous ? null : text("yes"),
              verifiable: true,
            },
          ],
          receipt: "It was accepted.",
        });
        made++;
      }
    }
  }
  terminals.push({
    id: "out_first",
    kind: knowledge.length > 0 ? "fact_discovered" : "action_completed",
    target: (knowledge[0] as { id: string } | undefined)?.id ?? (mutations[0] as { id: string }).id,
    group: "out_first",
    required: true,
    label: "The first thing is known",
  });
  return worldSpecSchema.parse({
    schema_version: 1,
    id: `grown_${nodes}_${seed}`,
    title: `A grown world of ${nodes} nodes`,
    brief: "A world that was grown for measuring.",
    clock_start: "2026-03-09T09:00",
    action_limit: 10_000,
    day_one: { contacts: entities.slice(0, 4).map((_, p) => `party_${p}_phone`) },
    entities,
    knowledge,
    documents,
    mutations,
    forms,
    status_surfaces: statuses,
    time_events: events,
    authorities,
    terminals,
    frictions,
  });
}
