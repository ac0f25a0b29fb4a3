// One Escape closes all that is open in the editor, and the Tab after it leaves.
import { closeCompletion } from "@codemirror/autocomplete";
import { closeLintPanel } from "@codemirror/lint";
import { closeReferencePanel } from "@codemirror/lsp-client";
import { closeSearchPanel } from "@codemirror/search";
import { closeHoverTooltips } from "@codemirror/view";
import type { EditorView } from "@codemirror/view";
import { closeNote } from "./fixes";
import { closeSignature } from "./signatures";

const LEAVING = 5000; // milliseconds in which Tab leaves, unless another key is pressed

const CLOSERS = [closeCompletion, closeNote, closeLintPanel, closeSearchPanel, closeReferencePanel, closeSignature];

/** Hears Escape in the editor, wherever the focus is in it. */
export function leaveByEscape(view: EditorView): void {
  view.dom.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const close of CLOSERS) close(view);
    view.dispatch({ effects: closeHoverTooltips });
    if (!view.hasFocus) view.focus();
    view.setTabFocusMode(LEAVING);
  });
}
