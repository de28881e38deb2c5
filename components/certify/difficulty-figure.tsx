import { Chip } from "@/components/ui/pieces";
import type { DifficultyFigures } from "@/lib/contracts/worlds";
import { BAND_WORDS } from "./words";

const AXIS = 80;
/** Shorter, so that the names of the bands keep apart. */
const NARROW_AXIS = 60;

/** The score as a figure, a bar of its parts, the bands below it and the sum in words. */
export function DifficultyFigure({
  difficulty,
  narrow = false,
}: {
  difficulty: DifficultyFigures;
  narrow?: boolean;
}) {
  const { S, F, R, A, U, band } = difficulty;
  const most = Math.max(narrow ? NARROW_AXIS : AXIS, S);
  const parts = [
    { key: "f", name: "Friction", count: F, times: 3 },
    { key: "r", name: "Parties to find", count: R, times: 4 },
    { key: "a", name: "Outcomes that act", count: A, times: 2 },
    { key: "u", name: "Permissions to ask for", count: U, times: 1 },
  ];
  const at = (s: number) => ({ left: `${(100 * s) / most}%` });
  return (
    <>
      <div className="score">
        <b>{S}</b>
        <span className="score-band">
          <Chip tone="accent">{BAND_WORDS[band]}</Chip>
        </span>
        <span className="formula code">S = 3F + 4R + 2A + U</span>
      </div>
      <div
        className="stackbar"
        role="img"
        aria-label={`Difficulty ${S}: ${parts.map((p) => `${p.name.toLowerCase()} ${p.times * p.count}`).join(", ")}`}
        style={{ width: `${(100 * S) / most}%` }}
      >
        {parts
          .filter((p) => p.count > 0)
          .map((p) => (
            <span key={p.key} className={`part-${p.key}`} style={{ flex: p.times * p.count }}>
              <b>{p.times * p.count}</b>
            </span>
          ))}
      </div>
      <div className="bands" aria-hidden="true">
        {most <= 2 * AXIS && (
          <>
            <span className={band === "light" ? "is-on" : undefined} style={at(0)}>
              light
            </span>
            <span className={band === "standard" ? "is-on" : undefined} style={at(23)}>
              standard
            </span>
          </>
        )}
        <span className={band === "hard" ? "is-on" : undefined} style={at(36)}>
          {narrow ? "hard" : "hard, from 36"}
        </span>
      </div>
      <ul className="parts">
        {parts.map((p) => (
          <li key={p.key}>
            <i className={`part-${p.key}`} />
            {p.name}, {p.count}
            <span className="code">
              {p.times > 1 ? `${p.times} × ${p.count} = ${p.times * p.count}` : p.count}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
