// A move as text, for those who know it.
import { useState } from "preact/hooks";
import type { Candidate } from "../board/selection";
import { meantBy, movesWith } from "./typed-moves";

interface TypedProperties {
  moves: readonly Candidate[];
  onMove: (text: string) => void;
  onImpossible: (text: string) => void;
}

const SHOWN = 60; // suggestions at once

export function Typed({ moves, onMove, onImpossible }: TypedProperties) {
  const [text, setText] = useState("");
  const wanted = text.trim().replace(/\s+/g, " ");
  const fitting = movesWith(moves, wanted).slice(0, SHOWN);
  const submit = (event: Event) => {
    event.preventDefault();
    if (!wanted) return;
    const move = meantBy(moves, wanted);
    if (move) onMove(move.text);
    else onImpossible(wanted);
    if (move) setText("");
  };
  return (
    <form class="typed" onSubmit={submit}>
      <label>
        <span class="visually-hidden">Type a move</span>
        <input
          id="typed"
          type="text"
          list="typed-moves"
          placeholder="Type a move"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={text}
          onInput={(event) => setText((event.currentTarget as HTMLInputElement).value)}
        />
      </label>
      <datalist id="typed-moves">
        {fitting.map((move) => <option key={move.text} value={move.text} />)}
      </datalist>
      <button type="submit" disabled={!wanted}>Play</button>
    </form>
  );
}
