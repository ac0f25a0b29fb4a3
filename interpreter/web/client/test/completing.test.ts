import assert from "node:assert/strict";
import { test } from "node:test";
import { offered } from "../src/workbench/editor/completing";

const result = {
  from: 0,
  options: [{ label: "mine" }, { label: "minimum" }, { label: "board", apply: "board:" }],
  validFor: /^\w*$/,
};
const labels = (typed: string, isExplicit = false) => offered(result, typed, isExplicit)?.options.map(({ label }) => label);

test("a word that is complete is not offered; of what is asked for by keys, all that adds something is", () => {
  assert.deepEqual(labels("min"), ["mine", "minimum", "board"]);
  assert.equal(labels("mine"), undefined);
  assert.deepEqual(labels("mine", true), ["minimum", "board"]);
  assert.deepEqual(labels("board"), ["mine", "minimum", "board"]); // a heading without its colon
  assert.equal(offered({ from: 0, options: [{ label: "mine" }] }, "mine", true), null);
});

test("while one types on, the answer goes when the word is complete", () => {
  const shown = offered(result, "mi", false);
  const after = (text: string) => shown?.update?.(shown, 0, text.length, { state: { sliceDoc: () => text } } as never);
  assert.equal(after("min"), shown);
  assert.equal(after("mine"), null);
  assert.equal(after("min,"), null);
});
