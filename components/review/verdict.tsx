"use client";

import { useEffect, useState } from "react";
import { NextAct, WHY } from "@/components/packet/bench-frame";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextArea } from "@/components/ui/field";
import { TableHead } from "@/components/ui/pieces";
import { SECTION_WORDS } from "@/lib/contracts/item-words";
import { CHECKLIST, type Checklist as Checked, type ReviewView } from "@/lib/contracts/reviews";

/** How often the two experts decided the same, by kind of item. Counts, not percentages: they are small. */
export function AgreementTable({ agreement }: { agreement: ReviewView["agreement"] }) {
  const rows = agreement.filter((row) => row.both > 0);
  const total = rows.reduce((sum, row) => ({ both: sum.both + row.both, agree: sum.agree + row.agree }), {
    both: 0,
    agree: 0,
  });
  return (
    <div className="items agreement">
      <table>
        <caption className="visually-hidden">Agreement by kind of item</caption>
        <TableHead columns={["Kind of item", "Decided the same"]} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.section}>
              <th scope="row">{SECTION_WORDS[row.section as keyof typeof SECTION_WORDS].title}</th>
              <td>
                {row.agree} of {row.both}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">All items</th>
            <td className="strong">
              {total.agree} of {total.both}
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** What a reviewer confirms before accepting. A tick is shown at once; what the server has comes after it. */
export function Checklist({
  checklist,
  onCheck,
}: {
  checklist: Checked;
  onCheck: (point: keyof Checked, checked: boolean) => void;
}) {
  const [ticked, setTicked] = useState(checklist);
  useEffect(() => setTicked(checklist), [checklist]);
  const tick = (point: keyof Checked, on: boolean) => {
    setTicked((before) => ({ ...before, [point]: on }));
    onCheck(point, on);
  };
  return (
    <section aria-label="Checklist">
      <div className="section-head">
        <h2 className="head">Checklist</h2>
        <span className="meta">What you confirm by accepting</span>
      </div>
      <div className="items checklist">
        {CHECKLIST.map((point) => (
          <label className="tick" key={point.id}>
            <input
              type="checkbox"
              checked={ticked[point.id]}
              onChange={(event) => tick(point.id, event.target.checked)}
            />
            {point.text}
          </label>
        ))}
      </div>
    </section>
  );
}

/** The next act of a review, or why it is still closed. */
export function Verdict({
  view,
  busy,
  suggested,
  onEndBlind,
  onReturn,
  onAccept,
}: {
  view: ReviewView;
  busy: boolean;
  suggested: string;
  onEndBlind: () => void;
  onReturn: (reasons: string) => void;
  onAccept: () => void;
}) {
  const [returning, setReturning] = useState(false);
  const [reasons, setReasons] = useState("");
  if (view.phase === "closed")
    return (
      <NextAct
        reason={
          view.verdict === "accepted"
            ? "You accepted this revision."
            : view.verdict === "returned"
              ? "You returned this revision."
              : "This packet is not in review now."
        }
      />
    );
  const left = view.items.filter((item) => item.mine === null).length;
  if (view.phase === "blind")
    return (
      <NextAct
        reason={
          left > 0
            ? `Opens when the last ${left === 1 ? "item is" : `${left} items are`} judged.`
            : "Then you see what the advocate decided."
        }
      >
        <Button
          main
          closed={left > 0 ? "left" : false}
          closedReasonId={WHY}
          busy={busy && left === 0 && "Sending"}
          onClick={onEndBlind}
        >
          End the first pass
        </Button>
      </NextAct>
    );
  return (
    <NextAct
      reason={
        view.open.length > 0
          ? `Accepting is closed: ${view.open.join("; ")}.`
          : "Accepting freezes this revision."
      }
    >
      <Button
        onClick={() => {
          setReasons(suggested);
          setReturning(true);
        }}
      >
        Return with reasons
      </Button>
      <Button main closed={view.open.length > 0 ? "open" : false} closedReasonId={WHY} onClick={onAccept}>
        Accept
      </Button>
      <Dialog
        open={returning}
        onClose={() => setReturning(false)}
        title="Return with reasons"
        acts={
          <>
            <Button quiet onClick={() => setReturning(false)}>
              Go on reviewing
            </Button>
            <Button
              main
              closed={reasons.trim() ? false : "Say why"}
              busy={busy && "Returning"}
              onClick={() => onReturn(reasons.trim())}
            >
              Return
            </Button>
          </>
        }
      >
        <Field label="What the advocate is asked to change, and why">
          {(control) => (
            <TextArea
              {...control}
              rows={6}
              value={reasons}
              onChange={(event) => setReasons(event.target.value)}
            />
          )}
        </Field>
      </Dialog>
    </NextAct>
  );
}
