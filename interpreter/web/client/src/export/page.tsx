// What a person sees of an exported page: the board, what is asked, the seats and the moves.
import { useEffect, useMemo, useReducer, useRef } from "preact/hooks";
import { Board } from "../board/board";
import { Choices } from "../board/choices";
import { Sheet } from "../board/sheet";
import { useChoice } from "../board/use-choice";
import { asked, resultText } from "../table/prompt";
import { Beside, Swatch } from "../table/seats";
import type { Position } from "../wire";
import { WHO, type Play, type Who } from "./play";
import type { Tables } from "./tables";

interface Properties {
  tables: Tables;
  play: Play;
}

export function Page({ tables, play }: Properties) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => play.onChange(() => redraw(undefined)), [play]);
  const sheet = useMemo(() => {
    const made = new Sheet();
    made.add(tables.symbols);
    return made;
  }, [tables]);
  const { position, isAsked } = play;
  const chooser = useChoice({
    offers: isAsked ? position.offers : null,
    shapes: tables.actions,
    onMove: (text) => play.move(text),
  });
  const names = useMemo(() => namesOf(tables), [tables]);
  const nameOf = (look: string) => names.get(look) ?? look;
  return (
    <>
      <SheetHolder sheet={sheet} />
      <header class="head">
        <h1>{tables.title}</h1>
        {tables.options.length > 0 && (
          <p class="quiet" title="They were chosen when this page was written.">
            {tables.options.map(([name, value]) => `${name} ${value}`).join(", ")}
          </p>
        )}
      </header>
      <main class="table">
        <section class="stage" aria-label="Board and moves">
          <Board
            scene={tables.scene}
            position={position}
            sheet={sheet}
            chooser={isAsked ? chooser : null}
            nameOf={nameOf}
            shares={play.shares}
            label={`Board of ${tables.title}`}
          />
          <Status play={play} asked={isAsked ? asked(chooser.view, position, tables.actions, nameOf) : ""} />
          {isAsked && (
            <Choices chooser={chooser} sheet={sheet} lookOf={(word) => tables.words[word] ?? null} />
          )}
        </section>
        <aside class="side">
          <Seats play={play} tables={tables} />
          <Buttons play={play} />
          <Beside position={position} sheet={sheet} />
          <Moves play={play} tables={tables} />
        </aside>
      </main>
      <footer class="quiet">
        Written by boardwright {tables.version} from rules {tables.hash}. This page needs no network
        and keeps nothing; its options are those of its export.
      </footer>
    </>
  );
}

/** The looks of pieces in the words of the rules. */
function namesOf({ words }: Tables): Map<string, string> {
  return new Map(Object.entries(words).map(([word, look]) => [look, word.replaceAll("-", " ")]));
}

function SheetHolder({ sheet }: { sheet: Sheet }) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => holder.current?.replaceChildren(sheet.element), [sheet]);
  return <div ref={holder} />;
}

function Status({ play, asked }: { play: Play; asked: string }) {
  const { position, message, thinking } = play;
  const back = play.looked === null ? "" : `After move ${position.ply} of ${position.length}: `;
  return (
    <div class="status" role="status">
      <p class={position.over ? "result" : asked ? "turn asked" : "turn"}>{back}{standing(position, asked)}</p>
      {thinking && <p class="quiet">UCT thinks …</p>}
      {message && <p>{message}</p>}
    </div>
  );
}

function standing(position: Position, asked: string): string {
  if (position.over) {
    const why = position.ended ? ` – ${position.ended.message}` : "";
    return `${resultText(position)}${why}`;
  }
  if (position.chance || position.acting === null) return "Chance decides";
  const name = position.colours[position.acting];
  return asked ? `${name}: ${asked}` : `${name} moves`;
}

function Seats({ play, tables }: Properties) {
  const { position } = play;
  return (
    <section class="seats" aria-label="Players" title="UCT searches with so many random games a move.">
      {play.seats.map((who, seat) => (
        <label key={seat} class={position.acting === seat ? "acting" : ""}>
          <Swatch fill={tables.fills[position.colours[seat] ?? ""]} />
          <span>{position.colours[seat]}</span>
          <select value={who} onChange={(event) => play.sit(seat, event.currentTarget.value as Who)}>
            {WHO.map(([value, name]) => <option key={value} value={value}>{name}</option>)}
          </select>
        </label>
      ))}
    </section>
  );
}

function Buttons({ play }: { play: Play }) {
  return (
    <div class="buttons">
      <button type="button" onClick={() => play.begin()}>New match</button>
      <button type="button" disabled={!play.canUndo} onClick={() => play.undo()}>Undo</button>
      <button type="button" disabled={play.match.undone.length === 0} onClick={() => play.redo()}>Redo</button>
      <button type="button" disabled={!play.isAsked} onClick={() => void play.hint()}>Hint</button>
    </div>
  );
}

function Moves({ play, tables }: { play: Play; tables: Tables }) {
  const list = useRef<HTMLOListElement>(null);
  const { length } = play.match.played;
  const shown = play.looked ?? length;
  useEffect(() => {
    if (list.current && play.looked === null) list.current.scrollTop = list.current.scrollHeight;
  }, [length, play.looked]);
  return (
    <section class="moves" aria-label="Moves">
      <h2>Moves</h2>
      <ol ref={list}>
        {play.match.played.map(({ text, seat }, i) => (
          <li key={i}>
            <button type="button" aria-current={shown === i + 1} onClick={() => play.look(i + 1)}>
              <span class="quiet">{seat === null ? "chance" : tables.players.length > 1 ? seat + 1 : ""}</span> {text}
            </button>
          </li>
        ))}
      </ol>
      {play.looked !== null && (
        <button type="button" class="strong" onClick={() => play.look(null)}>Back to the match</button>
      )}
    </section>
  );
}
