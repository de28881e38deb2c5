import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { recordsSchema } from "@/lib/contracts/cases";
import {
  commentSchema,
  itemHistorySchema,
  type LeaseView,
  leaseSchema,
  packetHistorySchema,
  packetViewSchema,
  saveResultSchema,
} from "@/lib/contracts/packets";
import { ask, Refusal, send } from "./http";

const TIMEOUT = 15_000;

/** Saves changes; a refusal carries who holds the case, when that is the reason. */
export const packetTransport = (caseId: string) => ({
  save: async (changes: readonly unknown[], leaving: boolean) => {
    try {
      return await ask(`/api/packets/${caseId}/changes`, saveResultSchema, {
        body: { changes },
        keepalive: leaving,
        signal: AbortSignal.timeout(TIMEOUT),
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const lease = leaseSchema.safeParse(error.body.lease);
      throw Object.assign(error, { lease: lease.success ? lease.data : null });
    }
  },
});

/** What others changed since a revision. */
export const fetchPacket = (caseId: string, since?: number) =>
  ask(`/api/packets/${caseId}${since === undefined ? "" : `?since=${since}`}`, packetViewSchema);

export const recordsQuery = (caseId: string) =>
  queryOptions({
    queryKey: ["records", caseId],
    queryFn: ({ signal }) => ask(`/api/cases/${caseId}/records`, recordsSchema, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const itemHistoryQuery = (caseId: string, itemId: string) =>
  queryOptions({
    queryKey: ["history", caseId, itemId],
    queryFn: ({ signal }) =>
      ask(`/api/packets/${caseId}/items/${itemId}/history`, itemHistorySchema, { signal }),
    staleTime: 0,
  });

export const packetHistoryQuery = (caseId: string) =>
  queryOptions({
    queryKey: ["history", caseId],
    queryFn: ({ signal }) => ask(`/api/packets/${caseId}/history`, packetHistorySchema, { signal }),
    staleTime: 0,
  });

export const takeLease = (caseId: string, take: "if_free" | "over"): Promise<LeaseView> =>
  ask(`/api/cases/${caseId}/lease`, leaseSchema, { body: { take } });
export const releaseLease = (caseId: string) =>
  send(`/api/cases/${caseId}/lease`, { method: "DELETE", keepalive: true });

const submittedSchema = z.strictObject({ revision: z.int() });
export const submitPacket = (caseId: string) =>
  ask(`/api/packets/${caseId}/submit`, submittedSchema, { method: "POST" });
export const reopenPacket = (caseId: string) =>
  ask(`/api/packets/${caseId}/reopen`, submittedSchema, { method: "POST" });
export const addComment = (caseId: string, itemId: string, text: string) =>
  ask(`/api/packets/${caseId}/comments`, commentSchema, { body: { itemId, text } });
export const resolveComment = (caseId: string, commentId: string) =>
  send(`/api/packets/${caseId}/comments/${commentId}/resolve`, { method: "POST" });
export const importPacket = (caseId: string, packet: unknown) =>
  send(`/api/packets/${caseId}/import`, { body: packet });

/** "Identifier seen": sets the record aside at once. */
export function useIdentifierSeen(caseId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (passage: { record: string; start: number; end: number }) =>
      send(`/api/cases/${caseId}/identifier`, { body: passage }),
    onSettled: () => client.invalidateQueries({ queryKey: ["records", caseId] }),
  });
}
