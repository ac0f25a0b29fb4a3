// A match as this browser knows it: what the server has said, and the messages that change it.
import { Sheet } from "../board/sheet";
import { gamePath, getJson, optionsQuery } from "../parts/api";
import { keysOf, remember } from "../parts/memory";
import { Store } from "../parts/store";
import type {
  Answer, Drawing, FromServer, MoveEntry, Offers, Position, Reason, TableMessage, Thought, ToServer, Word,
} from "../wire";
import { Connection, UNCONNECTED, whyUnanswered } from "./connection";
import { heardIn } from "./heard";
import type { Announcement } from "./heard";

/** Where in a match one looks: after a ply, and after more moves from there. */
export interface Place {
  ply: number;
  moves: string[];
}

export class TableStore extends Store {
  readonly sheet = new Sheet();
  readonly keys: string[];
  table: TableMessage | null = null;
  drawing: Drawing | null = null;
  live: Position | null = null;
  list: MoveEntry[] = [];
  /** What was announced before the first move. */
  saidBefore: string[] = [];
  /** All moves as somebody knows them, until the position that they belong to is there. */
  private coming: { list: MoveEntry[]; said: string[] } | null = null;
  thinking: number | null = null;
  isConnected = false;
  isGone = false;
  /** The last refusal or failure, in one sentence. */
  notice: string | null = null;
  /** Whether it is about something else than the position, and stays when the next one comes. */
  private isLasting = false;
  reason: Reason | null = null;
  answer: Answer | null = null;
  /** What was announced to the seat that looks since it chose a move. */
  announced: Announcement[] = [];
  /** Whether the position is for somebody else than the one before, and still covered. */
  isCurtained = false;
  /** Whether a move is on its way, so that no other may be chosen. */
  isSending = false;
  onThought: (thought: Thought) => void = () => undefined;
  onPosition: (position: Position) => void = () => undefined;
  onPassedOn: () => void = () => undefined;
  onConnected: () => void = () => undefined;
  private readonly connection: Connection;
  private wanted = "";
  /** By seat, the ply up to which it has seen what was announced. */
  private readonly seen = new Map<number | null, number>();

  constructor(readonly id: string) {
    super();
    this.keys = keysOf(id);
    const query = this.keys.length > 0 ? `?keys=${this.keys.map(encodeURIComponent).join(",")}` : "";
    document.body.append(this.sheet.element);
    this.connection = new Connection(`/api/tables/${encodeURIComponent(id)}/socket${query}`, {
      onMessage: (message) => this.receive(message),
      onState: (isConnected) => {
        this.isSending = false;
        this.isConnected = isConnected;
        if (isConnected) this.onConnected();
        this.changed();
      },
    });
  }

  close(): void {
    this.connection.close();
    this.sheet.element.remove();
  }

  // ---- what the server says ----

  private receive(message: FromServer): void {
    switch (message.type) {
      case "table":
        this.setTable(message);
        break;
      case "position":
        if (message.curtain === true) this.passOn();
        this.sheet.add(message.symbols);
        if (!message.look) this.setLive(message);
        break;
      case "moves":
        this.coming = message;
        return;
      case "thought":
        this.onThought(message);
        break;
      case "answer":
        this.sheet.add(message.symbols ?? {});
        this.answer = message;
        break;
      case "refused":
        this.tell(message.message);
        if (message.id === undefined) this.isSending = false; // moves are sent without one
        break;
      case "thinking":
        this.thinking = message.seat;
        break;
      case "gone":
        this.isGone = true;
        break;
    }
    this.changed();
  }

  private setTable(table: TableMessage): void {
    this.table = table;
    remember({ table: this.id, title: table.title, keys: this.keys, opened: Date.now() });
    const address = `${gamePath(table.game)}/drawing${optionsQuery(table.options ?? {})}`;
    if (address === this.wanted) return;
    this.wanted = address;
    getJson<Drawing>(address).then(
      (drawing) => {
        this.drawing = drawing;
        this.changed();
      },
      (error: Error) => this.say(error.message, true),
    );
  }

  /** Nothing that was shown is for the person who comes to this browser. */
  private passOn(): void {
    this.isCurtained = true;
    this.sheet.clear();
    this.reason = null;
    this.notice = null;
    this.answer = null;
    this.onPassedOn();
  }

  private setLive(position: Position): void {
    const { ply, last } = position;
    if (this.coming) {
      this.list = this.coming.list;
      this.saidBefore = this.coming.said;
      this.coming = null;
    }
    if (ply < this.list.length) this.list = this.list.slice(0, ply);
    if (ply === this.list.length + 1 && last) {
      const { text, seat, colour, refused, said, said_after, together } = last;
      const turn = (this.live?.ply === ply - 1 ? this.live.turn : position.turn - 1) + 1;
      this.list = [...this.list, { text, seat, colour, turn, chance: seat === null, refused, said, said_after, together }];
    }
    if (this.live?.ply !== ply) {
      this.reason = null;
      if (!this.isLasting) this.notice = null;
      this.answer = null;
    }
    this.announced = this.newsOf(position);
    this.thinking = null;
    this.isSending = false;
    if (position.over) this.isCurtained = false;
    this.live = position;
    this.onPosition(position);
  }

  /** The announcements since a seat chose a move; none that were there when it came. */
  private newsOf({ seat, ply }: Position): Announcement[] {
    const seen = Math.min(this.seen.get(seat) ?? ply, ply);
    this.seen.set(seat, seen);
    return heardIn(this.list, [], ply).filter((it) => it.ply > seen);
  }

  // ---- what this browser says ----

  private tell(notice: string, isLasting = false): void {
    this.notice = notice;
    this.isLasting = isLasting;
  }

  say(notice: string, isLasting = false): void {
    this.tell(notice, isLasting);
    this.changed();
  }

  dismiss(): void {
    if (this.reason === null && this.notice === null && this.answer === null && this.announced.length === 0) return;
    this.reason = null;
    this.notice = null;
    this.answer = null;
    this.forgetNews();
    this.changed();
  }

  /** An answer that was felt for long enough; what was told after it stays. */
  forget(answer: Answer): void {
    if (this.answer !== answer) return;
    this.answer = null;
    this.changed();
  }

  private forgetNews(): void {
    this.announced = [];
    if (this.live) this.seen.set(this.live.seat, this.live.ply);
  }

  openCurtain(): void {
    this.isCurtained = false;
    this.changed();
  }

  send(message: ToServer): void {
    if (this.connection.send(message)) return;
    this.isSending = false;
    this.say(UNCONNECTED);
  }

  play(move: string): void {
    if (!this.live || this.isSending) return;
    this.isSending = true;
    this.forgetNews();
    this.changed();
    this.send({ type: "play", move, at: this.live.ply });
  }

  /** An answer of the server; null, which is told, if there was none. */
  private async request(message: ToServer): Promise<FromServer | null> {
    const answer = await this.connection.request(message);
    if (answer === null) this.say(whyUnanswered(this.isConnected));
    return answer;
  }

  /** The position at a place; null if the server does not show it. */
  async look(place: Place): Promise<Position | null> {
    const answer = await this.request({ type: "look", ...place });
    return answer?.type === "position" ? answer : null;
  }

  async more(place: Place, prefix: Word[]): Promise<Offers | null> {
    const answer = await this.request({ type: "offers", ...place, prefix });
    return answer?.type === "offers" ? answer.offers : null;
  }

  /** A move for the position as it stands; null where there is none, or another position by then. */
  async hint(): Promise<string | null> {
    const { live } = this;
    const answer = await this.request({ type: "hint" });
    return answer?.type === "hint" && live === this.live ? answer.move : null;
  }

  /** Tells why something is impossible at a place, if that is still the one where one looks. */
  async why(place: Place, words: string[], action: string | null, isStill: () => boolean): Promise<void> {
    this.explain(await this.request({ type: "why", ...place, action, words }), isStill);
  }

  /** The move that a typed text means; null where it means none, and what is wrong with it is told. */
  async meant(place: Place, text: string, isStill: () => boolean): Promise<string | null> {
    const answer = await this.request({ type: "typed", ...place, text });
    this.explain(answer, isStill);
    return answer?.type === "meant" && isStill() ? answer.move : null;
  }

  private explain(answer: FromServer | null, isStill: () => boolean): void {
    if (answer?.type !== "reason" || !isStill()) return;
    this.reason = answer;
    this.changed();
  }

  // ---- what follows from it ----

  /** The seats of this browser. */
  get mine(): number[] {
    return (this.table?.seats ?? []).flatMap(({ mine }, seat) => (mine ? [seat] : []));
  }

  get isMyTurn(): boolean {
    const acting = this.live?.acting ?? null;
    return acting !== null && this.mine.includes(acting) && !this.live?.over;
  }
}
