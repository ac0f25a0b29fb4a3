// The legend that Python writes into an exported page: what the numbers of the WebAssembly mean.
import type { ActionShape, Decoration, Scene, WordFact } from "../wire";

/** A value that a move can name: a word, the words of a set, two words of a pair; null: a hole. */
export type Named = string | string[] | { pair: [string, string] } | null;

/** A field of the state: the C type of its entries, the words of a set (0: a number), how many. */
export type Field = [storage: string, words: number, count: number];

/** How a stored value reads: a number, a code with its texts, a set of coded elements, or a count. */
export type Meaning =
  | { is: "number" }
  | { is: "code"; texts: (string | null)[] }
  | { is: "set"; texts: (string | null)[] }
  | { is: "count" };

export interface StoredValue {
  name: string;
  label: string;
  field: string;
  meaning: Meaning;
  /** The words of each index; null where there is none. */
  keys: string[][] | null;
  /** Whether each entry is shown by its index. */
  listed: boolean;
  /** What each entry looks like on the board, by its value; null where it is listed below it. */
  drawn: Drawn[] | null;
}

/**
 * The drawings of an entry by its value, or those of any number, whose text is filled in, in the size for its
 * length.
 */
export type Drawn = { by: Record<string, Decoration[]> } | { number: Decoration[]; sizes: number[] };

export interface Legend {
  title: string;
  name: string;
  players: string[];
  options: [string, string][];
  version: string;
  hash: string;
  fields: Record<string, Field>;
  cells: string[];
  codes: number[];
  /** By the number of a step: its action, and for each parameter a list and the bits of its code. */
  forms: Record<string, [action: string, parts: [list: number, bits: number][]]>;
  lists: Named[][];
  pieces: {
    /** The attributes of each kind, as fields of planes. */
    attributes: string[][];
    /** By kind, owner and the numbers of its attributes. */
    looks: Record<string, string>;
    /** On a board with piles: how many pieces a cell has room for, and the looks of pieces by their code and one, or
     * of heaps of alike pieces by their number; the first is empty. */
    pile: { most: number; looks: string[]; heap: boolean } | null;
  };
  supply: { field: string | null; pools: { look: string; text: string; code: number }[] };
  stored: StoredValue[];
  /** The least and the most points of a seat; null where results are shares. */
  points: [number, number] | null;
  /** The lines that end the game, in their order. */
  ends: { line: number; text: string; said: string | null }[];
  /** Why a match is over that none of them ended. */
  undecided: string;
  scene: Scene;
  symbols: Record<string, string>;
  /** The fill of each colour's pieces. */
  fills: Record<string, string>;
  /** The look of each word that is a piece. */
  words: Record<string, string>;
  facts: Record<string, WordFact[]>;
  letters: Record<string, string>;
  actions: Record<string, ActionShape>;
}
