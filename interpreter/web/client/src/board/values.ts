// What is stored and not drawn: a value with two indices or more is a table, one with an index over numbers a row.
import type { Value } from "../wire";

export type Entry = NonNullable<Value["entries"]>[number];

export interface ValueTable {
  columns: string[];
  /** An entry that is hidden is missing. */
  rows: { name: string; cells: (Entry | undefined)[] }[];
}

const SOME = 3; // entries that make a row

/** Whether an index is one number. */
const isNumbered = (index: readonly string[]): boolean => index.length === 1 && /^-?\d+$/.test(index[0] ?? "");

/** The entries of a value with one index over numbers, which stand below these; null for any other. */
export function rowOf({ entries = [] }: Value): readonly Entry[] | null {
  return entries.length >= SOME && entries.every(({ index }) => isNumbered(index)) ? entries : null;
}

/** The table of a value, with the fewer names across; null for one that has no two indices. */
export function tableOf({ entries = [] }: Value): ValueTable | null {
  if (entries.length === 0 || entries.some(({ index }) => index.length < 2)) return null;
  const parts = entries.map((entry) => ({ entry, head: entry.index.slice(0, -1).join(" "), last: entry.index.at(-1) ?? "" }));
  const heads = [...new Set(parts.map(({ head }) => head))];
  const lasts = [...new Set(parts.map(({ last }) => last))];
  const at = new Map(parts.map(({ entry, head, last }) => [`${head}\n${last}`, entry]));
  const areHeadsAcross = heads.length < lasts.length;
  const [columns, names] = areHeadsAcross ? [heads, lasts] : [lasts, heads];
  const rows = names.map((name) => ({
    name,
    cells: columns.map((column) => at.get(areHeadsAcross ? `${column}\n${name}` : `${name}\n${column}`)),
  }));
  return { columns, rows };
}
