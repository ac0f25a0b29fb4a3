// A fix by one key: the first that is offered for the words at the cursor, or a note that there is none.
import { forEachDiagnostic } from "@codemirror/lint";
import type { Action } from "@codemirror/lint";
import { StateEffect, StateField } from "@codemirror/state";
import { EditorView, showTooltip } from "@codemirror/view";
import type { Tooltip } from "@codemirror/view";

interface Offered {
  /** The fix; null for a mistake that has none. */
  action: Action | null;
  from: number;
  to: number;
}

/** The mistakes at a place, or else in its line, with their fixes. */
function foundAt(view: EditorView, at: number): Offered[] {
  const line = view.state.doc.lineAt(at);
  const here: Offered[] = [];
  const near: Offered[] = [];
  forEachDiagnostic(view.state, ({ actions = [] }, from, to) => {
    const place = from <= at && at <= to ? here : from <= line.to && to >= line.from ? near : null;
    for (const action of actions.length > 0 ? actions : [null]) place?.push({ action, from, to });
  });
  return here.some(({ action }) => action) ? here : [...here, ...near];
}

const note = StateEffect.define<Tooltip | null>();

/** A note beside the cursor, which the next key or click puts away. */
export const notes = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, { effects, docChanged, selection }) {
    const told = effects.find((effect) => effect.is(note));
    if (told) return told.value;
    return docChanged || selection ? null : shown;
  },
  provide: (field) => showTooltip.from(field),
});

function noteOf(text: string, pos: number): Tooltip {
  const create = () => {
    const dom = document.createElement("div");
    dom.className = "cm-note";
    dom.textContent = text;
    return { dom };
  };
  return { pos, above: true, create };
}

/** Puts the note away, if there is one. */
export function closeNote(view: EditorView): boolean {
  if (!view.state.field(notes, false)) return false;
  view.dispatch({ effects: note.of(null) });
  return true;
}

/** Carries out the first fix at the cursor; where there is none, says so. */
export function fixAtCursor(view: EditorView): boolean {
  const at = view.state.selection.main.head;
  const found = foundAt(view, at);
  const first = found.find(({ action }) => action);
  if (first?.action) {
    first.action.apply(view, first.from, first.to);
    return true;
  }
  const text = found.length > 0 ? "No fix is offered for this mistake." : "There is no mistake in this line.";
  view.dispatch({ effects: [note.of(noteOf(text, at)), EditorView.announce.of(text)] });
  return true;
}
