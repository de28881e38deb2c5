"use client";

import { useEffect, useState } from "react";
import {
  type CertificationView,
  certificationEventSchema,
  certificationViewSchema,
} from "@/lib/contracts/certification";

const ENDED = ["passed", "refused", "cancelled", "failed"];

/** A run as it goes on: begins with what the server said, follows the stream of its events until it ends. */
export function useCertification(first: CertificationView | null): CertificationView | null {
  const [view, setView] = useState(first);
  const [seen, setSeen] = useState(first?.id);
  if (seen !== first?.id) {
    setSeen(first?.id);
    setView(first);
  }
  const id = view?.id;
  const open = view !== null && !ENDED.includes(view.status);
  useEffect(() => {
    if (!id || !open) return;
    const source = new EventSource(`/api/certifications/${id}/events`);
    const finish = async () => {
      source.close();
      const answer = await fetch(`/api/certifications/${id}`);
      if (answer.ok) setView(certificationViewSchema.parse(await answer.json()));
    };
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
    return () => source.close();
  }, [id, open]);
  return view;
}
