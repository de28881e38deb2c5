import type { TextSpan } from "./finding";

const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|januar|februar|märz|juni|juli|oktober|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)";
const DAY = "(?:0?[1-9]|[12]\\d|3[01])";
const ORDINAL =
  "(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth|(?:twenty|thirty)[ -](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth))";
const UNIT = "(?:one|two|three|four|five|six|seven|eight|nine)";
const TEN = "(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)";
const BELOW_HUNDRED = `(?:${TEN}(?:[ -]${UNIT})?|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|oh[ -]${UNIT}|${UNIT})`;
const SPOKEN_YEAR = `(?:(?:nineteen|twenty)[ -](?:hundred|${BELOW_HUNDRED})|two thousand(?: (?:and )?${BELOW_HUNDRED})?)`;
const YEAR = "(?:(?:19|20)\\d\\d|['’]\\d\\d|\\d\\d(?!\\d))";
const FULL_YEAR = "(?:1[89]|20)\\d\\d";
const TIME =
  "(?:[ T,]{1,3}(?:at )?\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?: ?[ap]\\.?m\\.?)?(?:Z| ?[+-]\\d{2}:?\\d{2})?)?";
const LEFT = "(?<![\\p{L}\\p{N}])";
const RIGHT = "(?![\\p{L}\\p{N}])";

interface DateRule {
  pattern: RegExp;
  confidence: number;
  reason: string;
  accept?: (match: RegExpMatchArray, text: string) => boolean;
}

const build = (source: string) => new RegExp(`${LEFT}(?:${source})${RIGHT}`, "giu");

/** "may" and "march" are verbs too: in small letters they need a year or a day like “5th” beside them. */
const capitalMonth = (match: RegExpMatchArray) =>
  /^\P{L}*\p{Lu}/u.test(match[0]) ||
  !/^(?:may|mar|march|mars|mai)\b/i.test(match[0]) ||
  /\d(?:st|nd|rd|th)\b|(?:19|20)\d\d/i.test(match[0]);

const RULES: DateRule[] = [
  {
    pattern: build(`${FULL_YEAR}[-/.](?:0?[1-9]|1[0-2])[-/.]${DAY}${TIME}`),
    confidence: 0.98,
    reason: "a full date",
  },
  {
    pattern: build(`(?:0?[1-9]|1[0-2])[/]${DAY}[/](?:\\d{4}|\\d{2})${TIME}`),
    confidence: 0.97,
    reason: "a full date",
  },
  {
    pattern: build(`${DAY}[/](?:0?[1-9]|1[0-2])[/](?:\\d{4}|\\d{2})${TIME}`),
    confidence: 0.97,
    reason: "a full date",
  },
  {
    pattern: build(`(?:0?[1-9]|1[0-2])[-.]${DAY}[-.](?:${FULL_YEAR}|\\d{2})${TIME}`),
    confidence: 0.85,
    reason: "a full date",
    accept: (m) => !/^\d{1,2}\.\d{1,2}\.\d{2}$/.test(m[0]) || Number(m[0].split(".")[0]) > 0,
  },
  {
    pattern: build(`${DAY}[-.](?:0?[1-9]|1[0-2])[-.](?:${FULL_YEAR}|\\d{2})${TIME}`),
    confidence: 0.85,
    reason: "a full date",
  },
  {
    pattern: build(
      `(?:(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?,? )?${DAY}(?:st|nd|rd|th)?(?: day)?(?: of)?[ -]${MONTH}\\.?(?:,?[ -]${YEAR})?${TIME}`,
    ),
    confidence: 0.95,
    reason: "a day of a month",
  },
  {
    pattern: build(`${MONTH}\\.?[ -](?:the )?${DAY}(?:st|nd|rd|th)?(?:(?:,? | of |-|, )${YEAR})?${TIME}`),
    confidence: 0.95,
    reason: "a day of a month",
    accept: capitalMonth,
  },
  {
    pattern: build(`${MONTH}\\.?,?(?: of)? (?:${FULL_YEAR}|['’]\\d\\d)`),
    confidence: 0.8,
    reason: "a month of a year",
    accept: capitalMonth,
  },
  { pattern: build(`(?:0?[1-9]|1[0-2])/${FULL_YEAR}`), confidence: 0.8, reason: "a month of a year" },
  {
    pattern: build(`(?:the )?${ORDINAL}(?: day)?(?: of)? ${MONTH}(?:,? (?:${SPOKEN_YEAR}|${YEAR}))?`),
    confidence: 0.95,
    reason: "a day of a month, spoken out",
  },
  {
    pattern: build(`${MONTH} (?:the )?(?:${ORDINAL}|${BELOW_HUNDRED})(?:,? (?:${SPOKEN_YEAR}|${YEAR}))?`),
    confidence: 0.9,
    reason: "a day of a month, spoken out",
    accept: capitalMonth,
  },
  {
    pattern: build(
      `(?<=\\b(?:last|next|this|past|since|in|during|early|late|mid|until|till|by|of|for) )${MONTH}(?!\\.? ?\\d)`,
    ),
    confidence: 0.6,
    reason: "a month",
    accept: (m) => /^\p{Lu}/u.test(m[0]) && !/^(?:may|mar|mars|mai|march)$/i.test(m[0]),
  },
  {
    pattern: build(`${MONTH},? ${SPOKEN_YEAR}`),
    confidence: 0.8,
    reason: "a month of a year, spoken out",
    accept: capitalMonth,
  },
];

const SHORT_DATE = new RegExp(
  `${LEFT}(?:0?[1-9]|[12]\\d|3[01])[/](?:0?[1-9]|[12]\\d|3[01])${RIGHT}(?!/)`,
  "giu",
);
const SHORT_DATE_CUE =
  /\b(?:on|since|until|till|by|before|after|from|dated?|dob|born|visit|visited|seen|admitted|discharged?|scheduled|appointment|appt|due|due date|effective|expires?|exp|through|to|of|for|in|started|starting|between|and)[\s:]{1,3}$/i;
const MEASURE_BEFORE =
  /\b(?:bp|pressure|pain|score|scored|rated|severity|strength|pulses?|reflexes|vision|acuity|gcs|about|ratio)\b[^.]{0,20}$/i;

const BIRTH_CUE = /\b(?:date of birth|birth ?date|birthday|d\.?o\.?b\.?|born(?: on)?)\b/giu;
const NUMBER_WORD = `(?:${BELOW_HUNDRED}|hundred|thousand|oh|zero|nought|double|${ORDINAL}|\\d{1,4}(?:st|nd|rd|th)?)`;
const NUMBER_RUN = new RegExp(
  `${LEFT}${NUMBER_WORD}(?:(?:[,./]? ?| of | and |,? (?:uh|um|er|erm),? |[ -]|</?[A-Z_]{2,20}/?>){1,3}(?:${NUMBER_WORD}|${MONTH})){1,8}${RIGHT}`,
  "giu",
);

const AGE_DIGITS = new RegExp(
  `${LEFT}(?:9\\d|1[0-2]\\d)(?=[ -]?(?:years?|yrs?|yo|y/o|y\\.o\\.?)(?:[ -]?olds?)?${RIGHT}|y${RIGHT})`,
  "giu",
);
const AGE_CUED = new RegExp(
  `(?<=\\b(?:age|aged|age of|turned|turning|turns|is now|age:) ?)(?:9\\d|1[0-2]\\d)${RIGHT}`,
  "giu",
);
const AGE_WORDS = new RegExp(
  `${LEFT}(?:ninety(?:[ -]${UNIT})?|(?:a |one )?hundred(?: and (?:${BELOW_HUNDRED}))?)(?=[ -]years?[ -]olds?)${RIGHT}`,
  "giu",
);

const AGE_WORDS_CUED = new RegExp(
  `(?<=\\b(?:age|aged|age of|turned|turning|turns|is now) )(?:ninety(?:[ -]${UNIT})?|(?:a |one )?hundred(?: and (?:${BELOW_HUNDRED}))?)${RIGHT}(?! (?:percent|dollars|days?|times|miles|minutes|hours|pounds|degrees))`,
  "giu",
);

/** Characters after "date of birth" in which spoken numbers are read as that date (a question and its answer). */
const BIRTH_WINDOW = 240;

/** Parts of dates finer than a year, spoken or written, and ages over 89 (45 CFR 164.514(b)(2)(i)(C)). Bare years are allowed there. */
export function findDates(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  const add = (start: number, end: number, confidence: number, reason: string) =>
    spans.push({ start, end, kind: "date", confidence, reason });
  for (const rule of RULES) {
    for (const match of text.matchAll(rule.pattern)) {
      if (rule.accept && !rule.accept(match, text)) continue;
      add(match.index, match.index + match[0].trimEnd().length, rule.confidence, rule.reason);
    }
  }
  for (const match of text.matchAll(SHORT_DATE)) {
    const before = text.slice(Math.max(0, match.index - 40), match.index);
    if (SHORT_DATE_CUE.test(before) && !MEASURE_BEFORE.test(before))
      add(match.index, match.index + match[0].length, 0.75, "a day and month");
  }
  const cues = [...text.matchAll(BIRTH_CUE)];
  for (const [position, cue] of cues.entries()) {
    const from = cue.index + cue[0].length;
    const window = text.slice(from, Math.min(from + BIRTH_WINDOW, cues[position + 1]?.index ?? text.length));
    for (const match of window.matchAll(NUMBER_RUN)) {
      const numbers = match[0]
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => !/^(?:and|of|uh|um|er|erm|unsure)$/i.test(word));
      if (numbers.length < 3) continue;
      add(from + match.index, from + match.index + match[0].length, 0.85, "numbers given as a date of birth");
      break;
    }
  }
  for (const [pattern, confidence] of [
    [AGE_DIGITS, 0.95],
    [AGE_CUED, 0.85],
    [AGE_WORDS, 0.9],
    [AGE_WORDS_CUED, 0.85],
  ] as const) {
    for (const match of text.matchAll(pattern))
      add(match.index, match.index + match[0].length, confidence, "an age over 89");
  }
  return spans;
}
