// Looking round in a match: earlier positions, variations from them, and what an agent thinks.
import { Store } from "../parts/store";
import type { Place, TableStore } from "../table/store";
import type { Position, Thought } from "../wire";

/** A move of a variation, with those that were tried after it. */
export interface Branch {
  move: string;
  next: Branch[];
}

const SECONDS = 20;
const QUICK_SECONDS = 0.7;

export const keyOf = (place: Place): string => `${place.ply} ${place.moves.join(" / ")}`;

export class Explorer extends Store {
  /** Where one looks; null: at the match as it goes on. */
  place: Place | null = null;
  /** The position there, as soon as the server has sent it. */
  position: Position | null = null;
  /** The place of that position, which may be the one before. */
  private reached: Place | null = null;
  /** The moves that thoughts and variations belong to: those of the match, and what was taken back and may come again. */
  private known: string[] = [];
  /** What is thought about now; what is told of anything else was broken off. */
  private sought = "";
  /** Variations by the ply of the match that they begin at. */
  readonly branches = new Map<number, Branch[]>();
  readonly thoughts = new Map<string, Thought>();
  isThinking = false;
  isSweeping = false;
  /** The ply that is thought about where all are, one by one. */
  private sweptTo = 0;

  constructor(private readonly match: TableStore) {
    super();
    match.onThought = (thought) => this.hear(thought);
    match.onPassedOn = () => this.forget();
    match.onConnected = () => this.resume();
    match.onPosition = (position) => {
      this.keepUp();
      if (this.isSweeping && this.sweptTo > position.length) this.sweepOn(0); // that was taken back
      if (this.place === null) this.think();
      else if (this.place.ply > position.length) this.show(null);
    };
  }

  /** Forgets what was thought and tried after moves that were taken back, where others were played. */
  private keepUp(): void {
    const texts = this.match.list.map(({ text }) => text);
    const same = texts.findIndex((text, i) => text !== this.known[i]);
    if (same === -1) return; // the beginning of what is known
    for (const [key, { ply }] of this.thoughts) if (ply > same) this.thoughts.delete(key);
    for (const ply of this.branches.keys()) if (ply > same) this.branches.delete(ply);
    if (this.place !== null && this.place.ply > same && same < this.known.length) this.show(null);
    this.known = texts;
  }

  /** Somebody else looks from now on. */
  private forget(): void {
    this.place = null;
    this.position = null;
    this.known = [];
    this.branches.clear();
    this.thoughts.clear();
  }

  /** The place shown, whether the match goes on there or not. */
  get at(): Place {
    return this.place ?? { ply: this.match.live?.ply ?? 0, moves: [] };
  }

  get shown(): Position | null {
    return this.place === null ? this.match.live : this.position;
  }

  // ---- going about ----

  goTo(place: Place | null): void {
    this.match.dismiss();
    this.show(place);
  }

  /** Shows a place, and leaves what the match has told. */
  private show(place: Place | null): void {
    const end = this.match.live?.ply ?? 0;
    const isLive = place === null || (place.moves.length === 0 && place.ply >= end);
    this.place = isLive ? null : place;
    if (this.place === null) this.position = null;
    this.changed();
    if (this.place === null) this.think();
    else void this.fetch(this.place);
  }

  /** Whether what is shown is the position at the place: until then nothing is played there. */
  get isSettled(): boolean {
    return this.place === null || this.place === this.reached;
  }

  private async fetch(place: Place): Promise<void> {
    const position = await this.match.look(place);
    if (this.place !== place) return;
    this.reached = place;
    if (position) this.position = position;
    else this.place = null;
    this.changed();
    this.think();
  }

  /** One step back or on, in a variation or the match. */
  step(by: 1 | -1): void {
    const { ply, moves } = this.at;
    if (by < 0) {
      if (moves.length > 0) this.goTo({ ply, moves: moves.slice(0, -1) });
      else if (ply > 0) this.goTo({ ply: ply - 1, moves: [] });
      return;
    }
    const [next] = this.branchesAt(this.at);
    if (moves.length > 0) {
      if (next) this.goTo({ ply, moves: [...moves, next.move] });
    } else this.goTo({ ply: ply + 1, moves: [] });
  }

  /** A move played where one looks: the next of the match, or one of a variation. */
  play(move: string): void {
    const { ply, moves } = this.at;
    if (moves.length === 0 && this.match.list[ply]?.text === move) {
      this.goTo({ ply: ply + 1, moves: [] });
      return;
    }
    this.add([...moves, move], ply);
    this.goTo({ ply, moves: [...moves, move] });
  }

  private add(moves: readonly string[], ply: number): void {
    let level = this.branches.get(ply);
    if (!level) this.branches.set(ply, (level = []));
    for (const move of moves) {
      let branch: Branch | undefined = level.find((known) => known.move === move);
      if (!branch) level.push((branch = { move, next: [] }));
      level = branch.next;
    }
  }

  branchesAt({ ply, moves }: Place): Branch[] {
    let level = this.branches.get(ply) ?? [];
    for (const move of moves) level = level.find((branch) => branch.move === move)?.next ?? [];
    return level;
  }

  /** Keeps a line that an agent expects as a variation, and looks at its end. */
  follow(line: readonly string[]): void {
    const { ply, moves } = this.at;
    this.add([...moves, ...line], ply);
    this.goTo({ ply, moves: [...moves, ...line] });
  }

  drop(ply: number): void {
    this.branches.delete(ply);
    if (this.place?.ply === ply && this.place.moves.length > 0) this.goTo({ ply, moves: [] });
    else this.changed();
  }

  // ---- thinking ----

  setThinking(isThinking: boolean): void {
    this.isThinking = isThinking;
    if (!isThinking) {
      this.isSweeping = false;
      this.sought = "";
      this.match.send({ type: "stop" });
    }
    this.changed();
    this.think();
  }

  private think(): void {
    const { shown } = this;
    if (!this.isThinking || this.isSweeping || !shown || shown.over || shown.chance) return;
    const key = keyOf(this.at);
    if (this.thoughts.get(key)?.done) return;
    this.sought = key;
    this.match.send({ type: "think", ...this.at, agent: "uct", seconds: SECONDS });
  }

  /** Thinks for a moment about every position of the match, for the graph. */
  sweep(): void {
    this.isThinking = true;
    this.isSweeping = true;
    this.changed();
    this.sweepOn(0);
  }

  private sweepOn(from: number): void {
    const end = this.match.live?.ply ?? 0;
    let ply = from;
    while (ply <= end && this.isSwept(ply)) ply += 1;
    const isAtEnd = ply > end || (ply === end && this.match.live?.over === true);
    if (!this.isSweeping || isAtEnd) {
      this.isSweeping = false;
      this.changed();
      this.think();
      return;
    }
    this.sweptTo = ply;
    this.sought = keyOf({ ply, moves: [] });
    this.match.send({ type: "think", ply, moves: [], agent: "uct", seconds: QUICK_SECONDS });
  }

  /** Whether a position has been thought about, or chance decides there. */
  private isSwept(ply: number): boolean {
    const { list, live } = this.match;
    const isChance = ply < list.length ? list[ply]?.chance : live?.chance;
    return isChance === true || this.thoughts.has(keyOf({ ply, moves: [] }));
  }

  /** After a connection was lost, what was asked for is not answered any more. */
  private resume(): void {
    if (this.isSweeping) this.sweepOn(0);
    else if (this.place !== null) this.think();
  }

  private hear(thought: Thought): void {
    const key = keyOf({ ply: thought.ply, moves: thought.moves });
    const isCut = key !== this.sought;
    if (!isCut || thought.simulations > 0) this.thoughts.set(key, { ...thought, done: thought.done && !isCut });
    this.changed();
    if (thought.done && !isCut && this.isSweeping) this.sweepOn(thought.ply + 1);
  }

  /** What is thought of the position shown. */
  get thought(): Thought | null {
    return this.thoughts.get(keyOf(this.at)) ?? null;
  }
}
