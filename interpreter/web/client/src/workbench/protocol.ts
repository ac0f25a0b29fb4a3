// What the workbench and the server send one another.  Types only: nothing here runs.
import type { Drawing, OptionValue, Position, Reason } from "../wire";

export type Options = Record<string, OptionValue>;

export interface Diagnostic {
  code: string;
  severity: "error" | "warning" | "note";
  message: string;
  file: string;
  /** Whether the file is the text that is written, and not one that it extends. */
  is_here: boolean;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
  hint: string | null;
  suggestion: string | null;
  /** The texts that may stand in its place, the likeliest first. */
  fixes: { title: string; new: string }[];
}

export interface Vocabulary {
  headings: string[];
  verbs: string[];
  keywords: string[];
  builtins: string[];
}

export interface Opened {
  type: "opened";
  file: string | null;
  text: string;
  is_bundled: boolean;
  /** The digest of the file on disk; null where there is none in the folder. */
  digest: string | null;
  language: Vocabulary;
}

/** What a file is on disk by now. */
export interface Disk {
  type: "disk";
  digest: string | null;
}

export interface Checked {
  type: "checked";
  version: number;
  diagnostics: Diagnostic[];
  /** Why the rules were given up, where they took too long. */
  lost: string | null;
  drawing: Drawing | null;
  position: Position | null;
  moves?: string[] | null;
  is_cut_short?: boolean;
  played: number;
  stopped: { move: string; message: string } | null;
  note: string | null;
  /** Whether these are the rules of the file as it is saved, whatever its comments and its layout. */
  is_as_saved: boolean;
  digest: string | null;
}

/** What has been found by trying rules at all their options, with what was known. */
interface Findings {
  type: "findings";
  version: number;
  diagnostics: Diagnostic[];
  /** Why the rules could not be tried to the end; null if they were. */
  lost: string | null;
}

/** A figure with its 95 % interval; null where nothing is known yet. */
export interface Figure {
  value: number | null;
  low: number | null;
  high: number | null;
}

export interface Figures {
  type: "figures";
  version: number;
  games: number;
  unfinished: number;
  engine: string;
  length: Figure;
  lengths: [number, number][];
  balance: (Figure & { seat: number; colour: string })[];
  draws: Figure;
  branching: Figure;
  done: boolean;
  /** Why the native engine does not play. */
  why: string | null;
  lost?: string;
}

export interface RuleLine {
  file: string;
  line: number;
  text: string;
}

export interface Changes {
  type: "changes";
  lines: { heading: string; lines: { before: RuleLine | null; now: RuleLine | null }[] }[];
  notes: string[];
  equal: boolean;
  proved: boolean;
  said: string;
  play: {
    moves: { before: string; now: string }[];
    said: string[];
    steps: { number: number; move: string; svg: string }[];
    boards: { before: string; now: string } | null;
  } | null;
}

export interface Comparison {
  type: "comparison";
  rows: {
    name: string;
    unit: string;
    before: number | null;
    now: number | null;
    difference: { value: number; low: number; high: number; p: number } | null;
  }[];
  games: { before: number; now: number };
  engine: string;
}

export interface PieceData {
  kind: string;
  colour?: string | null;
  attributes?: Record<string, unknown>;
}

export interface Palette {
  type: "palette";
  pieces: (PieceData & { text: string; look: string })[];
  symbols: Record<string, string>;
  /** How many pieces a cell has room for. */
  room: number;
}

/** A state as `State.to_json` writes it. */
export interface StateData {
  options: Record<string, OptionValue>;
  /** The piece on each cell, or several, lowest first. */
  board: Record<string, PieceData | readonly PieceData[]>;
  seat: number;
  turn: number;
  colours: string[];
  variables: Record<string, unknown>;
  marks: Record<string, unknown>;
  [other: string]: unknown;
}

export interface Written {
  type: "state";
  state: StateData;
  setup: string | null;
  test: string;
  /** A small drawing, as SVG. */
  board: string;
}

export interface VariantText {
  type: "variant";
  text: string;
  extends: string | null;
  note: string | null;
}

export interface RefusedMessage {
  type: "refused";
  code: string;
  message: string;
}

export type FromBench = { id?: number; of?: string } & (
  | Opened
  | Disk
  | Checked
  | Findings
  | (Position & { type: "position"; is_cut_short: boolean })
  | Figures
  | Changes
  | Comparison
  | { type: "compared" }
  | Palette
  | Written
  | VariantText
  | Reason
  | RefusedMessage
);

interface Rules {
  file: string | null;
  text: string;
  options: Options;
}

export type ToBench =
  | { type: "open"; file: string | null }
  | { type: "disk"; file: string | null }
  | ({ type: "rules"; moves: string[] | null; version: number; seat: number | null } & Rules)
  | { type: "play"; move: string; at: number; seat: number | null }
  | { type: "look"; ply: number; seat: number | null }
  | { type: "cut"; ply: number; seat: number | null }
  | { type: "restart"; seat: number | null }
  | { type: "agent"; agent: string; at: number; seat: number | null }
  | { type: "why"; ply: number; action: string | null; words: string[] }
  | { type: "edit"; state: Partial<StateData>; seat: number | null }
  | { type: "palette" }
  | { type: "state"; ply: number }
  | { type: "figures"; on: boolean }
  | ({ type: "changes"; id: number } & Rules)
  | ({ type: "variant"; title: string; save_as: string; from_position: boolean; ply: number } & Rules);
