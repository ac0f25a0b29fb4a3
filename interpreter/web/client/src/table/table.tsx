// The table: a match, loaded and kept up to date, or what stands in its way.
import { useEffect, useMemo } from "preact/hooks";
import { Explorer } from "../analysis/explorer";
import { Header } from "../parts/header";
import { useStore } from "../parts/store";
import { Link } from "../router";
import { Curtain } from "./curtain";
import { Play } from "./play";
import { TableStore } from "./store";
import { Said } from "../parts/said";

function Waiting({ match }: { match: TableStore }) {
  return (
    <main class="waiting">
      <h1 class="visually-hidden">Table</h1>
      {match.notice === null ? <p role="status">Setting up the board …</p> : (
        <>
          <p role="alert"><Said text={match.notice} /></p>
          <p><Link href="/">To the games</Link></p>
        </>
      )}
    </main>
  );
}

export function Table({ id }: { id: string }) {
  const match = useMemo(() => new TableStore(id), [id]);
  const explorer = useMemo(() => new Explorer(match), [match]);
  useEffect(() => () => match.close(), [match]);
  useStore(match);
  const { table, drawing, live } = match;
  useEffect(() => {
    document.title = table ? `${table.title} – boardwright` : "boardwright";
  }, [table?.title]);
  return (
    <>
      <Header />
      {!table || !drawing || !live ? <Waiting match={match} /> : match.isCurtained ? (
        <main class="waiting">
          <h1 class="visually-hidden">{table.title}</h1>
          <Curtain who={live.colours[live.seat ?? 0] ?? "the next player"} onOpen={() => match.openCurtain()} />
        </main>
      ) : (
        <Play match={match} explorer={explorer} table={table} drawing={drawing} live={live} />
      )}
    </>
  );
}
