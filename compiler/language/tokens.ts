import { normalText } from "../spec/value";

/** Words that say nothing about what is asked for. */
const EMPTY = new Set(
  "a an the of for to in on at by with from and or is are was were be been am do does did have has had can could would will shall should may might please i me my we our you your he she his her hers they them their it its this that these those there here what which who whom when where how why if so as about any some tell give get let know need want like ask hello hi thanks thank calling behalf just also still now then".split(
    " ",
  ),
);

/** Ways of saying the same, each group under its first word. */
const SAME: readonly (readonly string[])[] = [
  ["birth", "dob", "born", "birthday", "birthdate"],
  ["phone", "telephone", "cell", "mobile"],
  ["contact", "reach"],
  ["address", "residence"],
  ["member", "subscriber", "enrollee"],
  ["identifier", "id"],
  ["number", "no", "nr"],
  ["consent", "permission", "authorise", "authorize", "okay", "agree"],
  ["prescription", "rx", "script"],
  ["doctor", "physician", "clinician", "prescriber"],
  ["copy", "duplicate"],
  ["letter", "note"],
  ["arrange", "schedule", "book", "set"],
  ["send", "fax", "mail", "forward", "submit"],
  ["status", "progress", "state"],
  ["deliver", "ship", "dropoff"],
  ["receive", "arrive"],
  ["cancel", "withdraw", "stop"],
  ["cover", "insure"],
  ["supplier", "vendor"],
  ["confirm", "verify", "check"],
  ["repair", "fix"],
  ["date", "day"],
  ["cost", "price", "fee"],
];

/** Takes endings off, so that "delivered", "deliveries" and "delivery" meet. */
function stem(word: string): string {
  let out = word;
  const cut = (ending: RegExp, put = "", least = 3) => {
    const shorter = out.replace(ending, put);
    if (shorter !== out && shorter.length >= least) out = shorter;
  };
  cut(/ies$/, "y");
  cut(/(?<=(?:ss|x|ch|sh))es$/);
  cut(/(?<![sui])s$/);
  cut(/(?:ing|ed)$/, "", 4);
  cut(/(?:ization|isation)$/, "iz", 4);
  cut(/ation$/, "", 4);
  cut(/ment$/, "", 4);
  cut(/ery$/, "er", 4);
  cut(/([bdgmnprt])\1$/, "$1", 3);
  cut(/e$/, "", 3);
  return out;
}

const CANONICAL = new Map(
  SAME.flatMap((group) => group.map((word) => [stem(word), stem(group[0]!)] as const)),
);

/** The telling words of a text, stemmed, synonyms brought together, in order, without repeats. */
export function telling(text: string): string[] {
  const words = normalText(text)
    .replace(/['’]s\b/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !EMPTY.has(word))
    .map(stem)
    .map((word) => CANONICAL.get(word) ?? word);
  return [...new Set(words)];
}
