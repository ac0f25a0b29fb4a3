// The colours of a rule file: YAML around rules, with the words that the server says the language has.
import { HighlightStyle, StreamLanguage } from "@codemirror/language";
import type { StringStream } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import type { Vocabulary } from "../protocol";

interface State {
  /** The indentation of a block of plain text such as `notes: |`; -1 outside of one. */
  block: number;
  /** Whether such a block begins at the next line. */
  begins: boolean;
  indent: number;
  isKey: boolean;
}

const WORD = /^[\p{L}_][\p{L}\p{N}_]*/u;
const PLAIN = new Set(["game", "designer", "notes"]);

/** The language of rule files. */
export function ruleLanguage(words: Vocabulary): StreamLanguage<State> {
  const headings = new Set(words.headings);
  const verbs = new Set(words.verbs);
  const keywords = new Set(words.keywords);
  const builtins = new Set(words.builtins);

  const atLineStart = (stream: StringStream, state: State): string | null => {
    state.indent = stream.indentation();
    if (state.begins && !/^\s*$/.test(stream.string)) {
      state.block = state.indent;
      state.begins = false;
    }
    if (state.block >= 0 && state.indent < Math.max(state.block, 1) && !/^\s*$/.test(stream.string)) state.block = -1;
    if (state.block >= 0) {
      stream.skipToEnd();
      return "string";
    }
    state.isKey = true;
    return null;
  };

  const key = (stream: StringStream, state: State): string | null => {
    state.isKey = false;
    const found = /^([^\s#'"{[-][^#'"]*?)\s*:(?=\s|$)/.exec(stream.string.slice(stream.pos));
    if (!found) return null;
    const name = (found[1] ?? "").replaceAll(" ", "_");
    const value = stream.string.slice(stream.pos + found[0].length);
    if (/^\s*[|>][+-]?\s*(#.*)?$/.test(value)) state.begins = true;
    if (state.indent === 0 && headings.has(name)) {
      stream.match(/^[^:]*/);
      if (PLAIN.has(name) && !state.begins) state.block = -2;
      return "heading";
    }
    return stream.match(WORD) && !keywords.has(stream.current()) && !verbs.has(stream.current()) ? "definition" : "keyword";
  };

  return StreamLanguage.define<State>({
    name: "gdl",
    startState: () => ({ block: -1, begins: false, indent: 0, isKey: true }),
    copyState: (state) => ({ ...state }),
    token(stream, state) {
      if (stream.sol()) {
        if (state.block === -2) state.block = -1;
        const whole = atLineStart(stream, state);
        if (whole) return whole;
      }
      if (stream.eatSpace()) return null;
      if (stream.match(/^#.*/)) return "comment";
      if (stream.match(/^-(?=\s)/)) return "punctuation";
      if (state.isKey) {
        const found = key(stream, state);
        if (found) return found;
      }
      if (state.block === -2) {
        if (stream.match(/^:/)) return "punctuation";
        stream.match(/^[^#]+/) || stream.next();
        return "string";
      }
      if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^']|'')*'?/)) return "string";
      if (stream.match(/^\d+(?:\.(?!\.)\d+)?/)) return "number";
      if (stream.match(WORD)) {
        const word = stream.current();
        if (verbs.has(word)) return "verb";
        if (keywords.has(word)) return "keyword";
        return builtins.has(word) ? "builtin" : "name";
      }
      if (stream.match(/^(?:\.\.|<=|>=|!=|[-+*/=<>&|?])/)) return "operator";
      stream.next();
      return "punctuation";
    },
    tokenTable: {
      heading: tags.heading,
      definition: tags.definition(tags.variableName),
      verb: tags.controlKeyword,
      keyword: tags.keyword,
      builtin: tags.standard(tags.name),
      name: tags.variableName,
      operator: tags.operator,
      punctuation: tags.punctuation,
    },
    languageData: { commentTokens: { line: "#" } },
  });
}

/** The colours as variables of the page, which know light and dark. */
export const colours = HighlightStyle.define([
  { tag: tags.heading, color: "var(--code-heading)", fontWeight: "600" },
  { tag: tags.definition(tags.variableName), color: "var(--code-definition)" },
  { tag: tags.controlKeyword, color: "var(--code-verb)", fontWeight: "600" },
  { tag: tags.keyword, color: "var(--code-keyword)" },
  { tag: tags.standard(tags.name), color: "var(--code-builtin)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.operator, color: "var(--code-operator)" },
  { tag: tags.punctuation, color: "var(--code-operator)" },
]);
