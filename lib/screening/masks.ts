import { isOrdinary, words } from "./words";

/** A stretch of the visible text in which nothing, or no name and date, is a finding. */
export interface Mask {
  start: number;
  end: number;
  /** "redacted": something was taken out here. "citation": authors and journals of published work. */
  why: "redacted" | "citation";
}

const REDACTED =
  /(?<![\p{L}\p{N}])(?:[Xx]{2,}(?:[-/.][Xx]{2,})*(?:[-/.](?:19|20)\d\d)?|[Xx]{3,}[-/. ]?)(?![\p{L}\p{N}])|\*{2,}|_{3,}|#{3,}|\u2588+|\[\*\*[^\]\n]{0,60}\*\*\]|<\/?[A-Z_]{2,30}(?:_?\d{1,3})? ?\/?>|[[{]{1,2}[\p{L}_ -]{2,40}\d{0,3}[\]}]{1,2}/gu;
const MARK_WORDS = words(
  "redacted removed withheld name names patient member doctor provider physician nurse hospital clinic facility date dates dob address phone number email location city state zip person organization org age id mrn ssn account caller client agent deidentified de-identified anonymized blank unknown illegible inaudible unclear signature first last full lname fname day month year url street county plan hidden masked omitted",
);

const JOURNAL =
  /\b(?:J|Ann|Arch|Med|Clin|Intern|Surg|Ther|Rheum|Spine|Pain|Lancet|JAMA|BMJ|N Engl|Engl|Cochrane|Am|Br|Eur|Int|Rev|Res|Sci|Dis|Orthop|Neurol|Psychiatry|Cancer|Oncol|Pediatr|Radiol|Rehabil|Phys|Gastroenterol|Cardiol|Natl|Acad|Proc|PLoS|Nat|Journal|Annals|Archives|Guidelines?|Review|Medicine|Edition|ed|doi|et al|pp|vol|Epub|PMID)\b/;
const ONE_AUTHOR = "(?:(?:van|von|de|der|den|la|el|di) )*\\p{Lu}[\\p{L}'-]{1,40},? \\p{Lu}{1,3}";
/** Several authors, or one before a journal: "Friedly J, Deyo R, Jarvik JG.", "Chou R. Ann Intern Med 2017", "Smith AB et al". */
const AUTHORS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${ONE_AUTHOR}(?:(?:,|;|,? and|,? &) ${ONE_AUTHOR})+|${ONE_AUTHOR},? et al|${ONE_AUTHOR}(?=[.;:] ?(?:\\p{Lu}[\\p{L}]*\\.? ){1,6}\\(?(?:19|20)\\d\\d))`,
  "gu",
);
const PATIENT =
  /\b(?:he|she|I|my|his|her|pt|patient|patients?'s|seen|visited|admitted|called|told|DOB|MRN|SSN|phone|appt)\b/;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;
/** Year, month, volume, issue and pages. */
const CITED_PLACE =
  /^\d{4}(?: (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*)?(?: \d{1,2})?(?:[;:,.() -]{1,3}[eS]?\d{1,5}){0,6}/;
/** Characters after an author in which journal and year must follow. */
const CITATION_REACH = 420;

/** Marks that stand where something was taken out, and citations of published work. */
export function masksOf(text: string): Mask[] {
  const masks: Mask[] = [];
  for (const match of text.matchAll(REDACTED)) {
    if (/^[[{]/.test(match[0]) && !match[0].startsWith("[**")) {
      const inside = match[0].toLowerCase().match(/\p{L}+/gu) ?? [];
      if (
        !inside.some((word) => MARK_WORDS.has(word)) ||
        !inside.every((word) => MARK_WORDS.has(word) || isOrdinary(word))
      )
        continue;
    }
    masks.push({ start: match.index, end: match.index + match[0].length, why: "redacted" });
  }
  let end = 0;
  for (const match of text.matchAll(AUTHORS)) {
    if (match.index < end) continue;
    const line = text.slice(match.index, match.index + CITATION_REACH).split("\n\n")[0]!;
    const rest = line.slice(match[0].length);
    const year = YEAR.exec(rest);
    if (!year || !JOURNAL.test(rest.slice(0, year.index + 60)) || PATIENT.test(rest.slice(0, year.index)))
      continue;
    const tail = CITED_PLACE.exec(rest.slice(year.index))![0];
    end = match.index + match[0].length + year.index + tail.length;
    masks.push({ start: match.index, end, why: "citation" });
  }
  return masks;
}
