// The expected result after each move of the match, as a line that can be clicked.
import type { TableStore } from "../table/store";
import type { Explorer } from "./explorer";
import { keyOf } from "./explorer";

const WIDTH = 300;
const HEIGHT = 90;

interface GraphProperties {
  match: TableStore;
  explorer: Explorer;
  fills: Readonly<Record<string, string>>;
}

export function Graph({ match, explorer, fills }: GraphProperties) {
  const end = Math.max(1, match.live?.length ?? 1);
  const colours = match.live?.colours ?? [];
  const known: { ply: number; expected: readonly number[] }[] = [];
  for (let ply = 0; ply <= end; ply += 1) {
    const thought = explorer.thoughts.get(keyOf({ ply, moves: [] }));
    if (thought?.expected) known.push({ ply, expected: thought.expected });
  }
  const { live } = match;
  if (live?.over && live.shares) known.push({ ply: live.ply, expected: live.shares });
  if (known.length < 2) return null;
  const x = (ply: number) => (ply / end) * WIDTH;
  const y = (share: number) => HEIGHT - share * HEIGHT;
  const jump = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    explorer.goTo({ ply: Math.round(((event.clientX - box.left) / box.width) * end), moves: [] });
  };
  const shown = colours.length === 2 ? [0] : colours.map((_, seat) => seat);
  return (
    <figure class="graph">
      <svg viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`} onClick={jump} role="img" aria-label="Expected result by move">
        <rect x={0} y={0} width={WIDTH} height={HEIGHT} class="graph-ground" />
        <line x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} class="graph-middle" />
        <line x1={x(explorer.at.ply)} x2={x(explorer.at.ply)} y1={0} y2={HEIGHT} class="graph-here" />
        {shown.map((seat) => (
          <g key={seat}>
            <polyline
              class="graph-halo"
              points={known.map(({ ply, expected }) => `${x(ply)},${y(expected[seat] ?? 0)}`).join(" ")}
            />
            <polyline
              class="graph-line"
              stroke={fills[colours[seat] ?? ""]}
              points={known.map(({ ply, expected }) => `${x(ply)},${y(expected[seat] ?? 0)}`).join(" ")}
            />
          </g>
        ))}
      </svg>
      <figcaption>Expected result{shown.length === 1 ? ` of ${colours[0]}` : ""} by move</figcaption>
    </figure>
  );
}
