// What lies on the table in a game without a board: the values that are stored, as cards.
import type { Position, Value } from "../wire";
import { actingColour, Hands } from "./hands";
import type { Dealt } from "./hands";
import type { Sheet } from "./sheet";
import { RowOfValues, Shown, TableOfValues } from "./value-table";
import { rowOf, tableOf } from "./values";
import { useGrowing } from "../parts/use-growing";
import { plain } from "../parts/words";

/** One value: the only one under its name, or one for each index. */
function Card({ value, sheet }: { value: Value; sheet: Sheet }) {
  const { label, entries = [] } = value;
  const table = tableOf(value);
  const row = rowOf(value);
  if (row) {
    return (
      <div class="spread-card">
        <dt>{label}</dt>
        <dd class="dealt"><RowOfValues label={label} row={row} sheet={sheet} /></dd>
      </div>
    );
  }
  if (table) {
    return (
      <div class="spread-card">
        <dt class="visually-hidden">{label}</dt>
        <dd class="dealt"><TableOfValues label={label} table={table} sheet={sheet} /></dd>
      </div>
    );
  }
  if (entries.length > 0 && entries.every(({ index }) => index.length === 0)) {
    return (
      <div class="spread-card">
        <dt>{label}</dt>
        <dd class="spread-row">{entries.map((entry, i) => <Shown key={i} entry={entry} sheet={sheet} />)}</dd>
      </div>
    );
  }
  return (
    <div class="spread-card">
      <dt>{label}</dt>
      {entries.length === 0 ? <dd><Shown entry={value} sheet={sheet} /></dd> : entries.map((entry, i) => (
        <dd key={i}>
          {entry.index.length > 0 && <span class="spread-index">{plain(entry.index.join(" "))}</span>}
          <Shown entry={entry} sheet={sheet} />
        </dd>
      ))}
    </div>
  );
}

interface SpreadProperties extends Dealt {
  position: Position;
  label: string;
}

/** All values, where a board would be. */
export function Spread({ position, label, ...dealt }: SpreadProperties) {
  const around = useGrowing<HTMLElement>("spread-card");
  return (
    <section ref={around} class="spread" aria-label={label}>
      <dl>
        {position.values.map((value) => (value.hands ?? []).length === 0 ? (
          <Card key={value.name} value={value} sheet={dealt.sheet} />
        ) : (
          <div key={value.name} class="spread-card">
            <dt>{value.label}</dt>
            <dd class="dealt"><Hands value={value} acting={actingColour(position)} {...dealt} /></dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
