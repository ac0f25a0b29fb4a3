// The list of moves by turn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { turnsOf } from "../src/table/turns";

const entry = (text: string, seat: number | null, turn: number) =>
  ({ text, seat, turn, colour: seat === null ? null : "Red", chance: seat === null });

const shown = (list: ReturnType<typeof entry>[]) =>
  turnsOf(list).map(({ moves }) => moves.map(({ text, ply, count }) => `${text} ${ply}${count > 1 ? ` × ${count}` : ""}`));

test("a deal of many cards, and many hidden throws, are one entry each", () => {
  const deal = Array.from({ length: 8 }, (_, i) => entry(`deal ${i % 2 ? "East" : "West"}`, null, 1));
  const throws = Array.from({ length: 7 }, () => entry("", null, 2));
  const list = [...deal, entry("turn_up ace", null, 1), entry("play", 0, 1), ...throws, entry("bid 1", 0, 2)];
  assert.deepEqual(shown(list), [["deal 8 × 8", "turn_up ace 9"], ["play 10"], [" 17 × 7", "bid 1 18"]]);
});

test("a few throws are told one by one, and moves of people always", () => {
  const throws = [1, 2, 3].map((n) => entry(`throw ${n}`, null, 1));
  assert.deepEqual(shown(throws), [["throw 1 1", "throw 2 2", "throw 3 3"]]);
  const steps = Array.from({ length: 9 }, () => entry("step", 0, 1));
  assert.equal(shown(steps)[0]?.length, 9);
});

test("a move that was refused is told as such", () => {
  const list = [{ ...entry("place a1", 0, 1), refused: true }, entry("place a2", 0, 1)];
  assert.deepEqual(turnsOf(list)[0]?.moves.map(({ refused }) => refused), [true, undefined]);
});

test("the set-up is nobody's, and a throw that opens a turn is whose turn it is", () => {
  const list = [entry("deal a", null, 1), { ...entry("throw 3", null, 1), colour: "Red" }, entry("step", 0, 1)];
  assert.deepEqual(shown(list), [["deal a 1"], ["throw 3 2", "step 3"]]);
  assert.deepEqual(turnsOf(list).map(({ number, colour }) => [number, colour]), [[null, ""], [1, "Red"]]);
});
