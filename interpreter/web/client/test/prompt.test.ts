import assert from "node:assert/strict";
import { test } from "node:test";
import { candidatesOf, choose, NOTHING, tap, viewOf } from "../src/board/selection";
import { expectedText, shareOf } from "../src/analysis/expected";
import { asked, decided, resultText } from "../src/table/prompt";
import type { Position, Word } from "../src/wire";

const SHAPES = {
  found: { types: ["colour", "cell", "cell"], puts: "stone", line: 1 },
  mark: { types: ["colour", "cell"], puts: null, line: 2 },
  choose: { types: ["colour"], line: 3 },
  draw: { types: ["cell", "cell"], puts: null, looks: false, line: 5 },
  bid: { types: ["number"], line: 4 },
};
const EMPTY = { pieces: {}, hidden: [] as string[], colours: ["Black", "White"] } as unknown as Position;

const offered = (...moves: Word[][]) => candidatesOf({ complete: true, moves }, SHAPES);
const said = (view: ReturnType<typeof viewOf>) => asked(view, EMPTY, SHAPES, (look) => look);

test("a prompt says for whose piece a cell is chosen", () => {
  const moves = offered(["found", "White", ["a1", "a2"]], ["found", "White", ["a1", "b1"]], ["found", "White", ["a2", "b1"]]);
  assert.equal(said(viewOf(moves, NOTHING)), "found – choose an empty cell for a White stone");
  const begun = tap(moves, NOTHING, "a1");
  assert.ok(begun.kind === "chosen");
  assert.equal(said(viewOf(moves, begun.choice)), "found a1 – now choose an empty cell for a White stone");
  const marks = offered(["mark", "Black", "a1"], ["mark", "Black", "a2"]);
  assert.equal(said(viewOf(marks, NOTHING)), "mark – choose an empty cell for Black");
});

test("a prompt names the only move left, which a button plays while some of its cells are not chosen", () => {
  const moves = offered(["draw", ["a1", "a2", "a3"]], ["draw", ["b1", "b2", "b3"]]);
  const begun = tap(moves, NOTHING, "a2");
  assert.ok(begun.kind === "chosen");
  assert.deepEqual(viewOf(moves, begun.choice).ready.map(({ text }) => text), ["draw {a1,a2,a3}"]);
  assert.equal(said(viewOf(moves, begun.choice)), "draw a1 a2 a3 – choose a cell, or the button");
});

test("cells that are all of a move stand in its order, whatever was tapped first", () => {
  const moves = offered(["draw", ["a1", "b1"]], ["draw", ["a1", "b1", "c1"]], ["draw", ["a1", "c1"]]);
  const first = tap(moves, NOTHING, "b1");
  assert.ok(first.kind === "chosen");
  const second = tap(moves, first.choice, "a1");
  assert.ok(second.kind === "chosen");
  assert.match(said(viewOf(moves, second.choice)), /^draw a1 b1 – /);
});

test("where the colour is chosen too, the cell is for nobody yet", () => {
  const moves = offered(["found", "White", ["a1", "a2"]], ["found", "Black", ["a1", "b1"]]);
  assert.equal(said(viewOf(moves, NOTHING)), "found – choose an empty cell");
});

test("a cell is empty only where the rules look at the pieces", () => {
  const lines = offered(["draw", ["a1", "a2"]], ["draw", ["a1", "b1"]]);
  assert.equal(said(viewOf(lines, NOTHING)), "draw – choose a cell");
});

test("a prompt names few answers, and only the sort of many", () => {
  assert.equal(said(viewOf(offered(["choose", "Black"], ["choose", "White"]), NOTHING)), "choose – Black or White?");
  const bids = ["1", "2", "3", "4", "5"].map((number) => ["bid", number]);
  assert.equal(said(viewOf(offered(...bids), NOTHING)), "bid – choose a number");
});

test("of numbers of two actions a number is asked for", () => {
  const shapes = { bid: { types: ["number"], puts: null, line: 1 }, take: { types: ["number"], puts: null, line: 2 } };
  const numbers = Array.from({ length: 7 }, (_, i) => String(i + 1));
  const moves = candidatesOf({ complete: true, moves: numbers.flatMap((n) => [["bid", n], ["take", n]]) }, shapes);
  assert.equal(asked(viewOf(moves, NOTHING), EMPTY, shapes, (look) => look), "bid or take – choose a number");
});

test("of the only move that is left all is said", () => {
  const shapes = { bid: { types: ["number", "number"], puts: null, line: 4 } };
  const moves = candidatesOf({ complete: true, moves: [["bid", "10", "6"], ["bid", "11", "5"], ["bid", "11", "6"]] }, shapes);
  const begun = choose(moves, NOTHING, "number 1", "10");
  assert.ok(begun.kind === "chosen");
  assert.equal(asked(viewOf(moves, begun.choice), EMPTY, shapes, (look) => look), "bid 10 6 – the button plays it");
});

test("where each move is a button, a move is asked for", () => {
  const shapes = { bid: { types: ["number", "number"], puts: null, line: 4 } };
  const moves = candidatesOf({ complete: true, moves: [["bid", "2", "6"], ["bid", "10", "3"]] }, shapes);
  assert.equal(asked(viewOf(moves, NOTHING), EMPTY, shapes, (look) => look), "bid – choose a move");
});

test("two numbers are asked for by their names, and stand in their order", () => {
  const shapes = { bid: { types: ["number", "number"], parameters: ["how_many", "which_face"], puts: null, line: 4 } };
  const pairs = ["2", "4", "5", "10"].flatMap((many) => ["10", "3", "6", "5"].map((face) => ["bid", many, face]));
  const moves = candidatesOf({ complete: true, moves: pairs }, shapes);
  const view = viewOf(moves, NOTHING);
  assert.equal(asked(view, EMPTY, shapes, (look) => look), "bid – choose how many or which face");
  assert.deepEqual(view.groups.map(({ values }) => values.map(({ value }) => value)), [["2", "4", "5", "10"], ["3", "5", "6", "10"]]);
});

test("a word that nobody chooses stays in the prompt while its cells are chosen", () => {
  const shapes = { place: { types: ["word of carrier, submarine", "cell", "cell"], puts: null, looks: false, line: 4 } };
  const moves = candidatesOf({ complete: true, moves: [["place", "carrier", "a1", "b1"], ["place", "carrier", "a1", "a2"]] }, shapes);
  const begun = tap(moves, NOTHING, "a1");
  assert.ok(begun.kind === "chosen");
  assert.equal(asked(viewOf(moves, begun.choice), EMPTY, shapes, (look) => look), "place carrier a1 – now choose a cell");
});

test("once begun, a prompt names few answers, and of many words the first", () => {
  const cards = (count: number) => Array.from({ length: count }, (_, i) => ["play", "a1", `card${i}`]);
  const shapes = { play: { types: ["cell", "word of card0, card1, card2, card3, card4, card5"], puts: null, line: 6 } };
  for (const [count, wanted] of [[2, "play a1 – card0 or card1?"], [7, "play a1 – now choose a word (card0, card1, card2 …)"]] as const) {
    const moves = candidatesOf({ complete: true, moves: cards(count) }, shapes);
    const begun = tap(moves, NOTHING, "a1");
    assert.ok(begun.kind === "chosen");
    assert.equal(asked(viewOf(moves, begun.choice), EMPTY, shapes, (look) => look), wanted);
  }
});

test("whoever has the most has won, in shares and in points", () => {
  const text = (...result: number[]) =>
    resultText({ result, colours: ["Red", "Green", "Blue"].slice(0, result.length) } as unknown as Position);
  assert.equal(text(1, 0), "Red wins");
  assert.equal(text(0.5, 0.5), "A draw");
  assert.equal(text(0.5, 0, 0.5), "Red and Blue share the win");
  assert.equal(text(-3, 3), "Green wins");
  assert.equal(text(0, 0), "A draw");
  assert.equal(text(0.75, 0.75, 0), "Red and Green share the win");
  assert.equal(text(2048), "Red gets 2048 points");
  assert.equal(text(1), "Red wins");
});

test("where all play together, all get the same points, and that is no draw", () => {
  const text = (points: number, share: number) =>
    resultText({ result: [points, points], shares: [share, share], colours: ["Red", "Green"] } as unknown as Position);
  assert.equal(text(18, 0.72), "All get 18 points");
  assert.equal(text(12.5, 0.5), "All get 12.5 points");
  assert.equal(text(1, 1), "All get 1 point");
  assert.equal(text(0, 0), "All get 0 points");
  assert.equal(text(0, 0.5), "A draw");
  assert.equal(text(0, 0.2), "A draw");
  assert.equal(text(0.5, 0.5), "A draw");
});

test("what is expected is a share, or points between the least and the most", () => {
  assert.equal(expectedText(0.25), "25 %");
  assert.equal(expectedText(0.25, [-13, 13]), "−6.5");
  assert.equal(expectedText(0.5, [0, 4000]), "2000");
});

test("a word that all moves have in common is said with the action", () => {
  const shapes = { hide: { types: ["word", "cell"], line: 1 } };
  const of = (...moves: Word[][]) => viewOf(candidatesOf({ complete: true, moves }, shapes), NOTHING);
  const prompt = (...moves: Word[][]) => asked(of(...moves), EMPTY, shapes, (look) => look);
  assert.equal(prompt(["hide", "long_boat", "a1"], ["hide", "long_boat", "a2"]), "hide long boat – choose an empty cell");
  assert.equal(prompt(["hide", "long_boat", "a1"], ["hide", "raft", "a2"]), "hide – choose an empty cell");
});

test("a piece that lands somewhere is chosen to be moved", () => {
  const shapes = { slide: { types: ["cell", "direction"], line: 1 } };
  const moves = candidatesOf(
    { complete: true, moves: [["slide", "a1", "north"], ["slide", "b1", "east"]], lands: ["a3", "d1"] }, shapes,
  );
  const position = { ...EMPTY, pieces: { a1: "disc", b1: "disc" } };
  assert.equal(asked(viewOf(moves, NOTHING), position, shapes, (look) => look), "choose a disc to slide");
});

test("what lies among cards is called a card", () => {
  const shapes = { play: { types: ["piece"], line: 1 } };
  const words = ["a-two", "a-three", "b-two", "b-three", "c-two"];
  const moves = candidatesOf({ complete: true, moves: words.map((word) => ["play", word]) }, shapes);
  const text = (cards: string[]) => {
    const hand = { label: "", colour: null, backs: 0, place: false, cards: cards.map((word) => ({ word, face: [], fill: null, look: null })) };
    const position = { ...EMPTY, values: [{ name: "hand", label: "hand", text: "", hands: [hand] }] };
    return asked(viewOf(moves, NOTHING), position, shapes, (look) => look);
  };
  assert.equal(text(words), "play – choose a card");
  assert.equal(text(words.slice(1)), "play – choose a piece");
});

test("the only move is named whole", () => {
  assert.equal(said(viewOf(offered(["bid", "3"]), NOTHING)), "nothing but “bid 3” is possible");
});

test("only what the chosen action still asks for is named, without its action", () => {
  const shapes = { keep: { types: ["number"], line: 1 }, swap_two: { types: ["number", "number"], parameters: ["n", "m"], line: 2 } };
  const words = [..."12345678"].flatMap((n) => [["keep", n], ["swap_two", n, "8"], ["swap_two", n, "9"]]);
  const moves = candidatesOf({ complete: true, moves: words }, shapes);
  const told = (view: ReturnType<typeof viewOf>) => asked(view, EMPTY, shapes, (look) => look);
  assert.equal(told(viewOf(moves, NOTHING)), "keep or swap two – choose a number");
  const begun = choose(moves, NOTHING, "number 1", "3", false, "swap_two");
  assert.ok(begun.kind === "chosen");
  assert.equal(told(viewOf(moves, begun.choice)), "swap two 3 – 8 or 9?");
});

test("where words may be chosen in place of the cell where a piece lands, the prompt says so", () => {
  const shapes = { go: { types: ["cell", "number", "direction"], line: 1 } };
  const words = ["north", "east"].flatMap((way) => ["1", "2"].map((n) => ["go", "a1", n, way]));
  const moves = candidatesOf({ complete: true, moves: words, lands: ["a2", "a3", "b1", "c1"] }, shapes);
  const begun = tap(moves, NOTHING, "a1");
  assert.ok(begun.kind === "chosen");
  const view = viewOf(moves, begun.choice);
  assert.equal(asked(view, EMPTY, shapes, (look) => look), "go a1 – now choose an empty cell, or a number and a direction");
});

test("of heaps a prompt names what the rules call the place, and not one of its pieces", () => {
  const position = { ...EMPTY, pieces: { a1: "seeds", b1: "seed" } };
  const prompt = (...heaps: string[]) => {
    const shapes = { sow: { types: ["cell"], heaps, line: 1 } };
    const view = viewOf(candidatesOf({ complete: true, moves: [["sow", "a1"], ["sow", "b1"]] }, shapes), NOTHING);
    return asked(view, position, shapes, () => "seed, 4 of them");
  };
  assert.equal(prompt("deep_house"), "sow – choose a deep house");
  assert.equal(prompt(""), "sow – choose a seed");
});

test("what chance has decided in a turn that is over names whose turn it was once", () => {
  const last = (text: string, colour: string) =>
    decided({ acting: 0, colours: ["First", "Second"], last: { seat: null, cells: [], text, colour } } as unknown as Position);
  assert.equal(last("draw Second", "Second"), "draw Second");
  assert.equal(last("throw 3", "Second"), "for Second: throw 3");
  assert.equal(last("throw 3", "First"), "throw 3");
});

test("where a result lies between the least and the most", () => {
  assert.equal(shareOf(0.5, null), 0.5);
  assert.equal(shareOf(0, [0, 4]), 0);
  assert.equal(shareOf(0, [-3, 1]), 0.75);
  assert.equal(shareOf(7, [7, 7]), 0.5);
});
