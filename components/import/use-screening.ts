"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo, useRef, useState } from "react";
import { asRefusal, type Refusal } from "@/components/queries/http";
import { screeningQuery, useScreeningAct } from "@/components/queries/import";
import type { PlaceView, ScreeningView, UnreadView, ValueGroupView } from "@/lib/contracts/import";
import type { Chosen } from "./record-blocks";
import { type Sort, sortOf } from "./screening-words";
import type { Act, Filter } from "./value-list";

/** The state of the check on the page: what is open, chosen and filtered, and every act on it. */
export function useScreening(first: ScreeningView) {
  const router = useRouter();
  const { data: view } = useQuery(screeningQuery(first.caseId, first));
  const act = useScreeningAct(first.caseId);
  const [fault, setFault] = useState<Refusal | null>(null);
  const [wanted, setOpen] = useState<string | null>(
    () => (first.groups.find((group) => group.decision === "undecided") ?? first.groups[0])?.key ?? null,
  );
  const [at, setAt] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [filter, setFilter] = useState<Filter>({ sort: "any", sure: "any" });
  const [after, setAfter] = useState(false);
  const [selected, setSelected] = useState<Chosen | null>(null);
  const [shown, setShown] = useState<{ place: PlaceView; ticket: number } | null>(null);
  const [pane, setPane] = useState<"values" | "record">("values");
  const [said, setSaid] = useState("");
  const undone = useRef<{ key: string; as: Act }[][]>([]);

  const groups = useMemo(() => new Map(view.groups.map((group) => [group.key, group])), [view.groups]);
  const places = useMemo(() => {
    const of = new Map<string, PlaceView[]>();
    for (const place of view.places)
      for (const key of place.groups) {
        const known = of.get(key);
        if (known) known.push(place);
        else of.set(key, [place]);
      }
    return of;
  }, [view.places]);
  const placesOf = (key: string) => places.get(key) ?? [];
  const todo = view.groups.filter((group) => group.decision === "undecided");
  const decided = view.groups.filter((group) => group.decision !== "undecided");
  const listed = todo.filter(
    (group) =>
      (filter.sort === "any" || sortOf(group.kind).letter === filter.sort) &&
      (filter.sure === "any" || group.sure === (filter.sure === "sure")),
  );
  const order = [...listed, ...decided];
  const open = wanted !== null && groups.has(wanted) ? wanted : (order[0]?.key ?? null);

  const report = (error: unknown) => setFault(asRefusal(error));
  const show = (place: PlaceView | undefined) => {
    if (place) setShown((before) => ({ place, ticket: (before?.ticket ?? 0) + 1 }));
  };
  const openValue = (key: string, focus = true) => {
    setOpen(key);
    setAt(0);
    show(placesOf(key)[0]);
    if (focus)
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>("[data-open-head]")?.focus({ preventScroll: true }),
      );
  };
  const move = (by: number) => {
    const next =
      order[Math.max(0, Math.min(order.length - 1, order.findIndex((one) => one.key === open) + by))];
    if (next) openValue(next.key);
  };
  const decide = (which: readonly ValueGroupView[], as: Act, becomes?: string) => {
    if (which.length === 0 || !view.mayDecide) return;
    setFault(null);
    undone.current.push(which.map((group) => ({ key: group.key, as: group.decision })));
    act.perform(
      { act: "decide", groups: which.map((group) => group.key), as, ...(becomes ? { becomes } : {}) },
      { onError: report },
    );
    setChosen(new Set());
    const keys = new Set(which.map((group) => group.key));
    const from = listed.findIndex((group) => keys.has(group.key));
    const next =
      listed.slice(Math.max(0, from)).find((group) => !keys.has(group.key)) ??
      listed.find((group) => !keys.has(group.key));
    const words = { replace: "Replaced", remove: "Taken out", keep: "Stays", undecided: "Open again" }[as];
    setSaid(
      `${words}: ${which
        .map((group) => group.label)
        .slice(0, 3)
        .join(", ")}.`,
    );
    if (next && as !== "undecided" && !becomes) openValue(next.key);
  };
  const undo = () => {
    const last = undone.current.pop();
    if (!last) return;
    for (const as of new Set(last.map((one) => one.as)))
      act.perform(
        { act: "decide", groups: last.filter((one) => one.as === as).map((one) => one.key), as },
        { onError: report },
      );
    setSaid("Undone.");
    if (last[0]) openValue(last[0].key);
  };
  const nextPlace = () => {
    if (!open) return;
    const all = placesOf(open);
    const next = (at + 1) % Math.max(1, all.length);
    setAt(next);
    show(all[next]);
  };
  const mark = (sort: Sort) => {
    if (!selected) return;
    const { record, field, start, end, text } = selected;
    setFault(null);
    act.perform({ act: "mark", record, field, start, end, kind: sort.kind }, { onError: report });
    window.getSelection()?.removeAllRanges();
    setSelected(null);
    setSaid(`Marked “${text}” as a ${sort.word.toLowerCase()}. It waits in the list.`);
  };
  const finish = () => {
    setFault(null);
    act.perform(
      { act: "finish" },
      {
        onError: report,
        onSuccess: (done) => {
          if (done.finished) router.push("/cases");
          else setPane("values");
        },
      },
    );
  };
  const unread = (part: UnreadView, as: UnreadView["decision"]) =>
    act.perform({ act: "unread", ids: [part.id], as }, { onError: report });
  const apart = (spelling: string, off: boolean) =>
    act.perform({ act: "apart", spelling, apart: off }, { onError: report });
  const choose = (keys: readonly string[], on: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const key of keys) on ? next.add(key) : next.delete(key);
      return next;
    });

  return {
    view,
    groups,
    placesOf,
    todo,
    decided,
    listed,
    open,
    at,
    chosen,
    filter,
    setFilter,
    after,
    setAfter,
    selected,
    setSelected,
    shown,
    pane,
    setPane,
    said,
    fault,
    busy: act.isPending,
    canUndo: undone.current.length > 0,
    openValue,
    move,
    decide,
    undo,
    nextPlace,
    mark,
    finish,
    unread,
    apart,
    choose,
  };
}

export type ScreeningRoom = ReturnType<typeof useScreening>;
