// What was announced in a match, as a log: each move that said something, with what it said.
import type { MoveEntry } from "../wire";

export interface Announcement {
  /** The turn that it belongs to; null before the first move. */
  turn: number | null;
  colour: string;
  /** The move that it came with; "" where nobody told that one. */
  move: string;
  refused: boolean;
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
  if (before.length > 0) log.push({ turn: null, colour: "", move: "", refused: false, said: before, ply: 0, count: 1 });
  list.slice(0, upTo).forEach(({ text, colour, turn, said = [], refused = false }, i) => {
    const [first] = said;
    if (first === undefined) return;
    const move = text.startsWith(first) ? "" : text; // a move that was not told is listed with what was said
    const found: Announcement = { turn, colour: colour ?? "", move, refused, said, ply: i + 1, count: 1 };
    const last = log.at(-1);
    if (isSame(last, found)) log[log.length - 1] = { ...found, count: last.count + 1 };
    else log.push(found);
  });
  return log;
}
