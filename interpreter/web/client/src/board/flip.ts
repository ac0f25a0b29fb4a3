// A board turned round, so that the far side is near.
import type { Scene } from "../wire";

function turned(points: string, x: number, y: number): string {
  return points
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [px = 0, py = 0] = pair.split(",").map(Number);
      return `${x - px},${y - py}`;
    })
    .join(" ");
}

/** The same scene, turned by half a turn; names stay upright, and what is drawn of parts is turned with it. */
export function flipped(scene: Scene): Scene {
  const [left = 0, top = 0, width = 0, height = 0] = scene.viewBox.split(" ").map(Number);
  const x = 2 * left + width;
  const y = 2 * top + height;
  const place = <T extends { x: number; y: number }>(it: T): T => ({ ...it, x: x - it.x, y: y - it.y });
  return {
    ...scene,
    cells: scene.cells.map((cell) => ({ ...place(cell), points: turned(cell.points, x, y) })),
    names: scene.names.map(place),
    turn: { x, y },
  };
}
