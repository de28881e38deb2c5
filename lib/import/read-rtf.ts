import iconv from "iconv-lite";
import { type ImportMessage, RefusedFile } from "./imported-case";
import { baseName } from "./plain-text";
import { FIT, type Reader, result } from "./reader";
import { TextBuilder } from "./text-builder";

/** A document in Rich Text Format: its text, never its code. */
export const rtfReader: Reader = {
  name: "RTF",
  takes: (file) =>
    /^\s*\{\\rtf/.test(file.head) ? FIT.mark : file.extension === "rtf" ? FIT.extension : FIT.no,
  read(file) {
    const { text, pictures, deleted, open } = rtfText(Buffer.from(file.bytes).toString("latin1"));
    if (text.trim() === "")
      throw new RefusedFile(
        "rtf/no_text",
        "There is no text in this document.",
        "Open it in a word processor, save it as docx or PDF, and import that.",
      );
    const warnings: ImportMessage[] = [];
    if (open > 0)
      warnings.push({
        code: "rtf/cut_off",
        message: "The document breaks off in the middle; what stands before the break was read.",
      });
    if (deleted > 0)
      warnings.push({
        code: "rtf/tracked",
        message: `The document has tracked changes: ${deleted} deleted passages stand as [deleted: …].`,
      });
    return result("RTF", {
      loose: [{ kind: "other", title: baseName(file.name), text }],
      warnings,
      unread:
        pictures === 0
          ? []
          : [
              {
                what: `${pictures} ${pictures === 1 ? "picture or object" : "pictures or objects"} in the document`,
                why: "Pictures and embedded objects inside a document are not read.",
                fix: "Look at them in the document; type what they say into a text file, if it matters.",
              },
            ],
      account: [{ unit: "characters", found: text.length, kept: text.length, leftOut: 0 }],
    });
  },
};

/** Groups whose content is no text of the document. */
const NO_TEXT = new Set(
  "fonttbl colortbl stylesheet info listtable listoverridetable rsidtbl themedata colorschememapping latentstyles datastore generator xmlnstbl mmathPr pict object objdata filetbl revtbl bkmkstart bkmkend fldinst pntext pntxta pntxtb".split(
    " ",
  ),
);
/** Groups marked as to be skipped by old programs that hold text all the same. */
const TEXT_ALL_THE_SAME = new Set(["shptxt", "annotation", "atnauthor", "footnote"]);
const CHARACTERS: Record<string, string> = {
  bullet: "•",
  emdash: "—",
  endash: "–",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  "~": "\u00a0",
  _: "\u2011",
  "-": "",
  "{": "{",
  "}": "}",
  "\\": "\\",
};
/** Code pages of the font character sets. */
const CHARSETS: Record<number, number> = {
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

interface Group {
  silent: boolean;
  /** Characters after a \u that stand in for it in old programs. */
  fallback: number;
  font: number;
  deleted: boolean;
  /** What the group is: the first word in it. */
  kind: string;
}

const TOKEN =
  /\\([a-zA-Z]{1,40})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n]+|[^\\{}\r\n]+|\\/g;

function rtfText(rtf: string): { text: string; pictures: number; deleted: number; open: number } {
  const reading = new RtfReading();
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(rtf); match; match = TOKEN.exec(rtf)) {
    const [whole, word, number, hex, symbol, brace] = match;
    if (hex) reading.byte(Number.parseInt(hex, 16));
    else if (word === "bin") TOKEN.lastIndex += Math.max(0, Math.min(Number(number ?? 0), rtf.length));
    else if (word) reading.word(word, number === undefined ? undefined : Number(number));
    else if (brace) reading.brace(brace);
    else if (symbol) reading.symbol(symbol);
    else if (!/^[\r\n]/.test(whole)) for (const character of whole) reading.byte(character.charCodeAt(0));
  }
  return reading.end();
}

class RtfReading {
  readonly #builder = new TextBuilder();
  readonly #groups: Group[] = [];
  readonly #fonts = new Map<number, string>();
  #group: Group = { silent: false, fallback: 1, font: -1, deleted: false, kind: "" };
  #bytes: number[] = [];
  #skip = 0;
  #codePage = "windows-1252";
  #optional = false;
  #cells = 0;
  #pictures = 0;
  #deleted = 0;

  byte(value: number): void {
    if (this.#skip > 0) this.#skip--;
    else if (!this.#group.silent) this.#bytes.push(value);
  }

  brace(brace: string): void {
    this.#flush();
    this.#skip = 0;
    this.#optional = false;
    if (brace === "{") {
      this.#groups.push(this.#group);
      this.#group = { ...this.#group, kind: "" };
      return;
    }
    const outer = this.#groups.pop();
    if (!outer) return;
    if (this.#group.deleted && !outer.deleted) this.#say("]");
    if (this.#group.kind === "annotation" || this.#group.kind === "footnote") this.#say("]");
    this.#group = outer;
  }

  symbol(symbol: string): void {
    if (symbol === "*") this.#optional = true;
    else if (symbol === "\n" || symbol === "\r") this.word("par");
    else if (CHARACTERS[symbol]) this.#character(CHARACTERS[symbol]);
  }

  word(word: string, number?: number): void {
    this.#open(word);
    if (word === "u") {
      this.#character(String.fromCharCode(((number ?? 0) + 65_536) % 65_536));
      this.#skip = this.#group.fallback;
      return;
    }
    this.#flush();
    if (word === "uc") this.#group.fallback = Math.max(0, Math.min(number ?? 1, 10));
    else if (word === "ansicpg")
      this.#codePage = iconv.encodingExists(`cp${number}`) ? `cp${number}` : "windows-1252";
    else if (word === "mac") this.#codePage = "macroman";
    else if (word === "f") this.#group.font = number ?? -1;
    else if (word === "fcharset" && CHARSETS[number ?? 0])
      this.#fonts.set(this.#group.font, `cp${CHARSETS[number ?? 0]}`);
    else if (word === "deleted" && number !== 0 && !this.#group.deleted) {
      this.#group.deleted = true;
      this.#deleted++;
      this.#say("[deleted: ");
    } else if (this.#group.silent) return;
    else if (/^(?:par|line|sect|page|softline)$/.test(word)) this.#builder.line();
    else if (word === "tab") this.#builder.text(" ");
    else if (word === "cell" || word === "nestcell") this.#cells++;
    else if (word === "row" || word === "nestrow") {
      this.#cells = 0;
      this.#builder.block(1);
    } else if (CHARACTERS[word]) this.#character(CHARACTERS[word]);
  }

  /** The first word of a group says what it holds. */
  #open(word: string): void {
    if (this.#group.kind !== "") return;
    this.#group.kind = word;
    const picture = word === "pict" || word === "object";
    if (picture && !this.#group.silent) this.#pictures++;
    if (NO_TEXT.has(word) || (this.#optional && !TEXT_ALL_THE_SAME.has(word))) this.#group.silent = true;
    this.#optional = false;
    if (this.#group.silent) return;
    if (word === "annotation") this.#say("[comment: ");
    else if (word === "footnote") this.#say("[note: ");
    else if (/^(?:header|footer)[lrf]?$/.test(word)) this.#builder.block(2);
  }

  #character(value: string): void {
    this.#flush();
    this.#say(value);
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const text = iconv.decode(Buffer.from(this.#bytes), this.#fonts.get(this.#group.font) ?? this.#codePage);
    this.#bytes = [];
    this.#say(text);
  }

  #say(text: string): void {
    if (this.#group.silent) return;
    if (this.#cells > 0) this.#builder.verbatim(" | ".repeat(Math.min(this.#cells, 50)));
    this.#cells = 0;
    this.#builder.verbatim(text);
  }

  end() {
    this.#flush();
    const open = this.#groups.length;
    return { text: this.#builder.toString(), pictures: this.#pictures, deleted: this.#deleted, open };
  }
}
