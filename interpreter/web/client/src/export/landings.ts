// Where a move takes the piece of its last cell, for moves that do not name that cell; the server does the same.
import type { ActionShape, Word } from "../wire";

const CELLS = new Set(["cell", "set of cells"]);
const MOST_TRIED = 300; // moves that are played for one position
const NEAR = 0.01; // the sine of an angle that counts as none

/** What stands on a cell: the look of the piece on top, all of it, and how many pieces that is. */
export interface Standing {
  top: string;
  all: string;
  height: number;
}

type Board = ReadonlyMap<string, Standing>;

/** Where a cell is drawn. */
interface Place {
  name: string;
  x: number;
  y: number;
}

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

/** The last of several cells in a straight line from `start` among which pieces of its pile were spread, if they were. */
export function endOfSpread(before: Board, after: Board, start: string, places: readonly Place[]): string | null {
  const grown = (cell: string) => (after.get(cell)?.height ?? 0) - (before.get(cell)?.height ?? 0);
  const from = places.find(({ name }) => name === start);
  const cells = places.filter(({ name }) => name !== start && grown(name) > 0);
  const added = cells.reduce((sum, { name }) => sum + grown(name), 0);
  if (!from || cells.length < 2 || added > -grown(start)) return null;
  const steps = cells.map(({ name, x, y }) => ({ name, x: x - from.x, y: y - from.y }));
  const far = steps.reduce((a, b) => (Math.hypot(b.x, b.y) > Math.hypot(a.x, a.y) ? b : a));
  const isStraight = steps.every(({ x, y }) => {
    const most = NEAR * Math.hypot(x, y) * Math.hypot(far.x, far.y);
    return Math.abs(x * far.y - y * far.x) < most && x * far.x + y * far.y > 0;
  });
  return isStraight ? far.name : null;
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
  places: readonly Place[],
  before: Board,
  afterMove: (number: number) => Board,
): Landing[] {
  const starts = moves.map((words) => startOf(words, shapes[String(words[0])]));
  if (starts.filter((start) => start !== null).length > MOST_TRIED) return moves.map(() => ({ lands: null, reaches: [] }));
  const found = starts.map((start, i) => {
    if (start === null) return { lands: null, cells: [] };
    const after = afterMove(i);
    const end = endOfSpread(before, after, start, places);
    const cells = end === null ? arrivals(before, after, start) : [end];
    const isSure = cells.length === 1 && after.get(start)?.all !== before.get(start)?.all;
    return { lands: isSure ? (cells[0] ?? null) : null, cells };
  });
  const tapped = moves.map((words) => tappedCells(words, shapes[String(words[0])]));
  const reached = new Set(found.map(({ lands }, i) => `${tapped[i]} ${lands}`));
  return found.map(({ lands, cells }, i) => ({
    lands, reaches: lands === null ? cells.filter((cell) => reached.has(`${tapped[i]} ${cell}`)) : [],
  }));
}
