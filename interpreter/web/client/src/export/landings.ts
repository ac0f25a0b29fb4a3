// Where a move takes the piece of its last cell, for moves that do not name that cell; the server does the same.
import type { ActionShape, Word } from "../wire";

const CELLS = new Set(["cell", "set of cells"]);
const MOST_TRIED = 300; // moves that are played for one position

/** What stands on a cell: the look of the piece on top, and all of it. */
export interface Standing {
  top: string;
  all: string;
}

type Board = ReadonlyMap<string, Standing>;

/** The last cell of a move, if other words follow it. */
function startOf(words: readonly Word[], shape?: ActionShape): string | null {
  const types = shape?.types ?? [];
  const at = types.findLastIndex((type) => CELLS.has(type));
  const word = words[at + 1];
  return at >= 0 && at < types.length - 1 && types[at] === "cell" && typeof word === "string" ? word : null;
}

/** The cells where the piece may have come to be. */
function arrivals(before: Board, after: Board, start: string): string[] {
  const moved = before.get(start);
  if (!moved) return [];
  const arrived = [...after].filter(([cell, { all }]) => cell !== start && all !== before.get(cell)?.all);
  const alike = arrived.filter(([, { top }]) => top === moved.top);
  return (alike.length > 0 ? alike : arrived).map(([cell]) => cell);
}

/** The cells and sets of cells that a move names, as one text. */
function tappedCells(words: readonly Word[], shape?: ActionShape): string {
  return words.slice(1).filter((_, i) => CELLS.has(shape?.types[i] ?? "")).map(String).join(" ");
}

export interface Landing {
  /** The cell where the piece surely lands. */
  lands: string | null;
  /** Else those where it may be, and another move that names the same cells surely lands. */
  reaches: string[];
}

/** Where the piece of each move lands; `afterMove` is the board after the move with a number. */
export function landings(
  moves: readonly (readonly Word[])[],
  shapes: Readonly<Record<string, ActionShape>>,
  before: Board,
  afterMove: (number: number) => Board,
): Landing[] {
  const starts = moves.map((words) => startOf(words, shapes[String(words[0])]));
  if (starts.filter((start) => start !== null).length > MOST_TRIED) return moves.map(() => ({ lands: null, reaches: [] }));
  const found = starts.map((start, i) => {
    if (start === null) return { lands: null, cells: [] };
    const after = afterMove(i);
    const cells = arrivals(before, after, start);
    const isSure = cells.length === 1 && after.get(start)?.all !== before.get(start)?.all;
    return { lands: isSure ? (cells[0] ?? null) : null, cells };
  });
  const tapped = moves.map((words) => tappedCells(words, shapes[String(words[0])]));
  const reached = new Set(found.map(({ lands }, i) => `${tapped[i]} ${lands}`));
  return found.map(({ lands, cells }, i) => ({
    lands, reaches: lands === null ? cells.filter((cell) => reached.has(`${tapped[i]} ${cell}`)) : [],
  }));
}
