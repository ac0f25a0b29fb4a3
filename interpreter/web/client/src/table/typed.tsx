// A move as text, for those who know it.  The server reads it; here are only suggestions.
import { useState } from "preact/hooks";
import type { Candidate } from "../board/selection";
import { hasPart } from "../parts/words";

interface TypedProperties {
  moves: readonly Candidate[];
  /** Plays the move that a text means; tells whether there is one. */
  onText: (text: string) => Promise<boolean>;
}

const SHOWN = 60; // suggestions at once

export function Typed({ moves, onText }: TypedProperties) {
  const [text, setText] = useState("");
  const wanted = text.trim().replace(/\s+/g, " ");
  const part = wanted.toLowerCase();
  const fitting = part ? moves.filter((move) => hasPart(move.text.toLowerCase(), part)).slice(0, SHOWN) : [];
  const submit = (event: Event) => {
    event.preventDefault();
    if (!wanted) return;
    void onText(wanted).then((isMove) => {
      if (isMove) setText((now) => (now === text ? "" : now)); // somebody may type on meanwhile
    });
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
