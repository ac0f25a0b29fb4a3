import assert from "node:assert/strict";
import { test } from "node:test";
import { boardLabel, storedByCell, toldByPointer } from "../src/board/told";
import type { Decoration } from "../src/wire";

const stored = (told: string, ...cells: string[]): Decoration => {
  const [name, ...value] = told.split(" ");
  return { of: name ?? "", told, label: [`${name}, ${cells.join("–")}`, ...value].join(" "), cells, under: false, parts: [] };
};

test("a cell tells what is stored on it, and of what lies on several the others", () => {
  const marks = [stored("dice 4", "a1"), stored("dice 2", "b1"), stored("dry_wall", "a1", "b1")];
  assert.deepEqual(storedByCell(marks).get("a1"), ["dice 4", "dry wall, a1–b1"]);
  assert.equal(storedByCell(marks).has("c1"), false);
  const many = Array.from({ length: 9 }, (_, i) => stored(`n ${i}`, "a1"));
  assert.equal(storedByCell(many).get("a1")?.at(-1), "and 3 more");
});

test("a board tells all that is stored, and only its name where nothing is", () => {
  assert.equal(boardLabel("Board of Dice", []), "Board of Dice");
  assert.equal(boardLabel("Board", [stored("dice 4", "a1"), stored("dice 2", "b1")]), "Board. Stored: dice, a1 4; dice, b1 2");
});

test("the pointer tells the names that cannot be read beside the board", () => {
  const names = ["a", "b", "1", "bank", "one"].map((text) => ({ text, x: 0, y: 0, small: false, size: 13 }));
  const isTold = toldByPointer({ style: "cells", names });
  assert.deepEqual(["a1", "b1", "b2", "bank_one", "bank_two"].map(isTold), [false, false, true, true, true]);
  assert.ok(toldByPointer({ style: "points", names })("a1"));
});
