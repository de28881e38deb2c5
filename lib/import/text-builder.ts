/** Deeper quotes and lists look like the deepest of these; a line's margin stays short whatever the document says. */
const MOST_MARGIN = 8;

/**
 * Builds readable text from the events of any document format, in time linear in what it is given: paragraphs, quotes
 * (`> `), lists, and tables as lines of cells (`a | b`).
 */
export class TextBuilder {
  readonly #parts: string[] = [];
  /** Line breaks owed before the next text. */
  #breaks = 0;
  #space = false;
  #lineHasText = false;
  #freshCell = false;
  #lastMargin = "";
  #quotes = 0;
  readonly #lists: { ordered: boolean; count: number }[] = [];
  /** For each open table, the cells begun in its row. */
  readonly #rows: number[] = [];
  #mark = "";

  /** Running text: white space of the source is one space. */
  text(value: string): void {
    for (const piece of value.split(/([ \t\r\n\f]+)/)) {
      if (piece === "") continue;
      if (/^[ \t\r\n\f]/.test(piece)) this.#space = true;
      else this.#write(piece);
    }
  }

  /** Text in which white space is meant. */
  verbatim(value: string): void {
    const lines = value.split(/\r\n?|\n/);
    lines.forEach((line, position) => {
      if (position > 0) this.line();
      if (line) this.#write(line);
    });
  }

  /** A line break where one is wanted, as often as it is asked for. */
  line(): void {
    this.#breaks = Math.min(this.#breaks + 1, 3);
    this.#space = false;
  }

  /** At least this many line breaks before the next text; none at the beginning of a cell. */
  block(breaks: 1 | 2): void {
    if (this.#freshCell) return;
    this.#breaks = Math.max(this.#breaks, breaks);
    this.#space = false;
  }

  /** What comes next goes on in this line, whatever ended or begins. */
  glue(): void {
    this.#breaks = 0;
    this.#freshCell = true;
  }

  openQuote(): void {
    this.block(2);
    this.#quotes++;
  }
  closeQuote(): void {
    this.block(2);
    this.#quotes = Math.max(0, this.#quotes - 1);
  }

  openList(ordered: boolean): void {
    this.block(this.#lists.length === 0 ? 2 : 1);
    this.#lists.push({ ordered, count: 0 });
  }
  closeList(): void {
    this.#lists.pop();
    this.block(this.#lists.length === 0 ? 2 : 1);
  }
  item(): void {
    const list = this.#lists.at(-1);
    this.block(1);
    if (list) list.count++;
    const indent = "  ".repeat(Math.min(Math.max(0, this.#lists.length - 1), MOST_MARGIN));
    this.#mark = `${indent}${list?.ordered ? `${list.count}. ` : "* "}`;
  }

  openTable(): void {
    this.block(this.#rows.length === 0 ? 2 : 1);
    this.#rows.push(0);
  }
  row(): void {
    if (this.#rows.length === 0) return;
    this.#rows[this.#rows.length - 1] = 0;
    this.#freshCell = false;
    this.#breaks = Math.max(this.#breaks, 1);
    this.#space = false;
  }
  cell(): void {
    if (this.#rows.length === 0) return;
    const cells = this.#rows[this.#rows.length - 1]!++;
    if (cells === 0) {
      this.#freshCell = true;
      return;
    }
    // What ended a cell's last paragraph does not end the row.
    this.#breaks = 0;
    this.#space = false;
    this.#write(" | ");
    this.#lineHasText = false;
    this.#freshCell = true;
  }
  closeTable(): void {
    this.#rows.pop();
    this.#freshCell = false;
    this.#breaks = Math.max(this.#breaks, this.#rows.length === 0 ? 2 : 1);
    this.#space = false;
  }

  toString(): string {
    return this.#parts.join("");
  }

  #write(piece: string): void {
    const margin = "> ".repeat(Math.min(this.#quotes, MOST_MARGIN));
    if (this.#parts.length === 0) this.#parts.push(margin, this.#mark);
    else if (this.#breaks > 0) {
      const between = (margin.length < this.#lastMargin.length ? margin : this.#lastMargin).trimEnd();
      this.#parts.push(`\n${between}`.repeat(this.#breaks - 1));
      this.#parts.push("\n", margin, this.#mark);
    } else if (this.#space && this.#lineHasText) this.#parts.push(" ");
    this.#parts.push(piece);
    this.#breaks = 0;
    this.#space = false;
    this.#lineHasText = true;
    this.#freshCell = false;
    this.#lastMargin = margin;
    this.#mark = "";
  }
}
