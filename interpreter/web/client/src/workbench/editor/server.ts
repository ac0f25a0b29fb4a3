// The language server over a web socket, and what of it the editor's library does not do by itself:
// diagnostics with the fixes that the server offers for them.
import {
  findReferencesKeymap, formatKeymap, hoverTooltips, jumpToDefinitionKeymap, LSPClient, LSPPlugin, renameKeymap,
  serverCompletion, signatureHelp,
} from "@codemirror/lsp-client";
import type { LSPClientExtension, Transport } from "@codemirror/lsp-client";
import { setDiagnostics } from "@codemirror/lint";
import type { Action, Diagnostic } from "@codemirror/lint";
import { EditorView, keymap, ViewPlugin } from "@codemirror/view";
import type { ViewUpdate } from "@codemirror/view";
import type * as lsp from "vscode-languageserver-protocol";
import { clean } from "./clean";

const TYPING = 40; // milliseconds without a key before the server gets the text
const ADDRESS = "/api/language";
const AGAIN = 2000;

const SEVERITIES = ["error", "error", "warning", "info", "hint"] as const;

const keyOf = ({ range, message }: lsp.Diagnostic): string => JSON.stringify([range.start, range.end, message]);

function changesOf(action: lsp.CodeAction, uri: string): lsp.TextEdit[] {
  const whole = action.edit?.changes?.[uri];
  if (whole) return whole;
  const documents = action.edit?.documentChanges ?? [];
  return documents.flatMap((change) =>
    "textDocument" in change && change.textDocument.uri === uri ? (change.edits as lsp.TextEdit[]) : [],
  );
}

/** A fix as the editor shows it: a button below the message. */
function toAction(action: lsp.CodeAction, plugin: LSPPlugin): Action {
  return {
    name: action.title,
    apply: (view) => {
      const changes = changesOf(action, plugin.uri).map(({ range, newText }) => ({
        from: plugin.fromPosition(range.start),
        to: plugin.fromPosition(range.end),
        insert: newText,
      }));
      view.dispatch({ changes, userEvent: "input.fix" });
      view.focus();
    },
  };
}

function toDiagnostic(found: lsp.Diagnostic, plugin: LSPPlugin, actions: readonly Action[]): Diagnostic {
  const place = (position: lsp.Position, side: number): number =>
    plugin.unsyncedChanges.mapPos(plugin.fromPosition(position, plugin.syncedDoc), side);
  const from = place(found.range.start, 1);
  return {
    from,
    to: Math.max(from, place(found.range.end, -1)),
    severity: SEVERITIES[found.severity ?? 1] ?? "error",
    message: typeof found.message === "string" ? found.message : found.message.value,
    source: typeof found.code === "string" ? found.code : undefined,
    actions,
  };
}

async function fixesOf(plugin: LSPPlugin, diagnostics: lsp.Diagnostic[]): Promise<Map<string, Action[]>> {
  const fixes = new Map<string, Action[]>();
  const end = plugin.toPosition(plugin.view.state.doc.length);
  const found = await plugin.client.request<lsp.CodeActionParams, (lsp.CodeAction | lsp.Command)[] | null>(
    "textDocument/codeAction",
    {
      textDocument: { uri: plugin.uri },
      range: { start: { line: 0, character: 0 }, end },
      context: { diagnostics, only: ["quickfix"] },
    },
  );
  for (const action of found ?? []) {
    if (!("edit" in action)) continue;
    for (const about of action.diagnostics ?? []) {
      const key = keyOf(about);
      fixes.set(key, [...(fixes.get(key) ?? []), toAction(action, plugin)]);
    }
  }
  return fixes;
}

/** Shows what the server finds at once, and then again with its fixes. */
function receive(client: LSPClient, params: lsp.PublishDiagnosticsParams): boolean {
  const file = client.workspace.getFile(params.uri);
  if (!file || (params.version != null && params.version !== file.version)) return false;
  const view = file.getView();
  const plugin = view && LSPPlugin.get(view);
  if (!view || !plugin) return false;
  const { diagnostics } = params;
  const { version } = file;
  const show = (fixes: Map<string, Action[]>): void => {
    const shown = diagnostics.map((one) => toDiagnostic(one, plugin, fixes.get(keyOf(one)) ?? []));
    view.dispatch(setDiagnostics(view.state, shown));
  };
  show(new Map());
  if (diagnostics.length > 0) {
    void fixesOf(plugin, diagnostics).then(
      (fixes) => {
        if (fixes.size > 0 && file.version === version && plugin.unsyncedChanges.empty) show(fixes);
      },
      () => undefined, // a server without fixes, or a text that has changed meanwhile
    );
  }
  return true;
}

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

const diagnosing: LSPClientExtension = {
  clientCapabilities: {
    textDocument: {
      publishDiagnostics: { versionSupport: true, relatedInformation: true },
      codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } },
    },
  },
  notificationHandlers: {
    "textDocument/publishDiagnostics": (client, params) => receive(client, params as lsp.PublishDiagnosticsParams),
  },
  editorExtension: sending,
};

/** A connection to the server for as long as an editor is open; it comes back when it is dropped. */
export class LanguageServer {
  readonly client: LSPClient;
  private socket: WebSocket | null = null;
  private readonly handlers = new Set<(value: string) => void>();
  private retry = 0;
  private isClosed = false;

  constructor(private readonly onState: (isConnected: boolean) => void) {
    const keys = keymap.of([...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]);
    this.client = new LSPClient({
      rootUri: "file:///rules",
      timeout: 10_000,
      sanitizeHTML: clean,
      extensions: [serverCompletion(), hoverTooltips({ hoverTime: 250 }), signatureHelp(), keys, diagnosing],
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
      void this.client.initializing.then(() => this.onState(true), () => socket.close());
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      for (const handler of [...this.handlers]) handler(event.data);
    };
    socket.onclose = () => {
      if (this.client.connected) this.client.disconnect();
      this.onState(false);
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

/** Whether an editor is connected to the server. */
export function isServed(view: EditorView): boolean {
  return LSPPlugin.get(view)?.client.connected ?? false;
}
