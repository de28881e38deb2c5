"use client";

import { useState } from "react";
import { readJson } from "@/compiler/spec/read";
import { type WorldSpec, worldSpecSchema } from "@/compiler/spec/world";
import { FindingCard } from "@/components/ui/pieces";

const textOf = (spec: WorldSpec) => JSON.stringify(spec, null, 2);

/** The world as JSON beside the graph: what is typed here is the world as soon as it can be read, and the other way round. */
export function JsonPanel({ spec, onChange }: { spec: WorldSpec; onChange: (spec: WorldSpec) => void }) {
  const [text, setText] = useState(() => textOf(spec));
  const [typed, setTyped] = useState(spec);
  const [fault, setFault] = useState<{ title: string; fix: string } | null>(null);
  if (typed !== spec && fault === null) {
    setTyped(spec);
    setText(textOf(spec));
  }
  const take = (next: string) => {
    setText(next);
    const json = readJson(next);
    if (!json.ok) {
      setFault({ title: json.findings[0]?.message ?? "", fix: json.findings[0]?.fix ?? "" });
      return;
    }
    const parsed = worldSpecSchema.safeParse(json.value);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      setFault({
        title: `${issue?.path.join(".")}: ${issue?.message}`,
        fix: "The graph shows the last world that could be read.",
      });
      return;
    }
    setFault(null);
    setTyped(parsed.data);
    onChange(parsed.data);
  };
  return (
    <div className="json-panel">
      <label className="label" htmlFor="world-json">
        The world as JSON
      </label>
      <textarea
        id="world-json"
        className="input code"
        spellCheck={false}
        value={text}
        onChange={(event) => take(event.target.value)}
      />
      {fault && (
        <FindingCard severity="caution" title={fault.title} live>
          {fault.fix}
        </FindingCard>
      )}
    </div>
  );
}
