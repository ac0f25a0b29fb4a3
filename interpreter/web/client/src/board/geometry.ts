// Where things are on the board: the directions of the arrow keys, and arrows between cells.
import type { SceneCell } from "../wire";

export interface Point {
  x: number;
  y: number;
}

export const ARROWS: Readonly<Record<string, Point>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

const ASIDE = 1.6; // how dear a way aside is, beside one straight ahead
const LESS = 0.9; // up and down, where some cells are never reached else, as on every second row of some boards
const MANY = 1000; // cells, of which nobody looks whether all are reached

/** The nearest cell in a direction, straight ahead rather than aside; null at the edge. */
function nearest(cells: readonly SceneCell[], from: SceneCell, way: Point, dear: number): SceneCell | null {
  let best: SceneCell | null = null;
  let least = Infinity;
  for (const cell of cells) {
    const dx = cell.x - from.x;
    const dy = cell.y - from.y;
    const ahead = dx * way.x + dy * way.y;
    if (ahead <= 1e-6) continue;
    const aside = Math.abs(dx * way.y - dy * way.x);
    if (aside > 1.9 * ahead) continue;
    const cost = ahead + (way.y === 0 ? ASIDE : dear) * aside;
    if (cost < least - 1e-6) {
      least = cost;
      best = cell;
    }
  }
  return best;
}

/** Whether arrows lead from the first cell to all others. */
function areReached(cells: readonly SceneCell[], dear: number): boolean {
  const todo = cells.slice(0, 1);
  const seen = new Set(todo);
  for (let cell = todo.pop(); cell; cell = todo.pop()) {
    for (const way of Object.values(ARROWS)) {
      const next = nearest(cells, cell, way, dear);
      if (next && !seen.has(next)) todo.push(next);
      if (next) seen.add(next);
    }
  }
  return seen.size === cells.length;
}

const DEAR = new WeakMap<readonly SceneCell[], number>();

/** The cell to which an arrow leads; null at the edge. */
export function neighbour(cells: readonly SceneCell[], from: SceneCell, way: Point): SceneCell | null {
  const dear = DEAR.get(cells) ?? (cells.length > MANY || areReached(cells, ASIDE) ? ASIDE : LESS);
  DEAR.set(cells, dear);
  return nearest(cells, from, way, dear);
}

/** The line of an arrow between two cells, shortened so that its head ends inside the second. */
export function arrowBetween(a: Point, b: Point, cut: number): [Point, Point] {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const back = Math.min(cut, length / 3) / length;
  return [a, { x: b.x - (b.x - a.x) * back, y: b.y - (b.y - a.y) * back }];
}
