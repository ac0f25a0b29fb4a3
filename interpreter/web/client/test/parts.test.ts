import assert from "node:assert/strict";
import { test } from "node:test";
import { loadSettings, saveSettings } from "../src/parts/memory";
import { hasPart, namesAsWords, plain } from "../src/parts/words";
import cases from "../../../../tests/gdl/wording.json";
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

test("names and moves are words, as the server and the terminal have them", () => {
  for (const [text, read] of cases.names) assert.equal(namesAsWords(text ?? ""), read);
  for (const [text, read] of cases.moves) assert.equal(plain(text ?? ""), read);
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

test("a slash at the end of an address changes nothing", () => {
  assert.deepEqual(["/", "/workbench", "/workbench/", "/games/a/b/"].map(trimmed), ["/", "/workbench", "/workbench", "/games/a/b"]);
});
