import { GLYPHS, KIND_WORDS } from "./shapes";
import type { EdgeKind, NodeKind } from "./world-graph";

const LINES: readonly { kind: EdgeKind; words: string }[] = [
  { kind: "fact", words: "has to be known or done first" },
  { kind: "document", words: "stands in the document" },
  { kind: "permission", words: "permission" },
  { kind: "time", words: "comes by itself, in time" },
];

/** What the shapes and the lines of the graph mean. */
export function Legend() {
  return (
    <details className="legend">
      <summary className="label">What shapes and lines mean</summary>
      <ul>
        {(Object.keys(KIND_WORDS) as NodeKind[]).map((kind) => (
          <li key={kind} className={`kind-${kind}`}>
            <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
              <path d={GLYPHS[kind]} />
            </svg>
            {KIND_WORDS[kind]}
          </li>
        ))}
        {LINES.map(({ kind, words }) => (
          <li key={kind}>
            <svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true">
              <path className={`edge edge-${kind}`} d="M0 4H28" />
            </svg>
            {words}
          </li>
        ))}
        <li>
          <span className="legend-box" />
          Dashed outline: later in this run
        </li>
      </ul>
    </details>
  );
}
