// What was announced, as a log.
import assert from "node:assert/strict";
import { test } from "node:test";
import { heardIn } from "../src/table/heard";

const entry = (text: string, turn: number, said: string[], refused = false) =>
  ({ text, turn, said, refused, seat: 0, colour: "Red", chance: false });

const lines = (log: ReturnType<typeof heardIn>) =>
  log.map(({ turn, move, said, count }) => `${turn ?? "-"} ${move}: ${said.join(", ")}${count > 1 ? ` × ${count}` : ""}`);

test("what was announced stands behind the move that it came with", () => {
  const list = [entry("place a1", 1, []), entry("shoot b2", 1, ["hit", "sunk"]), entry("shoot c3", 2, ["miss"])];
  assert.deepEqual(lines(heardIn(list, [], 3)), ["1 shoot b2: hit, sunk", "2 shoot c3: miss"]);
  assert.deepEqual(lines(heardIn(list, ["all hide"], 2)), ["- : all hide", "1 shoot b2: hit, sunk"], "as of an earlier position");
});

test("tries of somebody else that were refused are counted, and have no move", () => {
  const list = [entry("no room", 1, ["no room"]), entry("no room", 1, ["no room"]), entry("no room", 2, ["no room"])];
  assert.deepEqual(lines(heardIn(list, [], 3)), ["1 : no room × 2", "2 : no room"]);
});

test("what was said when all had chosen belongs to none of them", () => {
  const list = [entry("bid 3", 1, ["you bid"]), { ...entry("bid 2", 1, []), said_after: ["revealed"] }];
  const log = heardIn(list, [], 2);
  assert.deepEqual(lines(log), ["1 bid 3: you bid", "1 : revealed"]);
  assert.deepEqual(log.map(({ colour, isOfAll }) => [colour, isOfAll]), [["Red", false], ["", true]]);
});
