import { describe, expect, test } from "vitest";
import { htmlToPlainText, readHtml } from "./html-text";

describe("HTML as people read it", () => {
  test.each([
    ["paragraphs", "<p>One\n two</p><p>Three</p>", "One two\n\nThree"],
    ["line breaks", "One<br>Two<br><br>Three", "One\nTwo\n\nThree"],
    [
      "tables, a line a row",
      "<table><tr><th>Service</th><th>Answer</th></tr><tr><td><p>Wheelchair</p></td><td>Denied</td></tr></table>",
      "Service | Answer\nWheelchair | Denied",
    ],
    ["empty cells keep their place", "<table><tr><td>a</td><td></td><td>c</td></tr></table>", "a |  | c"],
    [
      "lists",
      "<p>Send:</p><ol><li>the form<ul><li>signed</li></ul></li><li>the letter</li></ol>End",
      "Send:\n\n1. the form\n  * signed\n2. the letter\n\nEnd",
    ],
    [
      "quotes",
      "<p>See below.</p><blockquote><p>We deny it.</p><p>Regards</p></blockquote>",
      "See below.\n\n> We deny it.\n>\n> Regards",
    ],
    [
      "links, once",
      '<a href="https://plan.example/a">the form</a> and <a href="https://plan.example/b">https://plan.example/b</a>',
      "the form [https://plan.example/a] and https://plan.example/b",
    ],
    ["entities", "Smith &amp; Sons &eacute; &#8217; &nbsp;x", "Smith & Sons é ’ \u00a0x"],
    ["no script and no style", "<style>p{}</style><script>alert('<p>no</p>')</script>Yes", "Yes"],
    [
      "what is typed into a form",
      '<label>Name</label> <input type="text" value="the enrollee">',
      "Name the enrollee",
    ],
    ["verbatim text", "<pre>a  b\n  c</pre>", "a  b\n  c"],
    ["what is never closed", "<b>One<p>Two<td>Three", "One\n\nTwoThree"],
  ])("%s", (_, html, text) => {
    expect(htmlToPlainText(html)).toBe(text);
  });

  test("title and pictures of the document are known", () => {
    const page = readHtml(
      '<title>Denial</title><img src="data:image/png;base64,AA=="><img src="x.png" alt="Seal">',
    );
    expect(page).toEqual({ text: "[Seal]", title: "Denial", pictures: 1 });
  });
});

describe("hostile HTML costs no more than its length", () => {
  const big = 300_000;
  test.each([
    [
      "a colspan of a million",
      `<table>${'<tr><td colspan="1000000" rowspan="65534">x</td></tr>'.repeat(50)}</table>`,
    ],
    ["blockquotes in blockquotes", "<blockquote>".repeat(big)],
    ["tables in tables", "<table><tr><td>".repeat(big)],
    ["tags that never match", "<i>".repeat(big) + "</b>".repeat(big)],
    ["lists in lists", "<ul><li>x".repeat(big)],
    ["attributes", `<p ${"a=b ".repeat(big)}>x`],
    ["open brackets", "<".repeat(big * 10)],
    ["open comments", "<!--".repeat(big)],
    ["entities", "&#x;&amp".repeat(big)],
    ["white space", " \n".repeat(big * 4)],
  ])("%s", (_, html) => {
    const since = performance.now();
    const { length } = htmlToPlainText(html);
    expect(length).toBeLessThan(html.length * 3 + 100);
    expect(performance.now() - since).toBeLessThan(4_000);
  });
});
