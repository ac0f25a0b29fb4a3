import assert from "node:assert/strict";
import { test } from "node:test";
import { rowOf, tableOf } from "../src/board/values";

const entry = (...index: string[]) => ({ index, text: index.join("-") });
const value = (entries: { index: string[]; text: string }[]) => ({ name: "points", label: "points", text: "", entries });

test("a value with two indices is a table with the fewer names across, and one that is hidden has a hole", () => {
  const kinds = ["ones", "twos", "threes"];
  const all = ["Red", "Blue"].flatMap((colour) => kinds.map((kind) => entry(colour, kind)));
  const table = tableOf(value(all.slice(0, 5)));
  assert.deepEqual(table?.columns, ["Red", "Blue"]);
  assert.deepEqual(table.rows.map(({ name, cells }) => [name, ...cells.map((cell) => cell?.text)]), [
    ["ones", "Red-ones", "Blue-ones"],
    ["twos", "Red-twos", "Blue-twos"],
    ["threes", "Red-threes", undefined],
  ]);
  const long = tableOf(value(["a", "b", "c"].flatMap((one) => [entry(one, "x", "1"), entry(one, "x", "2")])));
  assert.deepEqual([long?.columns, long?.rows.map(({ name }) => name)], [["1", "2"], ["a x", "b x", "c x"]]);
});

test("a value with one index over three numbers or more is a row", () => {
  assert.deepEqual(rowOf(value([entry("0"), entry("1"), entry("2")]))?.map(({ text }) => text), ["0", "1", "2"]);
  assert.equal(rowOf(value([entry("1"), entry("2")])), null);
  assert.equal(rowOf(value([entry("1", "2"), entry("1", "3"), entry("1", "4")])), null);
  assert.equal(rowOf(value([entry("a1"), entry("a2"), entry("a3")])), null);
});

test("a value with one index, and one with none, is no table", () => {
  assert.equal(tableOf(value([entry("Red"), entry("Blue")])), null);
  assert.equal(tableOf(value([])), null);
});
