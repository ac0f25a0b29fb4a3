// A dialog of the browser's own, which keeps the focus and closes on Escape.
import { useEffect, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { IconButton } from "./icons";

interface DialogProperties {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, onClose, children }: DialogProperties) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
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
