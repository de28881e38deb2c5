export type ModelFault =
  | "refused"
  | "cut_short"
  | "not_json"
  | "wrong_shape"
  | "timed_out"
  | "unreachable"
  | "rate_limited"
  | "server_error"
  | "not_accepted"
  | "budget"
  | "cancelled";

const FAULT_WORDS: Record<ModelFault, { what: string; fix: string }> = {
  refused: { what: "The model declined to answer.", fix: "Go on without it, or try another model." },
  cut_short: { what: "The answer was cut off.", fix: "Try again, or raise the output limit of this step." },
  not_json: {
    what: "The answer was not the JSON it was asked for.",
    fix: "Try again, or use another model.",
  },
  wrong_shape: {
    what: "The answer did not have the shape it was asked for.",
    fix: "Try again, or use another model.",
  },
  timed_out: { what: "The model did not answer in time.", fix: "Try again later; your work is as it was." },
  unreachable: {
    what: "The model's address could not be reached.",
    fix: "Check OPENAI_BASE_URL and the network.",
  },
  rate_limited: {
    what: "The model asked us to slow down, several times.",
    fix: "Try again in a few minutes.",
  },
  server_error: { what: "The model's server failed, several times.", fix: "Try again later." },
  not_accepted: {
    what: "The model's server did not accept the question.",
    fix: "Check OPENAI_API_KEY and the model's name in the settings.",
  },
  budget: {
    what: "The budget for model calls would be passed.",
    fix: "Go on without a model, or ask an administrator to raise the budget.",
  },
  cancelled: { what: "The model call was cancelled.", fix: "Start it again when you are ready." },
};

/** Why a model gave no usable answer. Holds no part of the question and none of the answer. */
export class ModelFailure extends Error {
  readonly fix: string;
  constructor(readonly fault: ModelFault) {
    super(FAULT_WORDS[fault].what);
    this.name = "ModelFailure";
    this.fix = FAULT_WORDS[fault].fix;
  }
}

const isFault = (kind: string): kind is ModelFault => kind in FAULT_WORDS;

/** What a stored call's error means, in plain words. */
export const faultWords = (kind: string): string =>
  isFault(kind) ? FAULT_WORDS[kind].what : "It has not ended yet, or was cut off.";
