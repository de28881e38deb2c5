import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReviewAct, type ReviewView, reviewViewSchema } from "@/lib/contracts/reviews";
import { ask, send } from "./http";

export const reviewQuery = (caseId: string, initialData?: ReviewView) =>
  queryOptions({
    queryKey: ["review", caseId],
    queryFn: ({ signal }) => ask(`/api/reviews/${caseId}`, reviewViewSchema, { signal }),
    initialData,
  });

/** What an act makes of the page before the server has answered. */
function ahead(view: ReviewView, act: ReviewAct): ReviewView {
  const change = (itemId: string, part: Partial<ReviewView["items"][number]>) => ({
    ...view,
    items: view.items.map((item) => (item.id === itemId ? { ...item, ...part } : item)),
  });
  if (act.act === "decide") return change(act.itemId, { mine: act.decision });
  if (act.act === "settle") return change(act.itemId, { settled: act.as });
  if (act.act === "check") return { ...view, checklist: { ...view.checklist, [act.point]: act.checked } };
  return view;
}

/** Sends the acts of a review one after another; the page shows each at once and goes back when it was refused. */
export function useReviewAct(caseId: string) {
  const client = useQueryClient();
  const queryKey = ["review", caseId];
  const { mutate, isPending } = useMutation({
    mutationKey: queryKey,
    scope: { id: `review ${caseId}` },
    mutationFn: (act: ReviewAct) => send(`/api/reviews/${caseId}`, { body: act }),
    onSettled: () => {
      if (client.isMutating({ mutationKey: queryKey }) <= 1) void client.invalidateQueries({ queryKey });
    },
  });
  const perform: typeof mutate = (act, options) => {
    void client.cancelQueries({ queryKey });
    client.setQueryData<ReviewView>(queryKey, (view) => view && ahead(view, act));
    mutate(act, options);
  };
  return { perform, isPending };
}
