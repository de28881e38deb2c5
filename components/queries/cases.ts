import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { casePeopleSchema, type Queue, type QueueQuery, queueSchema } from "@/lib/contracts/cases";
import { ask, send } from "./http";

/** The queue for a question; keeps what it shows while the next answer is on its way. */
export const queueQuery = (query: QueueQuery, initialData?: Queue) =>
  queryOptions({
    queryKey: ["cases", query],
    queryFn: ({ signal }) => ask(`/api/cases?${new URLSearchParams(query)}`, queueSchema, { signal }),
    placeholderData: (before) => before,
    initialData,
    refetchInterval: 30_000,
  });

/** Takes a case that nobody has. */
export function useTakeCase() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (caseId: string) => send(`/api/cases/${caseId}/take`, { method: "POST" }),
    onSettled: () => client.invalidateQueries({ queryKey: ["cases"] }),
  });
}

export const casePeopleQuery = (caseId: string) =>
  queryOptions({
    queryKey: ["case people", caseId],
    queryFn: ({ signal }) => ask(`/api/cases/${caseId}/people`, casePeopleSchema, { signal }),
    staleTime: 0,
  });

type PeopleAct =
  | { act: "share"; userId: string; shared: boolean }
  | { act: "assign"; field: "advocateId" | "reviewerId" | "curatorId"; userId: string | null };

/** Shares a case with somebody, or puts somebody else in a place. */
export function usePeopleAct(caseId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (what: PeopleAct) =>
      what.act === "share"
        ? send(`/api/cases/${caseId}/share`, { body: { userId: what.userId, shared: what.shared } })
        : send(`/api/cases/${caseId}/assign`, { body: { [what.field]: what.userId } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["case people", caseId] }),
  });
}
