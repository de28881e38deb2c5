"use client";

import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Refusal } from "@/components/queries/http";
import { fetchPacket, packetTransport, releaseLease, takeLease } from "@/components/queries/packets";
import { leaseSchema, type PacketView } from "@/lib/contracts/packets";
import { browserJournal } from "./journal";
import { PacketSession, type Snapshot } from "./session";

const LISTEN = 5_000;

export type Live = {
  session: PacketSession;
  snapshot: Snapshot;
  /** The newest of what is not edited here: comments, stage, who may edit. */
  view: PacketView;
  keeps: boolean;
  /** How many edits of a closed tab were taken up. */
  recovered: number;
  ready: boolean;
  refresh: () => Promise<void>;
  takeOver: () => Promise<void>;
};

/** The open packet: its session, the journal of this device, the hold on the case, and what others save meanwhile. */
export function useSession(first: PacketView, you: { id: string }): Live {
  const { caseId } = first;
  const journal = useMemo(() => browserJournal(you.id), [you.id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a session lives as long as the page of its case
  const session = useMemo(
    () => new PacketSession(first, { transport: packetTransport(caseId), journal }),
    [caseId, journal],
  );
  const snapshot = useSyncExternalStore(session.subscribe, session.snapshot, session.snapshot);
  const [view, setView] = useState(first);
  const [keeps, setKeeps] = useState(true);
  const [recovered, setRecovered] = useState(0);
  const [ready, setReady] = useState(false);
  const revision = useRef(first.revision);
  revision.current = snapshot.status.revision;

  const refresh = useMemo(
    () => async () => {
      const next = await fetchPacket(caseId, revision.current);
      session.receive(next);
      setView((before) => ({ ...next, items: before.items }));
    },
    [caseId, session],
  );

  useEffect(() => {
    let alive = true;
    const begin = async () => {
      setKeeps(await journal.keeps());
      if (first.mayEdit)
        await takeLease(caseId, "if_free").then(
          (lease) => session.setLease(lease),
          (error: unknown) => {
            const lease = error instanceof Refusal ? leaseSchema.safeParse(error.body.lease) : null;
            if (lease?.success) session.setLease(lease.data);
          },
        );
      await refresh().catch(() => {});
      const found = first.mayEdit ? await session.recover() : 0;
      if (alive) {
        setRecovered(found);
        setReady(true);
      }
    };
    void begin();
    return () => {
      alive = false;
    };
  }, [caseId, first.mayEdit, journal, refresh, session]);

  useEffect(() => {
    const quietly = () => {
      if (document.visibilityState === "visible") void refresh().catch(() => {});
    };
    const timer = setInterval(quietly, LISTEN);
    const online = () => void session.flush();
    const back = () => {
      if (document.visibilityState === "hidden") void session.flush(true);
      else {
        void session.flush();
        quietly();
      }
    };
    const leave = () => void session.flush(true);
    window.addEventListener("online", online);
    window.addEventListener("focus", online);
    window.addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", back);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", online);
      window.removeEventListener("focus", online);
      window.removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", back);
    };
  }, [refresh, session]);

  useEffect(
    () => () => {
      const { status, lease } = session.snapshot();
      void session.flush(true);
      session.close();
      if (status.waiting.length === 0 && lease?.holder.id === you.id)
        void releaseLease(caseId).catch(() => {});
    },
    [caseId, session, you.id],
  );

  const takeOver = async () => {
    session.setLease(await takeLease(caseId, "over"));
    await refresh();
  };

  return { session, snapshot, view, keeps, recovered, ready, refresh, takeOver };
}
