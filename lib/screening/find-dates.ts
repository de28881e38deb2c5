import type { TextSpan } from "./finding";
import { BELOW_HUNDRED, UNIT } from "./number-words";
import type { Reading } from "./reading";
import { HOLIDAYS } from "./words";

const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|januar|februar|märz|juni|juli|oktober|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)";
const DAY = "(?:0?[1-9]|[12]\\d|3[01])";
const ORDINAL =
  "(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth|(?:twenty|thirty)[ -](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth))";
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
  new RegExp(`\\b${ORDINAL}\\b`, "i").test(match[0]) ||
  /\d(?:st|nd|rd|th)\b|(?:19|20)\d\d/i.test(match[0]);

const WEEKDAY = "(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?";
const FORMS = HOLIDAYS.map((name) =>
  name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/st /, "st\\.? "),
).sort((a, b) => b.length - a.length);

const RULES: DateRule[] = [
  {
    pattern: build(
      `(?<=\\b(?:last|this past|past|this coming|next) )(?:mon|tues|wednes|thurs|fri|satur|sun)day`,
    ),
    confidence: 0.55,
    reason: "a weekday near the day of writing",
  },
  {
    pattern: build(
      `${WEEKDAY}\\.?,? ?(?:the )?(?:(?:0?[1-9]|1[0-2])[/-]${DAY}(?:[/-](?:\\d{4}|\\d{2}))?|${DAY}(?:st|nd|rd|th))${TIME}`,
    ),
    confidence: 0.95,
    reason: "a weekday with its date",
  },
  {
    pattern: build(`(?:0?[1-9]|1[0-2])[/-]${DAY}(?:[/-](?:\\d{4}|\\d{2}))? \\(?${WEEKDAY}`),
    confidence: 0.9,
    reason: "a date with its weekday",
  },
  {
    pattern: build(
      `${DAY}[- ]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[- ]?(?:${FULL_YEAR}|\\d\\d)`,
    ),
    confidence: 0.95,
    reason: "a full date",
  },
  {
    pattern: build(`(?:${FORMS.join("|")})(?:,? ${FULL_YEAR}| ${DAY}(?:st|nd|rd|th)?)?(?:'s)?`),
    confidence: 0.8,
    reason: "a holiday: a day of the year",
    accept: (m) => /^\P{L}*[\p{Lu}\p{N}]/u.test(m[0]) || !/^(?:easter|eid)/i.test(m[0]),
  },
  {
    pattern: build(`(?:19|20)\\d\\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])(?:[T ]?\\d{4,6})?`),
    confidence: 0.75,
    reason: "eight digits in the form of a date",
    accept: (m, text) =>
      !/(?:[$€£#]|\bno\.? ?|number:? ?)$/i.test(text.slice(Math.max(0, (m.index ?? 0) - 10), m.index)),
  },
  {
    pattern: build(
      `(?<=\\b(?:on|by|until|till|before|after|since|from|through|thru|for|due|between|and|to|around|dated) )the (?:${DAY}(?:st|nd|rd|th)|${ORDINAL})(?! (?:of (?:the|my|her|his|their|your|our|a)|time|floor|day|week|month|year|call|visit|appeal|request|denial|grade|line|one|person|page|letter|level|party|attempt|try|opinion|degree|step|or|row|thing|part|half|quarter|century|hour|question|edition|dose|trimester|cervical|lumbar|thoracic|toe|finger|rib|of))`,
    ),
    confidence: 0.6,
    reason: "a day of a month",
  },
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
      `(?<=\\b(?:last|next|this|past|since|in|during|early|late|mid|until|till|by|of|for|from|to|through|before|after|around|every|each|between|and|end of|beginning of|start of)[ -])${MONTH}(?!\\.? ?\\d)`,
    ),
    confidence: 0.6,
    reason: "a month",
    accept: (m, text) =>
      /^\p{Lu}/u.test(m[0]) &&
      !/^(?:mars|mai|jan|mar)$/i.test(m[0]) &&
      !/^'s|^ \p{Lu}\p{Ll}/u.test(
        text.slice((m.index ?? 0) + m[0].length, (m.index ?? 0) + m[0].length + 3),
      ) &&
      (!/^(?:may|march|april|june|august)$/i.test(m[0]) ||
        /\b(?:last|next|since|in|during|early|late|mid|until|till|by|of)[ -]$/i.test(
          text.slice(Math.max(0, (m.index ?? 0) - 12), m.index),
        )),
  },
  {
    pattern: build(`${MONTH},?(?: of)? ${SPOKEN_YEAR}`),
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
  /\b(?:on|was|were|since|until|till|by|before|after|from|dated?|dob|born|visit|visited|seen|admitted|discharged?|scheduled|appointment|appt|due|due date|effective|expires?|exp|through|to|of|for|in|started|starting|between|and)[\s:]{1,3}$/i;
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
const AGE_SEX = new RegExp(`${LEFT}(?:9\\d|10\\d)(?=[ ]?(?:[MF]|(?:year|yr)[ -]old)${RIGHT})`, "gu");
const AGE_SAID = new RegExp(
  `(?<=\\b(?:he|she|mom|mother|dad|father|husband|wife|grandmother|grandfather|grandma|grandpa|patient|member|client)(?:'s| is| was) (?:now |almost |about )?)9\\d${RIGHT}(?!\\.\\d| ?%| ?(?:lbs?|pounds|kg|percent|minutes|days|miles|degrees)\\b)`,
  "giu",
);
const AGE_CUED = new RegExp(
  `(?<=\\b(?:age|aged|age of|at age|turned|turning|turns|is now|age:|(?:died|passed away|passed|deceased) at) ?)(?:9\\d|1[0-2]\\d)${RIGHT}`,
  "giu",
);
const AGE_WORDS = new RegExp(
  `${LEFT}(?:ninety(?:[ -]${UNIT})?|(?:a |one )?hundred(?: and (?:${BELOW_HUNDRED}))?)(?=[ -]years?(?:[ -]olds?| of age))${RIGHT}`,
  "giu",
);

const AGE_WORDS_CUED = new RegExp(
  `(?<=\\b(?:age|aged|age of|turned|turning|turns|is now|(?:died|passed away|passed|deceased) at) )(?:ninety(?:[ -]${UNIT})?|(?:a |one )?hundred(?: and (?:${BELOW_HUNDRED}))?)${RIGHT}(?! (?:percent|dollars|days?|times|miles|minutes|hours|pounds|degrees))`,
  "giu",
);

/** Characters after "date of birth" in which spoken numbers are read as that date (a question and its answer). */
const BIRTH_WINDOW = 240;

/** Parts of dates finer than a year, spoken or written, and ages over 89 (45 CFR 164.514(b)(2)(i)(C)). Bare years are allowed there. */
export function findDates(reading: Reading): TextSpan[] {
  const { text } = reading;
  const spans: TextSpan[] = fieldDates(reading);
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
    const opens =
      /(?:^|\n)[ >*•-]*$/.test(before) &&
      /^(?:[:;,]| ?-| {1,2}\p{L}|$)/u.test(text.slice(match.index + match[0].length));
    if ((opens || SHORT_DATE_CUE.test(before)) && !MEASURE_BEFORE.test(before))
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
    [AGE_SEX, 0.8],
    [AGE_SAID, 0.7],
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

/** The value of a field for a date: "02031950", "3 1950" and the like, but no bare year. */
function fieldDates({ text, form, maskAt }: Reading): TextSpan[] {
  const spans: TextSpan[] = [];
  for (const { meaning, start, end } of form.values) {
    if (meaning !== "date" || maskAt(start)) continue;
    const value = text.slice(start, Math.min(end, start + 60));
    const written = /^\d{1,4}(?:[-/. ]{1,2}\d{1,4}){1,2}(?!\d)|^\d{8}(?!\d)|^\d{6}(?!\d)/.exec(value)?.[0];
    if (!written || /^(?:19|20)\d\d[- /]{1,3}(?:19|20)\d\d$/.test(written)) continue;
    spans.push({
      start,
      end: start + written.length,
      kind: "date",
      confidence: 0.95,
      reason: "stands in a field for a date",
    });
  }
  return spans;
}
