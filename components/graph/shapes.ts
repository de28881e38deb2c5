import { SIZE } from "./layout";
import type { NodeKind } from "./world-graph";

const W = SIZE.nodeWidth;
const H = SIZE.nodeHeight;

/** The outline of each kind; `inner` is drawn over it without a fill. Colour only repeats what the shape says. */
export const SHAPES: Record<NodeKind, { outline: string; inner?: string }> = {
  fact: {
    outline: `M6 0H${W - 6}A6 6 0 0 1 ${W} 6V${H - 6}A6 6 0 0 1 ${W - 6} ${H}H6A6 6 0 0 1 0 ${H - 6}V6A6 6 0 0 1 6 0Z`,
  },
  document: { outline: `M0 0H${W - 12}L${W} 12V${H}H0Z`, inner: `M${W - 12} 0V12H${W}` },
  operation: { outline: `M0 0H${W - 12}L${W} ${H / 2}L${W - 12} ${H}H0Z` },
  form: { outline: `M0 0H${W}V${H}H0Z`, inner: `M5 0V${H}` },
  permission: {
    outline: `M0 0H${W}V${H / 2 - 6}A6 6 0 0 0 ${W} ${H / 2 + 6}V${H}H0V${H / 2 + 6}A6 6 0 0 0 0 ${H / 2 - 6}Z`,
  },
  status: {
    outline: `M${H / 2} 0H${W - H / 2}A${H / 2} ${H / 2} 0 0 1 ${W - H / 2} ${H}H${H / 2}A${H / 2} ${H / 2} 0 0 1 ${H / 2} 0Z`,
  },
};

/** The double octagon of an outcome, 50 by 40. */
export const OUTCOME = {
  outline: "M10 0H40L50 10V30L40 40H10L0 30V10Z",
  inner: "M11.5 3H38.5L47 11.5V28.5L38.5 37H11.5L3 28.5V11.5Z",
};

export const KIND_WORDS: Record<NodeKind, string> = {
  fact: "Fact",
  document: "Document",
  operation: "Operation",
  form: "Form",
  permission: "Permission",
  status: "Status",
};

/** The small glyph before the kind's word, 16 by 16. */
export const GLYPHS: Record<NodeKind, string> = {
  fact: "M2 3h12v10H2z",
  document: "M3 1h6.5L13 4.500V15H3V1Z",
  operation: "M1 3.500h9L15 8l-5 4.500H1v-9Z",
  form: "M1 2h14v12H1V2Zm1.500 1.500v9h1v-9z",
  permission:
    "M1.500 3.500h13v2.700a1.800 1.800 0 0 0 0 3.600v2.700h-13V9.800a1.800 1.800 0 0 0 0-3.600V3.500Z",
  status: "M5 3.500h6a4.500 4.500 0 0 1 0 9H5a4.500 4.500 0 0 1 0-9Z",
};
