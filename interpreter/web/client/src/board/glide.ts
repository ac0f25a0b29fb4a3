// Pieces that glide to their new cells, unless the person prefers less motion.
import type { LastMove, SceneCell } from "../wire";

const MILLISECONDS = 190;
const MOST = 24; // pieces that move at once; with more, a board simply changes

interface Arrival {
  cell: string;
  /** The cell that the piece came from; null: from off the board. */
  from: string | null;
}

/** Which pieces of `after` are new on their cells, and where each came from. */
export function arrivals(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  last: LastMove | null,
): Arrival[] {
  const gone = Object.keys(before).filter((cell) => before[cell] !== after[cell]);
  const come = Object.keys(after).filter((cell) => before[cell] !== after[cell]);
  const left = new Set(gone);
  const found: Arrival[] = [];
  const take = (cell: string, from: string | null) => {
    if (from !== null) left.delete(from);
    found.push({ cell, from });
  };
  const rest: string[] = [];
  for (const cell of come) {
    if (last?.to === cell && last.from !== null && left.has(last.from)) take(cell, last.from);
    else rest.push(cell);
  }
  for (const cell of rest) {
    take(cell, [...left].find((from) => before[from] === after[cell]) ?? null);
  }
  return found;
}

function prefersStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Moves the pieces of a board from where they were. */
export function glide(
  pieces: SVGGElement,
  places: ReadonlyMap<string, SceneCell>,
  arrived: readonly Arrival[],
): void {
  if (arrived.length === 0 || arrived.length > MOST || prefersStillness()) return;
  const elements = new Map<string, SVGElement>();
  for (const element of pieces.querySelectorAll<SVGElement>("[data-piece]")) {
    elements.set(element.dataset.piece ?? "", element);
  }
  for (const { cell, from } of arrived) {
    const to = places.get(cell);
    const start = from === null ? undefined : places.get(from);
    const frames = to && start
      ? [{ transform: `translate(${start.x - to.x}px, ${start.y - to.y}px)` }, { transform: "none" }]
      : [{ transform: "scale(0.7)", opacity: 0.2 }, { transform: "none", opacity: 1 }];
    elements.get(cell)?.animate(frames, { duration: MILLISECONDS, easing: "cubic-bezier(0.2, 0, 0.2, 1)" });
  }
}
