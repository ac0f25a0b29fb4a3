// What a game stores on cells or between them, in the forms that the server names.
import { cornersOf, centroid, wallBetween } from "./geometry";
import type { Point } from "./geometry";
import type { Sheet } from "./sheet";
import type { Decoration, SceneCell } from "../wire";

export interface Layered {
  decoration: Decoration;
  cells: SceneCell[];
  /** Of the decorations with the same place, the how manieth this is, and how many there are. */
  nth: number;
  of: number;
}

const UNDER = new Set(["tint", "outline", "line", "wall"]);

/** The decorations with their cells, those under the pieces apart from those above. */
export function layersOf(
  decorations: readonly Decoration[],
  places: ReadonlyMap<string, SceneCell>,
): { under: Layered[]; over: Layered[] } {
  const at = new Map<string, Layered[]>();
  const all = decorations.map((decoration) => {
    const cells = decoration.cells.flatMap((name) => places.get(name) ?? []);
    const place = UNDER.has(decoration.form) ? "" : decoration.cells.join(" ");
    const same = at.get(place) ?? [];
    const layered = { decoration, cells, nth: same.length, of: 1 };
    at.set(place, [...same, layered]);
    return layered;
  });
  for (const same of at.values()) for (const layered of same) layered.of = same.length;
  const drawn = all.filter(({ cells }) => cells.length > 0);
  return {
    under: drawn.filter(({ decoration }) => UNDER.has(decoration.form)),
    over: drawn.filter(({ decoration }) => !UNDER.has(decoration.form)),
  };
}

function inset(cell: SceneCell, share: number): string {
  return cornersOf(cell)
    .map(({ x, y }) => `${cell.x + (x - cell.x) * share},${cell.y + (y - cell.y) * share}`)
    .join(" ");
}

function Path({ cells, fill, kind }: { cells: SceneCell[]; fill: string | undefined; kind: string }) {
  const points = cells.map(({ x, y }) => `${x},${y}`).join(" ");
  return <polyline class={kind} points={points} stroke={fill} />;
}

/** One decoration under the pieces. */
export function Under({ layered: { decoration, cells } }: { layered: Layered }) {
  const fill = decoration.fill ?? undefined;
  const [a, b] = cells;
  if (decoration.form === "line") return <Path cells={cells} fill={fill} kind="drawn-line" />;
  if (decoration.form === "wall" && a && b) {
    const [from, to] = wallBetween(a, b);
    return <line class="drawn-wall" x1={from.x} y1={from.y} x2={to.x} y2={to.y} stroke={fill} />;
  }
  if (decoration.form === "outline") {
    return (
      <>
        {cells.map((cell) => (
          <polygon key={cell.name} class="drawn-outline" points={inset(cell, 0.9)} stroke={fill} />
        ))}
      </>
    );
  }
  return (
    <>
      {cells.map((cell) => (
        <polygon key={cell.name} class="drawn-tint" points={cell.points} fill={fill} />
      ))}
    </>
  );
}

/** The place of one of several decorations with the same cells. */
function placeOf({ cells, nth, of }: Layered, isBadge: boolean): Point {
  const middle = centroid(cells);
  if (of === 1 && !isBadge) return middle;
  const corners = [[1, 1], [-1, -1], [1, -1], [-1, 1]];
  const [dx = 1, dy = 1] = corners[nth % corners.length] ?? [];
  return { x: middle.x + dx * 10, y: middle.y + dy * 10 };
}

interface OverProperties {
  layered: Layered;
  sheet: Sheet;
  /** Whether a piece stands on the cell, so that a number becomes a badge. */
  isTaken: boolean;
}

/** One decoration above the pieces. */
export function Over({ layered, sheet, isTaken }: OverProperties) {
  const { decoration } = layered;
  const fill = decoration.fill ?? undefined;
  const { x, y } = placeOf(layered, isTaken);
  if (decoration.form === "piece") return <use href={sheet.href(decoration.text)} x={x} y={y} />;
  if (decoration.form === "dot") return <circle class="drawn-dot" cx={x} cy={y} r={5} fill={fill} />;
  const isBadge = isTaken || layered.of > 1;
  return (
    <g transform={`translate(${x} ${y})`}>
      {(isBadge || decoration.form === "count") && (
        <rect class="drawn-badge" x={-9} y={-8} width={18} height={16} rx={8} stroke={fill} />
      )}
      <text class={isBadge ? "drawn-text small" : "drawn-text"} dy="0.35em">
        {decoration.text}
      </text>
    </g>
  );
}
