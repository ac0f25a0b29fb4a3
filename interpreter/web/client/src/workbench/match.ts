// The match that is played on the rules of the workbench: for all seats, by people and agents.
import type { Position, Reason } from "../wire";
import type { Checked, ToBench } from "./protocol";

const PACE = 350; // milliseconds between moves that nobody here makes

export const PERSON = "person";

interface MatchHost {
  send: (message: ToBench) => void;
  changed: () => void;
}

export class BenchMatch {
  position: Position | null = null;
  /** Its moves as they are written in a draft; null where they are secret. */
  moves: string[] | null = [];
  /** Who plays each seat: `person`, or the text of an agent. */
  seats: string[] = [];
  /** The seat through whose eyes the board is seen; null: that of whoever acts. */
  viewer: number | null = null;
  isPaused = false;
  /** Whether rules have left out a part of the match: others may bring it back unless somebody plays on. */
  isCutShort = false;
  /** Why the last attempt is not possible. */
  reason: Reason | null = null;
  /** What became of the match under new rules. */
  note: string | null = null;
  private pacing = 0;

  constructor(private readonly host: MatchHost) {}

  close(): void {
    clearTimeout(this.pacing);
  }

  show(position: Position, moves: string[] | null, isCutShort: boolean): void {
    this.position = { ...position, moves: [] };
    this.moves = moves;
    this.isCutShort = isCutShort;
    this.reason = null;
    this.goOn();
  }

  /** Says what became of the match under rules that were tried. */
  tell({ note, stopped, played }: Checked, isOver: boolean): void {
    this.note = note;
    if (!stopped) return;
    const count = played === 1 ? "1 move" : `${played} moves`;
    this.note = isOver
      ? `Under these rules the match is over after ${count}; what came then is left out.`
      : `The match stops after ${count}: “${stopped.move}” is no longer legal, ${stopped.message}.`;
  }

  /** Gives each of so many seats somebody who plays it. */
  seat(count: number): void {
    this.seats = Array.from({ length: count }, (_, seat) => this.seats[seat] ?? PERSON);
  }

  /** Whether chance and agents wait until somebody lets them play. */
  get isWaiting(): boolean {
    return this.isPaused || this.isCutShort;
  }

  /** Lets chance or an agent move, where it is their turn. */
  private goOn(): void {
    clearTimeout(this.pacing);
    const it = this.position;
    if (!it || it.over || this.isWaiting || it.ply < it.length) return;
    const agent = it.chance ? "chance" : it.acting === null ? PERSON : (this.seats[it.acting] ?? PERSON);
    if (agent === PERSON) return;
    this.pacing = setTimeout(() => this.letPlay(agent), PACE);
  }

  letPlay(agent: string): void {
    const at = this.position?.ply ?? 0;
    this.host.send({ type: "agent", agent: this.position?.chance ? "chance" : agent, at, seat: this.viewer });
  }

  /** What somebody does here comes before what an agent was about to do. */
  private ask(message: ToBench): void {
    clearTimeout(this.pacing);
    this.host.send(message);
  }

  play(move: string): void {
    this.isPaused = false;
    this.ask({ type: "play", move, at: this.position?.ply ?? 0, seat: this.viewer });
  }

  look(ply: number): void {
    const last = this.position?.length ?? 0;
    this.isPaused = true;
    this.ask({ type: "look", ply: Math.min(Math.max(ply, 0), last), seat: this.viewer });
  }

  restart(): void {
    this.isPaused = false;
    this.note = null;
    this.ask({ type: "restart", seat: this.viewer });
  }

  setSeat(seat: number, who: string): void {
    this.seats = this.seats.map((before, i) => (i === seat ? who : before));
    this.isPaused = false;
    this.host.changed();
    this.goOn();
  }

  setPaused(isPaused: boolean): void {
    this.isPaused = isPaused;
    this.isCutShort = false;
    this.host.changed();
    this.goOn();
  }

  see(viewer: number | null): void {
    this.viewer = viewer;
    this.ask({ type: "look", ply: this.position?.ply ?? 0, seat: viewer });
  }

  why(words: string[], action: string | null): void {
    this.host.send({ type: "why", ply: this.position?.ply ?? 0, action, words });
  }

  /** Puts away what was said of the match. */
  dismiss(): void {
    this.note = this.reason = null;
  }
}
