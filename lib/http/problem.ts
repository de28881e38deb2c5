/** What a client is told about a fault (RFC 9457), with the way out as `fix`. */
export type ProblemBody = {
  type: string;
  title: string;
  status: number;
  detail: string;
  fix?: string;
  [extra: string]: unknown;
};

const kinds = {
  bad_input: [400, "This cannot be used as it is"],
  sign_in_needed: [401, "Sign in first"],
  not_allowed: [403, "You may not do this"],
  not_found: [404, "There is nothing here"],
  conflict: [409, "This changed in the meantime"],
  gone: [410, "This is no longer offered"],
  too_large: [413, "This is too large"],
  wrong_media_type: [415, "This kind of content is not taken"],
  not_ready: [422, "Not possible yet"],
  too_many: [429, "Too many attempts"],
  our_fault: [500, "Something went wrong on our side"],
  unavailable: [503, "Not available now"],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemKind = keyof typeof kinds;

/**
 * A fault that a service reports to whoever called it. Routes turn it into application/problem+json.
 * `detail` says what is wrong in plain words, `fix` what to do; both are shown to people, so neither holds record text.
 */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly fix?: string;
  readonly extra: Record<string, unknown>;

  constructor(
    kind: ProblemKind,
    detail: string,
    options: { fix?: string; extra?: Record<string, unknown> } = {},
  ) {
    super(detail);
    this.name = "Problem";
    this.kind = kind;
    this.fix = options.fix;
    this.extra = options.extra ?? {};
  }

  get status(): number {
    return kinds[this.kind][0];
  }

  body(): ProblemBody {
    const [status, title] = kinds[this.kind];
    const fix = this.fix ? { fix: this.fix } : {};
    return {
      ...this.extra,
      type: `urn:baba-studio:problem:${this.kind}`,
      title,
      status,
      detail: this.message,
      ...fix,
    };
  }
}

/** The HTTP answer for a problem. */
export function problemResponse(problem: Problem): Response {
  return new Response(JSON.stringify(problem.body()), {
    status: problem.status,
    headers: { "content-type": "application/problem+json", "cache-control": "no-store" },
  });
}
