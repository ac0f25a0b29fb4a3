// Moves in words: what the legend says of the numbers of the rules.
import type { Word } from "../wire";
import type { Move } from "./rules";
import type { Named, Legend } from "./legend";

const STEP_BITS = 10n;

/** The words of a move: its action, then its parameters; a set of cells is a list of words. */
export function wordsOf(legend: Legend, move: Move): Word[] {
  const form = legend.forms[String(move & ((1n << STEP_BITS) - 1n))];
  if (!form) return [];
  const [action, parts] = form;
  const words: Word[] = [action];
  let shift = STEP_BITS;
  for (const [list, bits] of parts) {
    const code = Number((move >> shift) & ((1n << BigInt(bits)) - 1n));
    words.push(...named(legend.lists[list]?.[code] ?? null));
    shift += BigInt(bits);
  }
  return words;
}

function named(value: Named): Word[] {
  if (value === null) return ["?"];
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? [value] : value.pair;
}

/** The text of a move, as everywhere else. */
export function textOf(words: Word[]): string {
  return words.map((word) => (typeof word === "string" ? word : `{${word.join(",")}}`)).join(" ");
}

/** The cells that a move names, in their order. */
export function cellsOf(legend: Legend, words: Word[]): string[] {
  const cells = new Set(legend.cells);
  return words.slice(1).flat().filter((word) => cells.has(word));
}

export interface Offer {
  words: Word[];
  text: string;
  move: Move;
  /** The cell where its piece lands, if the move does not name it. */
  lands?: string | null;
  /** Where that is not told: those on which another move of the same cells lands. */
  reaches?: string[];
}

/** The legal moves, each text once: several numbers may stand for the same words. */
export function offersOf(legend: Legend, moves: Move[]): Offer[] {
  const offers = new Map<string, Offer>();
  for (const move of moves) {
    const words = wordsOf(legend, move);
    const text = textOf(words);
    if (!offers.has(text)) offers.set(text, { words, text, move });
  }
  return [...offers.values()];
}
