// What a game stores on cells or between them, in the forms that the server names.
import { centroid, inset, wallBetween } from "./geometry";
import type { Point } from "./geometry";
import type { Sheet } from "./sheet";
import type { Decoration, SceneCell } from "../wire";

export interface Layered {
  decoration: Decoration;
  cells: SceneCell[];
  /** Of the decorations in the middle of the same cells, the how manieth this is. */
  nth: number;
}

const UNDER = new Set(["tint", "line"]);
const IN_THE_MIDDLE = new Set(["count", "text", "dot", "piece"]);
const SMALL = 0.45; // of a piece that is only stored

/** The decorations with their cells, those under the pieces apart from those above. */
export function layersOf(
  decorations: readonly Decoration[],
  places: ReadonlyMap<string, SceneCell>,
): { under: Layered[]; over: Layered[] } {
  const counts = new Map<string, number>();
  const all = decorations.map((decoration) => {
    const cells = decoration.cells.flatMap((name) => places.get(name) ?? []);
    const place = decoration.cells.join(" ");
    const nth = IN_THE_MIDDLE.has(decoration.form) ? (counts.get(place) ?? 0) : 0;
    counts.set(place, nth + 1);
    return { decoration, cells, nth };
  });
  const drawn = all.filter(({ cells }) => cells.length > 0);
  return {
    under: drawn.filter(({ decoration }) => UNDER.has(decoration.form)),
    over: drawn.filter(({ decoration }) => !UNDER.has(decoration.form)),
  };
}

/** One decoration under the pieces. */
export function Under({ layered: { decoration, cells } }: { layered: Layered }) {
  const fill = decoration.fill ?? undefined;
  if (decoration.form === "line") {
    const points = cells.map(({ x, y }) => `${x},${y}`).join(" ");
    return <polyline class="drawn-line" points={points} stroke={fill} />;
  }
  return (
    <g class="drawn-tint" fill={fill}>
      {cells.map((cell) => <polygon key={cell.name} points={cell.points} />)}
    </g>
  );
}

const ASIDE: readonly Point[] = [
  { x: 0, y: 0 }, { x: 11, y: 11 }, { x: -11, y: -11 }, { x: 11, y: -11 }, { x: -11, y: 11 },
];

function Written({ text, at, fill, isTaken }: { text: string; at: Point; fill?: string; isTaken: boolean }) {
  const size = text.length <= 2 ? 16 : Math.max(6, 34 / text.length);
  return (
    <text class="drawn-text" x={at.x} y={at.y} font-size={isTaken ? size * 0.75 : size} fill={fill}>
      {text}
    </text>
  );
}

interface OverProperties {
  layered: Layered;
  sheet: Sheet;
  /** Whether a piece stands there, so that what is written stands aside. */
  isTaken: boolean;
}

/** One decoration above the pieces. */
export function Over({ layered: { decoration, cells, nth }, sheet, isTaken }: OverProperties) {
  const fill = decoration.fill ?? undefined;
  const [a, b] = cells;
  if (decoration.form === "wall" && a && b) {
    const [from, to] = wallBetween(a, b);
    return <line class="drawn-wall" x1={from.x} y1={from.y} x2={to.x} y2={to.y} stroke={fill} />;
  }
  if (decoration.form === "outline" || decoration.form === "wall") {
    return (
      <g class="drawn-outline" stroke={fill}>
        {cells.map((cell) => <polygon key={cell.name} points={inset(cell, 0.82)} />)}
      </g>
    );
  }
  const middle = centroid(cells);
  const aside = ASIDE[(nth + (isTaken && cells.length === 1 ? 1 : 0)) % ASIDE.length] ?? middle;
  const at = { x: middle.x + aside.x, y: middle.y + aside.y };
  if (decoration.form === "piece") {
    return <use href={sheet.href(decoration.text)} transform={`translate(${at.x} ${at.y}) scale(${SMALL})`} />;
  }
  if (decoration.form === "dot") return <circle class="drawn-dot" cx={at.x} cy={at.y} r={4.5} fill={fill} />;
  return <Written text={decoration.text} at={at} fill={fill} isTaken={isTaken} />;
}
