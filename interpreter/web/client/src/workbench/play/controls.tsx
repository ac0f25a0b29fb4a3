// Going about in the match, and who plays which seat.
import { IconButton } from "../../parts/icons";
import type { Drawing, Position } from "../../wire";
import { PERSON } from "../match";
import type { Bench } from "../store";

const AGENTS = [
  { who: PERSON, text: "you" },
  { who: "random", text: "random" },
  { who: "uct:200", text: "UCT, quick" },
  { who: "uct:2000", text: "UCT, stronger" },
  { who: "alphabeta:depth=3", text: "alpha-beta, 3 moves deep" },
];

interface ControlsProperties {
  bench: Bench;
  position: Position;
  drawing: Drawing;
  isStale: boolean;
  onEdit: () => void;
}

/** Buttons below the board. */
export function Controls({ bench, position, drawing, isStale, onEdit }: ControlsProperties) {
  const { ply, length } = position;
  const isPlayedByAgents = bench.match.seats.some((who) => who !== PERSON);
  return (
    <div class="wb-controls">
      <div class="wb-row" role="group" aria-label="Moves">
        <IconButton icon="again" label="Begin again" disabled={isStale} onClick={() => bench.match.restart()} />
        <IconButton icon="first" label="First position" disabled={isStale || ply === 0} onClick={() => bench.match.look(0)} />
        <IconButton icon="back" label="One move back" disabled={isStale || ply === 0} onClick={() => bench.match.look(ply - 1)} />
        <span class="wb-ply">{ply === length ? `move ${ply}` : `move ${ply} of ${length}`}</span>
        <IconButton icon="on" label="One move on" disabled={isStale || ply >= length} onClick={() => bench.match.look(ply + 1)} />
        <IconButton icon="last" label="Last position" disabled={isStale || ply >= length} onClick={() => bench.match.look(length)} />
        <button type="button" disabled={isStale || position.over} onClick={() => bench.match.letPlay("random")}>Random move</button>
        {(isPlayedByAgents || (position.chance && ply === length && bench.match.isWaiting)) && !position.over && (
          <button type="button" disabled={isStale} onClick={() => bench.match.setPaused(!bench.match.isWaiting)}>
            {bench.match.isWaiting ? "Let them play" : "Pause"}
          </button>
        )}
        <button type="button" disabled={isStale} onClick={onEdit}>Set up a position</button>
      </div>
      <div class="wb-row">
        {drawing.players.map((_, seat) => (
          <label key={seat} class="wb-seat">
            <span>{position.colours[seat]}</span>
            <select value={bench.match.seats[seat]} onChange={(event) => bench.match.setSeat(seat, event.currentTarget.value)}>
              {AGENTS.map(({ who, text }) => <option key={who} value={who}>{text}</option>)}
            </select>
          </label>
        ))}
        {bench.match.moves === null && (
          <label class="wb-seat">
            <span>seen by</span>
            <select
              value={bench.match.viewer ?? ""}
              onChange={({ currentTarget: { value } }) => bench.match.see(value === "" ? null : Number(value))}
            >
              <option value="">who acts</option>
              {position.colours.map((colour, seat) => <option key={seat} value={seat}>{colour}</option>)}
            </select>
          </label>
        )}
      </div>
    </div>
  );
}
