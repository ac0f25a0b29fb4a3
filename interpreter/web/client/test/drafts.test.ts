// Drafts in the storage of the browser, which its tabs share.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { DraftOfFile } from "../src/workbench/drafts";

const HERE = globalThis as unknown as { localStorage?: unknown };
const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");

/** A storage whose names are listed as they were written, like the one of a browser. */
class Stored {
  [name: string]: unknown;
}
Object.defineProperties(Stored.prototype, {
  getItem: { value(this: Stored, name: string) { return this[name] ?? null; } },
  setItem: { value(this: Stored, name: string, text: string) { this[name] = text; } },
  removeItem: { value(this: Stored, name: string) { delete this[name]; } },
});

beforeEach(() => Object.defineProperty(HERE, "localStorage", { value: new Stored(), configurable: true, writable: true }));
afterEach(() => {
  if (before) Object.defineProperty(globalThis, "localStorage", before);
  else delete HERE.localStorage;
});

const work = (text: string, moves: string[] = []) => ({ text, options: {}, moves, known: null });

test("the draft that was kept longest ago makes room for a new one", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: 1000 });
  const files = Array.from({ length: 30 }, (_, i) => new DraftOfFile(`file ${i}`));
  for (const [i, file] of files.entries()) {
    file.keep(work(`text ${i}`), "");
    context.mock.timers.tick(1);
  }
  files[0]?.keep(work("written again"), "");
  context.mock.timers.tick(1);
  new DraftOfFile("one more").keep(work("new"), "");
  const left = [0, 1, 2].map((i) => new DraftOfFile(`file ${i}`).load()?.text);
  assert.deepEqual(left, ["written again", undefined, "text 2"]);
});

test("a tab drops what it has kept itself, and nothing of another", () => {
  const [mine, other] = [new DraftOfFile("a"), new DraftOfFile("a")];
  mine.keep(work("mine"), "saved");
  other.drop();
  other.keep(work("saved", ["a move"]), "saved");
  assert.equal(new DraftOfFile("a").load()?.text, "mine");
  mine.drop();
  assert.equal(new DraftOfFile("a").load(), null);
});

test("a text of another tab is replaced where that was asked for, one that was read as long as it stands", () => {
  const mine = new DraftOfFile("a");
  mine.keep(work("mine"), "saved");
  const other = new DraftOfFile("a");
  other.load();
  mine.keep(work("mine, longer"), "saved");
  other.keep(work("other"), "saved");
  assert.equal(other.foreign("saved"), "mine, longer");
  other.keep(work("other"), "saved", true);
  assert.equal(mine.foreign("saved"), "other");
  const last = new DraftOfFile("a");
  assert.equal(last.load()?.text, "other");
  last.keep(work("last"), "saved");
  assert.equal(new DraftOfFile("a").load()?.text, "last");
});

test("moves alone are in nobody's way", () => {
  const [mine, other] = [new DraftOfFile("a"), new DraftOfFile("a")];
  other.keep(work("saved", ["a move"]), "saved");
  mine.keep(work("mine"), "saved");
  assert.equal(new DraftOfFile("a").load()?.text, "mine");
});

test("a storage that the browser has closed keeps nothing and stops nothing", () => {
  const closed = () => { throw new Error("closed"); };
  HERE.localStorage = { getItem: closed, setItem: closed, removeItem: closed };
  const draft = new DraftOfFile("file");
  assert.equal(draft.load(), null);
  draft.keep(work("text"), "");
  assert.equal(draft.foreign(""), null);
  draft.drop();
});
