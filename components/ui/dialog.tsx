"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./button";

/** A dialog for what cannot be undone or needs the whole attention. Esc closes it; the focus goes back where it was. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  acts,
}: {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  acts?: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (open && !dialog?.open) dialog?.showModal();
    if (!open && dialog?.open) dialog.close();
  }, [open]);
  return (
    <dialog ref={ref} className="dialog" aria-labelledby={titleId} onClose={onClose}>
      {open && (
        <>
          <div className="dialog-head">
            <h2 className="head" id={titleId}>
              {title}
            </h2>
            <Button quiet square icon="cross" aria-label="Close" onClick={onClose} />
          </div>
          <div className="dialog-body">{children}</div>
          {acts && <div className="dialog-acts">{acts}</div>}
        </>
      )}
    </dialog>
  );
}
