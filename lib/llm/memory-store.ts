import type { CallStore, Settlement } from "./call-store";

/** Model calls kept in memory: for the command line and for tests. */
export function memoryCallStore(): CallStore & {
  calls: { contentKey: string; settled: Settlement | null }[];
} {
  const calls: { contentKey: string; caseId: string | null; held: number; settled: Settlement | null }[] = [];
  const spent = (caseId?: string | null) =>
    calls
      .filter((call) => caseId === undefined || call.caseId === caseId)
      .reduce((sum, call) => sum + (call.settled?.costDollars ?? call.held), 0);
  return {
    calls,
    async find(contentKey) {
      return calls.find((call) => call.contentKey === contentKey && call.settled?.error === null)?.settled
        ?.answer;
    },
    async reserve({ contentKey, caseId, costDollars, budgetPerCase, budgetPerDay }) {
      if (caseId !== null && spent(caseId) + costDollars > budgetPerCase) return null;
      if (spent() + costDollars > budgetPerDay) return null;
      calls.push({ contentKey, caseId, held: costDollars, settled: null });
      return String(calls.length - 1);
    },
    async settle(id, settlement) {
      const call = calls[Number(id)];
      if (call) call.settled = settlement;
    },
  };
}
