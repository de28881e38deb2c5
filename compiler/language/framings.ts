import type { TranslationRequest } from "./translation";

type Item = Pick<TranslationRequest["menu"][number], "kind" | "label">;

const TELL = [
  "Could you tell me {}?",
  "I would like to know {}.",
  "Do you know {}?",
  "Please tell me {}.",
  "I am calling to find out {}.",
  "Can you help me with this: {}?",
];
const GIVE = [
  "Could I have {}?",
  "Please send me {}.",
  "I need {}.",
  "I would like to have {}.",
  "Can you let me have {}?",
  "I am asking for {}.",
];
const CHECK = [
  "Could you check {}?",
  "I would like to know {}.",
  "Please look up {}.",
  "Do you know {}?",
  "Can you tell me {}?",
  "I am calling to find out {}.",
];
const DO = [
  "Could you {}?",
  "Please {}.",
  "I would like you to {}.",
  "Can you {} now?",
  "I am asking you to {}.",
  "Would you {}, please?",
];
const PERMIT = [
  "Could I have {}?",
  "Please give me {}.",
  "I would like to have {}.",
  "Do I have {}?",
  "I am asking for {}.",
  "May I have {} now?",
];

const PERMISSION = /^(?:your |his |her |their |the )?(?:permission|consent|agreement|authori[sz]ation)\b/iu;

function framesOf({ kind, label }: Item): readonly string[] {
  if (kind === "fact") return TELL;
  if (kind === "status") return CHECK;
  return kind === "operation" ? (PERMISSION.test(label) ? PERMIT : DO) : GIVE;
}

/**
 * Plain ways to ask for a menu item, made of its public label alone: the same for every case. They say what the label
 * says, so they only show that nothing else on the menu is in its way; how people really ask they cannot show (L6).
 */
export function framingsOf(item: Item): string[] {
  const label = item.label.trim().replace(/[?!.]+$/u, "");
  return framesOf(item).map((frame) => frame.replace("{}", () => label));
}
