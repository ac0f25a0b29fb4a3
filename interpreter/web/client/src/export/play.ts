// Who plays in an exported page, and what happens next: people are waited for, programs asked.
import { expectedText } from "../analysis/expected";
import type { Share } from "../board/annotations";
import type { Position } from "../wire";
import { Match } from "./match";
import { cellsOf, textOf, wordsOf } from "./moves";
import { CHANCE, OVER, type Found } from "./rules";
import type { Legend } from "./legend";
import type { Searcher } from "./worker";

/** A person, a program that plays at random, or UCT with so many simulations. */
export type Who = "person" | "random" | `uct:${number}`;

export const WHO: [Who, string][] = [
  ["person", "Person"],
  ["random", "Random"],
  ["uct:100", "UCT 100"],
  ["uct:1000", "UCT 1,000"],
  ["uct:10000", "UCT 10,000"],
  ["uct:100000", "UCT 100,000"],
];

const PAUSE = 350; // ms before chance or a program moves, so that one sees what happens
const SHORT_PAUSE = 60; // where the system is set to show no motion
const HINT = { simulations: 0, seconds: 2 };
const SHOWN = 4; // moves of a hint

export class Play {
  position: Position;
  seats: Who[];
  thinking = false;
  message = "";
  shares: Share[] = [];
  /** The ply that is looked at; null: where the match stands. */
  looked: number | null = null;
  private turn = 0; // counts what happens: an answer that comes too late is dropped
  private listener: () => void = () => undefined;

  constructor(
    readonly legend: Legend, readonly match: Match, private readonly searcher: Searcher,
  ) {
    this.seats = legend.players.map((_, seat) => (seat === 0 ? "person" : "uct:1000"));
    this.position = match.position();
  }

  onChange(listener: () => void): void {
    this.listener = listener;
  }

  /** Whether the person here may move now. */
  get isAsked(): boolean {
    const { seat } = this.match;
    return this.looked === null && seat >= 0 && this.seats[seat] === "person";
  }

  move(text: string): void {
    this.change(() => this.match.play(text));
  }

  begin(): void {
    this.change(() => this.match.begin());
  }

  undo(): void {
    this.change(() => this.match.undo(this.people));
  }

  redo(): void {
    this.change(() => this.match.redo(this.people));
  }

  get canUndo(): boolean {
    return this.match.played.some(({ seat }) => seat !== null && this.people.has(seat));
  }

  sit(seat: number, who: Who): void {
    this.change(() => {
      this.seats = this.seats.map((old, i) => (i === seat ? who : old));
    });
  }

  look(ply: number | null): void {
    this.looked = ply === null || ply >= this.match.played.length ? null : ply;
    this.shares = [];
    this.show();
  }

  /** Shows what UCT thinks of the moves here. */
  async hint(): Promise<void> {
    const turn = this.interrupt();
    this.thinking = true;
    this.listener();
    const found = await this.ask(HINT);
    if (turn !== this.turn) return;
    this.thinking = false;
    if (found) this.tell(found);
    this.listener();
  }

  /** Goes on until a person is asked or the match is over. */
  async advance(): Promise<void> {
    const turn = this.interrupt();
    while (turn === this.turn && this.match.seat !== OVER) {
      const { seat } = this.match;
      const who = seat === CHANCE ? "random" : this.seats[seat] ?? "person";
      if (who === "person") break;
      this.thinking = who !== "random";
      this.listener();
      const [found] = await Promise.all([this.choose(who), pause()]);
      if (turn !== this.turn) return;
      this.thinking = false;
      if (who !== "random" && !found) break;
      this.attempt(() => (found ? this.match.play(found.move) : this.match.draw()));
      if (this.message) break;
      this.show();
    }
    this.thinking = false;
    this.listener();
  }

  private get people(): Set<number> {
    return new Set(this.seats.flatMap((who, seat) => (who === "person" ? [seat] : [])));
  }

  private choose(who: Who): Promise<Found | null> | null {
    if (who === "random" || who === "person") return null;
    return this.ask({ simulations: Number(who.slice("uct:".length)), seconds: 0 });
  }

  private async ask(budget: { simulations: number; seconds: number }): Promise<Found | null> {
    try {
      return await this.searcher.search(this.match.moves, budget);
    } catch (error) {
      this.message = error instanceof Error ? error.message : String(error);
      return null;
    }
  }

  private tell({ moves, expected, simulations }: Found): void {
    const total = Math.max(1, moves.reduce((sum, { visits }) => sum + visits, 0));
    const best = [...moves].sort((a, b) => b.visits - a.visits).slice(0, SHOWN);
    const isHere = this.looked === null; // what is drawn is of the position that is shown
    this.shares = !isHere ? [] : best.flatMap(({ move, visits }) => {
      const words = wordsOf(this.legend, move);
      const lands = this.match.offers.find((offer) => offer.move === move)?.lands;
      const cells = [...cellsOf(this.legend, words), ...(lands ? [lands] : [])];
      const to = cells.at(-1);
      if (to === undefined) return [];
      const from = cells.length > 1 ? cells[0] ?? null : null;
      return [{ from, to, share: visits / total, text: textOf(words) }];
    });
    const seat = Math.max(0, this.match.seat);
    const share = expectedText(expected[seat] ?? 0, this.legend.points);
    const [first] = best;
    const text = first ? textOf(wordsOf(this.legend, first.move)) : "";
    this.message = `UCT would play ${text}, and expects ${share} (${simulations.toLocaleString("en")} simulations).`;
  }

  private change(what: () => void): void {
    this.interrupt();
    this.looked = null;
    this.attempt(what);
    this.show();
    if (!this.message) void this.advance();
  }

  private attempt(what: () => void): void {
    try {
      what();
    } catch (error) {
      this.message = `The match cannot go on: ${error instanceof Error ? error.message : String(error)}.`;
    }
  }

  private interrupt(): number {
    this.searcher.stop();
    this.thinking = false;
    this.message = "";
    this.shares = [];
    return ++this.turn;
  }

  private show(): void {
    this.position = this.match.position(this.looked ?? undefined);
    this.listener();
  }
}

function pause(): Promise<void> {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return new Promise((go) => setTimeout(go, isStill ? SHORT_PAUSE : PAUSE));
}
