// The language server over a web socket: completions, explanations, names.  What is wrong with the text
// comes with the answer of the workbench, so that the text is checked once.
import {
  findReferencesKeymap, formatKeymap, hoverTooltips, jumpToDefinitionKeymap, LSPClient, LSPPlugin, renameKeymap,
} from "@codemirror/lsp-client";
import type { Transport } from "@codemirror/lsp-client";
import { keymap, ViewPlugin } from "@codemirror/view";
import type { ViewUpdate } from "@codemirror/view";
import { clean } from "./clean";
import { completing } from "./completing";
import { signatures } from "./signatures";

const TYPING = 40; // milliseconds without a key before the server gets the text
const ADDRESS = "/api/language";
const AGAIN = 2000;

/** Sends the text soon after each change. */
const sending = ViewPlugin.fromClass(
  class {
    private timer = 0;
    update(update: ViewUpdate): void {
      if (!update.docChanged) return;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => LSPPlugin.get(update.view)?.client.sync(), TYPING);
    }
    destroy(): void {
      clearTimeout(this.timer);
    }
  },
);

/** A connection to the server for as long as an editor is open; it comes back when it is dropped. */
export class LanguageServer {
  readonly client: LSPClient;
  private socket: WebSocket | null = null;
  private readonly handlers = new Set<(value: string) => void>();
  private retry = 0;
  private isClosed = false;

  constructor() {
    const keys = keymap.of([...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]);
    this.client = new LSPClient({
      rootUri: "file:///rules",
      timeout: 10_000,
      sanitizeHTML: clean,
      extensions: [completing, hoverTooltips({ hoverTime: 250 }), signatures, keys, { editorExtension: sending }],
    });
    this.open();
  }

  private open(): void {
    const url = new URL(ADDRESS, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => {
      this.client.connect(this.transport(socket));
      void this.client.initializing.catch(() => socket.close());
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      for (const handler of [...this.handlers]) handler(event.data);
    };
    socket.onclose = () => {
      if (this.client.connected) this.client.disconnect();
      if (!this.isClosed) this.retry = setTimeout(() => this.open(), AGAIN);
    };
  }

  private transport(socket: WebSocket): Transport {
    return {
      send: (message) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(message);
      },
      subscribe: (handler) => void this.handlers.add(handler),
      unsubscribe: (handler) => void this.handlers.delete(handler),
    };
  }

  /** What an editor of a file needs. */
  extension(name: string) {
    return this.client.plugin(`file:///rules/${name.split("/").map(encodeURIComponent).join("/")}`, "gdl");
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.retry);
    this.socket?.close();
  }
}
