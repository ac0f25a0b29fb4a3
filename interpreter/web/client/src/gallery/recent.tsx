// The tables that this browser was at, and what the server says of those that it cannot read any more.
import { useEffect, useRef, useState } from "preact/hooks";
import { deleteAt, getJson } from "../parts/api";
import { forget, type KnownTable, knownTables } from "../parts/memory";
import { Link } from "../router";
import type { TableRow } from "../wire";
import { Said } from "../parts/said";

const MOST = 6;

/** The tables of some that the server has, but cannot read. */
async function unreadable(tables: readonly KnownTable[]): Promise<ReadonlySet<string>> {
  const keys = tables.flatMap((known) => known.keys).map(encodeURIComponent).join(",");
  const answer = await getJson<{ tables: TableRow[] }>(`/api/tables?keys=${keys}`);
  return new Set(answer.tables.filter((row) => row.unreadable).map(({ table }) => table));
}

export function Recent() {
  const [tables, setTables] = useState(knownTables().slice(0, MOST));
  const [damaged, setDamaged] = useState<ReadonlySet<string>>(new Set());
  const leaving = useRef(new Set<string>());
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    // a server that does not answer is told of by the list of games
    if (tables.length > 0) unreadable(tables).then(setDamaged, () => undefined);
  }, []);
  if (tables.length === 0) return null;
  const drop = (table: string) => {
    forget(table);
    setTables(knownTables().slice(0, MOST));
  };
  const remove = ({ table, keys }: KnownTable) => {
    if (leaving.current.has(table)) return;
    leaving.current.add(table);
    deleteAt(`/api/tables/${encodeURIComponent(table)}?key=${keys.map(encodeURIComponent).join(",")}`).then(
      () => drop(table),
      (error: Error) => {
        leaving.current.delete(table);
        setFailure(error.message);
      },
    );
  };
  return (
    <section class="recent" aria-labelledby="recent">
      <h2 id="recent">Your tables</h2>
      {failure !== null && <p class="news warn" role="alert"><Said text={failure} /></p>}
      <ul>
        {tables.map((known) => (
          <li key={known.table}>
            {damaged.has(known.table) ? (
              <span>{known.title} <span class="error-text">cannot be read any more</span></span>
            ) : (
              <Link href={`/table/${known.table}`}>{known.title}</Link>
            )}
            <time dateTime={new Date(known.opened).toISOString()}>{new Date(known.opened).toLocaleString()}</time>
            {damaged.has(known.table) ? (
              <button type="button" class="link-button" aria-label={`Delete the table of ${known.title}`} onClick={() => remove(known)}>
                delete
              </button>
            ) : (
              <button type="button" class="link-button" aria-label={`Forget the table of ${known.title}`} onClick={() => drop(known.table)}>
                forget
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
