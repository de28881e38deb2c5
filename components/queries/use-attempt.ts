"use client";

import { useState } from "react";
import { asRefusal, type Refusal } from "./http";

/** An act after which the page is left: what is running, and why it was refused. */
export function useAttempt() {
  const [busy, setBusy] = useState<string | null>(null);
  const [fault, setFault] = useState<Refusal | null>(null);
  async function attempt(what: string, act: () => Promise<unknown>): Promise<void> {
    setBusy(what);
    setFault(null);
    try {
      await act();
    } catch (error) {
      setFault(asRefusal(error));
      setBusy(null);
    }
  }
  return { busy, fault, attempt };
}
