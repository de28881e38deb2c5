import { z } from "zod";
import { publicActionSchema, type ToolName } from "./action";

/** One public tool as an agent is told of it: a name, what it does, and the JSON Schema of its arguments. */
export interface PublicTool {
  name: ToolName;
  description: string;
  input_schema: Record<string, unknown>;
}

const DESCRIPTIONS: Record<ToolName, string> = {
  contact:
    "Open a call to one or more phone channels (mode call; only one call is open at a time), end the open call (mode end_call), or leave a voicemail on one channel (mode voicemail, with request). Waiting ends a call as well.",
  ask: "Ask one party for information, a document or how something stands, in your own words. Speak in the open call (channel null), or write over a message, portal or e-mail channel that you have been shown. Pass on what you know in share: what is a fact's handle or words for it, value what you say it is. Every party also says when and how it is reached, what it needs from you for something, and how far something is. Saying yes to what you are asked back costs nothing.",
  act: "Ask one party to do something: send, arrange, grant a permission, cancel, book. Works like ask. One request for one thing is understood best.",
  submit_form:
    "Fill in and send a form that you hold, or correct and send it again. fields maps each field's handle to a value, or to true or false for an attestation. channel null uses the open call or the form's own way.",
  read_document: "Read a document that you hold, or load a playbook, by its handle.",
  wait: "Let time pass: either minutes, or until a moment like 2025-03-04T09:00. Only waiting moves the clock.",
  memory:
    "Free of cost. Keep one plan note (mode note; it replaces the earlier one), or look for words among earlier exchanges (mode recall).",
  finish: "End the run with a short summary. Nothing can be done afterwards.",
};

const sentence = (text: string) => ({ description: text });
const ARGUMENTS: Record<string, { description: string }> = {
  mode: sentence("What this call does; see the description of the tool."),
  channels: sentence("Handles of channels, one for each party of the call."),
  request: sentence("What you say, in plain words."),
  share: sentence("Values that you pass on."),
  party: sentence("Handle of the party."),
  channel: sentence("Handle of a channel; null speaks in the open call."),
  form: sentence("Handle of the form."),
  fields: sentence("An entry for each field's handle."),
  document: sentence("Handle of the document or playbook."),
  minutes: sentence("How long to wait. Give this or until."),
  until: sentence("A moment like 2025-03-04T09:00. Give this or minutes."),
  text: sentence("The note, or the words to look for."),
  summary: sentence("What was done, and what was not."),
};

function inputSchema(option: (typeof publicActionSchema.options)[number]): Record<string, unknown> {
  const { tool: _, ...shape } = option.shape;
  const { $schema: __, ...schema } = z.toJSONSchema(z.strictObject(shape), { io: "input" });
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [
      name,
      { ...ARGUMENTS[name], ...(property as object) },
    ]),
  );
  return { ...schema, properties };
}

/** The eight tools in their fixed order, with schemas made from those that the engine itself parses with. */
export const PUBLIC_TOOLS: readonly PublicTool[] = publicActionSchema.options.map((option) => {
  const name = option.shape.tool.value;
  return { name, description: DESCRIPTIONS[name], input_schema: inputSchema(option) };
});
