import { readHtml } from "./html-text";
import { RefusedFile } from "./imported-case";
import { baseName } from "./plain-text";
import { FIT, type Reader, result } from "./reader";

const HTML = /^\s*(?:<!--[\s\S]{0,500}?-->\s*)?<(?:!doctype\s+html|html|head|body|meta|title|table|div|p)\b/i;

/** A web page, or a letter saved as one: its text, never its markup. */
export const htmlReader: Reader = {
  name: "HTML",
  takes(file) {
    if (file.text === null) return FIT.no;
    if (file.mediaType === "text/html" || /^(?:x?html?)$/.test(file.extension)) return FIT.form;
    return HTML.test(file.text.slice(0, 1_500)) ? FIT.form : FIT.no;
  },
  read({ name, text }) {
    const page = readHtml(text ?? "");
    if (page.text.trim() === "")
      throw new RefusedFile(
        "html/no_text",
        "There is no text in this page.",
        "Open it in a browser and save it as PDF, or copy its text into a text file.",
      );
    const found = page.text.length;
    return result("HTML", {
      loose: [{ kind: "other", title: page.title || baseName(name), text: page.text }],
      unread:
        page.pictures === 0
          ? []
          : [
              {
                what: page.pictures === 1 ? "a picture in the page" : `${page.pictures} pictures in the page`,
                why: "Pictures are not read.",
                fix: "Type what they say into a text file, if it matters.",
              },
            ],
      account: [{ unit: "characters", found, kept: found, leftOut: 0 }],
    });
  },
};
