import assert from "node:assert/strict";
import { test } from "node:test";
import { announcedSince } from "../src/table/shown";
import type { Position } from "../src/wire";

const told = (heard: string[], count: number) => ({ heard, told: count, colours: ["Red", "Blue"] }) as unknown as Position;

test("what is new is announced, but not the moves", () => {
  const heard = ["Red: shoot a1", "water", "Blue: shoot b2", "hit"];
  assert.deepEqual(announcedSince(told(heard, 4), 0), ["water", "hit"]);
  assert.deepEqual(announcedSince(told(heard, 4), 2), ["hit"]);
  assert.deepEqual(announcedSince(told(heard, 4), 4), []);
});

test("what is new is announced, too, where only the latest texts are sent", () => {
  const heard = ["water", "Red: shoot a1", "hit"];
  assert.deepEqual(announcedSince(told(heard, 503), 502), ["hit"]);
  assert.deepEqual(announcedSince(told(heard, 503), 503), []);
  assert.deepEqual(announcedSince(told(heard, 503), 90), ["water", "hit"]);
  assert.deepEqual(announcedSince(told(heard, 503), 600), [], "moves were taken back");
});
