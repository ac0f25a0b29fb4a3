// What the server has found in the text: marks in the editor, and corrections to choose from.
import { setDiagnostics } from "@codemirror/lint";
import type { Action, Diagnostic as Shown } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Diagnostic } from "../protocol";

const NAME = /^["']?extends["']?\s*:/; // the line that stands for all that is wrong in an extended file

/** The offset of a line and a column, which counts characters rather than units of UTF-16. */
function offsetOf(doc: Text, line: number, column: number): number {
  const { from, to, text } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  let at = 0;
  for (let left = column - 1; left > 0 && from + at < to; left -= 1) {
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }
  return from + at;
}

/** Where a finding is shown: at its place, or where the text names the file that has it. */
function placeOf(doc: Text, found: Diagnostic): { from: number; to: number } {
  if (!found.is_here) {
    for (let number = 1; number <= doc.lines; number += 1) {
      const line = doc.line(number);
      if (NAME.test(line.text)) return { from: line.from, to: line.to };
    }
  }
  const from = offsetOf(doc, found.line, found.column);
  return { from, to: Math.max(from, offsetOf(doc, found.end_line, found.end_column)) };
}

/** A correction: the words are replaced, and writing goes on behind them. */
function actionOf({ title, new: insert }: Diagnostic["fixes"][number]): Action {
  return {
    name: title,
    apply: (view, from, to) => {
      const end = from + insert.length;
      view.dispatch({ changes: { from, to, insert }, selection: { anchor: end }, userEvent: "input.fix" });
      view.focus();
    },
  };
}

function messageOf({ is_here, file, line, message, hint }: Diagnostic): string {
  const place = is_here ? "" : `${file}, line ${line}: `;
  return `${place}${message}${hint ? `\n${hint}` : ""}`;
}

/** Marks what was found in exactly the text that the editor has. */
export function showFindings(view: EditorView, findings: readonly Diagnostic[]): void {
  const { doc } = view.state;
  const shown = findings.map((found): Shown => ({
    ...placeOf(doc, found),
    severity: found.severity === "note" ? "info" : found.severity,
    message: messageOf(found),
    source: found.code,
    actions: found.is_here ? found.fixes.map(actionOf) : [],
  }));
  view.dispatch(setDiagnostics(view.state, shown));
}
