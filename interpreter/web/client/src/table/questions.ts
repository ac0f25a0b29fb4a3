// What may be asked of the game, in the form of offers.
import type { Offers, Position } from "../wire";

/** The questions of a position; null if there are none. */
export function questionsOf(position: Position): Offers | null {
  const { questions } = position;
  if (!questions) return null;
  const offers = Array.isArray(questions)
    ? { complete: true, moves: questions.map((text) => text.split(" ")), texts: questions }
    : questions;
  return offers.moves.length > 0 ? offers : null;
}

/** The names of the questions, in order. */
export function namesOf(questions: Offers): string[] {
  return [...new Set(questions.moves.map(([name]) => String(name)))];
}

/** The questions of one name. */
export function only(questions: Offers, name: string): Offers {
  const kept = questions.moves.flatMap((words, i) => (words[0] === name ? [i] : []));
  const { texts } = questions;
  return {
    complete: questions.complete,
    moves: kept.map((i) => questions.moves[i] ?? []),
    ...(texts ? { texts: kept.map((i) => texts[i] ?? "") } : {}),
  };
}
