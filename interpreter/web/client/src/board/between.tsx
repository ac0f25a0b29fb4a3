// Links and blocks as places to tap: the edge between two cells, the corner where four meet.
import type { SceneCell } from "../wire";
import type { Point } from "./geometry";
import type { Chooser } from "./use-choice";

const NEAR = 30; // units from the middle of a set to its cells; those of a block are 28 away
const LONG = 22; // units that an edge is long where it is tapped

interface Spot {
  cells: readonly string[];
  middle: Point;
  /** The ends of the edge between two cells; one point for a block. */
  ends: readonly [Point, Point];
}

function spotOf(cells: readonly string[], places: ReadonlyMap<string, SceneCell>, isAlong: boolean): Spot | null {
  const points = cells.flatMap((cell) => places.get(cell) ?? []);
  const [a, b] = points;
  if (!a || !b || (points.length !== 2 && points.length !== 4)) return null;
  const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
  const y = points.reduce((sum, point) => sum + point.y, 0) / points.length;
  const far = points.map((point) => Math.hypot(point.x - x, point.y - y));
  if (Math.max(...far) > NEAR) return null;
  if (points.length === 4) return { cells, middle: { x, y }, ends: [{ x, y }, { x, y }] };
  const [dx, dy] = isAlong ? [b.x - a.x, b.y - a.y] : [a.y - b.y, b.x - a.x];
  const half = LONG / 2 / Math.hypot(dx, dy);
  return {
    cells,
    middle: { x, y },
    ends: [{ x: x - dx * half, y: y - dy * half }, { x: x + dx * half, y: y + dy * half }],
  };
}

/** The places between cells; where two sets have the same middle, they are tapped cell by cell. */
function spotsOf(
  sets: readonly (readonly string[])[],
  places: ReadonlyMap<string, SceneCell>,
  isAlong: boolean,
): Spot[] {
  const spots = sets.flatMap((cells) => spotOf(cells, places, isAlong) ?? []);
  const at = ({ middle }: Spot) => `${middle.x.toFixed(0)},${middle.y.toFixed(0)}`;
  const counts = new Map<string, number>();
  for (const spot of spots) counts.set(at(spot), (counts.get(at(spot)) ?? 0) + 1);
  return spots.filter((spot) => counts.get(at(spot)) === 1);
}

interface Properties {
  chooser: Chooser | null;
  places: ReadonlyMap<string, SceneCell>;
  style: string;
}

/** Where sets of cells can be tapped; by keyboard they are chosen cell by cell. */
export function Between({ chooser, places, style }: Properties) {
  if (!chooser) return null;
  return (
    <g class="between" aria-hidden="true">
      {spotsOf(chooser.view.sets, places, style !== "cells").map(({ cells, ends: [a, b] }) => (
        <line
          key={cells.join()}
          data-set={cells.join(" ")}
          x1={a.x}
          y1={a.y}
          x2={b.x}
          y2={b.y}
          onClick={() => chooser.tapSet(cells)}
        />
      ))}
    </g>
  );
}
