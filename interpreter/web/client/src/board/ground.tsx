// What of a board never changes: links, cells, zones and names.
import type { Scene, SceneCell, SceneZone } from "../wire";
import { inset } from "./geometry";

function Zone({ zone, places }: { zone: SceneZone; places: ReadonlyMap<string, SceneCell> }) {
  const cells = zone.cells.flatMap((name) => places.get(name) ?? []);
  if (zone.form === "edge") {
    return (
      <g class="zone-edge" stroke={zone.fill}>
        {zone.paths.map((path) => <polyline key={path} points={path} />)}
      </g>
    );
  }
  if (zone.form === "dot") {
    return (
      <g class="drawn-dot" fill={zone.fill}>
        {cells.map(({ name, x, y }) => <circle key={name} cx={x} cy={y} r={4.5} />)}
      </g>
    );
  }
  return (
    <g class={`drawn-${zone.form}`} {...(zone.form === "tint" ? { fill: zone.fill } : { stroke: zone.fill })}>
      {cells.map((cell) => (
        <polygon key={cell.name} points={zone.form === "tint" ? cell.points : inset(cell, 0.82)} />
      ))}
    </g>
  );
}

interface GroundProperties {
  scene: Scene;
  places: ReadonlyMap<string, SceneCell>;
}

/** The ground of a scene, under everything else. */
export function Ground({ scene, places }: GroundProperties) {
  return (
    <g class="ground">
      {scene.links.map(([from, to]) => {
        const a = places.get(from);
        const b = places.get(to);
        return a && b && <line key={`${from} ${to}`} class="link" x1={a.x} y1={a.y} x2={b.x} y2={b.y} />;
      })}
      {scene.cells.map((cell) =>
        scene.style === "points" ? (
          <circle key={cell.name} class="point" cx={cell.x} cy={cell.y} r={5} />
        ) : (
          <polygon key={cell.name} class={cell.shade ? "cell dark" : "cell"} points={cell.points} />
        ),
      )}
      {scene.zones.map((zone, i) => <Zone key={i} zone={zone} places={places} />)}
      {scene.names.map((name, i) => (
        <text key={i} class={name.small ? "name small" : "name"} x={name.x} y={name.y} font-size={name.size ?? (name.small ? 8 : 11.5)}>
          {name.text}
        </text>
      ))}
    </g>
  );
}
