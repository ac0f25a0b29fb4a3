// The editor of a rule file.  It stands in a shadow root, where its style sheets can be adopted: the
// page's content security policy needs no exception for them.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, nextDiagnostic, openLintPanel } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers,
  tooltips,
} from "@codemirror/view";
import type { DecorationSet } from "@codemirror/view";
import { useEffect, useRef } from "preact/hooks";
import { useStore } from "../../parts/store";
import type { Bench } from "../store";
import { showFindings } from "./findings";
import { fixAtCursor, notes } from "./fixes";
import { colours, ruleLanguage } from "./highlight";
import { leaveByEscape } from "./leaving";
import { LanguageServer } from "./server";
import { theme } from "./theme";

const tell = StateEffect.define<number | null>();

/** The line that a message is about. */
const told = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marked, transaction) {
    let now = marked.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(tell)) continue;
      now = effect.value === null
        ? Decoration.none
        : Decoration.set(Decoration.line({ class: "cm-told" }).range(effect.value));
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Goes to a line, and marks it. */
function goToLine(view: EditorView, number: number): void {
  const line = view.state.doc.line(Math.min(Math.max(number, 1), view.state.doc.lines));
  view.dispatch({
    selection: { anchor: line.from },
    effects: [tell.of(line.from), EditorView.scrollIntoView(line.from, { y: "center", x: "end", xMargin: 0 })],
  });
}

function stateOf(bench: Bench, server: LanguageServer): EditorState {
  const words = bench.vocabulary ?? { headings: [], verbs: [], keywords: [], builtins: [] };
  return EditorState.create({
    doc: bench.text,
    extensions: [
      lineNumbers(), foldGutter(), highlightActiveLine(), highlightActiveLineGutter(), drawSelection(), history(),
      bracketMatching(), closeBrackets(), highlightSelectionMatches(), lintGutter(), indentUnit.of("  "),
      EditorState.tabSize.of(2),
      autocompletion(),
      ruleLanguage(words),
      syntaxHighlighting(colours),
      theme,
      told,
      notes,
      tooltips({ tooltipSpace: () => ({ top: 0, left: 0, right: innerWidth, bottom: innerHeight }) }),
      keymap.of([
        { key: "Mod-.", run: fixAtCursor },
        { key: "F8", run: nextDiagnostic },
        { key: "Mod-Shift-m", run: openLintPanel },
        ...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap,
        ...defaultKeymap, indentWithTab,
      ]),
      EditorView.contentAttributes.of({ "aria-label": "Rules", spellcheck: "false", tabindex: "0", "aria-description": "Tab indents; Escape and then Tab leaves the editor." }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) bench.edit(update.state.doc.toString());
      }),
      server.extension(bench.name),
    ],
  });
}

/** The text of the bench, to be changed. */
export function Editor({ bench }: { bench: Bench }) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  useStore(bench);

  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    const server = new LanguageServer();
    const made = new EditorView({ root, parent: root, state: stateOf(bench, server) });
    view.current = made;
    leaveByEscape(made);
    bench.onOpened = () => {
      const { doc } = made.state;
      if (doc.toString() === bench.text) return;
      const changes = { from: 0, to: doc.length, insert: bench.text };
      made.dispatch({ changes, annotations: isolateHistory.of("full") }); // so that it is undone by itself
    };
    bench.onLine = (line) => {
      goToLine(made, line);
      made.focus();
    };
    return () => {
      made.destroy();
      server.close();
      view.current = null;
    };
  }, [bench]);

  useEffect(() => {
    if (view.current && bench.isChecked) showFindings(view.current, bench.diagnostics);
  }, [bench.diagnostics]);

  const line = bench.match.reason?.line ?? null;
  useEffect(() => {
    if (!view.current) return;
    if (line !== null) goToLine(view.current, line);
    else view.current.dispatch({ effects: tell.of(null) });
  }, [bench.match.reason]);

  return <div class="editor" ref={host} />;
}
