import { z } from "zod";
import { idSchema } from "./id";
import { LIMITS } from "./limits";
import { momentSchema } from "./moment";

/** One condition on the state of a case. */
export const atomSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("fact_known"), fact: idSchema }),
  z.strictObject({ kind: z.literal("document_read"), document: idSchema }),
  z.strictObject({ kind: z.literal("action_completed"), mutation: idSchema }),
  z.strictObject({ kind: z.literal("form_accepted"), form: idSchema }),
  /** The status has this value or a later one in its ranked list. */
  z.strictObject({ kind: z.literal("status_is"), status: idSchema, value: idSchema }),
  z.strictObject({ kind: z.literal("authority_held"), authority: idSchema }),
  z.strictObject({ kind: z.literal("time_reached"), at: momentSchema }),
  /** Holds up to and including this moment. */
  z.strictObject({ kind: z.literal("before_deadline"), at: momentSchema }),
]);
export type Atom = z.infer<typeof atomSchema>;

/** An OR of AND-sets. The empty list asks for nothing and always holds. */
export const requirementSchema = z.array(z.array(atomSchema).max(LIMITS.listLength)).max(LIMITS.listLength);
export type Requirement = z.infer<typeof requirementSchema>;

/** Every atom of a requirement, in order, repeats included. */
export function atomsOf(requirement: Requirement): Atom[] {
  return requirement.flat();
}

/** Id of the object an atom is about; null for the atoms that speak of time alone. */
export function objectOf(atom: Atom): string | null {
  switch (atom.kind) {
    case "fact_known":
      return atom.fact;
    case "document_read":
      return atom.document;
    case "action_completed":
      return atom.mutation;
    case "form_accepted":
      return atom.form;
    case "status_is":
      return atom.status;
    case "authority_held":
      return atom.authority;
    default:
      return null;
  }
}
