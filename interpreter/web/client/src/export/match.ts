// A match in an exported page: what was played, who plays, and the position that the board draws.
import { shareOf } from "../analysis/expected";
import type { MoveEntry, Position } from "../wire";
import { cellsOf, offersOf, type Offer } from "./moves";
import { landings } from "./landings";
import { CHANCE, OVER, type Move, type Rules } from "./rules";
import { Reader } from "./state";
import type { Legend } from "./legend";

interface Played extends MoveEntry {
  move: Move;
  cells: string[];
}

/** What has been played, and what may be; nothing here waits or draws. */
export class Match {
  played: Played[] = [];
  undone: Played[] = [];
  offers: Offer[] = [];
  private readonly reader: Reader;

  constructor(private readonly legend: Legend, private readonly rules: Rules) {
    this.reader = new Reader(legend, rules.places(Object.keys(legend.fields).length));
    this.begin();
    this.reader.begin(this.state);
  }

  begin(): void {
    this.played = [];
    this.undone = [];
    this.settle();
  }

  /** The seat that acts, CHANCE or OVER. */
  get seat(): number {
    return this.rules.seat;
  }

  get moves(): Move[] {
    return this.played.map(({ move }) => move);
  }

  /** Plays a legal move by its number or its text. */
  play(wanted: Move | string): void {
    const isWanted = (offer: Offer) => offer.move === wanted || offer.text === wanted;
    const offer = this.offers.find(isWanted);
    const move = typeof wanted === "bigint" ? wanted : offer?.move;
    if (move === undefined) throw new Error(`${String(wanted)} is not possible here`);
    const told = offer ?? offersOf(this.legend, [move])[0];
    if (!told) throw new Error("the move has no words");
    this.push({ ...this.entry(told), move });
    this.undone = [];
  }

  /** Lets chance, or a player who plays at random, draw a move. */
  draw(): void {
    const move = this.rules.draw();
    if (move === null) throw new Error("there is no move to draw");
    this.play(move);
  }

  /** Takes moves back until one of these seats acts; false if there is no such place. */
  undo(seats: ReadonlySet<number>): boolean {
    const at = this.played.findLastIndex(({ seat }) => seat !== null && seats.has(seat));
    if (at < 0) return false;
    this.undone.unshift(...this.played.slice(at));
    this.played = this.played.slice(0, at);
    this.settle();
    return true;
  }

  /** Plays again what was taken back, up to the next place where one of these seats acts. */
  redo(seats: ReadonlySet<number>): boolean {
    const [first, ...rest] = this.undone;
    if (!first) return false;
    this.push(first);
    this.undone = rest;
    while (this.undone[0] && !seats.has(this.seat)) {
      this.push(this.undone[0]);
      this.undone = this.undone.slice(1);
    }
    return true;
  }

  /** The position after so many moves. */
  position(ply = this.played.length): Position {
    const isNow = ply === this.played.length;
    if (!isNow) this.rules.replay(this.moves.slice(0, ply));
    const made = this.describe(ply, isNow);
    if (!isNow) this.rules.replay(this.moves);
    return made;
  }

  private describe(ply: number, isNow: boolean): Position {
    const { seat, result } = this.rules;
    const { state, reader } = this;
    const last = this.played[ply - 1];
    const pieces = reader.pieces(state);
    const offers = isNow && seat >= 0 ? this.offers : [];
    return {
      type: "position", ply, moves: [], seat: seat >= 0 ? seat : null,
      turn: reader.number(state, "turns"), acting: seat >= 0 ? seat : null,
      chance: seat === CHANCE, over: seat === OVER, scores: null,
      result, shares: result && result.map((each) => shareOf(each, this.legend.points)),
      colours: reader.colours(state), pieces, hidden: [], symbols: this.legend.symbols,
      decorations: reader.decorations(state), supply: reader.supply(state),
      values: reader.values(state), heard: [],
      last: last ? { text: last.text, seat: last.seat, colour: last.colour, cells: last.cells, ...ends(last, pieces) } : null,
      ended: seat === OVER ? this.ended(state) : null,
      offers: {
        complete: true, moves: offers.map(({ words }) => words), texts: offers.map(({ text }) => text),
        lands: offers.map(({ lands }) => lands ?? null), reaches: offers.map(({ reaches }) => reaches ?? []),
      },
      length: this.played.length,
    };
  }

  private get state(): DataView {
    return this.rules.state(this.reader.bytes);
  }

  private ended(state: DataView): Position["ended"] {
    const end = this.legend.ends[this.reader.number(state, "ended") - 1];
    if (!end) return { message: this.legend.undecided, rule: null, line: null, cells: [] };
    return { message: end.said ?? end.text, rule: end.text, line: end.line, cells: [] };
  }

  private entry({ text, words, lands }: Offer): Omit<Played, "move"> {
    const { seat } = this;
    return {
      text, seat: seat >= 0 ? seat : null, colour: this.reader.colours(this.state)[seat] ?? null, chance: seat === CHANCE,
      turn: this.reader.number(this.state, "turns"), cells: [...cellsOf(this.legend, words), ...(lands ? [lands] : [])],
    };
  }

  private push(entry: Played): void {
    this.rules.play(entry.move);
    this.played = [...this.played, entry];
    this.list();
  }

  private settle(): void {
    this.rules.replay(this.moves);
    this.list();
  }

  private list(): void {
    const { legend, reader, rules } = this;
    const offers = offersOf(legend, rules.moves());
    if (this.seat < 0) {
      this.offers = offers;
      return;
    }
    const standing = () => reader.standing(this.state);
    const after = (i: number) => rules.after(offers[i]?.move ?? 0n, standing);
    const told = landings(offers.map(({ words }) => words), legend.actions, legend.scene.cells, standing(), after);
    this.offers = offers.map((offer, i) => ({ ...offer, ...told[i] }));
  }
}

/** Where a move came from and went to, as far as the pieces show it now. */
function ends({ cells }: Played, pieces: Readonly<Record<string, string>>) {
  const [first, ...rest] = cells;
  const to = rest.findLast((cell) => cell in pieces);
  if (first === undefined || to === undefined || first in pieces) return { from: null, to: first ?? null };
  return { from: first, to };
}
