// Where pieces land, as an exported page finds it: the server's cases are in tests/web/test_landings.py.
import assert from "node:assert/strict";
import { test } from "node:test";
import cases from "../../../../tests/web/spreads.json";
import { endOfSpread, landings } from "../src/export/landings";

const SHAPES = { go: { types: ["cell", "number", "direction"], puts: null, line: 1 } };
const PLACES = ["a1", "a2", "a3", "b2"].map((name) => ({ name, x: name < "b" ? 0 : 40.1, y: -40 * Number(name[1]) }));

const board = (heights: Record<string, number>) =>
  new Map(Object.entries(heights).map(([cell, height]) => [cell, { top: "man", all: `man ${height}`, height }]));

const ends = (after: Record<string, number>) =>
  landings([["go", "a1", "2", "north"]], SHAPES, PLACES, board({ a1: 3, a3: 1 }), () => board(after)).map(({ lands }) => lands);

test("a pile that is spread in a straight line lands on the last cell, and round a corner on none", () => {
  assert.deepEqual(ends({ a1: 1, a2: 1, a3: 2 }), ["a3"]);
  assert.deepEqual(ends({ a1: 1, a2: 1, b2: 1, a3: 1 }), [null]);
  assert.deepEqual(ends({ a3: 4 }), ["a3"]);
});

test("what counts as a straight line is what the server counts as one", () => {
  for (const { about, points, before, after, end } of cases) {
    const places = Object.entries(points).map(([name, [x = 0, y = 0]]) => ({ name, x, y }));
    const [was, is] = [before, after].map((heights) => board(heights as Record<string, number>));
    assert.equal(endOfSpread(was ?? new Map(), is ?? new Map(), "a1", places), end, about);
  }
});
