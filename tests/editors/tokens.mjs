// Reads {grammar, texts} as JSON from the standard input and writes, for each text, its lines as
// [start, end, scopes] of every token, as VS Code sees them.
// Usage: node tokens.mjs FOLDER, where `npm install vscode-textmate vscode-oniguruma` was run.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const require = createRequire(join(folder, "package.json"));
const { loadWASM, OnigScanner, OnigString } = require("vscode-oniguruma");
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");

const { grammar, texts } = JSON.parse(readFileSync(0, "utf8"));
const wasm = readFileSync(join(folder, "node_modules/vscode-oniguruma/release/onig.wasm"));
await loadWASM({ data: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) });
const registry = new Registry({
  onigLib: {
    createOnigScanner: (sources) => new OnigScanner(sources),
    createOnigString: (text) => new OnigString(text),
  },
  loadGrammar: async () => parseRawGrammar(JSON.stringify(grammar), "rules.json"),
});
const loaded = await registry.loadGrammar(grammar.scopeName);
const tokenized = texts.map((text) => {
  let stack = INITIAL;
  return text.split("\n").map((line) => {
    const result = loaded.tokenizeLine(line, stack);
    stack = result.ruleStack;
    return result.tokens.map((token) => [token.startIndex, token.endIndex, token.scopes]);
  });
});
process.stdout.write(JSON.stringify(tokenized));
