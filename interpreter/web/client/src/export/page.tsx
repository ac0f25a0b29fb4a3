// What a person sees of an exported page: the board, what is asked, the seats and the moves.
import { useEffect, useMemo, useReducer, useRef } from "preact/hooks";
import { Board } from "../board/board";
import { Sheet } from "../board/sheet";
import { useChoice, type Chooser } from "../board/use-choice";
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
            nameOf={(look) => names.get(look) ?? look}
            shares={play.shares}
            label={`Board of ${tables.title}`}
          />
          <Status tables={tables} play={play} />
          {isAsked && <Choices chooser={chooser} tables={tables} sheet={sheet} />}
        </section>
        <aside class="side">
          <Seats play={play} position={position} />
          <Buttons play={play} />
          <Supplies position={position} sheet={sheet} />
          <Values position={position} />
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

function Status({ tables, play }: Properties) {
  const { position, message, thinking } = play;
  return (
    <div class="status" role="status">
      <p class={position.over ? "result" : "turn"}>{standing(tables, play)}</p>
      {thinking && <p class="quiet">UCT thinks …</p>}
      {message && <p>{message}</p>}
    </div>
  );
}

function standing({ players }: Tables, play: Play): string {
  const { position } = play;
  const { acting, result, ended, colours } = position;
  const back = play.looked === null ? "" : `After ${position.ply} of ${position.length} moves. `;
  if (position.over && result) {
    const winners = result.flatMap((share, seat) => (share > 0 ? [colours[seat] ?? players[seat]] : []));
    const said = winners.length === 1 ? `${winners[0]} wins` : winners.length === 0 ? "Nobody wins"
      : winners.length === result.length ? "Draw" : `${winners.join(" and ")} share the win`;
    return `${back}${said}${ended ? ` – ${ended.message}` : ""}`;
  }
  if (position.chance) return `${back}Chance decides`;
  const name = acting === null ? "" : colours[acting];
  return play.isAsked ? `${back}${name}: your move` : `${back}${name} to move`;
}

function Choices({ chooser, tables, sheet }: { chooser: Chooser; tables: Tables; sheet: Sheet }) {
  const { view } = chooser;
  const isBegun = view.selected.size > 0 || Object.keys(view.choice.words).length > 0;
  return (
    <div class="choices">
      {view.groups.map(({ key, type, values }) => (
        <div key={key} class="group" role="group" aria-label={type}>
          {values.map(({ value, chosen }) => (
            <button key={value} type="button" aria-pressed={chosen} onClick={() => chooser.choose(key, value)}>
              <Drawn look={tables.words[value]} sheet={sheet} />
              {value}
            </button>
          ))}
        </div>
      ))}
      {view.ready.map((move) => (
        <button key={move.text} type="button" class="strong" onClick={() => chooser.play(move)}>
          {move.text}
        </button>
      ))}
      {isBegun && (
        <button type="button" onClick={chooser.clear}>Choose anew</button>
      )}
    </div>
  );
}

function Drawn({ look, sheet }: { look: string | undefined; sheet: Sheet }) {
  if (look === undefined || !sheet.has(look)) return null;
  return (
    <svg class="tile" viewBox="-20 -20 40 40" aria-hidden="true">
      <use href={sheet.href(look)} />
    </svg>
  );
}

function Seats({ play, position }: { play: Play; position: Position }) {
  return (
    <section class="seats" aria-label="Players">
      {play.seats.map((who, seat) => (
        <label key={seat} class={position.acting === seat ? "acting" : ""}>
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

function Supplies({ position, sheet }: { position: Position; sheet: Sheet }) {
  if (position.supply.length === 0) return null;
  return (
    <section aria-label="Off the board">
      <h2>Off the board</h2>
      <ul class="supply">
        {position.supply.map(({ look, text, count }) => (
          <li key={text}>
            <Drawn look={look} sheet={sheet} />
            {count !== 1 && `${count} `}{text}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Values({ position }: { position: Position }) {
  if (position.values.length === 0) return null;
  return (
    <section aria-label="Stored">
      <dl class="values">
        {position.values.map(({ name, label, text }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
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
