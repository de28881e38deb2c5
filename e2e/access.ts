import type { Role } from "./support";

/** Who may open a page or call a route. An admin may always, except where nobody signed in is meant to. */
export type Access = readonly (Role | "runner")[] | "signed-in" | "anybody";

const caseWorkers = ["advocate", "reviewer", "curator"] as const;

/** Every page behind the top bar. */
export const pageAccess: Record<string, Access> = {
  "/account": "signed-in",
  "/cases": ["advocate", "curator"],
  "/cases/[caseId]": caseWorkers,
  "/import": ["advocate", "curator"],
  "/import/[caseId]": ["advocate", "curator"],
  "/reviews": ["reviewer"],
  "/reviews/[caseId]": ["reviewer"],
  "/people": [],
  "/audit": [],
  "/worlds": ["curator"],
  "/worlds/[caseId]": ["curator"],
  "/worlds/[caseId]/certify": ["curator"],
};

/** Every route. */
export const routeAccess: Record<string, Access> = {
  "GET /api/health": "anybody",
  "POST /api/invitations/accept": "anybody",
  "POST /api/account/password": "signed-in",
  "POST /api/account/sign-out-everywhere": "signed-in",
  "GET /api/users": [],
  "POST /api/users": [],
  "POST /api/users/[userId]": [],
  "GET /api/audit": [],
  "GET /api/audit/export": [],
  "GET /api/cases": caseWorkers,
  "GET /api/cases/[caseId]/records": caseWorkers,
  "POST /api/cases/[caseId]/lease": ["advocate"],
  "DELETE /api/cases/[caseId]/lease": ["advocate"],
  "GET /api/cases/[caseId]/people": caseWorkers,
  "POST /api/cases/[caseId]/take": ["advocate"],
  "POST /api/cases/[caseId]/share": ["advocate", "curator"],
  "POST /api/cases/[caseId]/assign": ["curator"],
  "POST /api/cases/[caseId]/identifier": caseWorkers,
  "POST /api/import": ["advocate", "curator"],
  "GET /api/import/[caseId]": ["advocate", "curator"],
  "POST /api/import/[caseId]": ["curator"],
  "POST /api/packets/[caseId]/begin": ["advocate"],
  "GET /api/packets/schema": "anybody",
  "GET /api/packets/[caseId]": caseWorkers,
  "GET /api/packets/[caseId]/history": caseWorkers,
  "GET /api/packets/[caseId]/items/[itemId]/history": caseWorkers,
  "GET /api/packets/[caseId]/export": caseWorkers,
  "POST /api/packets/[caseId]/changes": ["advocate"],
  "POST /api/packets/[caseId]/submit": ["advocate"],
  "POST /api/packets/[caseId]/reopen": ["advocate", "curator"],
  "POST /api/packets/[caseId]/import": ["advocate"],
  "POST /api/packets/[caseId]/comments": caseWorkers,
  "POST /api/packets/[caseId]/comments/[commentId]/resolve": caseWorkers,
  "GET /api/reviews/[caseId]": ["reviewer"],
  "POST /api/reviews/[caseId]": ["reviewer"],
  "GET /api/worlds": ["curator"],
  "POST /api/worlds/[caseId]/compile": ["curator"],
  "POST /api/worlds/[caseId]/versions": ["curator"],
  "GET /api/worlds/[caseId]/versions/[number]": ["curator"],
  "POST /api/worlds/[caseId]/versions/[number]/certify": ["curator"],
  "GET /api/certifications": ["curator"],
  "GET /api/certifications/[runId]": ["curator"],
  "GET /api/certifications/[runId]/events": ["curator"],
  "POST /api/certifications/[runId]/cancel": ["curator"],
  "POST /api/publications": ["curator"],
  "GET /api/publications/[publicationId]/bundle": ["curator", "runner"],
  "POST /api/publications/[publicationId]/withdraw": ["curator"],
};
