// Who sits where, who is to move, and what each has beside the board.
import { signed } from "../analysis/expected";
import { Tile } from "../board/tile";
import type { Sheet } from "../board/sheet";
import { RowOfValues, TableOfValues } from "../board/value-table";
import { rowOf, tableOf } from "../board/values";
import type { Position, TableMessage, Value } from "../wire";
import { plain } from "../parts/words";

interface SeatsProperties {
  table: TableMessage;
  position: Position;
  fills: Readonly<Record<string, string>>;
  thinking: number | null;
}

/** A mark in a colour of the game. */
export function Swatch({ fill }: { fill: string | undefined }) {
  return (
    <svg class="swatch" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.5" fill={fill ?? "none"} />
    </svg>
  );
}

function who(entry: TableMessage["seats"][number]): string {
  if (entry.who !== "person") return entry.who;
  if (entry.mine) return "you";
  return entry.connected ? "a person" : "a person, not here";
}

/** One line a seat. */
export function Seats({ table, position, fills, thinking }: SeatsProperties) {
  return (
    <ul class="seats" aria-label="Seats">
      {table.seats.map((entry, seat) => {
        const colour = position.colours[seat] ?? entry.colour;
        const score = position.scores?.[colour];
        const isActing = position.acting === seat && !position.over;
        const isOut = position.out?.includes(seat) === true;
        const result = position.result?.[seat];
        const choice = position.chosen?.find((one) => one.seat === seat);
        return (
          <li key={seat} class={isActing ? "seat acting" : isOut ? "seat out" : "seat"} aria-current={isActing ? "true" : undefined}>
            <Swatch fill={fills[colour]} />
            <span class="seat-name">
              <b>{colour}</b> <span class="who">{who(entry)}{isOut && ", out"}</span>
            </span>
            {choice && <span class="has-chosen">{choice.text === null ? "has chosen" : `chose ${plain(choice.text)}`}</span>}
            {thinking === seat && <span class="thinking" role="img" aria-label="is thinking" />}
            {score !== undefined && score !== null && <span class="score" title="score">{score}</span>}
            {result !== undefined && score == null && <span class="score">{result === 0.5 ? "½" : signed(Number(result.toFixed(2)))}</span>}
          </li>
        );
      })}
    </ul>
  );
}

interface BesideProperties {
  position: Position;
  sheet: Sheet;
  /** Whether the supply is shown: not where one chooses among its pieces. */
  hasSupply: boolean;
  /** Whether the values are shown, but for cards: not where they lie on the table, in place of a board. */
  hasValues: boolean;
}

function Named({ value, sheet }: { value: Value; sheet: Sheet }) {
  const { label, text, look } = value;
  const table = tableOf(value);
  const row = rowOf(value);
  if (row) {
    return (
      <div class="tabular">
        <dt>{label}</dt>
        <dd><RowOfValues label={label} row={row} sheet={sheet} /></dd>
      </div>
    );
  }
  if (table) {
    return (
      <div class="tabular">
        <dt class="visually-hidden">{label}</dt>
        <dd><TableOfValues label={label} table={table} sheet={sheet} /></dd>
      </div>
    );
  }
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {look ? <span class="value-tile"><Tile sheet={sheet} look={look} /></span> : null}
        <span class={look ? "visually-hidden" : ""}>{look ? sheet.nameOf(look) : plain(text)}</span>
      </dd>
    </div>
  );
}

/** Supplies, and the values that have no place on the board. */
export function Beside({ position, sheet, hasSupply, hasValues }: BesideProperties) {
  const supply = hasSupply ? position.supply : [];
  const values = hasValues ? position.values.filter(({ hands = [] }) => hands.length === 0) : [];
  if (supply.length === 0 && values.length === 0) return null;
  return (
    <section class="beside" aria-label="Supplies and values">
      {values.length > 0 && (
        <dl class="values">
          {values.map((value) => <Named key={value.name} value={value} sheet={sheet} />)}
        </dl>
      )}
      {supply.length > 0 && (
        <ul class="supply" aria-label="Supply">
          {supply.map(({ look, text, count }) => (
            <li key={text} title={sheet.nameOf(look)} class={count === 0 ? "used" : ""}>
              <Tile sheet={sheet} look={look} />
              <span class="visually-hidden">{sheet.nameOf(look)}</span>
              {count !== null && count !== 1 && <span class="count">{count}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
