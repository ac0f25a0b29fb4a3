// Positions set up by hand, and file names for titles.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assign, editedOf, move, put, read, rowsOf, written } from "../src/workbench/position/edited";
import type { Edited } from "../src/workbench/position/edited";

const EMPTY: Edited = { board: {}, seat: 0, turn: 3, colours: ["Red", "Blue"], variables: {}, marks: {} };
const MAN = { kind: "man", colour: "Red" };
const KING = { kind: "king", colour: "Red" };

test("a piece is put, moved and taken away, and the state before stays as it was", () => {
  const one = put(EMPTY, "a1", MAN, 1);
  assert.deepEqual(one.board, { a1: MAN });
  assert.deepEqual(move(one, "a1", "b2", 1).board, { b2: MAN });
  assert.deepEqual(move(one, "c3", "b2", 1).board, { a1: MAN });
  assert.deepEqual(put(one, "a1", null, 1).board, {});
  assert.deepEqual(put(one, "a1", KING, 1).board, { a1: KING });
  assert.deepEqual(EMPTY.board, {});
});

test("where a cell has room, pieces are put on one another and the top is taken away", () => {
  const two = put(put(EMPTY, "a1", MAN, 3), "a1", KING, 3);
  assert.deepEqual(two.board, { a1: [MAN, KING] });
  assert.deepEqual(put(two, "a1", null, 3).board, { a1: MAN });
  assert.deepEqual(move(put(two, "b2", MAN, 3), "a1", "b2", 3).board, { b2: [MAN, MAN, KING] });
  assert.deepEqual(move(put(two, "b2", MAN, 3), "a1", "b2", 2).board, { b2: [MAN, KING] });
  assert.deepEqual(move(two, "a1", "a1", 3).board, two.board);
});

test("what follows from a position is left out", () => {
  const whole = { ...EMPTY, supply: [1], pending: [0], history: [], last: "a1" };
  assert.deepEqual(Object.keys(editedOf(whole)).sort(), ["board", "colours", "marks", "seat", "turn", "variables"]);
});

test("a variable is set as a whole or by one index", () => {
  const state = { ...EMPTY, variables: { count: 1, coins: { Red: 0, Blue: 2 } } };
  assert.deepEqual(assign(state, "count", null, 5).variables["count"], 5);
  assert.deepEqual(assign(state, "coins", "Red", 3).variables["coins"], { Red: 3, Blue: 2 });
  assert.deepEqual(rowsOf(state.variables).map(({ name, key }) => `${name} ${key}`), ["count null", "coins Red", "coins Blue"]);
});

test("values are written so that they are read again", () => {
  for (const value of [0, 7, -2, 2.5, true, false, "Red", null, [], ["a1", "b2"]]) {
    assert.deepEqual(read(written(value), value), value);
  }
  assert.equal(read("<b>", ""), "<b>");
});
