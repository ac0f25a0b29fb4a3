// From what the stores hold to what the board is given.
import type { Shown } from "../board/board";
import type { Share } from "../board/annotations";
import type { Candidate } from "../board/selection";
import type { Answer, Position, Scene } from "../wire";

/** A move and the share of the search that it got. */
interface Best {
  move: string;
  share: number;
}

/** The cells that a text names, in order. */
export function cellsIn(text: string, known: ReadonlySet<string>): string[] {
  return text.split(/[\s{},]+/).filter((word) => known.has(word));
}

/** The moves that an agent considers most, as arrows on the board; `moves` are those that there are. */
export function sharesOf(best: readonly Best[], scene: Scene, moves: readonly Candidate[]): Share[] {
  const known = new Set(scene.cells.map(({ name }) => name));
  return best.slice(0, 4).flatMap(({ move, share }) => {
    const lands = moves.find(({ text }) => text === move)?.lands;
    const cells = [...cellsIn(move, known), ...(lands ? [lands] : [])];
    const to = cells.at(-1);
    const [first] = cells;
    if (to === undefined || share < 0.01) return [];
    return [{ from: first === undefined || first === to ? null : first, to, share, text: move }];
  });
}

/** A position with what was just touched, for the moment in which one feels it. */
export function withTouched(position: Position, answer: Answer | null): Shown {
  const [cell] = answer?.cells ?? [];
  if (!answer || cell === undefined) return position;
  const pieces = { ...position.pieces };
  if (answer.look) pieces[cell] = answer.look;
  return { ...position, pieces, touched: [cell], hidden: position.hidden.filter((name) => name !== cell) };
}
