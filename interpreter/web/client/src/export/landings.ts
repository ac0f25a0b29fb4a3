// Where a move takes the piece of its last cell, for moves that do not name that cell; the server does the same.
import type { ActionShape, Word } from "../wire";

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
  const at = types.findLastIndex((type) => type === "cell" || type === "set of cells");
  const word = words[at + 1];
  return at >= 0 && at < types.length - 1 && types[at] === "cell" && typeof word === "string" ? word : null;
}

function landing(before: Board, after: Board, start: string): string | null {
  const moved = before.get(start);
  if (!moved || after.get(start)?.all === moved.all) return null;
  const arrived = [...after].filter(([cell, { all }]) => cell !== start && all !== before.get(cell)?.all);
  const alike = arrived.filter(([, { top }]) => top === moved.top);
  for (const [only, another] of [alike, arrived]) if (only && !another) return only[0];
  return null;
}

/** For each move the cell where its piece lands, or null; `afterMove` is the board after the move with a number. */
export function landings(
  moves: readonly (readonly Word[])[],
  shapes: Readonly<Record<string, ActionShape>>,
  before: Board,
  afterMove: (number: number) => Board,
): (string | null)[] {
  const starts = moves.map((words) => startOf(words, shapes[String(words[0])]));
  if (starts.filter((start) => start !== null).length > MOST_TRIED) return moves.map(() => null);
  return starts.map((start, i) => (start === null ? null : landing(before, afterMove(i), start)));
}
