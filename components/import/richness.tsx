import type { RichnessView } from "@/lib/contracts/import";

const PART_WORDS = {
  outcomes: "What must come out of it",
  parties: "Who takes part",
  steps: "What was done",
  information: "What was said",
} as const;

/** How much there is to make a world of, and why. */
export function Richness({ richness }: { richness: RichnessView }) {
  return (
    <details className="richness-box">
      <summary>How rich the records are: {richness.score} of 100</summary>
      <div className="richness">
        {(Object.keys(PART_WORDS) as (keyof typeof PART_WORDS)[]).map((part) => (
          <div key={part} className="stack">
            <span className="ui">
              {PART_WORDS[part]}: <span className="strong">{richness.parts[part].score}</span> of{" "}
              {richness.parts[part].of}
            </span>
            <ul className="meta">
              {richness.parts[part].reasons.map((reason) => (
                <li key={reason.message}>{reason.message}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </details>
  );
}
