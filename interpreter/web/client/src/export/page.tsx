// What a person sees of an exported page: the board, what is asked, the seats and the moves.
import { useEffect, useMemo, useReducer, useRef } from "preact/hooks";
import { Board } from "../board/board";
import { Choices } from "../board/choices";
import { Spread } from "../board/spread";
import { Sheet } from "../board/sheet";
import { useChoice } from "../board/use-choice";
import { asked, resultText } from "../table/prompt";
import { plain } from "../parts/words";
import { Beside, Swatch } from "../table/seats";
import { WHO, type Play, type Who } from "./play";
import type { Legend } from "./legend";

interface Properties {
  legend: Legend;
  play: Play;
}

export function Page({ legend, play }: Properties) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => play.onChange(() => redraw(undefined)), [play]);
  const sheet = useMemo(() => {
    const made = new Sheet();
    made.add(legend.symbols);
    return made;
  }, [legend]);
  const { position, isAsked } = play;
  const chooser = useChoice({
    offers: isAsked ? position.offers : null,
    shapes: legend.actions,
    onMove: (text) => play.move(text),
  });
  const nameOf = (look: string) => sheet.nameOf(look);
  return (
    <>
      <SheetHolder sheet={sheet} />
      <header class="header">
        <h1>{legend.title}</h1>
        {legend.options.length > 0 && (
          <p class="hint-text" title="They were chosen when this page was written.">
            {legend.options.map(([name, value]) => `${name} ${value}`).join(", ")}
          </p>
        )}
      </header>
      <main class="table">
        <div class="prompt" role="status">
          <p class={isAsked ? "asked mine" : position.over ? "asked result" : "asked"}>
            {standing(play, isAsked ? asked(chooser.view, position, legend.actions, nameOf) : "")}
          </p>
          {play.thinking && <span class="thinking" role="img" aria-label="UCT thinks" />}
        </div>
        <div class="board-area">
          {legend.scene.cells.length === 0 ? (
            <Spread position={position} sheet={sheet} lying={null} chooser={null} label={`What is known in ${legend.title}`} />
          ) : <Board
            scene={legend.scene}
            position={position}
            sheet={sheet}
            chooser={isAsked ? chooser : null}
            nameOf={nameOf}
            shares={play.shares}
            label={`Board of ${legend.title}`}
          />}
        </div>
        <div class="below">
          {isAsked && (
            <Choices chooser={chooser} sheet={sheet} lookOf={(word) => legend.words[word] ?? null} facts={legend.facts} letters={legend.letters} />
          )}
          {play.message && <p class="news" role="status">{play.message}</p>}
        </div>
        <div class="near">
          <Players play={play} legend={legend} />
          <Buttons play={play} />
          <Beside
            position={position}
            sheet={sheet}
            hasValues={legend.scene.cells.length > 0}
            hasSupply={!chooser.view.groups.some(({ type }) => type === "piece")}
          />
        </div>
        <aside class="side">
          <Moves play={play} legend={legend} />
        </aside>
      </main>
      <footer class="hint-text foot">
        Written by boardwright {legend.version} from rules {legend.hash}. This page needs no network
        and keeps nothing; its options are those of its export. UCT plays so many random games to
        choose a move.
      </footer>
    </>
  );
}

function SheetHolder({ sheet }: { sheet: Sheet }) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => holder.current?.replaceChildren(sheet.element), [sheet]);
  return <div ref={holder} />;
}

/** How the match stands, or what the person here is asked. */
function standing({ position, looked }: Play, asked: string): string {
  const back = looked === null ? "" : `After move ${position.ply} of ${position.length}: `;
  if (position.over) {
    const why = position.ended ? ` – ${position.ended.message}` : "";
    return `${back}${resultText(position)}${why}`;
  }
  if (position.chance || position.acting === null) return `${back}Chance decides`;
  const name = position.colours[position.acting];
  return asked ? `${name}: ${asked}` : `${back}${name} moves`;
}

function Players({ play, legend }: Properties) {
  const { position } = play;
  return (
    <section class="players" aria-label="Players">
      {play.seats.map((who, seat) => (
        <label key={seat} class={position.acting === seat ? "seat acting" : "seat"}>
          <Swatch fill={legend.fills[position.colours[seat] ?? ""]} />
          <span class="seat-name">{position.colours[seat]}</span>
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
    <div class="row">
      <button type="button" onClick={() => play.begin()}>New match</button>
      <button type="button" disabled={!play.canUndo} onClick={() => play.undo()}>Undo</button>
      <button type="button" disabled={play.match.undone.length === 0} onClick={() => play.redo()}>Redo</button>
      <button type="button" disabled={!play.isAsked} onClick={() => void play.hint()}>Hint</button>
    </div>
  );
}

function Moves({ play, legend }: { play: Play; legend: Legend }) {
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
              <span class="hint-text">{seat === null ? "chance" : legend.players.length > 1 ? seat + 1 : ""}</span> {plain(text)}
            </button>
          </li>
        ))}
      </ol>
      {play.looked !== null && (
        <button type="button" class="main" onClick={() => play.look(null)}>Back to the match</button>
      )}
    </section>
  );
}
