// What was announced in a match, as a log: each move that said something, with what it said.
import type { MoveEntry } from "../wire";

/** What stands in the place of a move before what was said when all had chosen at once. */
export const ALL = "all have chosen";

export interface Announcement {
  /** The turn that it belongs to; null before the first move. */
  turn: number | null;
  colour: string;
  /** The move that it came with; "" where nobody told that one. */
  move: string;
  refused: boolean;
  /** Whether it was said when all had chosen at once, and belongs to nobody alone. */
  isOfAll: boolean;
  said: readonly string[];
  /** The position after the move, the latest where it stands for several. */
  ply: number;
  /** How many times in a row the same was said, of moves that nobody told. */
  count: number;
}

/** The same of somebody's moves that are not told, as of several that were refused one after the other. */
function isSame(a: Announcement | undefined, b: Announcement): a is Announcement {
  return a !== undefined && a.move === "" && b.move === "" && a.turn === b.turn && a.colour === b.colour && a.said.join() === b.said.join();
}

/** The log up to a position; `before` is what was announced before the first move. */
export function heardIn(list: readonly MoveEntry[], before: readonly string[], upTo: number): Announcement[] {
  const log: Announcement[] = [];
  const plain = { colour: "", move: "", refused: false, isOfAll: false, count: 1 };
  if (before.length > 0) log.push({ ...plain, turn: null, said: before, ply: 0 });
  list.slice(0, upTo).forEach(({ text, colour, turn, said = [], said_after = [], refused = false }, i) => {
    const ply = i + 1;
    const [first] = said;
    if (first !== undefined) {
      const move = text.startsWith(first) ? "" : text; // a move that was not told is listed with what was said
      const found: Announcement = { ...plain, turn, colour: colour ?? "", move, refused, said, ply };
      const last = log.at(-1);
      if (isSame(last, found)) log[log.length - 1] = { ...found, count: last.count + 1 };
      else log.push(found);
    }
    if (said_after.length > 0) log.push({ ...plain, turn, isOfAll: true, said: said_after, ply });
  });
  return log;
}
