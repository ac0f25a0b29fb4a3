// What a game stores on cells or between them, in the forms that the server names.
import { centroid, inset, lineThrough, wallBetween } from "./geometry";
import type { Point } from "./geometry";
import type { Sheet } from "./sheet";
import type { Decoration, SceneCell } from "../wire";

interface Layered {
  decoration: Decoration;
  cells: SceneCell[];
}

const UNDER = new Set(["tint", "line"]);
const SMALL = 0.45; // of a piece that is only stored
const OFFSETS: Readonly<Record<string, Point>> = {
  se: { x: 11, y: 11 }, nw: { x: -11, y: -11 }, ne: { x: 11, y: -11 }, sw: { x: -11, y: 11 },
};

/** The decorations with their cells, those under the pieces apart from those above. */
export function layersOf(
  decorations: readonly Decoration[],
  places: ReadonlyMap<string, SceneCell>,
): { under: Layered[]; over: Layered[] } {
  const drawn = decorations
    .map((decoration) => ({ decoration, cells: decoration.cells.flatMap((name) => places.get(name) ?? []) }))
    .filter(({ cells }) => cells.length > 0);
  return {
    under: drawn.filter(({ decoration }) => UNDER.has(decoration.form)),
    over: drawn.filter(({ decoration }) => !UNDER.has(decoration.form)),
  };
}

/** The width and the opacity of a line: faint for sets of many cells, which lie close. */
function strokeOf({ cells, fill }: Decoration): [number, number] {
  if (cells.length > 2) return [1.8, fill ? 0.7 : 0.35];
  return [fill ? 4 : 2.5, 0.75];
}

/** One decoration under the pieces. */
export function Under({ layered: { decoration, cells } }: { layered: Layered }) {
  const fill = decoration.fill ?? "currentColor";
  if (decoration.form === "line") {
    const { points, isClosed } = lineThrough(cells);
    const [width, opacity] = strokeOf(decoration);
    const look = { class: "drawn-line", points, stroke: fill, "stroke-width": width, "stroke-opacity": opacity };
    return isClosed ? <polygon {...look} /> : <polyline {...look} />;
  }
  return (
    <g class="drawn-tint" fill={fill}>
      {cells.map((cell) => <polygon key={cell.name} points={cell.points} />)}
    </g>
  );
}

interface WrittenProperties {
  text: string;
  at: Point;
  fill: string;
  isAside: boolean;
}

function Written({ text, at, fill, isAside }: WrittenProperties) {
  const wide = isAside ? 22 : 34;
  const size = Math.min(wide / 2.1, Math.max(6, (1.4 * wide) / Math.max(text.length, 1)));
  return <text class="drawn-text" x={at.x} y={at.y} font-size={size} fill={fill}>{text}</text>;
}

interface OverProperties {
  layered: Layered;
  sheet: Sheet;
}

/** One decoration above the pieces. */
export function Over({ layered: { decoration, cells }, sheet }: OverProperties) {
  const fill = decoration.fill ?? "currentColor";
  const [a, b] = cells;
  if (decoration.form === "wall" && a && b) {
    const [from, to] = wallBetween(a, b);
    return <line class="drawn-wall" x1={from.x} y1={from.y} x2={to.x} y2={to.y} stroke={fill} />;
  }
  if (decoration.form === "outline" || decoration.form === "wall") {
    const frames = () => cells.map((cell) => <polygon key={cell.name} points={inset(cell, 0.82)} />);
    return (
      <>
        {decoration.fill && <g class="drawn-casing">{frames()}</g>}
        <g class="drawn-outline" stroke={fill}>{frames()}</g>
      </>
    );
  }
  const middle = centroid(cells);
  const aside = OFFSETS[decoration.corner ?? ""] ?? { x: 0, y: 0 };
  const at = { x: middle.x + aside.x, y: middle.y + aside.y };
  if (decoration.form === "piece") {
    const scale = SMALL * (decoration.corner ? 0.8 : 1);
    return <use href={sheet.href(decoration.text)} transform={`translate(${at.x} ${at.y}) scale(${scale})`} />;
  }
  if (decoration.form === "dot") return <circle class="drawn-dot" cx={at.x} cy={at.y} r={4.5} fill={fill} />;
  return <Written text={decoration.text} at={at} fill={decoration.fill ?? "#1d1d1f"} isAside={Boolean(decoration.corner)} />;
}
