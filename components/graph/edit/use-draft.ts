"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { canonicalJson } from "@/compiler/spec/canonical";
import { type WorldSpec, worldSpecSchema } from "@/compiler/spec/world";

const MOST = 200;
const TYPING_MS = 500;

/**
 * A world being edited: its present form, undo and redo, and a copy on this device so that a closed tab loses nothing.
 * `found` is such a copy from before, offered once.
 */
export function useDraft(base: WorldSpec, key: string) {
  const [past, setPast] = useState<readonly WorldSpec[]>([]);
  const [future, setFuture] = useState<readonly WorldSpec[]>([]);
  const [spec, setSpec] = useState(base);
  const [found, setFound] = useState<WorldSpec | null>(null);
  const dirty = spec !== base && canonicalJson(spec) !== canonicalJson(base);

  useEffect(() => {
    const kept = localStorage.getItem(key);
    if (!kept) return;
    try {
      const parsed = worldSpecSchema.safeParse(JSON.parse(kept));
      if (parsed.success && canonicalJson(parsed.data) !== canonicalJson(base)) setFound(parsed.data);
    } catch {
      localStorage.removeItem(key);
    }
  }, [key, base]);
  useEffect(() => {
    if (dirty) localStorage.setItem(key, JSON.stringify(spec));
    else if (found === null && past.length > 0) localStorage.removeItem(key);
  }, [dirty, spec, key, found, past.length]);

  const changedAt = useRef(0);
  const change = useCallback((next: WorldSpec) => {
    // Letters typed one after another are one change to undo.
    const goesOn = Date.now() - changedAt.current < TYPING_MS;
    changedAt.current = Date.now();
    setSpec((now) => {
      if (!goesOn) setPast((before) => [...before.slice(-MOST), now]);
      return next;
    });
    setFuture([]);
  }, []);
  const undo = () => {
    const last = past.at(-1);
    if (!last) return;
    changedAt.current = 0;
    setPast(past.slice(0, -1));
    setFuture([spec, ...future]);
    setSpec(last);
  };
  const redo = () => {
    const [next, ...rest] = future;
    if (!next) return;
    setPast([...past, spec]);
    setFuture(rest);
    setSpec(next);
  };
  const forget = () => {
    localStorage.removeItem(key);
    setFound(null);
  };
  const takeUp = () => {
    if (found) change(found);
    setFound(null);
  };
  return {
    spec,
    dirty,
    change,
    undo,
    redo,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    found,
    takeUp,
    forget,
  };
}
