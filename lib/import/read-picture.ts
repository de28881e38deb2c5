import { RefusedFile } from "./imported-case";
import { FIT, type Reader } from "./reader";

const MARKS: [RegExp, string][] = [
  [/^\u0089PNG\r\n/, "PNG"],
  [/^\u00ff\u00d8\u00ff/, "JPEG"],
  [/^GIF8[79]a/, "GIF"],
  [/^(?:II\*\0|MM\0\*)/, "TIFF"],
  [/^BM[\s\S]{4}\0\0\0\0/, "BMP"],
  [/^RIFF[\s\S]{4}WEBP/, "WebP"],
  [/^[\s\S]{4}ftyp(?:heic|heix|mif1|avif)/, "HEIC"],
];
const kindOf = (head: string) => MARKS.find(([mark]) => mark.test(head))?.[1];

/** Pictures: what they show is not read, and that is said with what to do. */
export const pictureReader: Reader = {
  name: "picture",
  takes: (file) => (kindOf(file.head) ? FIT.mark : FIT.no),
  read(file) {
    throw new RefusedFile(
      "file/picture",
      `This is a picture (${kindOf(file.head)}). What it shows is not read.`,
      "Run it through text recognition (OCR) and import the text, or type what it says into a text file. A picture of a person is an identifier: leave it out.",
    );
  },
};
