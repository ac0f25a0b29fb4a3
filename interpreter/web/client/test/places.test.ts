// Cards that stay where they lie.
import assert from "node:assert/strict";
import { test } from "node:test";
import { placed } from "../src/board/places";
import type { Places } from "../src/board/places";

const cards = (words: string) => words.split("").map((word) => ({ word, face: [word], fill: null, look: null }));
const shown = (places: Places) => places.map(({ card, isLeft }) => (isLeft ? "-" : card.word)).join("");

test("a card that leaves keeps the places of the others, also of cards that are alike", () => {
  const four = placed([], cards("abbc"));
  assert.equal(shown(four), "abbc");
  const three = placed(four, cards("abc"));
  assert.equal(shown(three), "ab-c");
  assert.equal(shown(placed(three, cards("abc"))), "ab-c", "looked at again");
  assert.equal(shown(placed(three, cards("c"))), "---c");
});

test("cards that come lie close together again, as do those of an empty hand", () => {
  const three = placed(placed([], cards("abcd")), cards("abd"));
  assert.equal(shown(three), "ab-d");
  assert.equal(shown(placed(three, cards("abde"))), "abde");
  assert.equal(shown(placed(three, cards("abcd"))), "abcd");
  assert.equal(shown(placed(placed(three, []), cards("b"))), "b");
});
