"use client";

import { Button } from "@/components/ui/button";
import { FindingCard } from "@/components/ui/pieces";
import { fieldWord } from "@/lib/contracts/item-words";
import { useBench } from "./bench";
import { ItemValue, Version } from "./item-value";
import type { Collision } from "./session";

/** Two changes of one item that do not go together: both sides, and the choice. Neither is lost: the other stays in the history. */
export function CollisionCard({ itemId, collision }: { itemId: string; collision: Collision }) {
  const bench = useBench();
  const name = bench.model.names.get(itemId) ?? "An item";
  const { mine, theirs, fields, by } = collision;
  const { section } = theirs;
  const gone = fields.includes("deleted");
  const words = fields.map((field) => fieldWord(section, mine, field).toLowerCase()).join(", ");
  const own = by === bench.you.name;
  return (
    <div className="collision" data-collision={itemId}>
      <FindingCard
        severity="caution"
        live
        title={
          own ? `${name} was also changed by you in another window` : `${name} was also changed by ${by}`
        }
        acts={
          <>
            <Button onClick={() => bench.session.resolve(itemId, mine)}>
              {gone && theirs.deleted ? "Bring it back with yours" : "Keep yours"}
            </Button>
            <Button onClick={() => bench.session.resolve(itemId, null)}>
              {gone && theirs.deleted ? "Leave it deleted" : own ? "Keep the other" : `Keep ${by}’s`}
            </Button>
          </>
        }
      >
        {gone ? "One side deleted it." : `Both changed: ${words}.`} The other version stays in the history.
        {!gone && (
          <div className="versions">
            <Version label="Yours">
              <ItemValue
                section={section}
                content={mine}
                against={theirs.content}
                names={bench.model.names}
                only={fields}
              />
            </Version>
            <Version label={own ? "The other window" : by}>
              <ItemValue
                section={section}
                content={theirs.content}
                against={mine}
                names={bench.model.names}
                only={fields}
              />
            </Version>
          </div>
        )}
      </FindingCard>
    </div>
  );
}
