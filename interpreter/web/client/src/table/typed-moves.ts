// Which move a typed text means: as in the terminal, whatever the case of its letters, and without the name of its
// action where that is clear.
import type { Candidate } from "../board/selection";
import { hasPart, plain } from "../parts/words";

/** A text with one blank between its words, and none within a set or a step. */
const tidied = (text: string): string =>
  text.trim().replace(/\s+/g, " ").replace(/ ?([,+*]) ?|(?<=\{) | (?=\})/g, (_, sign?: string) => sign ?? "");
const said = (text: string): string => plain(text).toLowerCase();

/** The moves that have a typed text as a part. */
export function movesWith(moves: readonly Candidate[], typed: string): Candidate[] {
  const wanted = tidied(typed).toLowerCase();
  return wanted === "" ? [] : moves.filter(({ text }) => hasPart(text.toLowerCase(), wanted));
}

/** The move that a typed text means; undefined where there is none, or several may be meant. */
export function meantBy(moves: readonly Candidate[], typed: string): Candidate | undefined {
  const wanted = tidied(typed);
  if (wanted === "") return undefined;
  const only = (found: readonly Candidate[]) => (found.length === 1 ? found[0] : undefined);
  return moves.find(({ text }) => text === wanted)
    ?? only(moves.filter(({ text }) => said(text) === said(wanted)))
    ?? only(moves.filter(({ text, action }) => said(text.slice(action.length + 1)) === said(wanted)))
    ?? only(movesWith(moves, typed));
}
