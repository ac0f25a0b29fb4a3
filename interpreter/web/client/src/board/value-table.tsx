// A value with two indices, as a table; one with an index over numbers, as a row that wraps.
import type { Sheet } from "./sheet";
import { Tile } from "./tile";
import { plain } from "../parts/words";
import type { Entry, ValueTable } from "./values";

/** A value in words, or the piece that it is. */
export function Shown({ entry, sheet }: { entry: Pick<Entry, "text" | "look">; sheet: Sheet }) {
  const { text, look } = entry;
  if (!look || !sheet.has(look)) return <>{plain(text)}</>;
  return (
    <span class="spread-piece" title={sheet.nameOf(look)}>
      <Tile sheet={sheet} look={look} />
      <span class="visually-hidden">{sheet.nameOf(look)}</span>
    </span>
  );
}

function Cell({ entry, sheet }: { entry: Entry | undefined; sheet: Sheet }) {
  if (!entry) return <span title="hidden">?</span>;
  return entry.text === "none" ? <span title="none">–</span> : <Shown entry={entry} sheet={sheet} />;
}

export function RowOfValues({ label, row, sheet }: { label: string; row: readonly Entry[]; sheet: Sheet }) {
  return (
    <ol class="value-row" aria-label={label}>
      {row.map((entry) => (
        <li key={entry.index[0]}>
          <span class="spread-index">{entry.index[0]}</span> <b><Cell entry={entry} sheet={sheet} /></b>
        </li>
      ))}
    </ol>
  );
}

export function TableOfValues({ label, table, sheet }: { label: string; table: ValueTable; sheet: Sheet }) {
  return (
    <div class="value-table" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col"><span class="value-name">{label}</span></th>
            {table.columns.map((column) => <th key={column} scope="col">{plain(column)}</th>)}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{plain(name)}</th>
              {cells.map((entry, i) => <td key={i}><Cell entry={entry} sheet={sheet} /></td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
