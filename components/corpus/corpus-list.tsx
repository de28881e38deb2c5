import "@/components/certify/worlds.css";
import Link from "next/link";
import { BAND_WORDS } from "@/components/certify/words";
import { Button, ButtonLink } from "@/components/ui/button";
import { Input, SearchField, Select } from "@/components/ui/field";
import { Chip, Empty, TableHead } from "@/components/ui/pieces";
import { Time } from "@/components/ui/time";
import type { CorpusQuery, CorpusRow } from "@/lib/contracts/corpus";

const PARTS = [
  { name: "f", label: "Friction" },
  { name: "r", label: "To find" },
  { name: "a", label: "That act" },
  { name: "u", label: "Permissions" },
] as const;

/** The form of what is looked for; it works without scripts. */
export function CorpusFilter({ query, withdrawn }: { query: CorpusQuery; withdrawn: boolean }) {
  return (
    <form className="tools" method="get">
      <SearchField
        label="Find a world by its title, brief or a party"
        name="q"
        defaultValue={query.q}
        placeholder="Title, brief or party"
      />
      <Select name="band" aria-label="Band" defaultValue={query.band}>
        <option value="any">Any band</option>
        <option value="light">Light</option>
        <option value="standard">Standard</option>
        <option value="hard">Hard</option>
      </Select>
      {PARTS.map((p) => (
        <Input
          key={p.name}
          className="number"
          type="number"
          min={0}
          name={p.name}
          aria-label={`${p.label} at least`}
          placeholder={`${p.name.toUpperCase()} from`}
          title={`${p.label} at least`}
          defaultValue={query[p.name] || ""}
        />
      ))}
      <Select name="order" aria-label="Order" defaultValue={query.order}>
        <option value="newest">Newest first</option>
        <option value="hardest">Hardest first</option>
        <option value="easiest">Easiest first</option>
        <option value="title">By title</option>
      </Select>
      {withdrawn && (
        <label className="choice">
          <input type="checkbox" name="withdrawn" value="yes" defaultChecked={query.withdrawn === "yes"} />
          Withdrawn too
        </label>
      )}
      <Button type="submit" icon="filter">
        Show
      </Button>
    </form>
  );
}

const passed = (n: number, of: number) => (of === 0 ? "None yet" : `${n} of ${of} passed`);

/** Published worlds with their figures. */
export function CorpusList({
  rows,
  query,
  curator,
}: {
  rows: readonly CorpusRow[];
  query: CorpusQuery;
  curator: boolean;
}) {
  return (
    <main id="main" className="page">
      <div className="lead-row">
        <h1 className="title">Corpus</h1>
        <p className="soft">
          {rows.length} {rows.length === 1 ? "world" : "worlds"} as published. Versions never change.
        </p>
        <span className="tools-end">
          {curator && (
            <ButtonLink href="/corpus/tokens" quiet icon="link">
              Runner tokens
            </ButtonLink>
          )}
          {curator && rows.length > 0 && (
            <a className="button" href="/api/corpus/bundles" download>
              Download all
            </a>
          )}
        </span>
      </div>
      <CorpusFilter query={query} withdrawn />
      <section className="panel" aria-label="Published worlds">
        {rows.length === 0 ? (
          <Empty icon="seal" title="Nothing is published that fits">
            Worlds appear here when a curator publishes them. Widen what you look for.
          </Empty>
        ) : (
          <table className="worlds">
            <TableHead
              columns={["World", "Difficulty", "Route", "People", "Agents", "Published"]}
              acts="Next"
            />
            <tbody>
              {rows.map((row) => (
                <tr key={row.publicationId}>
                  <td>
                    <Link className="world-name" href={`/corpus/${row.caseId}`}>
                      {row.title}
                    </Link>
                    <span className="meta world-sub">
                      <span className="code">{row.world}</span>, version {row.version}
                      {row.versions > 1 && ` of ${row.versions}`}
                      {row.withdrawn && `, withdrawn: ${row.withdrawn.reason}`}
                    </span>
                  </td>
                  <td data-name="Difficulty">
                    <b className="strong">{row.difficulty.S}</b>{" "}
                    <Chip>{BAND_WORDS[row.difficulty.band]}</Chip>
                    <span className="meta world-sub">
                      F {row.difficulty.F}, R {row.difficulty.R}, A {row.difficulty.A}, U {row.difficulty.U}
                    </span>
                  </td>
                  <td data-name="Route">
                    {row.route.operations} steps, {row.route.days} days
                    <span className="meta world-sub">{row.route.outcomes} outcomes</span>
                  </td>
                  <td data-name="People">{passed(row.runs.peoplePassed, row.runs.people)}</td>
                  <td data-name="Agents">{passed(row.runs.agentsPassed, row.runs.agents)}</td>
                  <td data-name="Published">
                    <Time at={row.publishedAt} dateOnly />
                    <span className="meta world-sub">{row.publishedBy}</span>
                  </td>
                  <td>
                    <ButtonLink href={`/corpus/${row.caseId}`}>Open</ButtonLink>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </main>
  );
}
