// What the language server offers to type.  A word that is there already is not offered again, so that Enter begins
// a new line behind it; and nothing comes up by itself that only makes another word of it.
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { serverCompletionSource } from "@codemirror/lsp-client";
import { EditorState } from "@codemirror/state";

function adds({ label, apply }: Completion, typed: string): boolean {
  return (apply ?? label) !== typed;
}

function isWord(options: readonly Completion[], typed: string): boolean {
  return options.some((option) => !adds(option, typed));
}

/** What is shown of an answer of the server where something is typed; null: nothing. */
export function offered(result: CompletionResult, typed: string, isExplicit: boolean): CompletionResult | null {
  const { options, validFor } = result;
  if (!isExplicit && isWord(options, typed)) return null;
  const left = options.filter((option) => adds(option, typed));
  if (left.length === 0) return null;
  const { validFor: _, ...rest } = result;
  const isOf = (text: string) => (validFor instanceof RegExp ? validFor.test(text) : false);
  return {
    ...rest,
    options: left,
    update: (current, from, to, { state }) => {
      const text = state.sliceDoc(from, to);
      return isOf(text) && !isWord(options, text) ? current : null;
    },
  };
}

async function source(context: CompletionContext): Promise<CompletionResult | null> {
  const result = await serverCompletionSource(context);
  return result && offered(result, context.state.sliceDoc(result.from, context.pos), context.explicit);
}

export const completing = EditorState.languageData.of(() => [{ autocomplete: source }]);
