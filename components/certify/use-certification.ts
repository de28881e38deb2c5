"use client";

import { useEffect, useState } from "react";
import { ask } from "@/components/queries/http";
import {
  type CertificationView,
  certificationEventSchema,
  certificationViewSchema,
} from "@/lib/contracts/certification";

const ENDED = ["passed", "refused", "cancelled", "failed"];
const AGAIN_MS = 1000;

/**
 * A run as it goes on: begins with what the server said, follows the stream of its events until it ends, also across a
 * restart of the server. `follow` goes over to a run that was just asked for.
 */
export function useCertification(first: CertificationView | null): {
  run: CertificationView | null;
  follow: (run: CertificationView) => void;
} {
  const [view, setView] = useState(first);
  const [seen, setSeen] = useState(first?.id);
  if (seen !== first?.id) {
    setSeen(first?.id);
    // What is followed here already is further on than what the page was made from.
    if (view?.id !== first?.id) setView(first);
  }
  const id = view?.id;
  const open = view !== null && !ENDED.includes(view.status);
  useEffect(() => {
    if (!id || !open) return;
    let source: EventSource;
    let again: ReturnType<typeof setTimeout> | undefined;
    const connect = () => {
      source = new EventSource(`/api/certifications/${id}/events`);
      source.onmessage = (message) => {
        const event = certificationEventSchema.parse(JSON.parse(message.data));
        if (event.kind === "status" && ENDED.includes(event.status)) {
          finish();
          return;
        }
        setView((before) => {
          if (!before) return before;
          if (event.kind === "status")
            return { ...before, status: event.status, gates: [], startedAt: new Date().toISOString() };
          const others = before.gates.filter((g) => g.gate !== event.gate.gate);
          return { ...before, status: "running", gates: [...others, event.gate] };
        });
      };
      source.onerror = () => {
        if (source.readyState === EventSource.CLOSED) again = setTimeout(connect, AGAIN_MS);
      };
    };
    const finish = () => {
      source.close();
      ask(`/api/certifications/${id}`, certificationViewSchema).then(setView, () => {
        again = setTimeout(connect, AGAIN_MS);
      });
    };
    connect();
    return () => {
      clearTimeout(again);
      source.close();
    };
  }, [id, open]);
  return { run: view, follow: setView };
}
