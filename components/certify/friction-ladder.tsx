"use client";

import type { LadderRow } from "@/compiler/certify/certificate";
import { Icon } from "@/components/ui/icon";

/** What each mechanism is called, by its id. */
export type LadderNames = ReadonlyMap<string, string>;

const signed = (n: number) => (n > 0 ? `+${n}` : String(n));

/** Mechanisms in the order they were tried: kept or refused and why, what each does to S and to the route. */
export function FrictionLadder({ ladder, names }: { ladder: readonly LadderRow[]; names: LadderNames }) {
  const most = Math.max(...ladder.map((r) => r.S), 1) / 0.85;
  const base = ladder[0];
  let S = base?.S ?? 0;
  let operations = base?.operations ?? 0;
  const rows = ladder.slice(1).map((row) => {
    const before = { S, operations };
    if (row.kept) {
      S = row.S;
      operations = row.operations;
    }
    return { row, before };
  });
  const kept = rows.filter(({ row }) => row.kept).length;
  const width = (s: number) => ({ width: `${(100 * s) / most}%` });
  return (
    <table className="ladder">
      <caption className="visually-hidden">Friction ladder: mechanisms in the order they were tried</caption>
      <thead>
        <tr>
          <th scope="col">Mechanism, in the order tried</th>
          <th scope="col">Decision and reason</th>
          <th scope="col" className="num" colSpan={2}>
            Difficulty S
          </th>
          <th scope="col" className="num">
            Route
          </th>
        </tr>
      </thead>
      <tbody>
        {base && (
          <tr>
            <td>Without friction</td>
            <td>
              <span className="soft">The starting point; it passes.</span>
            </td>
            <td className="bar">
              <span className="rung" aria-hidden="true">
                <i style={width(base.S)} />
              </span>
            </td>
            <td className="num" data-name="S">
              {base.S}
            </td>
            <td className="num" data-name="Route">
              {base.operations}
            </td>
          </tr>
        )}
        {rows.map(({ row, before }) => (
          <tr key={row.friction}>
            <td>{names.get(row.friction ?? "") ?? row.friction}</td>
            <td>
              <span className="mark">
                <Icon name={row.kept ? "mark-good" : "mark-rejected"} tone={row.kept ? "good" : "bad"} />
                <span>
                  {row.kept ? "Kept." : "Refused."}{" "}
                  <span className="soft">{row.reason.replace(/^(Kept|Refused)\. /, "")}</span>
                </span>
              </span>
            </td>
            <td className="bar">
              <span className="rung" aria-hidden="true">
                <i style={width(before.S)} />
                {row.kept ? (
                  <i className="is-new" style={width(row.S - before.S)} />
                ) : (
                  <i className="is-none" />
                )}
              </span>
            </td>
            <td className="num" data-name="S">
              {row.kept ? signed(row.S - before.S) : "0"}
            </td>
            <td className="num" data-name="Route">
              {row.kept ? signed(row.operations - before.operations) : "0"}
            </td>
          </tr>
        ))}
        <tr className="is-sum">
          <td>With the {kept} kept</td>
          <td />
          <td className="bar" />
          <td className="num" data-name="S">
            {S}
          </td>
          <td className="num" data-name="Route">
            {operations}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
