// What is not chosen on the board: words of a move, pieces, moves without cells.
import type { Chooser } from "../../board/use-choice";
import type { Position } from "../../wire";
import type { Bench } from "../store";

interface ChoicesProperties {
  bench: Bench;
  chooser: Chooser;
  position: Position;
}

/** Buttons for the words that differ between the moves that are left. */
export function Choices({ bench, chooser, position }: ChoicesProperties) {
  const { view, choose, play, clear } = chooser;
  const isBegun = view.selected.size > 0 || Object.keys(view.choice.words).length > 0;
  const groups = view.groups.filter(({ values }) => values.length > 1 || values.some(({ chosen }) => chosen));
  if (groups.length === 0 && view.ready.length === 0 && !isBegun) return null;
  return (
    <div class="wb-choices">
      {groups.map(({ key, type, values }) => (
        <div key={key} class="wb-choice" role="group" aria-label={type}>
          {values.map(({ value, chosen }) => {
            const look = position.looks?.[value];
            return (
              <button key={value} type="button" aria-pressed={chosen} onClick={() => choose(key, value)} title={value}>
                {look && bench.sheet.has(look) && (
                  <svg class="wb-tile" viewBox="-20 -20 40 40" aria-hidden="true"><use href={bench.sheet.href(look)} /></svg>
                )}
                {look ? <span class="wb-hidden">{value}</span> : value.replaceAll("_", " ")}
              </button>
            );
          })}
        </div>
      ))}
      {view.ready.map((move) => (
        <button key={move.text} type="button" class="wb-main" onClick={() => play(move)}>
          {move.text.replaceAll("_", " ")}
        </button>
      ))}
      {isBegun && <button type="button" onClick={clear}>Cancel</button>}
    </div>
  );
}
