"use client";

import { useQuery } from "@tanstack/react-query";
import { importPacket, itemHistoryQuery, packetHistoryQuery } from "@/components/queries/packets";
import { useAttempt } from "@/components/queries/use-attempt";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { type Decision, DecisionMark } from "@/components/ui/marks";
import { FindingCard, Loading } from "@/components/ui/pieces";
import { Time } from "@/components/ui/time";
import { SECTION_WORDS } from "@/lib/contracts/item-words";
import type { RevisionView } from "@/lib/contracts/packets";
import { LISTED, type ListedSection, useBench } from "./bench";
import { ItemValue } from "./item-value";
import { PacketFile } from "./packet-file";

const KIND_WORDS: Record<RevisionView["kind"], string> = {
  draft: "Drafted",
  save: "Saved",
  submit: "Submitted for review",
  return: "Returned",
  accept: "Accepted",
  reopen: "Re-opened",
  import: "Imported from a file",
};
const OP_WORDS = { draft: "Drafted", put: "Changed", delete: "Deleted", restore: "Restored" } as const;

/** Every version of one item, the newest first, and the draft beside it. */
export function ItemHistoryDialog({ itemId, onClose }: { itemId: string; onClose: () => void }) {
  const bench = useBench();
  const name = bench.model.names.get(itemId) ?? "this item";
  const section = bench.snapshot.items.get(itemId)?.section ?? "about";
  const { data, error } = useQuery(itemHistoryQuery(bench.caseId, itemId));
  const entries = data ? [...data.entries].reverse() : [];
  return (
    <Dialog open onClose={onClose} title={`History of ${name}`}>
      {error && (
        <FindingCard severity="caution" title="The history could not be read">
          {error.message}
        </FindingCard>
      )}
      {!data && !error && <Loading rows={4} what="Loading the history" />}
      <ol className="history-list">
        {entries.map((entry, index) => {
          const older = entries[index + 1]?.content ?? null;
          return (
            <li key={entry.number}>
              <span className="meta">
                {OP_WORDS[entry.op]} by {entry.by}, {entry.at && <Time at={entry.at} />}, revision{" "}
                {entry.number}
                {entry.outcome === "set_aside" && ": kept beside, it collided with another change"}
                {entry.outcome === "merged" && ": joined with another change"}
              </span>
              {"decision" in entry.content && (
                <DecisionMark decision={entry.content.decision as Decision} word />
              )}
              <ItemValue
                section={section}
                content={entry.content}
                against={older}
                names={bench.model.names}
              />
              {bench.mayEdit && index > 0 && (
                <span>
                  <button
                    type="button"
                    className="linkish"
                    onClick={() => {
                      bench.session.edit(itemId, { content: entry.content, deleted: false }, { soon: true });
                      onClose();
                    }}
                  >
                    Bring this version back
                  </button>
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </Dialog>
  );
}

/** The packet's frozen revisions and its newest changes. */
export function PacketHistoryDialog({ onClose }: { onClose: () => void }) {
  const bench = useBench();
  const { data, error } = useQuery(packetHistoryQuery(bench.caseId));
  return (
    <Dialog open onClose={onClose} title="History of the packet">
      {error && (
        <FindingCard severity="caution" title="The history could not be read">
          {error.message}
        </FindingCard>
      )}
      {!data && !error && <Loading rows={5} what="Loading the history" />}
      {data && (
        <>
          <h3 className="label">Frozen revisions</h3>
          <ol className="history-list">
            {data.revisions.map((revision) => (
              <li key={revision.number}>
                <span>
                  <span className="strong">{KIND_WORDS[revision.kind]}</span> by {revision.by},{" "}
                  <Time at={revision.at} />
                </span>
                <span className="meta">
                  Revision {revision.number},{" "}
                  <span className="code">{revision.contentHash.slice(0, 12)}</span>
                </span>
              </li>
            ))}
          </ol>
          <h3 className="label">Changes</h3>
          <ol className="history-list">
            {data.changes.length === 0 && <li className="meta">Nothing was changed yet.</li>}
            {data.changes.slice(0, 100).map((change) => (
              <li key={change.number}>
                <span>
                  {bench.model.names.get(change.itemId) ?? "An item"}: {change.name}
                </span>
                <span className="meta">
                  {OP_WORDS[change.op]} by {change.by}, <Time at={change.at} />, revision {change.number}
                  {change.outcome === "set_aside" && ", kept beside"}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </Dialog>
  );
}

/** The packet as a file: out, and in again. */
export function FileDialog({ onClose }: { onClose: () => void }) {
  const bench = useBench();
  const { busy, fault, attempt } = useAttempt();
  const take = (packet: Promise<unknown>) =>
    attempt("Importing", async () => {
      const [read] = await Promise.all([packet, bench.session.flush()]);
      await importPacket(bench.caseId, read);
      window.location.reload();
    });
  return (
    <Dialog open onClose={onClose} title="Packet as a file">
      <p className="soft ui">The file has a published schema, and comes back in unchanged.</p>
      <div className="form-acts">
        <a className="button" href={`/api/packets/${bench.caseId}/export?which=now`}>
          Export as it stands
        </a>
        <a className="button" href={`/api/packets/${bench.caseId}/export`}>
          Export what was accepted
        </a>
        <a className="ui" href="/schemas/packet.schema.json">
          See the schema
        </a>
      </div>
      {bench.mayEdit && (
        <PacketFile
          label="Import a packet file in the place of this packet"
          help="What is here now stays in the history."
          disabled={busy !== null}
          onPacket={take}
        />
      )}
      {fault && (
        <FindingCard severity="caution" title={fault.message} live>
          {fault.fix}
        </FindingCard>
      )}
    </Dialog>
  );
}

/** Which kind of item a passage becomes, or a new item is. */
export function NewItemDialog({
  onClose,
  onPick,
}: {
  onClose: () => void;
  onPick: (section: ListedSection) => void;
}) {
  const choices = LISTED.filter((section) => section !== "brief");
  return (
    <Dialog open onClose={onClose} title="New item">
      <ul className="rows">
        {choices.map((section) => (
          <li key={section}>
            <Button className="is-row" onClick={() => onPick(section)}>
              {SECTION_WORDS[section].one}
              <span className="meta">{SECTION_WORDS[section].about}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
