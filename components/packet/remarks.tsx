"use client";

import { useState } from "react";
import { addComment, resolveComment } from "@/components/queries/packets";
import { Button } from "@/components/ui/button";
import { Field, TextArea } from "@/components/ui/field";
import { Time } from "@/components/ui/time";
import type { CommentView } from "@/lib/contracts/packets";

type Older = { by: string; at: string; text: string };

/** Remarks about an item, and a field for another one. */
export function Remarks({
  caseId,
  itemId,
  name,
  comments,
  older = [],
  onChanged,
}: {
  caseId: string;
  itemId: string;
  name: string;
  comments: readonly CommentView[];
  older?: readonly Older[];
  onChanged: () => void;
}) {
  const [writing, setWriting] = useState(false);
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const own = comments.filter((comment) => comment.itemId === itemId);
  const earlier = older.filter(
    (one) => !own.some((comment) => comment.text === one.text && comment.at === one.at),
  );

  async function attempt(act: () => Promise<unknown>, then: () => void = () => {}) {
    setBusy(true);
    try {
      await act();
      setFault(null);
      then();
      onChanged();
    } catch (error) {
      setFault(error instanceof Error ? error.message : "It was not sent.");
    }
    setBusy(false);
  }

  return (
    <div className="remarks">
      {earlier.map((one) => (
        <div className="remark" key={`${one.at} ${one.text}`}>
          <span className="meta">
            {one.by}, <Time at={one.at} />
          </span>
          <p>{one.text}</p>
        </div>
      ))}
      {own.map((comment) => (
        <div className={`remark${comment.resolvedAt ? " is-done" : ""}`} key={comment.id}>
          <span className="meta">
            {comment.author.name}, <Time at={comment.at} />
            {comment.resolvedAt && ", settled"}
          </span>
          <p>{comment.text}</p>
          {!comment.resolvedAt && (
            <span>
              <button
                type="button"
                className="linkish ui"
                onClick={() => attempt(() => resolveComment(caseId, comment.id))}
              >
                Settled
              </button>
            </span>
          )}
        </div>
      ))}
      {writing ? (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim())
              void attempt(
                () => addComment(caseId, itemId, text),
                () => {
                  setText("");
                  setWriting(false);
                },
              );
          }}
        >
          <Field label={`Comment on ${name}`} error={fault}>
            {(control) => (
              <TextArea
                {...control}
                rows={2}
                value={text}
                autoFocus
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          <div className="form-acts">
            <Button type="submit" busy={busy && "Sending"}>
              Send comment
            </Button>
            <Button quiet onClick={() => setWriting(false)}>
              Leave it
            </Button>
          </div>
        </form>
      ) : (
        <span>
          <Button quiet icon="message" onClick={() => setWriting(true)}>
            Comment
          </Button>
          {fault && (
            <span className="meta" role="alert">
              {fault}
            </span>
          )}
        </span>
      )}
    </div>
  );
}
