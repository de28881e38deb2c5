import { elementsOf, type XmlElement } from "./xml";

const BLOCKS = new Set(["paragraph", "list", "table", "caption", "footnote"]);

/** The text of a C-CDA section as people read it: paragraphs, lists with dashes, tables with a bar between cells. */
export function narrativeText(element: XmlElement): string {
  const parts: string[] = [];
  write(element, parts, false);
  return parts
    .join("")
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function write(element: XmlElement, parts: string[], inCell: boolean): void {
  for (const child of element.children) {
    if (typeof child === "string") {
      parts.push(child.replace(/\s+/g, " "));
      continue;
    }
    if (child.name === "br") parts.push(inCell ? " / " : "\n");
    else if (child.name === "tr") writeRow(child, parts);
    else if (child.name === "renderMultiMedia") parts.push(" [picture] ");
    else {
      const block = BLOCKS.has(child.name) && !inCell;
      if (block) parts.push("\n");
      if (child.name === "item") parts.push(inCell ? " - " : "\n- ");
      if (BLOCKS.has(child.name) && inCell && parts.at(-1)?.trim()) parts.push(" / ");
      write(child, parts, inCell);
      if (child.name === "linkHtml" && child.attributes.href) parts.push(` (${child.attributes.href})`);
      if (block) parts.push("\n");
    }
  }
}

function writeRow(row: XmlElement, parts: string[]): void {
  const cells = elementsOf(row).map((cell) => {
    const inner: string[] = [];
    write(cell, inner, true);
    return inner.join("").replace(/\s+/g, " ").trim();
  });
  parts.push(`\n${cells.join(" | ")}`);
}
