import type { z } from "zod";
import type { knowledgeSchema } from "../spec/world";

type AtomInput = NonNullable<z.input<typeof knowledgeSchema>["held_by"]>[number]["requires"];

/** Shorthands for one-atom and many-atom conditions: `when(known("a"), done("b"))` asks for both. */
export const known = (fact: string) => ({ kind: "fact_known" as const, fact });
export const read = (document: string) => ({ kind: "document_read" as const, document });
export const done = (mutation: string) => ({ kind: "action_completed" as const, mutation });
export const accepted = (form: string) => ({ kind: "form_accepted" as const, form });
export const is = (status: string, value: string) => ({ kind: "status_is" as const, status, value });
export const may = (authority: string) => ({ kind: "authority_held" as const, authority });
export const since = (at: string) => ({ kind: "time_reached" as const, at });
export const until = (at: string) => ({ kind: "before_deadline" as const, at });
export const when = (...atoms: NonNullable<AtomInput>[number]) => [atoms];

/** Shorthands for effects. */
export const sets = (status: string, value: string) => ({ kind: "set_status" as const, status, value });
export const reveals = (fact: string) => ({ kind: "reveal_fact" as const, fact });
export const hands = (document: string) => ({ kind: "hand_document" as const, document });
