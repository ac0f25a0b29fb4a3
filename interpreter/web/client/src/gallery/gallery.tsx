// All games: the bundled ones, and the files of the folder that the server was started in.
import { useEffect, useMemo, useState } from "preact/hooks";
import { gamePath, getJson, postJson } from "../parts/api";
import { Header } from "../parts/header";
import { Icon } from "../parts/icons";
import { rememberLinks, takeSeats } from "../parts/memory";
import { useShown } from "../parts/use-shown";
import { go, Link } from "../router";
import { Studies } from "../study/studies";
import type { GameEntry, MadeTable } from "../wire";
import { Recent } from "./recent";
import { Said } from "../parts/said";

const addressOf = (id: string): string => `/games/${encodeURIComponent(id.replace(/^\.\//, ""))}`;

const ASK_AGAIN = 1000; // milliseconds, while files are still being tried

const about = (game: GameEntry): string =>
  `${game.players.join(", ")}${game.cells > 0 ? ` · ${game.cells} cells` : ""}${game.is_hidden ? " · hidden" : ""}`;

interface CardProperties {
  game: GameEntry;
  /** Whether another game has the same title, so that the name of the file tells them apart. */
  hasTwin: boolean;
}

function Card({ game, hasTwin }: CardProperties) {
  const file = game.id.replace(/^\.\//, "");
  const isNamed = hasTwin || (game.error !== null && file !== game.title); // a file with mistakes is one to be opened
  const name = isNamed && <p class="card-file">{file}</p>;
  if (game.error !== null) {
    return (
      <li class="card broken">
        <h3>{game.title}</h3>
        {name}
        <p class="error-text"><Said text={game.error ?? ""} /></p>
        <Link href={`/workbench?file=${encodeURIComponent(game.id)}`}>Mend it in the workbench</Link>
      </li>
    );
  }
  return (
    <li class="card">
      <Link href={addressOf(game.id)}>
        <span class="card-board">
          {!game.pending && <img src={`${gamePath(game.id)}/board.svg`} alt="" loading="lazy" />}
        </span>
        <h3>{game.title}</h3>
        {name}
        <p>{game.pending ? "Still being checked …" : about(game)}</p>
      </Link>
    </li>
  );
}

function fits(game: GameEntry, wanted: string): boolean {
  const text = [game.title, game.id, ...game.players].join(" ").toLowerCase();
  return wanted.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** Opens the record of a match as a table of its own, and gives the address of it. */
async function openRecord(file: File): Promise<string> {
  const made = await postJson<MadeTable>("/api/tables", { record: await file.text() });
  takeSeats(made.table, made.keys.filter((key) => key !== null));
  rememberLinks(made.table, { seats: [], watch: made.watch });
  return `/table/${made.table}`;
}

/** The titles that several games have. */
function sharedTitles(games: readonly GameEntry[]): ReadonlySet<string> {
  const titles = games.map(({ title }) => title);
  return new Set(titles.filter((title, i) => titles.indexOf(title) !== i));
}

function Games({ games, shared }: { games: GameEntry[]; shared: ReadonlySet<string> }) {
  return <ul class="cards">{games.map((game) => <Card key={game.id} game={game} hasTwin={shared.has(game.title)} />)}</ul>;
}

export function Gallery() {
  const [games, setGames] = useState<GameEntry[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [unopened, setUnopened] = useState<string | null>(null);
  const isShown = useShown();
  const [wanted, setWanted] = useState("");
  useEffect(() => {
    document.title = "boardwright";
    let timer = 0;
    const look = () => {
      getJson<{ games: GameEntry[] }>("/api/games").then(
        (answer) => {
          if (timer < 0) return;
          setGames(answer.games);
          if (answer.games.some(({ pending }) => pending)) timer = window.setTimeout(look, ASK_AGAIN);
        },
        (error: Error) => timer >= 0 && setFailure(error.message),
      );
    };
    look();
    return () => {
      window.clearTimeout(timer);
      timer = -1;
    };
  }, []);
  const found = useMemo(() => (games ?? []).filter((game) => fits(game, wanted)), [games, wanted]);
  const shared = useMemo(() => sharedTitles(games ?? []), [games]);
  const own = found.filter(({ file }) => file !== null);
  const bundled = found.filter(({ file }) => file === null);
  const open = (event: Event) => {
    const field = event.currentTarget as HTMLInputElement;
    const [file] = field.files ?? [];
    if (!file) return;
    setUnopened(null);
    openRecord(file).then(
      (address) => isShown() && go(address),
      (error: Error) => setUnopened(error.message),
    );
    field.value = ""; // so that the same file may be chosen again when it was mended
  };
  return (
    <>
      <Header />
      <main class="gallery">
        <h1>Games</h1>
        <div class="gallery-bar">
          <label class="search">
            <Icon name="search" />
            <span class="visually-hidden">Search</span>
            <input type="search" placeholder="Search" value={wanted} onInput={(event) => setWanted((event.currentTarget as HTMLInputElement).value)} />
          </label>
          <label class="button">
            <Icon name="open" /> Open a record
            <input type="file" class="visually-hidden" accept=".record,.txt,text/plain" onChange={open} />
          </label>
        </div>
        {unopened !== null && <p class="news warn" role="alert"><Said text={unopened} /></p>}
        {failure !== null && <p class="news warn" role="alert"><Said text={failure} /></p>}
        <p class={games ? "visually-hidden" : "gallery-wait"} role="status">
          {games ? `${found.length} games` : failure === null && "Reading the games …"}
        </p>
        <Recent />
        <Studies />
        {own.length > 0 && (
          <section aria-labelledby="own">
            <h2 id="own">In this folder</h2>
            <Games games={own} shared={shared} />
          </section>
        )}
        <section aria-labelledby="bundled">
          <h2 id="bundled">{own.length > 0 ? "Bundled games" : <span class="visually-hidden">Bundled games</span>}</h2>
          <Games games={bundled} shared={shared} />
          {games && found.length === 0 && <p>No game is called so.</p>}
        </section>
      </main>
    </>
  );
}
