// The paths, texts and small pieces that the server lays out: drawn as they are, on a turned board turned.
import type { Decoration, ScenePart } from "../wire";
import type { Sheet } from "./sheet";

/** The sum of a point and the opposite point on a board that is turned round; null where it is not. */
export type Turn = { x: number; y: number } | null;

interface PartProperties {
  part: ScenePart;
  turn: Turn;
  /** The symbols of small pieces; what never changes has none. */
  sheet?: Sheet;
}

/** How a path is turned by half a turn. */
export function turned(turn: Turn): string | undefined {
  return turn ? `rotate(180 ${turn.x / 2} ${turn.y / 2})` : undefined;
}

function Part({ part, turn, sheet }: PartProperties) {
  if (part.kind === "path") {
    const { d, fill, stroke, width, opacity } = part;
    const look = { d, fill, stroke, "stroke-width": width, "fill-opacity": opacity, "stroke-opacity": opacity };
    return <path class="part" transform={turned(turn)} {...look} />;
  }
  const x = turn ? turn.x - part.x : part.x;
  const y = turn ? turn.y - part.y : part.y;
  if (part.kind === "piece") {
    return sheet ? <use href={sheet.href(part.look)} transform={`translate(${x} ${y}) scale(${part.scale})`} /> : null;
  }
  return <text class={part.fill ? "part" : "part ink"} x={x} y={y} font-size={part.size} fill={part.fill ?? undefined}>{part.text}</text>;
}

/** The parts of something that is drawn, from the bottom. */
export function Parts({ parts, ...rest }: { parts: readonly ScenePart[] } & Omit<PartProperties, "part">) {
  return <>{parts.map((part, i) => <Part key={i} part={part} {...rest} />)}</>;
}

interface StoredProperties {
  decorations: readonly Decoration[];
  /** Whether those under the pieces are drawn, or those above. */
  under: boolean;
  turn: Turn;
  sheet: Sheet;
}

/** What a game stores on cells or between them. */
export function Stored({ decorations, under, turn, sheet }: StoredProperties) {
  return (
    <g class={under ? "under" : "over"}>
      {decorations.map((it, i) => it.under === under && (
        <g key={i} data-of={it.of}><Parts parts={it.parts} turn={turn} sheet={sheet} /></g>
      ))}
    </g>
  );
}
