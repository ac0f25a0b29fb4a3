// The match: its moves, what is stored besides the board, what is off the board, what was said.
import { Tile } from "../../board/tile";
import type { Bench } from "../store";
import { plain } from "../../parts/words";

export function MatchPanel({ bench }: { bench: Bench }) {
  const { position, moves } = bench.match;
  if (!position) return null;
  const scores = Object.entries(position.scores ?? {});
  return (
    <div class="wb-match">
      {scores.length > 0 && <p><b>Scores:</b> {scores.map(([colour, score]) => `${colour} ${score}`).join(", ")}</p>}
      {position.values.map(({ name, label, text }) => <p key={name}><b>{label}:</b> {text}</p>)}
      {position.supply.length > 0 && (
        <ul class="wb-supply" aria-label="Off the board">
          {position.supply.map(({ look, text, count }) => (
            <li key={look} title={bench.sheet.nameOf(look)}>
              <Tile sheet={bench.sheet} look={look} />
              <span class="wb-hidden">{text}</span> {count ?? ""}
            </li>
          ))}
        </ul>
      )}
      {moves === null ? (
        <ol class="wb-moves" aria-label="What this seat has heard">
          {position.heard.map((text, i) => <li key={i}>{plain(text)}</li>)}
        </ol>
      ) : (
        <ol class="wb-moves" aria-label="Moves">
          {moves.map((text, i) => (
            <li key={i}>
              <button type="button" aria-current={position.ply === i + 1 ? "step" : undefined} onClick={() => bench.match.look(i + 1)}>
                {plain(text)}
              </button>
            </li>
          ))}
        </ol>
      )}
      {moves?.length === 0 && <p class="wb-faint">No move has been played.</p>}
    </div>
  );
}
