import assert from "node:assert/strict";
import { test } from "node:test";
import { isCovered, keyOf, lyingIn } from "../src/board/lying";
import { candidatesOf, choose, NOTHING, viewOf } from "../src/board/selection";
import type { Choice } from "../src/board/selection";
import type { Position, Word } from "../src/wire";

const CARDS = ["clubs-2", "clubs-3", "hearts-4"];
const SHAPES = { exchange: { types: ["piece", "piece"], from: [["hand"], ["hand"]], line: 1 } };
const POSITION = {
  acting: 0, colours: ["East"], supply: [],
  values: [{ name: "hand", hands: [{ colour: "East", cards: CARDS.map((word) => ({ word })) }] }],
} as unknown as Position;

test("cards for two parts of a move are chosen in order, and given up where they lie", () => {
  const moves = CARDS.flatMap((one) => CARDS.filter((other) => other !== one).map((other): Word[] => ["exchange", one, other]));
  const all = candidatesOf({ complete: true, moves }, SHAPES);
  const at = (choice: Choice, word: string) => {
    const view = viewOf(all, choice);
    const lying = lyingIn(view, POSITION);
    assert.ok(view.groups.every((group) => isCovered(group, lying)));
    return keyOf(lying, "hand", word, choice.words);
  };
  for (const card of CARDS) assert.equal(at(NOTHING, card), "piece 1");
  const first = choose(all, NOTHING, "piece 1", "clubs-3");
  assert.ok(first.kind === "chosen");
  assert.equal(at(first.choice, "clubs-3"), "piece 1", "given up");
  assert.equal(at(first.choice, "clubs-2"), "piece 2");
  const second = choose(all, first.choice, "piece 2", "clubs-2");
  assert.ok(second.kind === "play" && second.move.text === "exchange clubs-3 clubs-2");
  assert.equal(at(NOTHING, "spades-9"), undefined);
});
