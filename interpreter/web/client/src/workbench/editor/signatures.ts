// What a function takes, beside the cursor while it is written.
import { signatureHelp } from "@codemirror/lsp-client";
import { Compartment } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

const help = new Compartment();

export const signatures = help.of(signatureHelp());

/** Puts it away, also where it is still to come: the library has no command for that, so it begins anew. */
export function closeSignature(view: EditorView): void {
  view.dispatch({ effects: help.reconfigure([]) });
  view.dispatch({ effects: help.reconfigure(signatureHelp()) });
}
