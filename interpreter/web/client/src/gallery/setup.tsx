// A table is set up: the options of a game, who sits where, and the board as it will be.
import { useEffect, useState } from "preact/hooks";
import { gamePath, getJson, idOf, optionsQuery } from "../parts/api";
import { Header } from "../parts/header";
import { keepSetUp, setUpOf } from "../parts/memory";
import { useShown } from "../parts/use-shown";
import { go, Link } from "../router";
import { makeTable } from "../table/new-table";
import { Swatch } from "../table/seats";
import type { Drawing, GameEntry, OptionValue } from "../wire";
import { OptionField } from "./option-field";
import { SeatField } from "./seat-field";
import type { Seat } from "./seat-field";
import { specOf } from "./seat-field";
import { FIRST } from "./agents";
import { Said } from "../parts/said";

type Options = Record<string, OptionValue>;

const PERSON: Seat = { form: "here", kind: FIRST.kind, level: FIRST.level };

function seated(count: number, before: readonly Seat[]): Seat[] {
  return Array.from({ length: count }, (_, i) => before[i] ?? (i === 0 ? PERSON : { ...PERSON, form: "agent" }));
}

function Form({ id, game }: { id: string; game: GameEntry }) {
  const [setUp, setSetUp] = useState(() => setUpOf(id));
  const [options, setOptions] = useState<Options>(setUp?.options ?? {});
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  /** Why there is no board, and why no table was made: a board that comes late hides no refusal. */
  const [failure, setFailure] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const isShown = useShown();
  const [seats, setSeats] = useState<Seat[]>(seated(game.seats, []));
  const [isStarting, setStarting] = useState(false);
  const query = optionsQuery(options);
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(() => {
      getJson<Drawing>(`${gamePath(id)}/drawing${query}`).then(
        (found) => {
          if (!isWanted) return;
          setDrawing(found);
          setFailure(null);
          setSeats((before) => seated(found.seats ?? found.players.length, before));
        },
        (error: Error) => isWanted && setFailure(error.message),
      );
    }, query ? 150 : 0);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [id, query]);
  const start = (event: Event) => {
    event.preventDefault();
    if (isStarting) return;
    setStarting(true);
    setRefused(null);
    const sitting = seats.map((seat) => ({ who: specOf(seat), isLinked: seat.form === "link" }));
    makeTable({ game: id, options, start: setUp?.start ?? null }, sitting, drawing?.players ?? game.players).then(
      (address) => {
        keepSetUp(id, null);
        if (isShown()) go(address);
      },
      (error: Error) => {
        setRefused(error.message);
        setStarting(false);
      },
    );
  };
  const leaveOut = () => {
    keepSetUp(id, null);
    setSetUp(null);
    setRefused(null);
  };
  const players = drawing?.players ?? game.players;
  return (
    <form class="setup" onSubmit={start}>
      <div class="setup-board">
        <img
          src={setUp ? `data:image/svg+xml,${encodeURIComponent(setUp.board)}` : `${gamePath(id)}/board.svg${query}`}
          alt={setUp ? "The position that was set up" : `The board of ${game.title}`}
        />
      </div>
      <div class="setup-fields">
        <h1>{game.title}</h1>
        {setUp && (
          <p class="news" role="status">
            The match begins in the position that was set up in the workbench, with its options.{" "}
            <button type="button" onClick={leaveOut}>Begin at the start instead</button>
          </p>
        )}
        {game.options.length > 0 && !setUp && (
          <fieldset>
            <legend>Options</legend>
            {(drawing?.options ?? game.options).map((option) => (
              <OptionField
                key={option.name}
                option={option}
                value={options[option.name] ?? option.default}
                onChange={(value) => setOptions({ ...options, [option.name]: value })}
              />
            ))}
          </fieldset>
        )}
        <fieldset>
          <legend>Seats</legend>
          {seats.map((seat, i) => (
            <SeatField
              key={i}
              number={i}
              colour={players[i] ?? `seat ${i + 1}`}
              swatch={<Swatch fill={drawing?.fills?.[players[i] ?? ""]} />}
              seat={seat}
              onChange={(changed) => setSeats(seats.map((old, n) => (n === i ? changed : old)))}
            />
          ))}
        </fieldset>
        {(refused ?? failure) !== null && <p class="news warn" role="alert"><Said text={refused ?? failure ?? ""} /></p>}
        <div class="row">
          <button type="submit" class="main large" disabled={isStarting}>Start</button>
          <Link href={`/workbench?file=${encodeURIComponent(id)}`}>Open in the workbench</Link>
        </div>
      </div>
      {drawing?.notes && (
        <section class="setup-notes" aria-labelledby="notes">
          <h2 id="notes">In short</h2>
          <p>{drawing.notes.replace(/([^.:!?])\n/g, "$1 ")}</p>
        </section>
      )}
    </form>
  );
}

/** The view of one game: the file `NAME.yaml` of the folder, or a bundled game. */
export function Setup({ name }: { name: string }) {
  const [game, setGame] = useState<GameEntry | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    getJson<GameEntry>(gamePath(idOf(name))).then(
      (found) => {
        setGame(found);
        document.title = `${found.title} – boardwright`;
      },
      (error: Error) => setFailure(error.message),
    );
  }, [name]);
  return (
    <>
      <Header />
      <main class="setup-page">
        {game && <Form id={game.id} game={game} />}
        {failure !== null && (
          <>
            <h1>{name}</h1>
            <p class="news warn" role="alert"><Said text={failure} /></p>
            <p><Link href="/">To the games</Link></p>
          </>
        )}
        {!game && failure === null && <p role="status">Loading …</p>}
      </main>
    </>
  );
}
