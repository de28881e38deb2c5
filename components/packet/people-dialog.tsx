"use client";

import { useQuery } from "@tanstack/react-query";
import { casePeopleQuery, usePeopleAct } from "@/components/queries/cases";
import { Dialog } from "@/components/ui/dialog";
import { FindingCard, Loading, Person } from "@/components/ui/pieces";
import type { CasePeople } from "@/lib/contracts/cases";
import { IdChips, Picker } from "./pick";

const PLACES = [
  { field: "advocateId", label: "Advocate", now: "advocate", choices: "advocates" },
  { field: "reviewerId", label: "Reviewer", now: "reviewer", choices: "reviewers" },
  { field: "curatorId", label: "Curator", now: "curator", choices: "curators" },
] as const;

/** Who works on the case: whom it is assigned to, and with whom it is shared. */
export function PeopleDialog({ caseId, onClose }: { caseId: string; onClose: () => void }) {
  const { data, error } = useQuery(casePeopleQuery(caseId));
  const act = usePeopleAct(caseId);
  return (
    <Dialog open onClose={onClose} title="Who works on it">
      {!data && !error && <Loading rows={3} what="Loading the people" />}
      {(error ?? act.error) && (
        <FindingCard severity="caution" title={(error ?? act.error)?.message} live>
          Nothing was changed.
        </FindingCard>
      )}
      {data && (
        <div className="form">
          {PLACES.map((place) => (
            <Place
              key={place.field}
              people={data}
              place={place}
              onPick={(userId) => act.mutate({ act: "assign", field: place.field, userId })}
            />
          ))}
          <div className="field">
            <span className="label">Shared with</span>
            <IdChips
              label="Shared with"
              chosen={data.shared.map((person) => person.id)}
              options={[
                ...data.shared,
                ...data.advocates.filter((one) => !data.shared.some((other) => other.id === one.id)),
              ].filter((person) => person.id !== data.advocate?.id)}
              nothing="Nobody"
              readOnly={!data.mayShare}
              onChange={(next) => {
                const added = next.find((id) => !data.shared.some((person) => person.id === id));
                const gone = data.shared.find((person) => !next.includes(person.id));
                if (added) act.mutate({ act: "share", userId: added, shared: true });
                if (gone) act.mutate({ act: "share", userId: gone.id, shared: false });
              }}
            />
            <span className="meta">
              Whom it is shared with may take it over and edit it. They never review it.
            </span>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Place({
  people,
  place,
  onPick,
}: {
  people: CasePeople;
  place: (typeof PLACES)[number];
  onPick: (userId: string | null) => void;
}) {
  const now = people[place.now];
  const choices = people[place.choices];
  return (
    <div className="field">
      <span className="label">{place.label}</span>
      {people.mayAssign ? (
        <Picker
          aria-label={place.label}
          value={now?.id ?? ""}
          none="Nobody"
          options={now && !choices.some((one) => one.id === now.id) ? [now, ...choices] : choices}
          onPick={(userId) => onPick(userId || null)}
        />
      ) : (
        <Person name={now?.name ?? null} />
      )}
    </div>
  );
}
