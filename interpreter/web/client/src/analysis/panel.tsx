// What an agent thinks of the position: expected result, best moves, the line that it expects.
import { Swatch } from "../table/seats";
import { IconButton } from "../parts/icons";
import { useStore } from "../parts/store";
import type { TableStore } from "../table/store";
import type { Explorer } from "./explorer";
import { expectedText } from "./expected";
import { Graph } from "./graph";
import { plain } from "../parts/words";

const percent = (share: number): string => expectedText(share);

interface BarProperties {
  expected: readonly number[];
  colours: readonly string[];
  fills: Readonly<Record<string, string>>;
  points?: [number, number] | null;
}

/** The expected result of all seats as one bar. */
export function Bar({ expected, colours, fills, points }: BarProperties) {
  const label = expected.map((share, seat) => `${colours[seat]} ${expectedText(share, points)}`).join(", ");
  const whole = Math.max(1, expected.reduce((sum, share) => sum + share, 0));
  let x = 0;
  return (
    <figure class="bar" aria-label={`Expected result: ${label}`} role="img">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        {expected.map((share, seat) => {
          const from = x;
          const width = (share * 100) / whole;
          x += width;
          return <rect key={seat} x={from} y={0} width={width} height={6} fill={fills[colours[seat] ?? ""] ?? "gray"} />;
        })}
      </svg>
      <figcaption>
        {expected.map((share, seat) => (
          <span key={seat}>
            <Swatch fill={fills[colours[seat] ?? ""]} /> {expectedText(share, points)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

interface PanelProperties {
  match: TableStore;
  explorer: Explorer;
  fills: Readonly<Record<string, string>>;
}

function Best({ explorer }: { explorer: Explorer }) {
  const best = explorer.thought?.best ?? [];
  return (
    <table class="best">
      <thead>
        <tr><th scope="col">Move</th><th scope="col">Share</th><th scope="col">Expected</th></tr>
      </thead>
      <tbody>
        {best.slice(0, 5).map(({ move, share, expected }) => (
          <tr key={move}>
            <th scope="row">
              <button type="button" class="move" onClick={() => explorer.play(move)}>{plain(move)}</button>
            </th>
            <td>
              <meter min={0} max={1} value={share} aria-label={`share of ${plain(move)}`} />
              {percent(share)}
            </td>
            <td>{expectedText(expected, explorer.thought?.points)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Line({ explorer }: { explorer: Explorer }) {
  const line = explorer.thought?.line ?? [];
  if (line.length === 0) return null;
  return (
    <p class="line">
      <span>Expected:</span>{" "}
      {line.slice(0, 8).map((move, i) => (
        <button key={i} type="button" class="move" onClick={() => explorer.follow(line.slice(0, i + 1))}>
          {plain(move)}
        </button>
      ))}
    </p>
  );
}

export function Panel({ match, explorer, fills }: PanelProperties) {
  useStore(explorer);
  const { thought, isThinking, isSweeping, shown } = explorer;
  if (match.table && match.table.can.analyse === false) {
    return <p class="hint-text">An analysis would give secrets away; it is there when the match is over.</p>;
  }
  return (
    <section class="analysis" aria-label="Analysis">
      <div class="row">
        <label class="check">
          <input type="checkbox" role="switch" checked={isThinking} onChange={() => explorer.setThinking(!isThinking)} />
          Think about the position
        </label>
        <span class="spring" />
        <IconButton icon="graph" label={isSweeping ? "Looking through the match …" : "Look through the whole match"} pressed={isSweeping} onClick={() => (isSweeping ? explorer.setThinking(false) : explorer.sweep())} />
      </div>
      {shown?.over === true && <p class="hint-text">The game is over here; go back to think about an earlier position.</p>}
      {thought && (
        <>
          {thought.expected && <Bar expected={thought.expected} colours={shown?.colours ?? []} fills={fills} points={thought.points} />}
          <Best explorer={explorer} />
          <Line explorer={explorer} />
          <p class="hint-text" role="status">
            {thought.simulations.toLocaleString("en")} simulations{thought.done ? "" : " so far"}
          </p>
        </>
      )}
      <Graph match={match} explorer={explorer} fills={fills} />
    </section>
  );
}
