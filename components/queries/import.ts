import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  importResultSchema,
  type ScreeningAct,
  type ScreeningView,
  screeningDoneSchema,
  screeningViewSchema,
} from "@/lib/contracts/import";
import type { GuidedStart } from "@/lib/contracts/packets";
import { ask, Refusal, send } from "./http";

/** Sends files and reads what became of each. */
export async function importFiles(files: readonly File[], gather: string) {
  const form = new FormData();
  for (const file of files) form.append("files", file, file.webkitRelativePath || file.name);
  let response: Response;
  try {
    response = await fetch(`/api/import?gather=${gather}`, { method: "POST", body: form });
  } catch {
    throw new Refusal(0, { detail: "No connection to the studio. Nothing was imported." });
  }
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return importResultSchema.parse(answer);
  const problem = { ...(answer as Record<string, unknown>) };
  const refused = importResultSchema.safeParse({ reports: problem.reports, cases: [] });
  if (!refused.success) throw new Refusal(response.status, problem);
  return refused.data;
}

export const screeningQuery = (caseId: string, initialData: ScreeningView) =>
  queryOptions({
    queryKey: ["screening", caseId],
    queryFn: ({ signal }) => ask(`/api/import/${caseId}`, screeningViewSchema, { signal }),
    initialData,
  });

/** Sends acts one after another; the page shows decisions at once and reads everything else anew. */
export function useScreeningAct(caseId: string) {
  const client = useQueryClient();
  const queryKey = ["screening", caseId];
  const { mutate, isPending } = useMutation({
    mutationKey: queryKey,
    scope: { id: `screening ${caseId}` },
    mutationFn: (act: ScreeningAct) =>
      ask(`/api/import/${caseId}`, screeningDoneSchema, { method: "POST", body: act }),
    onSettled: (done) => {
      if (!done?.finished && client.isMutating({ mutationKey: queryKey }) <= 1)
        return client.invalidateQueries({ queryKey });
    },
  });
  const perform: typeof mutate = (act, options) => {
    if (act.act === "decide") {
      void client.cancelQueries({ queryKey });
      const groups = new Set(act.groups);
      client.setQueryData<ScreeningView>(
        queryKey,
        (view) =>
          view && {
            ...view,
            groups: view.groups.map((one) => (groups.has(one.key) ? { ...one, decision: act.as } : one)),
          },
      );
    }
    mutate(act, options);
  };
  return { perform, isPending };
}

export const beginPacket = (caseId: string, guided: GuidedStart | null = null) =>
  send(`/api/packets/${caseId}/begin`, { method: "POST", body: { guided } });
