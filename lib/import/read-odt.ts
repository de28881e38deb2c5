import { RefusedFile } from "./imported-case";
import { OfficeParts, walkXml } from "./office";
import { baseName } from "./plain-text";
import { mediaUnread } from "./read-docx";
import { FIT, type Reader, result } from "./reader";
import { TextBuilder } from "./text-builder";

/** An OpenDocument text: its text with tables, lists, notes and comments; changes that were tracked are marked. */
export const odtReader: Reader = {
  name: "OpenDocument text",
  takes: (file) =>
    file.head.includes("mimetypeapplication/vnd.oasis.opendocument.text")
      ? FIT.mark
      : file.extension === "odt"
        ? FIT.extension
        : FIT.no,
  async read(file, inside) {
    const parts = await OfficeParts.of(file, inside, /^(?:content|styles)\.xml$/);
    const { text: body, deleted } = odtText(parts.required("content.xml"));
    const margins = odtText(parts.xml("styles.xml") ?? "").text;
    const text = margins.trim() ? `${body}\n\n[Head and foot of the page]\n${margins}` : body;
    if (text.trim() === "")
      throw new RefusedFile(
        "office/no_text",
        "There is no text in this document. It may hold pictures of pages.",
        "Run it through text recognition (OCR) first, or type what it says into a text file.",
      );
    return result("OpenDocument text", {
      loose: [{ kind: "other", title: baseName(file.name), text }],
      warnings:
        deleted > 0
          ? [
              {
                code: "odt/tracked",
                message: `The document has tracked changes: ${deleted} deleted passages stand as [deleted: …].`,
              },
            ]
          : [],
      unread: mediaUnread(parts.media(/^(?:Pictures|Object)/), "document"),
      account: [{ unit: "characters", found: text.length, kept: text.length, leftOut: 0 }],
    });
  },
};

const SILENT = new Set([
  "office:meta",
  "office:settings",
  "office:scripts",
  "svg:title",
  "script:event-listeners",
]);

function odtText(xml: string): { text: string; deleted: number } {
  const builder = new TextBuilder();
  let deleted = 0;
  let silent = 0;
  /** Text stands in paragraphs and heads; what is between them is layout. */
  let paragraphs = 0;
  walkXml(xml, {
    open(name, attributes) {
      if (SILENT.has(name)) silent++;
      if (silent > 0) return;
      if (name === "text:p" || name === "text:h") {
        builder.block(1);
        paragraphs++;
      } else if (name === "text:line-break") builder.line();
      else if (name === "text:tab") builder.text(" ");
      else if (name === "text:s")
        builder.verbatim(" ".repeat(Math.min(Number(attributes["text:c"] ?? 1) || 1, 100)));
      else if (name === "text:list") builder.openList(false);
      else if (name === "text:list-item") builder.item();
      else if (name === "table:table") builder.openTable();
      else if (name === "table:table-row") builder.row();
      else if (name === "table:table-cell" || name === "table:covered-table-cell") builder.cell();
      else if (name === "text:deletion") {
        deleted++;
        builder.block(1);
        builder.verbatim("[deleted: ");
        builder.glue();
      } else if (name === "office:annotation") builder.verbatim("[comment: ");
      else if (name === "text:note") builder.verbatim("[note ");
      else if (name === "dc:creator" || name === "dc:date") {
        paragraphs++;
      }
    },
    text(value) {
      if (silent === 0 && paragraphs > 0) builder.text(value);
    },
    close(name) {
      if (SILENT.has(name)) {
        silent--;
        return;
      }
      if (silent > 0) return;
      if (name === "text:p" || name === "text:h") {
        paragraphs--;
        builder.block(1);
      } else if (name === "text:list") builder.closeList();
      else if (name === "table:table") builder.closeTable();
      else if (name === "text:note-citation") {
        builder.verbatim(": ");
        builder.glue();
      } else if (name === "text:deletion" || name === "office:annotation" || name === "text:note") {
        builder.glue();
        builder.verbatim("]");
      } else if (name === "dc:creator" || name === "dc:date") {
        paragraphs--;
        builder.verbatim(", ");
      }
    },
  });
  return { text: builder.toString(), deleted };
}
