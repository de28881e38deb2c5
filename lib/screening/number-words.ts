/** Sources of patterns for numbers said aloud. */
export const DIGIT_WORD = "(?:oh|o|zero|nought|one|two|three|four|five|six|seven|eight|nine)";
export const UNIT = "(?:one|two|three|four|five|six|seven|eight|nine)";
export const TEN = "(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)";
export const BELOW_HUNDRED = `(?:${TEN}(?:[ -]${UNIT})?|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|oh[ -]${UNIT}|${UNIT})`;
