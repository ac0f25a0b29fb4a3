// A modal dialog: the browser keeps the focus in it and closes it by Escape.
import { useEffect, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";

interface DialogProperties {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, onClose, children }: DialogProperties) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element} class="wb-dialog" aria-label={title} onClose={onClose}
      onClick={(event) => event.target === element.current && onClose()}
    >
      <div class="wb-dialog-inner">
        <h2>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
