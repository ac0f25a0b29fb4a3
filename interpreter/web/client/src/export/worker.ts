// The worker of an exported page: it searches where a match stands, and knows nothing of people.
import { type Budget, type Found, type Move, Rules } from "./rules";

export interface Begin {
  bytes: ArrayBuffer;
  seats: number;
}

export interface Ask {
  id: number;
  moves: BigUint64Array;
  budget: Budget;
  seed: number;
}

export interface Answer {
  id: number;
  found: Found | null;
  message: string;
}

/** Answers requests one after the other; the first message brings the game. */
export function work(): void {
  let rules: Promise<Rules> | null = null;
  const post = (answer: Answer) => (self as unknown as { postMessage(it: Answer): void }).postMessage(answer);
  self.addEventListener("message", ({ data }: MessageEvent<Begin | Ask>) => {
    if ("bytes" in data) rules = Rules.load(data.bytes, data.seats);
    else void answer(rules, data).then(post);
  });
}

async function answer(loading: Promise<Rules> | null, ask: Ask): Promise<Answer> {
  try {
    const rules = await loading;
    if (!rules) throw new Error("the game is missing");
    rules.replay(ask.moves);
    return { id: ask.id, found: rules.search(ask.budget, ask.seed), message: "" };
  } catch (error) {
    return { id: ask.id, found: null, message: error instanceof Error ? error.message : String(error) };
  }
}

/** The page's side of a worker, which is ended and begun anew to stop a search. */
export class Searcher {
  private worker: Worker | null = null;
  private asked = 0;
  private waiting: { id: number; settle(answer: Answer): void } | null = null;

  constructor(private readonly address: string, private readonly game: Begin) {}

  /** Searches after these moves; null if it was stopped.  Throws what the worker says. */
  async search(moves: readonly Move[], budget: Budget): Promise<Found | null> {
    this.stop();
    const worker = (this.worker ??= this.begin());
    const id = ++this.asked;
    const ask: Ask = { id, moves: BigUint64Array.from(moves), budget, seed: randomSeed() };
    const answer = await new Promise<Answer>((settle) => {
      this.waiting = { id, settle };
      worker.postMessage(ask);
    });
    if (answer.message) throw new Error(answer.message);
    return answer.found;
  }

  stop(): void {
    if (!this.waiting) return;
    this.worker?.terminate();
    this.worker = null;
    this.settle({ id: this.waiting.id, found: null, message: "" });
  }

  private begin(): Worker {
    const worker = new Worker(this.address);
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => this.settle(data));
    worker.addEventListener("error", (event) => {
      this.settle({ id: this.asked, found: null, message: event.message || "the search failed" });
    });
    worker.postMessage(this.game);
    return worker;
  }

  private settle(answer: Answer): void {
    if (this.waiting?.id !== answer.id) return;
    const { settle } = this.waiting;
    this.waiting = null;
    settle(answer);
  }
}

/** A seed below 2 to the 53. */
export function randomSeed(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1fffff) * 2 ** 32 + low;
}
