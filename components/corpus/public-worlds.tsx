import { BAND_WORDS } from "@/components/certify/words";
import { Chip, Empty } from "@/components/ui/pieces";
import type { CorpusQuery, PublicWorld } from "@/lib/contracts/corpus";
import { CorpusFilter } from "./corpus-list";
import "./corpus.css";

/** For anybody: briefs and whom one can reach on the first day. Nothing that is graded is here. */
export function PublicWorlds({ worlds, query }: { worlds: readonly PublicWorld[]; query: CorpusQuery }) {
  return (
    <main id="main" className="page">
      <div className="lead-row">
        <h1 className="title">Published worlds</h1>
        <p className="soft">
          Briefs and first-day contacts. Runners fetch the worlds themselves with a token.
        </p>
      </div>
      <CorpusFilter query={query} withdrawn={false} />
      {worlds.length === 0 ? (
        <section className="panel">
          <Empty icon="seal" title="Nothing is published that fits">
            Widen what you look for, or come back later.
          </Empty>
        </section>
      ) : (
        <div className="public-worlds">
          {worlds.map((w) => (
            <article key={w.world} className="panel">
              <div className="panel-head">
                <h2 className="head">{w.title}</h2>
                <span className="code meta">
                  {w.world}, version {w.version}
                </span>
                <Chip tone="accent">
                  {BAND_WORDS[w.difficulty.band]}, S {w.difficulty.S}
                </Chip>
              </div>
              <div className="panel-body">
                <p className="read brief">{w.brief}</p>
                <p className="side-chips">
                  {w.contacts.map((c) => (
                    <Chip key={c.name} icon="phone">
                      {c.name}
                    </Chip>
                  ))}
                </p>
              </div>
            </article>
          ))}
        </div>
      )}
    </main>
  );
}
