"use client";

import { Fragment, memo } from "react";
import { Button } from "@/components/ui/button";
import { type Decision, DecisionMark } from "@/components/ui/marks";
import { FindingCard } from "@/components/ui/pieces";
import { SECTION_WORDS } from "@/lib/contracts/item-words";
import type { StoredItem } from "@/lib/contracts/packets";
import type { PacketFinding } from "@/lib/contracts/solvability";
import { type ListedSection, spansOf, useBench } from "./bench";
import { CollisionCard } from "./collision-card";
import { type ItemActs, OpenItem } from "./open-item";

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

function metaOf(item: StoredItem, comments: number): string {
  const quotes = spansOf(item.content).length;
  const parts = [quotes === 0 ? "no quote yet" : count(quotes, "quote")];
  if (item.content.decision === "rejected") parts.splice(0, 1, "not needed");
  if (item.content.decision === "edited") parts.push("edited");
  if (item.content.origin === "expert") parts.push("yours");
  if (comments > 0) parts.push(count(comments, "comment"));
  return parts.join(", ");
}

/** An item in one line. */
const ItemRow = memo(function ItemRow({
  item,
  number,
  sentence,
  comments,
  onOpen,
}: {
  item: StoredItem;
  number: number | null;
  sentence: string;
  comments: number;
  onOpen: (itemId: string) => void;
}) {
  const decision = (item.content.decision ?? "undecided") as Decision;
  return (
    <li className={`item${decision === "rejected" ? " is-rejected" : ""}`} data-item={item.id}>
      <DecisionMark decision={decision} />
      <button type="button" className="item-name" onClick={() => onOpen(item.id)}>
        {number !== null && <b>{number}</b>}
        <span>{sentence}</span>
      </button>
      <span className="meta">{metaOf(item, comments)}</span>
    </li>
  );
});

/** What is wrong with an item, under it, with the way to the place where it is mended. */
export function ItemFinding({ finding, keyHint }: { finding: PacketFinding; keyHint: boolean }) {
  const bench = useBench();
  const name = bench.model.names.get(finding.itemId ?? "") ?? "The packet";
  const target = finding.goTo && bench.snapshot.items.has(finding.goTo) ? finding.goTo : finding.itemId;
  const targetName = target ? bench.model.names.get(target) : null;
  const targetItem = target ? bench.snapshot.items.get(target) : null;
  const span = targetItem ? spansOf(targetItem.content)[0] : undefined;
  const unreachable = finding.code === "oracle/unreachable-group";
  const title = unreachable
    ? `${name} cannot be reached yet`
    : finding.code === "packet/incomplete"
      ? `${name} is not complete`
      : `${name} has something to check`;
  return (
    <FindingCard
      severity={finding.severity === "error" ? "bad" : "caution"}
      title={title}
      acts={
        targetName && (
          <>
            <Button
              iconAfter="arrow-right"
              keyHint={keyHint ? "G" : undefined}
              onClick={() => target && bench.open(target, { focus: "head" })}
            >
              Go to {targetName}
            </Button>
            {span && (
              <button type="button" className="linkish ui" onClick={() => bench.showQuote(span)}>
                Show the quote
              </button>
            )}
          </>
        )
      }
    >
      {finding.message} {finding.fix}
    </FindingCard>
  );
}

/** A section of the packet: its items, what is wrong with each, and a way to add one. */
export function ItemSection({
  section,
  acts,
  onAdd,
  firstFinding,
}: {
  section: ListedSection;
  acts: ItemActs;
  onAdd: (section: ListedSection) => void;
  firstFinding: PacketFinding | null;
}) {
  const bench = useBench();
  const items = bench.model.sections[section];
  const words = SECTION_WORDS[section];
  const deleted = bench.model.deleted.filter((item) => item.section === section);
  return (
    <section aria-label={words.title} data-section={section}>
      <div className="section-head">
        <h2 className="head" id={`section-${section}`} tabIndex={-1}>
          {words.title}
        </h2>
        <span className="meta">{words.about}</span>
        {section !== "brief" && bench.mayEdit && (
          <Button quiet icon="plus" aria-label={`Add to ${words.title}`} onClick={() => onAdd(section)}>
            Add
          </Button>
        )}
      </div>
      {items.length === 0 ? (
        <div className="items">
          <p className="item-none meta">Nothing here yet.</p>
        </div>
      ) : (
        <ul className="items">
          {items.map((item, index) => {
            const findings = bench.findings.filter((one) => one.itemId === item.id);
            const collision = bench.snapshot.collisions.get(item.id);
            return (
              <Fragment key={item.id}>
                {item.id === bench.openId ? (
                  <OpenItem item={item} acts={acts} />
                ) : (
                  <ItemRow
                    item={item}
                    number={section === "brief" ? null : index + 1}
                    sentence={bench.model.sentences.get(item.id) ?? ""}
                    comments={
                      bench.comments.filter((one) => one.itemId === item.id && !one.resolvedAt).length
                    }
                    onOpen={bench.open}
                  />
                )}
                {collision && (
                  <li>
                    <CollisionCard itemId={item.id} collision={collision} />
                  </li>
                )}
                {findings.map((finding) => (
                  <li className="item-finding" key={`${finding.code} ${finding.message}`}>
                    <ItemFinding finding={finding} keyHint={finding === firstFinding} />
                  </li>
                ))}
              </Fragment>
            );
          })}
        </ul>
      )}
      {[...bench.snapshot.collisions]
        .filter(([id]) => deleted.some((item) => item.id === id))
        .map(([id, collision]) => (
          <CollisionCard key={id} itemId={id} collision={collision} />
        ))}
      {deleted.length > 0 && (
        <details className="deleted-items">
          <summary>{count(deleted.length, "deleted item")}</summary>
          <ul>
            {deleted.map((item) => (
              <li key={item.id}>
                <span>
                  {String(item.content.name || item.content.what || item.content.text || "An empty item")}
                </span>
                {bench.mayEdit && (
                  <Button
                    quiet
                    icon="undo"
                    onClick={() => {
                      bench.session.edit(item.id, { deleted: false }, { soon: true });
                      bench.open(item.id, { focus: "head" });
                    }}
                  >
                    Restore
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
