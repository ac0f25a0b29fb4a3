// The web socket of a table: it comes back after a dropped connection, and pairs answers with questions.
import { dataOf } from "../parts/data";
import type { FromServer, ToServer } from "../wire";

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const ANSWER_WITHIN = 20_000;

type Waiting = { resolve: (answer: FromServer | null) => void; timer: number };

interface Listener {
  onMessage: (message: FromServer) => void;
  onState: (isConnected: boolean) => void;
}

export const UNCONNECTED = "There is no connection at the moment; it is being restored.";

/** Why there was no answer: no connection, or one that took too long. */
export function whyUnanswered(isConnected: boolean): string {
  return isConnected ? "There was no answer in time; try again." : UNCONNECTED;
}

/** A connection that is kept until it is closed. */
export class Connection {
  private socket: WebSocket | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private next = 1;
  private wait = FIRST_WAIT;
  private retry = 0;
  private isClosed = false;

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.open();
  }

  private open(): void {
    const url = new URL(this.address, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.listener.onState(true);
    };
    socket.onmessage = (event: MessageEvent<string>) => this.receive(dataOf<FromServer>(event.data));
    socket.onclose = () => this.dropped(socket);
  }

  private receive(message: FromServer): void {
    const waiting = message.id === undefined ? undefined : this.waiting.get(message.id);
    if (waiting && message.id !== undefined) {
      this.waiting.delete(message.id);
      clearTimeout(waiting.timer);
      waiting.resolve(message);
    }
    this.listener.onMessage(message);
    if (message.type === "gone") this.close();
  }

  private dropped(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.socket = null;
    for (const { resolve, timer } of this.waiting.values()) {
      clearTimeout(timer);
      resolve(null);
    }
    this.waiting.clear();
    if (this.isClosed) return;
    this.listener.onState(false);
    this.retry = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  /** Tries again at once, where there is reason to hope. */
  private readonly hurry = (): void => {
    if (this.isClosed || this.socket || document.visibilityState === "hidden") return;
    clearTimeout(this.retry);
    this.open();
  };

  /** Sends a message; false while there is no connection. */
  send(message: ToServer & { id?: number }): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Sends a message and waits for its answer; null if there is none. */
  request(message: ToServer): Promise<FromServer | null> {
    const id = this.next++;
    if (!this.send({ ...message, id })) return Promise.resolve(null);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        resolve(null);
      }, ANSWER_WITHIN);
      this.waiting.set(id, { resolve, timer });
    });
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.retry);
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }
}
