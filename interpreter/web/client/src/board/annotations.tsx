// Arrows and circles above the pieces: those that a person draws, and what an agent thinks.
import { arrowBetween } from "./geometry";
import type { Point } from "./geometry";
import type { Scribble } from "./gestures";
import type { SceneCell } from "../wire";

/** A move that an agent considers: its cells, and how much of the search went into it. */
export interface Share {
  from: string | null;
  to: string;
  share: number;
  text: string;
}

interface AnnotationsProperties {
  places: ReadonlyMap<string, SceneCell>;
  scribbles: readonly Scribble[];
  shares: readonly Share[];
}

function Arrow({ a, b, kind, width }: { a: Point; b: Point; kind: string; width: number }) {
  const [from, to] = arrowBetween(a, b, 8);
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const head = 7 + width;
  return (
    <g class={`arrow ${kind}`} transform={`translate(${from.x} ${from.y}) rotate(${angle})`}>
      <line x1={0} y1={0} x2={length - head} y2={0} stroke-width={width} />
      <polygon points={`${length},0 ${length - head},${-head * 0.6} ${length - head},${head * 0.6}`} />
    </g>
  );
}

/** Where the number of a move stands: two thirds of the way, so that moves to one cell do not collide. */
function along(a: Point | undefined, b: Point): Point {
  return a ? { x: a.x + (2 * (b.x - a.x)) / 3, y: a.y + (2 * (b.y - a.y)) / 3 } : { x: b.x, y: b.y };
}

export function Annotations({ places, scribbles, shares }: AnnotationsProperties) {
  return (
    <g class="annotations" aria-hidden="true">
      {scribbles.map(({ from, to }) => {
        const a = places.get(from);
        const b = places.get(to);
        if (!a || !b) return null;
        return from === to ? (
          <circle key={from} class="ring" cx={a.x} cy={a.y} r={17} />
        ) : (
          <Arrow key={`${from} ${to}`} a={a} b={b} kind="own" width={4} />
        );
      })}
      {shares.map(({ from, to, share, text }, i) => {
        const a = from === null ? undefined : places.get(from);
        const b = places.get(to);
        if (!b) return null;
        return (
          <g key={text} class={i === 0 ? "share best" : "share"}>
            {a ? <Arrow a={a} b={b} kind="thought" width={2 + 4 * share} /> : (
              <circle class="thought" cx={b.x} cy={b.y} r={8 + 9 * share} />
            )}
            {share < 1 && <text {...along(a, b)} dy="0.35em">{Math.round(share * 100)}</text>}
          </g>
        );
      })}
    </g>
  );
}
