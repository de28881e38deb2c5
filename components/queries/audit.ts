import { infiniteQueryOptions } from "@tanstack/react-query";
import { type AuditPage, type AuditQuery, auditPageSchema } from "@/lib/contracts/audit";
import { ask } from "./http";

/** The audit log, page after page. */
export const auditQuery = (query: AuditQuery, first?: AuditPage) =>
  infiniteQueryOptions({
    queryKey: ["audit", query],
    queryFn: ({ pageParam, signal }) =>
      ask(`/api/audit?${new URLSearchParams({ ...query, before: pageParam })}`, auditPageSchema, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next ?? undefined,
    initialData: first ? { pages: [first], pageParams: [""] } : undefined,
    placeholderData: (before) => before,
  });
