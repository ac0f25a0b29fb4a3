// Where the arrow keys lead.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ARROWS, neighbour } from "../src/board/geometry";

/** The cells of a drawing, a letter for each. */
const drawn = (rows: string[]) =>
  rows.flatMap((row, y) => [...row].map((name, x) => ({ name, x, y, points: "" })).filter(({ name }) => name !== " "));

function walk(rows: string[], start: string, keys: string): string {
  const cells = drawn(rows);
  let at = cells.find(({ name }) => name === start);
  return [...keys].map((key) => {
    const way = Object.entries(ARROWS).find(([name]) => name.startsWith(`Arrow${key}`))?.[1];
    at = at && way ? (neighbour(cells, at, way) ?? at) : at;
    return at?.name;
  }).join("");
}

test("arrows lead straight ahead, past what lies aside", () => {
  assert.equal(walk(["a b c", " d e ", "fghij"], "f", "URRD"), "abcj");
});

test("where rows are set off, up and down lead to the next one, so that all cells are reached", () => {
  assert.equal(walk(["a b c", " d e ", "f g h"], "f", "URURD"), "debce");
});
