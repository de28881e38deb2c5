"use client";

import { useMemo, useState } from "react";
import type { WorldSpec } from "@/compiler/spec/world";
import { Button } from "@/components/ui/button";
import { LIST_WORDS, WORLD_LISTS, type WorldList } from "@/lib/contracts/world-diff";
import type { WorldGraph } from "../world-graph";
import { blankOf, SchemaField } from "./schema-form";
import { idsOf, OBJECT_SCHEMAS, objectsAt, objectsOf, withObject } from "./world-objects";

/** Changes, adds and deletes objects of a world; every change goes through the oracle at once. */
export function EditPanel({
  spec,
  graph,
  node,
  onChange,
  onSelect,
}: {
  spec: WorldSpec;
  graph: WorldGraph;
  /** The selected node, whose objects come first. */
  node: string | null;
  onChange: (spec: WorldSpec) => void;
  onSelect: (id: string) => void;
}) {
  const [chosen, setChosen] = useState<{ list: WorldList; id: string } | null>(null);
  const [adding, setAdding] = useState<WorldList>("knowledge");
  const near = useMemo(() => (node ? objectsAt(spec, graph, node) : []), [spec, graph, node]);
  const all = useMemo(() => objectsOf(spec), [spec]);
  const ids = useMemo(() => idsOf(spec), [spec]);
  const current =
    (chosen && all.find((o) => o.list === chosen.list && o.id === chosen.id)) ??
    near.find((o) => o.id === node) ??
    near[0] ??
    null;
  const item = current && (spec[current.list] as readonly { id: string }[]).find((x) => x.id === current.id);
  const option = (o: { list: WorldList; id: string; label: string }) => (
    <option key={`${o.list} ${o.id}`} value={`${o.list} ${o.id}`}>
      {LIST_WORDS[o.list].one}: {o.label}
    </option>
  );
  const add = () => {
    const taken = new Set(all.map((o) => o.id));
    let n = 1;
    while (taken.has(`new_${n}`)) n++;
    const fresh = blankOf(OBJECT_SCHEMAS[adding]) as Record<string, unknown>;
    fresh.id = `new_${n}`;
    for (const key of ["label", "title", "name", "statement", "receipt", "scope", "text"])
      if (key in fresh) fresh[key] = `New ${LIST_WORDS[adding].one.toLowerCase()} ${n}`;
    for (const key of ["party", "owner", "grantor", "recipient"])
      if (key in fresh) fresh[key] = spec.entities[0]?.id ?? "";
    onChange(withObject(spec, adding, String(fresh.id), fresh));
    setChosen({ list: adding, id: String(fresh.id) });
  };
  return (
    <>
      <div className="side-block">
        <label className="label" htmlFor="edit-object">
          What to edit
        </label>
        <select
          id="edit-object"
          className="input"
          value={current ? `${current.list} ${current.id}` : ""}
          onChange={(event) => {
            const [list, id] = event.target.value.split(" ");
            setChosen({ list: list as WorldList, id: id ?? "" });
            if (id && graph.anchors.has(id)) onSelect(id);
          }}
        >
          {!current && <option value="">Choose an object</option>}
          {near.length > 0 && <optgroup label="At the selected node">{near.map(option)}</optgroup>}
          {WORLD_LISTS.map((list) => (
            <optgroup key={list} label={LIST_WORDS[list].many}>
              {all.filter((o) => o.list === list).map(option)}
            </optgroup>
          ))}
        </select>
      </div>
      {current && item && (
        <div className="edit-form" key={`${current.list} ${current.id}`}>
          <SchemaField
            schema={OBJECT_SCHEMAS[current.list]}
            name={LIST_WORDS[current.list].one}
            value={item}
            idsFor={ids}
            onChange={(next) => {
              onChange(withObject(spec, current.list, current.id, next));
              const id = (next as { id: string }).id;
              if (id !== current.id) setChosen({ list: current.list, id });
            }}
          />
          <Button
            icon="cross"
            onClick={() => {
              onChange(withObject(spec, current.list, current.id, null));
              setChosen(null);
            }}
          >
            Delete this {LIST_WORDS[current.list].one.toLowerCase()}
          </Button>
        </div>
      )}
      <div className="side-block">
        <label className="label" htmlFor="edit-add">
          Add
        </label>
        <span className="edit-row">
          <select
            id="edit-add"
            className="input"
            value={adding}
            onChange={(event) => setAdding(event.target.value as WorldList)}
          >
            {WORLD_LISTS.map((list) => (
              <option key={list} value={list}>
                {LIST_WORDS[list].one}
              </option>
            ))}
          </select>
          <Button icon="plus" onClick={add}>
            Add
          </Button>
        </span>
      </div>
    </>
  );
}
