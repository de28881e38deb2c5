import { z } from "zod";
import type { Packet } from "@/compiler/packet/packet";
import { editSchema, REPAIRABLE, type Repairer } from "@/compiler/propose";
import type { AskOptions, Model } from "./model";

const INSTRUCTIONS = `A packet, written by an expert, was turned into a world by rules. Gates checked the world and found faults. Propose the fewest edits that mend them.

An edit sets one field of one object that is already in the world: "list", "id", "field", and "json", the whole new value of the field as JSON text. Only these fields can be edited:
${Object.entries(REPAIRABLE)
  .map(([list, fields]) => `- ${list}: ${fields.join(", ")}`)
  .join("\n")}
You can add and remove nothing. You cannot change outcomes, prohibitions, permissions, protected facts, statements, values, hardships, the brief or the first day. Every exchange keeps its authorities, shares and grounding. Stay with what the packet says; when only new knowledge could mend a fault, propose no edit for it and say so in "why", in one or two plain sentences.`;

const answerSchema = z.strictObject({ edits: z.array(editSchema).max(50), why: z.string().max(1_000) });

/** The packet without what people said about it and without the passages of the records. */
function withoutEvidence(packet: Packet): unknown {
  return JSON.parse(
    JSON.stringify(packet, (key, value) => (key === "evidence" || key === "comments" ? undefined : value)),
  );
}

/** A repairer that asks a model. It gets the packet, the world and the findings; never a key or a gate. */
export function repairByModel(model: Model, caseId: string, options: AskOptions = {}): Repairer {
  return async ({ packet, spec, findings, repair }) => {
    const { value } = await model.ask(
      {
        step: "propose",
        caseId,
        instructions: INSTRUCTIONS,
        data: {
          packet: withoutEvidence(packet),
          world: spec,
          findings: findings.slice(0, 50).map(({ code, path, message, fix, nodes }) => ({
            code,
            path,
            message,
            fix,
            nodes,
          })),
          repair,
        },
        schema: answerSchema,
        maxOutputTokens: 16_384,
      },
      options,
    );
    return value;
  };
}
