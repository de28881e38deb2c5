"use client";

import { useState } from "react";
import type { Panes } from "@/components/packet/bench-frame";
import { asRefusal, type Refusal } from "@/components/queries/http";
import { useIdentifierSeen } from "@/components/queries/packets";
import { useReviewAct } from "@/components/queries/reviews";
import type { BlindDecision, ReviewItem, ReviewView } from "@/lib/contracts/reviews";
import { isOpen } from "./review-model";

type Settled = "advocate_is_right" | "needs_change";

/** Everything a reviewer does on the page, and the item that is open after it. */
export function useReviewing({
  view,
  shown,
  panes,
}: {
  view: ReviewView;
  /** The items in sight, in their order. */
  shown: readonly ReviewItem[];
  panes: Pick<Panes, "openId" | "open" | "passage" | "choose">;
}) {
  const { caseId, revision, phase } = view;
  const act = useReviewAct(caseId);
  const identifier = useIdentifierSeen(caseId);
  const [fault, setFault] = useState<Refusal | null>(null);
  const onError = (error: unknown) => setFault(asRefusal(error));
  const perform: typeof act.perform = (what, options) => {
    setFault(null);
    act.perform(what, { ...options, onError });
  };

  /** Opens the next item that waits for a word of the reviewer. */
  const next = (from: string | null) => {
    const at = shown.findIndex((item) => item.id === from);
    const ring = [...shown.slice(at + 1), ...shown.slice(0, Math.max(0, at))];
    const found = ring.find((item) => isOpen(phase, item));
    if (found) panes.open(found.id);
  };
  const decide = (item: ReviewItem, decision: BlindDecision) => {
    if (phase !== "blind") return;
    perform({ act: "decide", revision, itemId: item.id, decision });
    next(item.id);
  };
  const settle = (item: ReviewItem, as: Settled) => {
    perform({ act: "settle", revision, itemId: item.id, as });
    next(item.id);
  };
  return {
    pending: act.isPending,
    fault,
    perform,
    decide,
    settle,
    /** What the keys do: a judgement in the first pass; after it, an answer where the two disagree. */
    answer(item: ReviewItem, decision: BlindDecision, as: Settled) {
      if (phase === "compare" && item.disagree) settle(item, as);
      else decide(item, decision);
    },
    nextOpen: () => next(panes.openId),
    step(by: 1 | -1) {
      const to = shown[shown.findIndex((item) => item.id === panes.openId) + by];
      if (to) panes.open(to.id);
    },
    reportIdentifier() {
      if (panes.passage) identifier.mutate(panes.passage, { onError });
      panes.choose(null);
    },
  };
}

export type Reviewing = ReturnType<typeof useReviewing>;
