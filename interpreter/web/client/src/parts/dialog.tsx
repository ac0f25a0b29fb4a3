// A dialog of the browser's own, which keeps the focus and closes on Escape.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { IconButton } from "./icons";

/** What one types into: it has the focus first, and not the button that closes the dialog. */
const FIELD = "input:is([type=text], [type=search]):not([readonly])";

interface DialogProperties {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, onClose, children }: DialogProperties) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    const field = dialog.current?.querySelector<HTMLInputElement>(FIELD);
    field?.focus();
    field?.select();
  }, []);
  return (
    <dialog ref={dialog} class="dialog" onClose={onClose} aria-labelledby="dialog-title">
      <div class="dialog-head">
        <h2 id="dialog-title">{title}</h2>
        <IconButton icon="close" label="Close" onClick={() => dialog.current?.close()} />
      </div>
      {children}
    </dialog>
  );
}
