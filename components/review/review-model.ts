import { itemName } from "@/compiler/packet/names";
import { LISTED, type ListedSection, spansOf } from "@/components/packet/bench";
import type { ItemContent } from "@/lib/contracts/item";
import { itemSentence } from "@/lib/contracts/item-words";
import type { ReviewItem, ReviewView } from "@/lib/contracts/reviews";

export type Filter = "disagreements" | "changed" | "all";

/** What a reviewer sees of an item: what the advocate made of it, or the draft while that is withheld or deleted. */
const contentOf = (item: ReviewItem): ItemContent | null => item.now ?? item.draft;

/** Where the second expert still has to say something. */
export const isOpen = (phase: ReviewView["phase"], item: ReviewItem): boolean =>
  phase === "blind" ? item.mine === null : item.disagree && item.settled === null;

/** What the page works out of a review for every part of it. */
export function reviewModel({ items }: ReviewView) {
  const order = LISTED.flatMap((section) => items.filter((item) => item.section === section));
  const parties = new Map(
    order
      .filter((item) => item.section === "parties")
      .map((item) => [item.id, String(contentOf(item)?.name ?? "")]),
  );
  const sentence = (item: ReviewItem) => {
    const content = contentOf(item);
    return content ? itemSentence(item.section, content, parties) : "An item without content";
  };
  return {
    order,
    /** "Exchange 4", by item. */
    names: new Map(order.map((item) => [item.id, itemName(item.section as ListedSection, item.number - 1)])),
    /** One line about each item. */
    sentences: new Map(order.map((item) => [item.id, sentence(item)])),
    parties,
    marked: order.map((item) => ({ id: item.id, spans: spansOf(contentOf(item)) })),
    judged: order.filter((item) => item.mine !== null).length,
    /** What each filter lets through. */
    filtered: {
      disagreements: order.filter((item) => item.disagree),
      changed: order.filter((item) => item.draft === null || item.decision !== "accepted"),
      all: order,
    } satisfies Record<Filter, ReviewItem[]>,
  };
}

export type ReviewModel = ReturnType<typeof reviewModel>;
