import assert from "node:assert/strict";
import { test } from "node:test";
import { loadSettings, saveSettings } from "../src/parts/memory";
import { candidatesOf } from "../src/board/selection";
import { hasPart } from "../src/parts/words";
import { meantBy } from "../src/table/typed-moves";
import { trimmed } from "../src/router";

function stored(first: object): () => unknown {
  const kept = new Map([["settings", JSON.stringify(first)]]);
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  return () => JSON.parse(kept.get("settings") ?? "null") as unknown;
}

test("only settings that differ from the defaults are kept, and a default of former days is none", () => {
  const kept = stored({ theme: "dark", atOnce: true, marks: true, sound: false });
  const settings = loadSettings();
  assert.equal(settings.playAtOnce, false);
  saveSettings({ ...settings, sound: true });
  assert.deepEqual(kept(), { theme: "dark", sound: true });
  saveSettings({ ...loadSettings(), playAtOnce: true });
  assert.equal(loadSettings().playAtOnce, true);
});

test("a typed move is found at each letter, as the file writes it or as people read it", () => {
  for (const typed of ["leap b1 2*north+east", "leap b1 2 north and 1 east"]) {
    for (let end = 1; end <= typed.length; end += 1) {
      assert.ok(hasPart("leap b1 2*north+east", typed.slice(0, end)), typed.slice(0, end));
    }
  }
  assert.ok(hasPart("jump way_out", "way out"));
  assert.equal(hasPart("leap b1 2*north+east", "2*south"), false);
});

test("a typed move needs neither the name of its action nor the case of its letters", () => {
  const moves = candidatesOf({ complete: true, moves: [["trade", "6", "7"], ["trade", "16", "7"], ["rest"], ["take", "b1"], ["give", "b1"], ["again", ["a1", "c1"]]] }, {
    again: { types: ["set of cells"], line: 1 },
  });
  const meant = (text: string) => meantBy(moves, text)?.text;
  assert.deepEqual(["6 7", "Trade  6 7", "REST", "again a1 c1", "again { a1, c1 }", "16"].map(meant), ["trade 6 7", "trade 6 7", "rest", "again {a1,c1}", "again {a1,c1}", "trade 16 7"]);
  assert.deepEqual(["b1", "6 8", ""].map(meant), [undefined, undefined, undefined]);
});

test("a slash at the end of an address changes nothing", () => {
  assert.deepEqual(["/", "/workbench", "/workbench/", "/games/a/b/"].map(trimmed), ["/", "/workbench", "/workbench", "/games/a/b"]);
});
