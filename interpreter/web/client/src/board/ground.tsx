// What of a board never changes: lines, cells, zones and names.
import type { Scene } from "../wire";
import { Parts, turned } from "./parts";

/** The ground of a scene, under everything else. */
export function Ground({ scene }: { scene: Scene }) {
  const turn = scene.turn ?? null;
  const { style } = scene;
  const lines = <path class="link" d={scene.lines} transform={turned(turn)} />;
  const kind = style === "crossings" ? "cell plain" : "cell";
  return (
    <g class="ground">
      {style === "points" && lines}
      {scene.rim > 0 && <path class="rim" d={scene.lines} stroke-width={scene.rim} transform={turned(turn)} />}
      {scene.cells.map(({ name, x, y, points, shade }) =>
        style === "points" ? (
          <circle key={name} class="point" cx={x} cy={y} r={5} />
        ) : (
          <polygon key={name} class={shade ? `${kind} dark` : kind} points={points} />
        ),
      )}
      {style === "crossings" && lines}
      {scene.zones.map((zone, i) => <Parts key={i} parts={zone.parts} turn={turn} />)}
      {scene.names.map((name, i) => (
        <text key={i} class={name.small ? "name small" : "name"} x={name.x} y={name.y} font-size={name.size}>
          {name.text}
        </text>
      ))}
    </g>
  );
}
