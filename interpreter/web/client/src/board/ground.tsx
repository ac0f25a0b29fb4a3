// What of a board never changes: tinted areas, cells, links and names.
import { useMemo } from "preact/hooks";
import type { Scene } from "../wire";

/** The ground of a scene, under everything else. */
export function Ground({ scene }: { scene: Scene }) {
  const places = useMemo(() => new Map(scene.cells.map((cell) => [cell.name, cell])), [scene]);
  return (
    <g class="ground">
      {scene.cells.map((cell) => (
        <polygon key={cell.name} class="cell" points={cell.points} />
      ))}
      {scene.zones.map((zone, i) =>
        zone.points ? (
          <polygon key={i} class="zone" points={zone.points} fill={zone.fill} />
        ) : (
          <g key={i} class="zone" fill={zone.fill}>
            {zone.cells?.map((name) => <polygon key={name} points={places.get(name)?.points} />)}
          </g>
        ),
      )}
      {scene.links.map(([from, to]) => {
        const a = places.get(from);
        const b = places.get(to);
        return a && b && <line key={`${from} ${to}`} class="link" x1={a.x} y1={a.y} x2={b.x} y2={b.y} />;
      })}
      {scene.names.map((name, i) => (
        <text key={i} class={name.small ? "name small" : "name"} x={name.x} y={name.y} dy="0.35em">
          {name.text}
        </text>
      ))}
    </g>
  );
}
