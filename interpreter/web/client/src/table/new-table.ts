// A new table: the server makes it, and this browser keeps the keys.
import { postJson } from "../parts/api";
import { rememberLinks, takeSeats } from "../parts/memory";
import type { MadeTable, NewTable } from "../wire";

interface Sitting {
  /** `person`, or the text of an agent. */
  who: string;
  /** Whether the seat is given to somebody else by a link. */
  isLinked: boolean;
}

/** Makes a table, and gives the address of it.  Raises ApiError. */
export async function makeTable(
  table: Omit<NewTable, "seats">,
  sitting: readonly Sitting[],
  colours: readonly string[],
): Promise<string> {
  const made = await postJson<MadeTable>("/api/tables", { ...table, seats: sitting.map(({ who }) => who) });
  const own = made.keys.filter((key, seat) => key !== null && !sitting[seat]?.isLinked) as string[];
  takeSeats(made.table, own.length > 0 ? own : [made.watch]);
  rememberLinks(made.table, {
    seats: made.keys.flatMap((key, seat) =>
      key !== null && sitting[seat]?.isLinked ? [{ colour: colours[seat] ?? `seat ${seat + 1}`, key }] : [],
    ),
    watch: made.watch,
  });
  return `/table/${made.table}`;
}
