import { type DraftRecord, type ImportMessage, RefusedFile, type Unread } from "./imported-case";
import { type Attributes, OfficeParts, walkXml } from "./office";
import { baseName } from "./plain-text";
import { FIT, type Reader, result } from "./reader";
import { TextBuilder } from "./text-builder";

const WANTED = /^word\/(?:document\d*|comments|footnotes|endnotes|header\d*|footer\d*|numbering)\.xml$/;

/** A Word document: its text with tables, lists, notes, comments, heads and feet; changes that were tracked are marked. */
export const docxReader: Reader = {
  name: "Word document",
  takes: (file) =>
    file.innerNames.some((name) => /^word\/document\d*\.xml$/.test(name))
      ? FIT.mark
      : /^doc[xm]$/.test(file.extension)
        ? FIT.extension
        : FIT.no,
  async read(file, inside) {
    const parts = await OfficeParts.of(file, inside, WANTED);
    const lists = orderedLists(parts.xml("word/numbering.xml"));
    const main = parts.names.find((name) => /^word\/document\d*\.xml$/.test(name)) ?? "word/document.xml";
    const document = partText(parts.required(main), lists);
    const sections = [document];
    const whole = [document.text];
    for (const [pattern, title] of SECTIONS) {
      for (const name of parts.names.filter((one) => pattern.test(one))) {
        const part = partText(parts.xml(name) ?? "", lists);
        if (part.text.trim() === "") continue;
        sections.push(part);
        whole.push(`[${title}]\n${part.text}`);
      }
    }
    const text = [...new Set(whole)].filter((one) => one.trim()).join("\n\n");
    if (text.trim() === "") throw noText();
    const loose: DraftRecord[] = [{ kind: "other", title: baseName(file.name), text }];
    const media = parts.media(/^word\/(?:media|embeddings)\//);
    return result("Word document", {
      loose,
      warnings: warningsOf(sections),
      unread: [
        ...mediaUnread(media, "document"),
        ...parts.faults.map(({ name, why, fix }) => ({ what: name, why, fix })),
      ],
      account: [{ unit: "characters", found: text.length, kept: text.length, leftOut: 0 }],
    });
  },
};

const SECTIONS: [RegExp, string][] = [
  [/^word\/header\d*\.xml$/, "Head of the page"],
  [/^word\/footer\d*\.xml$/, "Foot of the page"],
  [/^word\/footnotes\.xml$/, "Footnotes"],
  [/^word\/endnotes\.xml$/, "Endnotes"],
  [/^word\/comments\.xml$/, "Comments"],
];

const noText = () =>
  new RefusedFile(
    "office/no_text",
    "There is no text in this document. It may hold pictures of pages.",
    "Run it through text recognition (OCR) first, or type what it says into a text file.",
  );

/** Pictures and embedded files of an office document, which are not read. */
export function mediaUnread(media: readonly string[], where: string): Unread[] {
  return media.slice(0, 100).map((name) => ({
    what: `${name.split("/").at(-1)} in the ${where}`,
    why: "Pictures and embedded files inside a document are not read.",
    fix: "Look at it in the document; save it by itself and import it, or type what it says, if it matters.",
  }));
}

interface PartText {
  text: string;
  inserted: number;
  deleted: number;
  hidden: number;
}

function warningsOf(parts: readonly PartText[]): ImportMessage[] {
  const sum = (pick: (part: PartText) => number) => parts.reduce((all, part) => all + pick(part), 0);
  const warnings: ImportMessage[] = [];
  const [inserted, deleted, hidden] = [
    sum((one) => one.inserted),
    sum((one) => one.deleted),
    sum((one) => one.hidden),
  ];
  if (inserted + deleted > 0)
    warnings.push({
      code: "docx/tracked",
      message: `The document has tracked changes: ${inserted} added passages stand in the text, ${deleted} deleted ones stand as [deleted: …].`,
    });
  if (hidden > 0)
    warnings.push({
      code: "docx/hidden",
      message: `${hidden} passages are hidden in the document; they were kept.`,
    });
  return warnings;
}

const local = (name: string) => name.slice(name.indexOf(":") + 1);
const val = (attributes: Attributes) => attributes["w:val"] ?? "";

/** One XML part as text. Of a passage that stands in two forms for two versions of Word, the first is taken. */
function partText(xml: string, lists: ReadonlySet<string>): PartText {
  const builder = new TextBuilder();
  const counts = { inserted: 0, deleted: 0, hidden: 0 };
  let inText = false;
  let skip = 0;
  let levels = 0;
  const setLevel = (level: number, ordered: boolean) => {
    while (levels > level) {
      builder.closeList();
      levels--;
    }
    while (levels < level) {
      builder.openList(ordered);
      levels++;
    }
  };
  let list: { level: number; ordered: boolean } | null = null;
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    setLevel(list ? list.level + 1 : 0, list?.ordered ?? false);
    if (list) builder.item();
  };
  walkXml(xml, {
    open(name, attributes) {
      const tag = local(name);
      if (tag === "Fallback") skip++;
      if (skip > 0) return;
      if (tag === "t" || tag === "delText" || tag === "delInstrText") {
        inText = tag !== "delInstrText";
        begin();
        if (tag === "delText") builder.verbatim("[deleted: ");
      } else if (tag === "p") {
        builder.block(1);
        list = null;
        begun = false;
      } else if (tag === "ilvl")
        list = { level: Math.min(Number(val(attributes)) || 0, 8), ordered: list?.ordered ?? false };
      else if (tag === "numId" && val(attributes) !== "0")
        list = { level: list?.level ?? 0, ordered: lists.has(val(attributes)) };
      else if (tag === "tab") builder.text(" ");
      else if (tag === "br" || tag === "cr") builder.line();
      else if (tag === "tbl") {
        setLevel(0, false);
        builder.openTable();
      } else if (tag === "tr") builder.row();
      else if (tag === "tc") builder.cell();
      else if (tag === "ins" || tag === "moveTo") counts.inserted++;
      else if (tag === "del" || tag === "moveFrom") counts.deleted++;
      else if (tag === "vanish") counts.hidden++;
      else if (tag === "footnoteReference" || tag === "endnoteReference")
        builder.verbatim(`[note ${attributes["w:id"] ?? ""}]`);
      else if (tag === "commentReference") builder.verbatim(`[comment ${attributes["w:id"] ?? ""}]`);
      else if (tag === "footnote" || tag === "endnote" || tag === "comment") {
        const type = attributes["w:type"];
        if (type && type !== "normal") skip++;
        builder.block(1);
        const by = [attributes["w:author"], attributes["w:date"]?.slice(0, 16)].filter(Boolean).join(", ");
        if (!type || type === "normal") {
          builder.verbatim(`${attributes["w:id"] ?? ""}${by ? ` (${by})` : ""}: `);
          builder.glue();
        }
      }
    },
    text(value) {
      if (inText && skip === 0) builder.verbatim(value);
    },
    close(name) {
      const tag = local(name);
      if (tag === "Fallback") skip--;
      if (/^(?:footnote|endnote)$/.test(tag)) skip = 0;
      if (skip > 0) return;
      if (tag === "delText") builder.verbatim("]");
      if (tag === "t" || tag === "delText" || tag === "delInstrText") inText = false;
      else if (tag === "p") builder.block(1);
      else if (tag === "tbl") builder.closeTable();
    },
  });
  return { text: builder.toString(), ...counts };
}

/** The ids of lists whose first level counts with numbers or letters. */
function orderedLists(xml: string | null): Set<string> {
  const abstract = new Map<string, string>();
  const ordered = new Set<string>();
  let current = "";
  let number = "";
  walkXml(xml ?? "", {
    open(name, attributes) {
      const tag = local(name);
      if (tag === "abstractNum") current = attributes["w:abstractNumId"] ?? "";
      else if (tag === "numFmt" && current && !abstract.has(current)) abstract.set(current, val(attributes));
      else if (tag === "num") {
        number = attributes["w:numId"] ?? "";
        current = "";
      } else if (tag === "abstractNumId" && number) {
        if ((abstract.get(val(attributes)) ?? "bullet") !== "bullet") ordered.add(number);
      }
    },
  });
  return ordered;
}
