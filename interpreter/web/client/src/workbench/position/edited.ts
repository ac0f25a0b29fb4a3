// A position that is set up by hand: pure functions over a state as plain data.
import type { PieceData, StateData } from "../protocol";

/** The part of a state that a person sets up; everything else follows from it. */
export type Edited = Pick<StateData, "board" | "seat" | "turn" | "colours" | "variables" | "marks">;

export function editedOf({ board, seat, turn, colours, variables, marks }: StateData): Edited {
  return { board, seat, turn, colours, variables, marks };
}

/** The pieces on a cell, lowest first. */
function pileOn({ board }: Edited, cell: string): readonly PieceData[] {
  const found = board[cell];
  return found === undefined ? [] : "kind" in found ? [found] : found;
}

function withPile(state: Edited, cell: string, pile: readonly PieceData[]): Edited {
  const { [cell]: _, ...others } = state.board;
  const [first] = pile;
  if (first === undefined) return { ...state, board: others };
  return { ...state, board: { ...others, [cell]: pile.length === 1 ? first : pile } };
}

/**
 * Puts a piece on a cell, which has room for so many: on top of what stands there, or in its place if that is
 * full; null takes the top piece away.
 */
export function put(state: Edited, cell: string, piece: PieceData | null, room: number): Edited {
  const pile = pileOn(state, cell);
  if (!piece) return withPile(state, cell, pile.slice(0, -1));
  return withPile(state, cell, [...pile.slice(0, room - 1), piece]);
}

/** Moves all pieces of a cell: onto what stands there if there is room, or in its place. */
export function move(state: Edited, from: string, to: string, room: number): Edited {
  const pile = pileOn(state, from);
  const there = pileOn(state, to);
  if (pile.length === 0 || from === to) return state;
  const both = pile.length + there.length <= room ? [...there, ...pile] : pile;
  return withPile(withPile(state, from, []), to, both);
}

/** Sets a variable, or one entry of one with indices. */
export function assign(state: Edited, name: string, key: string | null, value: unknown): Edited {
  const before = state.variables[name];
  const now = key === null ? value : { ...(before as Record<string, unknown>), [key]: value };
  return { ...state, variables: { ...state.variables, [name]: now } };
}

/** A value as it is typed: numbers, flags, names, and lists in braces. */
export function written(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (Array.isArray(value)) return `{${value.map(written).join(", ")}}`;
  return String(value);
}

/** What somebody typed, as a value of the kind that stood there. */
export function read(text: string, before: unknown): unknown {
  const plain = text.trim();
  if (plain === "none" || plain === "") return Array.isArray(before) ? [] : null;
  if (Array.isArray(before) || plain.startsWith("{")) {
    const inner = plain.replace(/^\{|\}$/g, "").trim();
    return inner === "" ? [] : inner.split(",").map((part) => read(part, undefined));
  }
  if (plain === "true" || plain === "false") return plain === "true";
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : plain;
}

interface VariableRow {
  name: string;
  key: string | null;
  value: unknown;
}

const MOST_ROWS = 60;

/** The variables as rows to type into. */
export function rowsOf(variables: Readonly<Record<string, unknown>>): VariableRow[] {
  const rows: VariableRow[] = [];
  for (const [name, value] of Object.entries(variables)) {
    if (value !== null && typeof value === "object" && !Array.isArray(value)) {
      for (const [key, entry] of Object.entries(value)) rows.push({ name, key, value: entry });
    } else rows.push({ name, key: null, value });
  }
  return rows.slice(0, MOST_ROWS);
}
