// A fix by one key: the first that is offered for the words at the cursor.
import { forEachDiagnostic, openLintPanel } from "@codemirror/lint";
import type { Action } from "@codemirror/lint";
import type { EditorView } from "@codemirror/view";

interface Offered {
  action: Action;
  from: number;
  to: number;
}

/** The fixes offered for what stands at a place, or else in its line. */
function fixesAt(view: EditorView, at: number): Offered[] {
  const line = view.state.doc.lineAt(at);
  const here: Offered[] = [];
  const near: Offered[] = [];
  forEachDiagnostic(view.state, ({ actions = [] }, from, to) => {
    const place = from <= at && at <= to ? here : from <= line.to && to >= line.from ? near : null;
    for (const action of actions) place?.push({ action, from, to });
  });
  return here.length > 0 ? here : near;
}

/** Carries out the first fix at the cursor; where there is none, shows the list of mistakes. */
export function fixAtCursor(view: EditorView): boolean {
  const [first] = fixesAt(view, view.state.selection.main.head);
  if (!first) return openLintPanel(view);
  first.action.apply(view, first.from, first.to);
  return true;
}
