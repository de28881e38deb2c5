import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Queue, type QueueQuery, queueSchema } from "@/lib/contracts/cases";
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
