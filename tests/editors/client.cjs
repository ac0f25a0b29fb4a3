// Runs the client of the extension with a stand-in for VS Code and prints, as JSON, what it did.
// Usage: node client.cjs EXTENSION, with {settings, documents, library} on the standard input;
// without `library` the library of the protocol is missing.  For each of `lines` the words that the
// server would offer behind it are `offered`.

const Module = require("node:module");
const { readFileSync } = require("node:fs");

const given = JSON.parse(readFileSync(0, "utf8"));
const done = { languages: {}, started: [], messages: [], left: [] };
const documents = given.documents.map(([name, languageId, text]) => ({
  name, languageId, getText: () => text,
}));
const say = (message) => done.messages.push(message);
const vscode = {
  CompletionList: class {
    constructor(items, isIncomplete) { Object.assign(this, { items, isIncomplete }); }
  },
  commands: { registerCommand: () => ({}) },
  languages: {
    setTextDocumentLanguage: async (document, id) => { done.languages[document.name] = id; },
  },
  window: { showErrorMessage: say, showWarningMessage: say },
  workspace: {
    getConfiguration: () => ({ get: (name, usual) => given.settings[name] ?? usual }),
    onDidOpenTextDocument: () => ({}),
    textDocuments: documents,
  },
};
class LanguageClient {
  constructor(id, name, server, options) { Object.assign(this, { server, options }); }
  async start() {
    if (this.server.command === "missing") throw new Error("ENOENT");
    done.started.push([this.server, this.options]);
    const { provideCompletionItem } = this.options.middleware;
    const offered = given.offered.map((label) => ({ label }));
    for (const text of given.lines) {
      const document = { lineAt: () => ({ text }) };
      const at = { line: 0, character: text.length };
      const list = await provideCompletionItem(document, at, {}, null, async () => offered);
      done.left.push([list.items.map(({ label }) => label), list.isIncomplete]);
    }
  }
}
const load = Module._load;
Module._load = (name, ...rest) => {
  if (name === "vscode") return vscode;
  if (name !== "vscode-languageclient/node") return load(name, ...rest);
  if (!given.library) throw new Error("not installed");
  return { LanguageClient };
};

const { activate } = require(process.argv[2]);
activate({ subscriptions: [] }).then(() => process.stdout.write(JSON.stringify(done)));
