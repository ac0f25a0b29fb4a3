// How the editor looks: the colours are variables of the page.
import { EditorView } from "@codemirror/view";

export const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "14px", color: "var(--code-ink)", backgroundColor: "var(--code-ground)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--code-ink)", padding: "8px 0" },
  ".cm-cursor": { borderLeftColor: "var(--code-ink)" },
  ".cm-gutters": { backgroundColor: "var(--code-ground)", color: "var(--code-comment)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--code-active)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--code-selection)",
  },
  ".cm-line.cm-told": { backgroundColor: "var(--code-told)" },
  ".cm-tooltip": {
    backgroundColor: "var(--code-raised)", color: "var(--code-ink)", border: "1px solid var(--code-line)",
    borderRadius: "6px", boxShadow: "0 4px 16px #0004", maxWidth: "min(480px, 90vw)",
  },
  ".cm-tooltip-autocomplete ul li": { padding: "3px 8px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--code-choice)", color: "var(--code-on-choice)" },
  ".cm-completionDetail": { color: "var(--code-comment)", marginLeft: "1em" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-completionIcon": { color: "var(--code-comment)", opacity: "1" },
  ".cm-lsp-documentation": { padding: "4px 10px", fontFamily: "system-ui, sans-serif", fontSize: "13px", lineHeight: "1.45" },
  ".cm-lsp-documentation pre, .cm-lsp-documentation code": {
    fontFamily: "ui-monospace, Menlo, Consolas, monospace", fontSize: "12.5px",
  },
  ".cm-lsp-documentation pre": { margin: "6px 0", whiteSpace: "pre-wrap" },
  ".cm-lsp-documentation p": { margin: "4px 0" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--code-error) 1.5px", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--code-warning) 1.5px", textUnderlineOffset: "3px" },
  ".cm-lintRange-info, .cm-lintRange-hint": {
    backgroundImage: "none", textDecoration: "underline dotted var(--code-comment) 1.5px", textUnderlineOffset: "3px",
  },
  ".cm-diagnostic": { padding: "6px 10px", borderLeftWidth: "4px", whiteSpace: "pre-wrap", fontFamily: "system-ui, sans-serif" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--code-error)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--code-warning)" },
  ".cm-diagnosticAction": {
    backgroundColor: "var(--code-choice)", color: "var(--code-on-choice)", font: "inherit", fontSize: "13px",
    padding: "2px 8px", borderRadius: "4px", cursor: "pointer",
  },
  ".cm-panels": { backgroundColor: "var(--code-raised)", color: "var(--code-ink)", borderColor: "var(--code-line)" },
  ".cm-panels-bottom": { borderTop: "1px solid var(--code-line)" },
  ".cm-panel.cm-panel-lint ul [aria-selected]": { backgroundColor: "var(--code-active)" },
  ".cm-panel.cm-panel-lint ul:focus [aria-selected]": { backgroundColor: "var(--code-choice)", color: "var(--code-on-choice)" },
  ".cm-panel button, .cm-button": {
    backgroundImage: "none", backgroundColor: "var(--code-ground)", color: "var(--code-ink)",
    border: "1px solid var(--code-line)", borderRadius: "4px",
  },
  ".cm-textfield": { backgroundColor: "var(--code-ground)", color: "var(--code-ink)", border: "1px solid var(--code-line)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--code-active)", color: "var(--code-ink)", border: "1px solid var(--code-line)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--code-selection)" },
});
