/** A refusal of the world server: what happened and the way out. The status is that of HTTP. */
export class ServeProblem extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 410 | 413 | 429 | 503,
    readonly title: string,
    readonly fix: string,
  ) {
    super(title);
  }

  /** As application/problem+json. */
  body() {
    return { type: "about:blank", title: this.title, status: this.status, detail: this.title, fix: this.fix };
  }
}
