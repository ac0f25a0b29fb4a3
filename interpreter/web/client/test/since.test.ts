// What the others have played since one's own last move.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sinceOwn } from "../src/table/since";
import type { CardsOf, Told } from "../src/table/since";

const by = (text: string, seat: number | null, colour: string, together = 0) =>
  ({ text, seat, turn: 1, colour, chance: seat === null, together });

const card = (word: string) => ({ word, face: [word.slice(-3)], fill: null, look: null });
const said = (moves: Told[]) =>
  moves.map(({ colour, parts }) => [colour, ...parts.map((part) => (typeof part === "string" ? part : `[${part.face.join("")}]`))].join(" "));

const list = [
  by("play hearts-two", 0, "North"), by("play hearts-ace", 1, "East"), by("deal", null, "East"), by("", 2, "South"),
  by("play lone_card", 3, "West"),
];

test("what the others have played since one's own last move is told, without the action that all have", () => {
  assert.deepEqual(said(sinceOwn(list, 0)), ["East hearts-ace", "West lone card"]);
  assert.deepEqual(said(sinceOwn(list, 3)), []);
  assert.deepEqual(said(sinceOwn([...list, by("doubt", 1, "East")], 3)), ["East doubt"]);
  assert.deepEqual(said(sinceOwn([...list, by("doubt", 1, "East")], 0)).slice(1), ["West play lone card", "East doubt"]);
});

test("what others chose at once with one's own last move is told, too, and no more of that turn", () => {
  const rounds = [
    by("bid 3", 0, "Red"), by("bid 5", 1, "Blue", 1), by("bid 7", 2, "White", 2),
    by("bid 4", 0, "Red"), by("bid 6", 1, "Blue", 1), by("bid 8", 2, "White", 2),
  ];
  assert.deepEqual(said(sinceOwn(rounds, 0)), ["Blue 6", "White 8"]);
  assert.deepEqual(said(sinceOwn(rounds, 1)), ["Red 4", "White 8"]);
  assert.deepEqual(said(sinceOwn([...rounds, by("open", 2, "White")], 2)), []);
});

test("cards are cards, and so are numbers that are chosen where cards lie, and the cards of a set", () => {
  const game: CardsOf = {
    cards: [card("hearts-ace"), card("hearts-two")],
    actions: { bid: { types: ["number", "number"], from: [["hand"], []], line: null } },
    dealt: new Set(["hand"]),
  };
  assert.deepEqual(said(sinceOwn(list, 0, game)), ["East [ace]", "West lone card"]);
  const others = [by("bid 3 4", 1, "Blue"), by("meld {hearts-ace,hearts-two}", 2, "White"), by("meld {a1,b1}", 2, "White")];
  assert.deepEqual(said(sinceOwn(others, 0, game)), ["Blue bid [3] 4", "White meld [ace] [two]", "White meld a1 b1"]);
});
