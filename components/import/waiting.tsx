import { ButtonLink } from "@/components/ui/button";
import { Empty } from "@/components/ui/pieces";
import type { ScreeningView } from "@/lib/contracts/import";
import { count } from "./screening-words";

/** For whoever may not decide: that the case waits, and for whom. */
export function Waiting({ view }: { view: ScreeningView }) {
  const [first, ...others] = view.screeners;
  const who = first === undefined ? "a curator" : others.length === 0 ? first : `${first} or another curator`;
  return (
    <>
      <div className="lead-row">
        <h1 className="title">{view.title}</h1>
        <p className="soft">
          <span className="code">{view.caseId}</span>, {count(view.records, "record")}
        </p>
      </div>
      <section className="panel" aria-label="The check">
        {view.stage === "imported" ? (
          <Empty
            icon="shield"
            title={`It waits for ${who}`}
            link={<ButtonLink href="/cases">Back to your cases</ButtonLink>}
          >
            {view.waiting > 0
              ? `${count(view.waiting, "name or number", "names and numbers")} may say whose case it is. ${who} decides on them; then the case is yours to begin. It stays in your list until then.`
              : `Every name and number is decided. ${who} ends the check; then the case is yours to begin.`}
          </Empty>
        ) : (
          <Empty
            icon="shield"
            title="Its check is done"
            link={<ButtonLink href={`/cases/${view.caseId}`}>Open the case</ButtonLink>}
          >
            {view.waiting > 0
              ? `${count(view.waiting, "passage")} was reported since then and waits for ${who}.`
              : "Nothing waits. If you see a name or number that says whose case it is, report it where you read it."}
          </Empty>
        )}
      </section>
    </>
  );
}
