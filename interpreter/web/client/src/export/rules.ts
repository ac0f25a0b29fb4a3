// The game itself: the WebAssembly module behind plain functions.  Runs in the page and in a worker.

/** A move as the rules have it: a number, whose words the legend knows. */
export type Move = bigint;

interface Exports {
  memory: WebAssembly.Memory;
  state(): number;
  list(): number;
  shares(): number;
  places(): number;
  seed(seed: number): void;
  start(): number;
  moves(): number;
  weight(i: number): number;
  draw(): number;
  play(move: Move): number;
  attempt(move: Move): number;
  back(): void;
  seat(): number;
  over(): number;
  result(seat: number): number;
  search(simulations: number, seconds: number, nodes: number, seed: number): number;
  found(): number;
  best(): number;
  simulations(): number;
  move(i: number): Move;
  visits(i: number): number;
  mean(i: number): number;
  proved(i: number): number;
}

export interface Found {
  move: Move;
  expected: number[];
  simulations: number;
  moves: { move: Move; visits: number; mean: number; proved: number }[];
}

export interface Budget {
  simulations: number;
  seconds: number;
}

const MOST_NODES = 1 << 20; // of a tree: about 50 MB
const NODES_PER_SIMULATION = 256; // more than most games have moves
const ERRORS = [
  "", "that is no legal move", "a turn is too long to be looked through",
  "there is not enough memory", "it was stopped", "the set-up failed", "the game is over",
];
export const OVER = -2;
export const CHANCE = -1;

/** Something that the rules or the machine do not allow, in words for people. */
class RulesError extends Error {}

export class Rules {
  private constructor(private readonly wasm: Exports, private readonly seats: number) {}

  static async load(bytes: BufferSource, seats: number): Promise<Rules> {
    const page = { now: () => performance.now() };
    const { instance } = await WebAssembly.instantiate(bytes, { page });
    return new Rules(instance.exports as unknown as Exports, seats);
  }

  seed(seed: number): void {
    this.wasm.seed(seed);
  }

  /** Begins a match, and plays these moves. */
  replay(moves: Iterable<Move>): void {
    this.check(this.wasm.start());
    for (const move of moves) this.play(move);
  }

  play(move: Move): void {
    this.check(this.wasm.play(move));
  }

  /** Looks at what a listed move does; the match stays as it is, but its moves have to be listed again. */
  after<T>(move: Move, look: () => T): T {
    const code = this.wasm.attempt(move);
    try {
      this.check(code);
      return look();
    } finally {
      this.wasm.back();
    }
  }

  moves(): Move[] {
    const count = this.wasm.moves();
    if (count < 0) this.check(-count);
    return [...new BigUint64Array(this.wasm.memory.buffer, this.wasm.list(), count)];
  }

  /** Draws one of the moves: each as likely as the others, or as chance has it. */
  draw(): Move | null {
    const moves = this.moves();
    const at = this.wasm.draw();
    return moves[at] ?? null;
  }

  /** The seat that acts, CHANCE or OVER. */
  get seat(): number {
    return this.wasm.seat();
  }

  get result(): number[] | null {
    if (!this.wasm.over()) return null;
    return Array.from({ length: this.seats }, (_, seat) => this.wasm.result(seat));
  }

  /** A copy of the bytes of the state. */
  state(bytes: number): DataView {
    const at = this.wasm.state();
    return new DataView(this.wasm.memory.buffer.slice(at, at + bytes));
  }

  /** Where each of so many fields of the state begins. */
  places(fields: number): number[] {
    return [...new Int32Array(this.wasm.memory.buffer, this.wasm.places(), fields)];
  }

  /** Searches by UCT from here; the state stays as it is. */
  search(budget: Budget, seed: number): Found {
    const { simulations, seconds } = budget;
    const wanted = simulations ? simulations * NODES_PER_SIMULATION : MOST_NODES;
    const nodes = Math.min(MOST_NODES, Math.max(4096, wanted));
    const code = this.wasm.search(simulations, seconds, nodes, seed);
    this.check(code);
    const moves = Array.from({ length: this.wasm.found() }, (_, i) => ({
      move: BigInt.asUintN(64, this.wasm.move(i)),
      visits: this.wasm.visits(i),
      mean: this.wasm.mean(i),
      proved: this.wasm.proved(i),
    }));
    const shares = new Float64Array(this.wasm.memory.buffer, this.wasm.shares(), this.seats);
    const best = moves[this.wasm.best()];
    if (!best) throw new RulesError("the search found no move");
    return {
      move: best.move, expected: [...shares], simulations: this.wasm.simulations(), moves,
    };
  }

  private check(code: number): void {
    if (code) throw new RulesError(ERRORS[code] ?? `the rules failed (${code})`);
  }
}
