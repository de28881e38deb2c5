import { Parser } from "htmlparser2";
import { TextBuilder } from "./text-builder";

const NO_TEXT = new Set(["script", "style", "template", "svg", "noscript", "iframe", "object", "title"]);
const PARAGRAPHS = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "dl", "fieldset", "figure", "hr"]);
const LINES = new Set(
  "div section article header footer main aside nav address form dt dd caption figcaption legend option body".split(
    " ",
  ),
);

export interface HtmlText {
  text: string;
  title: string;
  /** Pictures that stand in the document itself; what they show is in no text. */
  pictures: number;
}

/** The parser looks through its open tags at each closing one; a piece this short keeps that cheap. */
const PIECE = 16_384;
const MOST_OPEN = 1_000;

/** Readable text of an HTML document or fragment: no markup, no script; link targets in brackets where they are wanted. */
export function htmlToPlainText(html: string, links = true): string {
  return readHtml(html, links).text;
}

export function readHtml(html: string, links = true): HtmlText {
  const handler = new HtmlHandler(links);
  let parser = new Parser(handler, { lowerCaseTags: true });
  for (let at = 0; at < html.length; ) {
    const cut = html.indexOf("<", at + PIECE);
    const end = cut < 0 || cut > at + PIECE * 4 ? Math.min(html.length, at + PIECE) : cut;
    parser.write(html.slice(at, end));
    at = end;
    if (handler.open > MOST_OPEN && at < html.length) {
      parser.end();
      parser = new Parser(handler, { lowerCaseTags: true });
    }
  }
  parser.end();
  return { text: handler.builder.toString(), title: handler.title.trim(), pictures: handler.pictures };
}

class HtmlHandler {
  readonly builder = new TextBuilder();
  title = "";
  pictures = 0;
  open = 0;
  #silent = 0;
  #inTitle = false;
  #verbatim = 0;
  readonly #links: boolean;
  readonly #targets: { href: string; text: string[] }[] = [];

  constructor(links: boolean) {
    this.#links = links;
  }

  onopentag = (name: string, attributes: Record<string, string>): void => {
    this.open++;
    const { builder } = this;
    if (NO_TEXT.has(name)) this.#silent++;
    if (name === "title") this.#inTitle = true;
    if (this.#silent > 0) return;
    if (PARAGRAPHS.has(name)) builder.block(2);
    else if (LINES.has(name)) builder.block(1);
    else if (name === "br") builder.line();
    else if (name === "blockquote") builder.openQuote();
    else if (name === "ul" || name === "ol") builder.openList(name === "ol");
    else if (name === "li") builder.item();
    else if (name === "table") builder.openTable();
    else if (name === "tr") builder.row();
    else if (name === "td" || name === "th") builder.cell();
    else if (name === "pre") {
      builder.block(2);
      this.#verbatim++;
    } else if (name === "a") this.#targets.push({ href: attributes.href ?? "", text: [] });
    else if (name === "img") {
      if (/^\s*data:/i.test(attributes.src ?? "")) this.pictures++;
      if (attributes.alt?.trim()) this.#say(`[${attributes.alt.trim()}]`);
    } else if (name === "input" && !/^(?:hidden|submit|button|image|reset)$/i.test(attributes.type ?? "")) {
      if (attributes.value?.trim()) this.#say(attributes.value);
    }
  };

  ontext = (value: string): void => {
    if (this.#inTitle) this.title += value.slice(0, 1_000);
    if (this.#silent === 0) this.#say(value);
  };

  onclosetag = (name: string): void => {
    this.open--;
    const { builder } = this;
    if (name === "title") this.#inTitle = false;
    if (NO_TEXT.has(name)) {
      this.#silent--;
      return;
    }
    if (this.#silent > 0) return;
    if (name === "p" || (PARAGRAPHS.has(name) && name !== "hr")) builder.block(2);
    else if (LINES.has(name) || name === "li") builder.block(1);
    else if (name === "blockquote") builder.closeQuote();
    else if (name === "ul" || name === "ol") builder.closeList();
    else if (name === "table") builder.closeTable();
    else if (name === "pre") {
      this.#verbatim--;
      builder.block(2);
    } else if (name === "a") this.#closeLink();
  };

  #say(value: string): void {
    this.#targets.at(-1)?.text.push(value);
    if (this.#verbatim > 0) this.builder.verbatim(value);
    else this.builder.text(value);
  }

  #closeLink(): void {
    const link = this.#targets.pop();
    if (!link || !this.#links) return;
    const target = link.href.replace(/^mailto:/i, "").trim();
    if (!target || target.startsWith("#") || link.text.join("").trim() === target) return;
    if (/^(?:javascript|data):/i.test(target)) return;
    this.builder.text(` [${target}]`);
  }
}
