// Where things are on the board: directions of the arrow keys, common edges, sizes.
import type { SceneCell } from "../wire";

export interface Point {
  x: number;
  y: number;
}

/** The corners of a cell. */
function cornersOf(cell: SceneCell): Point[] {
  const numbers = cell.points.trim().split(/[\s,]+/).map(Number);
  const corners: Point[] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    corners.push({ x: numbers[i] ?? 0, y: numbers[i + 1] ?? 0 });
  }
  return corners;
}

/** The corners of a cell, nearer to its middle. */
export function inset(cell: SceneCell, share: number): string {
  return cornersOf(cell)
    .map(({ x, y }) => `${cell.x + (x - cell.x) * share},${cell.y + (y - cell.y) * share}`)
    .join(" ");
}

export const ARROWS: Readonly<Record<string, Point>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** The nearest cell in a direction, straight ahead rather than aside; null at the edge. */
export function neighbour(cells: readonly SceneCell[], from: SceneCell, way: Point): SceneCell | null {
  let best: SceneCell | null = null;
  let least = Infinity;
  for (const cell of cells) {
    const dx = cell.x - from.x;
    const dy = cell.y - from.y;
    const ahead = dx * way.x + dy * way.y;
    if (ahead <= 1e-6) continue;
    const aside = Math.abs(dx * way.y - dy * way.x);
    if (aside > 1.9 * ahead) continue;
    const cost = ahead + 1.6 * aside;
    if (cost < least - 1e-6) {
      least = cost;
      best = cell;
    }
  }
  return best;
}

const WALL = 18; // half the length of a wall between cells that share no edge
const NEAR = 0.7; // what rounding does to one corner of two cells is less

/** The edge that two cells share, or else a bar half-way, across the way between them. */
export function wallBetween(a: SceneCell, b: SceneCell): [Point, Point] {
  const theirs = cornersOf(b);
  const shared = cornersOf(a).filter((p) => theirs.some((q) => Math.hypot(p.x - q.x, p.y - q.y) < NEAR));
  const [first, last] = [shared[0], shared.at(-1)];
  if (shared.length > 1 && first && last) return [first, last];
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const dx = ((b.y - a.y) / length) * WALL;
  const dy = ((a.x - b.x) / length) * WALL;
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  return [
    { x: middle.x - dx, y: middle.y - dy },
    { x: middle.x + dx, y: middle.y + dy },
  ];
}

const AMID = 0.3; // of the way from the middle of some cells to each of them
const OUT_OF_LINE = 28; // units times units that a cell may stray

/** A line through cells, or a small closed polygon amid cells that are not in line. */
export function lineThrough(cells: readonly SceneCell[]): { points: string; isClosed: boolean } {
  const first = cells[0] ?? { x: 0, y: 0 };
  const last = cells.at(-1) ?? first;
  const strays = ({ x, y }: Point) =>
    Math.abs((x - first.x) * (last.y - first.y) - (y - first.y) * (last.x - first.x)) >= OUT_OF_LINE;
  if (!cells.some(strays)) return { points: cells.map(({ x, y }) => `${x},${y}`).join(" "), isClosed: false };
  const middle = centroid(cells);
  const angle = ({ x, y }: Point) => Math.atan2(y - middle.y, x - middle.x);
  const around = [...cells].sort((a, b) => angle(a) - angle(b));
  const near = around.map(
    ({ x, y }) => `${middle.x + AMID * (x - middle.x)},${middle.y + AMID * (y - middle.y)}`,
  );
  return { points: near.join(" "), isClosed: true };
}

/** The middle of some cells. */
export function centroid(cells: readonly SceneCell[]): Point {
  const sum = cells.reduce((total, cell) => ({ x: total.x + cell.x, y: total.y + cell.y }), { x: 0, y: 0 });
  return { x: sum.x / cells.length, y: sum.y / cells.length };
}

/** The line of an arrow between two cells, shortened so that its head ends inside the second. */
export function arrowBetween(a: Point, b: Point, cut: number): [Point, Point] {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const back = Math.min(cut, length / 3) / length;
  return [a, { x: b.x - (b.x - a.x) * back, y: b.y - (b.y - a.y) * back }];
}
