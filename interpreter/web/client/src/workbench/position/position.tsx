// The position editor: pieces are dragged or tapped onto the board, and whose turn it is is chosen.
import { useEffect, useRef, useState } from "preact/hooks";
import { Board } from "../../board/board";
import { NOTHING } from "../../board/selection";
import type { Chooser } from "../../board/use-choice";
import { useStore } from "../../parts/store";
import type { Drawing, Scene } from "../../wire";
import type { PieceData } from "../protocol";
import type { Bench } from "../store";
import { assign, editedOf, move, put, read, rowsOf, written } from "./edited";
import type { Edited } from "./edited";
import { PaletteBar } from "./palette";
import { SavePosition } from "./save";
import { Said } from "../../parts/said";

/** A board on which any cell may be chosen. */
function freeChooser(scene: Scene, onTap: (cell: string) => void, onDrag: (from: string, to: string) => void): Chooser {
  return {
    view: {
      choice: NOTHING, left: [], next: new Set(scene.cells.map(({ name }) => name)),
      sets: [], selected: new Set(), groups: [], ready: [],
    },
    tap: onTap,
    tapSet: () => undefined,
    viewOfDrag: () => null,
    drag: (from, to) => {
      onDrag(from, to);
      return true;
    },
    choose: () => undefined,
    play: () => undefined,
    mayAskAbout: () => false,
    ask: () => undefined,
    clear: () => undefined,
  };
}

interface VariablesProperties {
  state: Edited;
  onChange: (state: Edited) => void;
}

function Variables({ state, onChange }: VariablesProperties) {
  const rows = rowsOf(state.variables);
  if (rows.length === 0) return null;
  return (
    <details class="wb-variables" open={rows.length <= 8}>
      <summary>Variables</summary>
      {rows.map(({ name, key, value }) => {
        const label = key === null ? name : `${name}[${key}]`;
        return (
          <label key={label} class="wb-field">
            <span>{label}</span>
            {typeof value === "boolean" ? (
              <input type="checkbox" checked={value} onChange={(event) => onChange(assign(state, name, key, event.currentTarget.checked))} />
            ) : (
              <input
                type="text" value={written(value)} autocomplete="off"
                onChange={(event) => onChange(assign(state, name, key, read(event.currentTarget.value, value)))}
              />
            )}
          </label>
        );
      })}
    </details>
  );
}

interface PositionProperties {
  bench: Bench;
  drawing: Drawing;
  onDone: () => void;
}

export function PositionEditor({ bench, drawing, onDone }: PositionProperties) {
  useStore(bench);
  const [state, setState] = useState<Edited | null>(null);
  const [chosen, setChosen] = useState<PieceData | null | undefined>(undefined);

  /** How many changes there were, and the state after the last that was taken: answers come while others wait. */
  const count = useRef(0);
  const taken = useRef<Edited | null>(null);

  const load = async () => {
    const number = ++count.current;
    setState(null);
    const found = await bench.written();
    if (!found || number !== count.current) return;
    taken.current = editedOf(found.state);
    setState(taken.current);
  };
  useEffect(() => {
    void bench.loadPalette();
    void load();
  }, [bench, drawing]); // other rules may have other pieces, and stop the match elsewhere

  const { palette } = bench;
  const { position } = bench.match;
  if (!state || !position || !palette) return <p class="wb-empty" role="status">{bench.notice ?? "Reading the position …"}</p>;

  const hasBoard = drawing.scene.cells.length > 0;
  const change = async (next: Edited) => {
    const number = ++count.current;
    setState(next);
    if (await bench.setUp(next)) taken.current = next;
    else if (number === count.current) setState(taken.current); // refused: the bench says why
  };
  const place = (cell: string, piece: PieceData | null) => void change(put(state, cell, piece, palette.room));
  const chooser = freeChooser(drawing.scene, (cell) => {
    if (chosen !== undefined) place(cell, chosen);
  }, (from, to) => void change(move(state, from, to, palette.room)));

  return (
    <div class="wb-play wb-position">
      <h2 class="wb-title">Set up a position</h2>
      {hasBoard && <PaletteBar bench={bench} palette={palette} chosen={chosen} onChoose={setChosen} onPlace={place} />}
      <div class="wb-ground">
        {hasBoard && <Board
          scene={drawing.scene} position={{ ...position, last: null }} sheet={bench.sheet} chooser={chooser}
          nameOf={(look) => bench.sheet.nameOf(look)} hasMarks={false} label="Board to set up"
        />}
      </div>
      {bench.notice && <div class="wb-message" role="alert"><p><Said text={bench.notice} /></p></div>}
      <div class="wb-row">
        <label class="wb-field">
          <span>To move</span>
          <select value={state.seat} onChange={(event) => void change({ ...state, seat: Number(event.currentTarget.value) })}>
            {state.colours.map((colour, seat) => <option key={seat} value={seat}>{colour}</option>)}
          </select>
        </label>
        <label class="wb-field">
          <span>Turns played</span>
          <input
            type="number" min={0} max={9999} value={state.turn}
            onChange={(event) => void change({ ...state, turn: Math.max(0, Math.trunc(Number(event.currentTarget.value) || 0)) })}
          />
        </label>
        {hasBoard && <button type="button" onClick={() => void change({ ...state, board: {} })}>Clear the board</button>}
      </div>
      <Variables state={state} onChange={(next) => void change(next)} />
      <SavePosition bench={bench} />
      <div class="wb-row">
        <button type="button" class="wb-main" onClick={onDone}>Play from here</button>
        <button type="button" onClick={() => { bench.match.restart(); onDone(); }}>Back to the start of the game</button>
      </div>
    </div>
  );
}
