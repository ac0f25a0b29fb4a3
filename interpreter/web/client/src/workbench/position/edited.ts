// A position that is set up by hand: pure functions over a state as plain data.
import type { PieceData, StateData } from "../protocol";

/** The part of a state that a person sets up; everything else follows from it. */
export type Edited = Pick<StateData, "board" | "seat" | "turn" | "colours" | "variables" | "marks">;

export function editedOf({ board, seat, turn, colours, variables, marks }: StateData): Edited {
  return { board, seat, turn, colours, variables, marks };
}

/** Puts a piece on a cell; null takes away what stands there. */
export function put(state: Edited, cell: string, piece: PieceData | null): Edited {
  const { [cell]: _, ...others } = state.board;
  return { ...state, board: piece ? { ...others, [cell]: piece } : others };
}

export function move(state: Edited, from: string, to: string): Edited {
  const piece = state.board[from];
  return piece ? put(put(state, from, null), to, piece) : state;
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
