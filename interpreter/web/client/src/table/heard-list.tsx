// The announcements of a match, the latest last, each behind the move that it came with.
import { useEffect, useRef } from "preact/hooks";
import type { Explorer } from "../analysis/explorer";
import { plain } from "../parts/words";
import { ALL } from "./heard";
import type { Announcement } from "./heard";
import { Swatch } from "./seats";

interface HeardProperties {
  log: readonly Announcement[];
  explorer: Explorer;
  fills: Readonly<Record<string, string>>;
}

export function HeardList({ log, explorer, fills }: HeardProperties) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [log.length]);
  if (log.length === 0) return <p class="hint-text">Nothing has been announced so far. The list of moves has the moves that you may know of.</p>;
  return (
    <div ref={box} class="heard" role="log" aria-label="Announcements" tabIndex={0}>
      <ol>
        {log.map(({ turn, colour, move, refused, isOfAll, said, ply, count }) => (
          <li key={`${ply} ${isOfAll}`} class="turn">
            <span class="turn-number">{turn}</span>
            <Swatch fill={fills[colour]} />
            <span class="heard-entry">
              {colour !== "" && <span class="visually-hidden">{colour}: </span>}
              {isOfAll && <span class="heard-all">{ALL}</span>}
              {move !== "" && (
                <button type="button" class={refused ? "move refused" : "move"} onClick={() => explorer.goTo({ ply, moves: [] })}>
                  {plain(move)}
                </button>
              )}
              <span class="heard-said">{said.map(plain).join(" · ")}{count > 1 && ` × ${count}`}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
