// What the server and the page send one another.  Types only: nothing here runs.

export type OptionValue = number | boolean | string;

export interface GameOption {
  name: string;
  kind: "number" | "flag" | "word";
  values: OptionValue[];
  published: OptionValue[];
  default: OptionValue;
}

export interface GameEntry {
  id: string;
  title: string;
  file: string | null;
  players: string[];
  seats: number;
  options: GameOption[];
  cells: number;
  is_hidden: boolean;
  error: string | null;
  pending: boolean; // a file that the server is still trying
}

/** A table in the list of those that some keys open. */
export interface TableRow {
  table: string;
  game: string;
  who: string[];
  seats: number[];
  moves: number | null; // null while something is hidden
  over: boolean;
  unreadable: boolean;
  updated: number; // while something is hidden, when the match was begun
}

export interface SceneCell {
  name: string;
  x: number;
  y: number;
  points: string;
  /** 1: a dark one, where cells are dark and light. */
  shade?: number;
}

export interface SceneName {
  text: string;
  x: number;
  y: number;
  small: boolean;
  /** The size of its font, in units of the scene. */
  size: number;
}

/** What boards are drawn with; a path turns with the board, the others stay upright. */
export type ScenePart =
  | { kind: "path"; d: string; fill: string; stroke: string; width: number; opacity: number }
  /** A `fill` of null is the ink of the page. */
  | { kind: "text"; text: string; x: number; y: number; size: number; fill: string | null }
  | { kind: "piece"; look: string; x: number; y: number; scale: number };

/** A set of cells with a name. */
export interface SceneZone {
  label: string;
  cells: string[];
  parts: ScenePart[];
}

export interface Scene {
  viewBox: string;
  /** Cells that touch, points that lines join, or the crossings of lines. */
  style: "cells" | "points" | "crossings";
  cells: SceneCell[];
  /** The path of the lines between cells. */
  lines: string;
  /** The width of the same path below the cells, which makes the border of crossings even; 0: none. */
  rim: number;
  names: SceneName[];
  zones: SceneZone[];
  /** Not sent: of a board that is turned round, the sum of a point and the opposite one. */
  turn?: { x: number; y: number };
}

export interface ActionShape {
  types: string[];
  parameters?: string[];
  /** For each parameter the variables, or the supply, that its values are chosen from. */
  from?: string[][];
  /** The kind of the pieces that it puts in the colour among its words. */
  puts?: string | null;
  /** What the rules call each heap that is chosen, "" where that says only where it is. */
  heaps?: string[];
  /** Whether it looks at the pieces on the board: if not, no cell is chosen for being empty. */
  looks?: boolean;
  line: number | null;
}

export interface Rules {
  file: string | null;
  text: string;
}

/** Steps around a cell, or cells. */
export interface FactDrawing {
  viewBox: string;
  parts: ScenePart[];
}

/** Something that the rules say of a word and that never changes. */
export interface WordFact {
  label: string;
  text: string;
  drawing: FactDrawing | null;
}

export interface Drawing {
  title: string;
  players: string[];
  options: (GameOption & { value: OptionValue })[];
  seats?: number;
  notes?: string;
  fills?: Record<string, string>;
  scene: Scene;
  actions: Record<string, ActionShape>;
  /** The facts of each word that has some. */
  words?: Record<string, WordFact[]>;
  /** The letters that pieces have for words. */
  letters?: Record<string, string>;
  /** What is written on the words that are drawn as cards. */
  cards?: CardFace[];
  rules: Rules;
}

/** Something that a game stores, as it is drawn. */
export interface Decoration {
  of: string;
  label: string;
  /** The same for somebody who knows of which cells it is told. */
  told: string;
  cells: string[];
  /** Whether it lies under the pieces. */
  under: boolean;
  parts: ScenePart[];
}

/** A word of a move: one word, or a set of words. */
export type Word = string | string[];

export interface Offers {
  complete: boolean;
  moves: Word[][];
  texts?: string[];
  /** For each move the cell where the piece of its last cell lands, if the move does not name it. */
  lands?: (string | null)[];
  /** For each move, where it is not told, the cells of it on which another move of the same cells lands. */
  reaches?: string[][];
}

export interface LastMove {
  text: string;
  seat: number | null;
  colour: string | null;
  cells: string[];
  from: string | null;
  to: string | null;
  refused?: boolean;
  said?: string[];
  said_after?: string[];
  together?: number;
}

export interface Ended {
  /** Why, in the words of the rules, or the rule itself. */
  message: string;
  /** The rule that ended it; null where people did, or no rule. */
  rule: string | null;
  line: number | null;
  cells: string[];
}

export interface Supply {
  look: string;
  text: string;
  count: number | null;
  /** Whose it is; null: nobody's. */
  colour?: string | null;
}

/** A card that lies face up: its word in moves, and what is written on it. */
export interface CardFace {
  word: string;
  face: string[];
  fill: string | null;
  look: string | null;
}

/** A row of cards that belong together. */
export interface Hand {
  label: string;
  colour: string | null;
  cards: CardFace[];
  /** How many cards lie face down; null: nobody says how many. */
  backs: number | null;
  /** Whether there is room for one card, even if none lies there. */
  place: boolean;
}

export interface Value {
  name: string;
  label: string;
  text: string;
  /** The look of a value that is a piece. */
  look?: string | null;
  /** The value for each index, or each piece of a set; left out where there are none, or many. */
  entries?: { index: string[]; text: string; look?: string | null }[];
  /** The rows of cards, where it is drawn so. */
  hands?: Hand[];
}

export interface Position {
  type: "position";
  ply: number;
  moves: string[];
  seat: number | null;
  turn: number;
  acting: number | null;
  chance: boolean;
  over: boolean;
  result: number[] | null;
  /** Seats that take no turns any more. */
  out?: number[];
  /** Where the results lie between the least and the greatest. */
  shares: number[] | null;
  scores: Record<string, number> | null;
  colours: string[];
  pieces: Record<string, string>;
  hidden: string[];
  symbols: Record<string, string>;
  decorations: Decoration[];
  supply: Supply[];
  values: Value[];
  /** Where all choose at once, who has chosen: what, only of the viewer. */
  chosen?: { seat: number; text: string | null }[] | null;
  /** The latest that the viewer has heard. */
  heard: string[];
  last: LastMove | null;
  ended: Ended | null;
  offers: Offers | null;
  /** What may be asked: texts, or words as in offers. */
  questions?: Offers | string[] | null;
  looks?: Record<string, string>;
  length: number;
  curtain?: boolean;
  /** The answer to `look`, not how the match stands. */
  look?: boolean;
}

export interface SeatEntry {
  colour: string;
  who: string;
  mine: boolean;
  connected: boolean;
}

export interface TableMessage {
  type: "table";
  table: string;
  game: string;
  title: string;
  seats: SeatEntry[];
  is_secret: boolean;
  can: Record<string, boolean>;
  /** What somebody asks the other people for. */
  asking?: { what: "undo" | "draw"; seat: number } | null;
  options?: Record<string, OptionValue>;
  /** The position in which the match began, if it was set up. */
  start?: object | null;
}

export interface MoveEntry {
  text: string;
  seat: number | null;
  /** The colour that the seat had when it moved; of chance that whose turn it was, if anybody's. */
  colour: string | null;
  turn: number;
  chance: boolean;
  /** Whether the move was only tried, and something hidden was in its way. */
  refused?: boolean;
  /** What was announced with it. */
  said?: string[];
  /** What was announced after a choice, when all had chosen at once. */
  said_after?: string[];
  /** How many moves before it were chosen at once with it. */
  together?: number;
}

export interface Thought {
  type: "thought";
  ply: number;
  moves: string[];
  /** The share of each seat; null where nothing is thought yet. */
  expected: number[] | null;
  /** The least and the most points of a seat, between which shares lie; null where they are no points. */
  points?: [number, number] | null;
  best: { move: string; share: number; expected: number }[];
  line: string[];
  simulations: number;
  done: boolean;
}

export interface Reason {
  type: "reason";
  message: string;
  line: number | null;
  column?: number;
  end_column?: number;
  cells: string[];
}

export interface Answer {
  type: "answer";
  question: string;
  text: string;
  cells?: string[];
  look?: string | null;
  symbols?: Record<string, string>;
}

export interface Refused {
  type: "refused";
  code: string;
  message: string;
}

export type FromServer = { id?: number } & (
  | TableMessage
  | Position
  | { type: "moves"; list: MoveEntry[]; said: string[] }
  | Thought
  | Reason
  | Answer
  | Refused
  | { type: "offers"; ply: number; moves: string[]; prefix: Word[]; offers: Offers }
  | { type: "hint"; agent: string; move: string }
  | { type: "meant"; move: string }
  | { type: "thinking"; seat: number }
  | { type: "gone" }
);

export type ToServer =
  | { type: "play"; move: string; at: number }
  | { type: "undo"; answer?: "accept" | "decline" }
  | { type: "redo" }
  | { type: "resign"; seat: number }
  | { type: "draw"; seat?: number; answer: "offer" | "accept" | "decline" }
  | { type: "ask"; question: string }
  | { type: "look"; ply: number; moves?: string[] }
  | { type: "offers"; ply: number; moves: string[]; prefix: Word[] }
  | { type: "why"; ply: number; moves: string[]; action: string | null; words: string[] }
  | { type: "typed"; ply: number; moves: string[]; text: string }
  | { type: "think"; ply: number; moves: string[]; agent: string; seconds: number }
  | { type: "stop" }
  | { type: "hint" };

export interface NewTable {
  game: string;
  options: Record<string, OptionValue>;
  seats: string[];
  seed?: number;
  record?: string;
  /** The position in which the match begins, if it was set up. */
  start?: object | null;
}

export interface MadeTable {
  table: string;
  keys: (string | null)[];
  watch: string;
}
