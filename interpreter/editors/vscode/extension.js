"use strict";

// Starts `gdl lsp` and connects VS Code to it.  Nothing is downloaded and nothing is sent anywhere.

const vscode = require("vscode");

const LANGUAGE = "boardwright";
const NAMED = /^(?:game|extends)\s*:\s/m; // every rule file has one of these headings
const RULES =
  /^(?:options|players|board|pieces|setup|state|define|actions|sees|opening|turn|end|looks)\s*:/m;
const MAX_LOOKED_AT = 20000; // characters

let client;

function command() {
  return vscode.workspace.getConfiguration("boardwright").get("command", ["gdl", "lsp"]);
}

// Rule files are YAML files by their names, so they are known by what they hold.
async function recognize(document) {
  const wanted = vscode.workspace.getConfiguration("boardwright").get("recognize", true);
  if (!wanted || document.languageId !== "yaml") return;
  const text = document.getText().slice(0, MAX_LOOKED_AT);
  if (NAMED.test(text) && RULES.test(text)) {
    await vscode.languages.setTextDocumentLanguage(document, LANGUAGE);
  }
}

// The words that are offered, but nothing behind a word that is whole: Enter then begins a new line.
function unfinished(found, typed) {
  const items = Array.isArray(found) ? found : (found?.items ?? []);
  const inserted = ({ insertText, label }) => insertText?.value ?? insertText ?? label?.label ?? label;
  const isWhole = items.some((item) => inserted(item) === typed);
  return new vscode.CompletionList(isWhole ? [] : items, true); // asked again at each letter
}

async function provideCompletionItem(document, position, context, token, next) {
  const found = await next(document, position, context, token);
  const before = document.lineAt(position.line).text.slice(0, position.character);
  return unfinished(found, /\w*$/.exec(before)[0]);
}

async function start() {
  let library;
  try {
    library = require("vscode-languageclient/node");
  } catch {
    vscode.window.showWarningMessage(
      "Boardwright: run `npm install` in the folder of the extension, then reload the window.",
    );
    return;
  }
  const [program, ...args] = command();
  client = new library.LanguageClient(LANGUAGE, "Boardwright", { command: program, args }, {
    documentSelector: [{ language: LANGUAGE }],
    middleware: { provideCompletionItem },
  });
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `Boardwright: \`${[program, ...args].join(" ")}\` did not start (${error.message}). ` +
        "Install boardwright, or name the command in the setting `boardwright.command`.",
    );
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running && running.isRunning()) await running.stop();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(recognize),
    vscode.commands.registerCommand("boardwright.restart", async () => {
      await stop();
      await start();
    }),
  );
  await Promise.all(vscode.workspace.textDocuments.map(recognize));
  await start();
}

module.exports = { activate, deactivate: stop };
