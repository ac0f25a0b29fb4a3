import assert from "node:assert/strict";
import { test } from "node:test";
import { candidatesOf, choose, drag, isTelling, NOTHING, tap, tapSet, viewOf, viewOfDrag } from "../src/board/selection";
import type { Choice, Outcome } from "../src/board/selection";
import type { Word } from "../src/wire";

const SHAPES = {
  move: { types: ["cell", "cell"], line: 1 },
  jump: { types: ["cell", "cell"], line: 1 },
  place: { types: ["piece", "cell"], line: 2 },
  swap: { types: ["set of cells"], line: 3 },
  found: { types: ["colour", "set of cells"], line: 4 },
  choose: { types: ["colour"], line: 5 },
  pass: { types: [], line: 6 },
};

const all = (...moves: Word[][]) => candidatesOf({ complete: true, moves }, SHAPES);
const played = (outcome: Outcome) => (outcome.kind === "play" ? outcome.move.text : outcome.kind);

function chosen(outcome: Outcome): Choice {
  assert.equal(outcome.kind, "chosen");
  return outcome.kind === "chosen" ? outcome.choice : NOTHING;
}

test("the cells of a move are tapped in order", () => {
  const moves = all(["move", "a1", "a2"], ["move", "a1", "a3"], ["move", "b1", "a2"]);
  assert.deepEqual([...viewOf(moves, NOTHING).next], ["a1", "b1"]);
  const choice = chosen(tap(moves, NOTHING, "a1"));
  assert.deepEqual([...viewOf(moves, choice).next], ["a2", "a3"]);
  assert.equal(played(tap(moves, choice, "a3")), "move a1 a3");
});

test("a tap on the end of one move alone shows it, a second tap there or on its beginning plays it", () => {
  const moves = all(["move", "a1", "a2"], ["move", "a1", "a3"], ["move", "b1", "a2"]);
  const choice = chosen(tap(moves, NOTHING, "a3"));
  assert.deepEqual([...viewOf(moves, choice).next], ["a1"]);
  assert.deepEqual(viewOf(moves, choice).ready.map(({ text }) => text), ["move a1 a3"]);
  assert.equal(played(tap(moves, choice, "a3")), "move a1 a3");
  assert.equal(played(tap(moves, choice, "a1")), "move a1 a3");
  assert.equal(chosen(tap(moves, choice, "a2")).to, "a2", "another end is looked at instead");
  assert.equal(played(tap(moves, NOTHING, "a3", true)), "move a1 a3");
});

test("what is chosen from several is not played with the cells that it leaves", () => {
  const moves = all(["place", "tall", "a1"], ["place", "tall", "b1"], ["place", "flat", "b1"]);
  const choice = chosen(choose(moves, NOTHING, "piece 1", "flat"));
  assert.deepEqual([...viewOf(moves, choice).next], ["b1"]);
  assert.deepEqual(viewOf(moves, choice).ready.map(({ text }) => text), ["place flat b1"]);
  assert.equal(played(tap(moves, choice, "b1")), "place flat b1");
});

test("a tap on the end of several moves asks where they begin", () => {
  const moves = all(["move", "a1", "a2"], ["move", "a1", "a3"], ["move", "b1", "a2"]);
  const choice = chosen(tap(moves, NOTHING, "a2"));
  assert.deepEqual([...viewOf(moves, choice).next], ["a1", "b1"]);
  assert.equal(played(tap(moves, choice, "b1")), "move b1 a2");
});

test("one move left is played only when complete, or at once", () => {
  const moves = all(["move", "a1", "a2"], ["move", "b1", "b2"]);
  assert.equal(played(tap(moves, NOTHING, "a1", true)), "move a1 a2");
  const choice = chosen(tap(moves, NOTHING, "a1"));
  assert.deepEqual(viewOf(moves, choice).ready.map(({ text }) => text), ["move a1 a2"]);
  assert.equal(played(tap(moves, choice, "a2")), "move a1 a2");
});

test("another beginning replaces the first, a second tap gives it up", () => {
  const moves = all(["move", "a1", "a2"], ["move", "a1", "a3"], ["move", "b1", "a2"], ["move", "b1", "b2"]);
  const choice = chosen(tap(moves, NOTHING, "a1"));
  assert.deepEqual(chosen(tap(moves, choice, "b1")).taps, ["b1"]);
  assert.deepEqual(chosen(tap(moves, choice, "a1")).taps, []);
});

test("an impossible tap says what was meant", () => {
  const moves = all(["move", "a1", "a2"], ["move", "a1", "a3"]);
  const choice = chosen(tap(moves, NOTHING, "a1"));
  const outcome = tap(moves, choice, "c3");
  assert.deepEqual(outcome, { kind: "impossible", words: ["a1", "c3"], action: "move" });
});

test("an impossible tap where a direction is to be chosen is about the way from the chosen cell", () => {
  const shapes = { spread: { types: ["cell", "direction"], puts: null, line: 1 } };
  const moves = candidatesOf({ complete: true, moves: [["spread", "c1", "north"], ["spread", "c1", "east"]] }, shapes);
  const choice = chosen(tap(moves, NOTHING, "c1"));
  assert.deepEqual(tap(moves, choice, "c3"), { kind: "impossible", words: ["c1", "c3"], action: "spread" });
});

test("a set is tapped in any order", () => {
  const moves = all(["swap", ["a1", "a2"]], ["swap", ["a1", "b1"]], ["swap", ["a2", "b2"]]);
  const choice = chosen(tap(moves, NOTHING, "a2"));
  assert.deepEqual([...viewOf(moves, choice).next].sort(), ["a1", "b2"]);
  assert.equal(played(tap(moves, choice, "a1")), "swap {a1,a2}");
});

test("a set that others contain is a button", () => {
  const moves = all(["swap", ["a1", "a2"]], ["swap", ["a1", "a2", "a3"]], ["swap", ["b1", "b2"]]);
  const begun = chosen(tap(moves, NOTHING, "a1"));
  const two = chosen(tap(moves, begun, "a2"));
  assert.deepEqual(viewOf(moves, two).ready.map(({ text }) => text), ["swap {a1,a2}"]);
  assert.equal(played(tap(moves, two, "a3")), "swap {a1,a2,a3}");
});

test("other words are buttons, before or after the cells", () => {
  const moves = all(["place", "tall", "a1"], ["place", "flat", "a1"], ["place", "tall", "b1"]);
  const [group] = viewOf(moves, NOTHING).groups;
  assert.deepEqual(group?.values.map(({ value }) => value), ["tall", "flat"]);
  const cell = chosen(tap(moves, NOTHING, "a1"));
  assert.equal(played(choose(moves, cell, "piece 1", "flat")), "place flat a1");
  const word = chosen(choose(moves, NOTHING, "piece 1", "tall"));
  assert.equal(played(tap(moves, word, "b1")), "place tall b1");
});

test("actions without cells are buttons, and what differs in them", () => {
  const moves = all(["pass"], ["choose", "Black"], ["choose", "White"], ["move", "a1", "a2"]);
  const view = viewOf(moves, NOTHING);
  assert.deepEqual(view.ready.map(({ text }) => text), ["pass"]);
  assert.deepEqual(view.groups.map(({ key }) => key), ["colour 1"]);
  assert.equal(played(choose(moves, NOTHING, "colour 1", "White")), "choose White");
});

test("two actions with the same cells become buttons", () => {
  const moves = all(["move", "a1", "a2"], ["jump", "a1", "a2"], ["move", "a1", "a3"]);
  const begun = chosen(tap(moves, NOTHING, "a1"));
  const both = chosen(tap(moves, begun, "a2"));
  assert.deepEqual(viewOf(moves, both).ready.map(({ text }) => text), ["move a1 a2", "jump a1 a2"]);
});

test("a drag is two taps and never plays where it began", () => {
  const moves = all(["move", "a1", "a2"], ["move", "b1", "b2"]);
  assert.equal(played(drag(moves, NOTHING, "a1", "a2")), "move a1 a2");
  assert.equal(played(drag(moves, NOTHING, "a1", "b2")), "impossible");
});

test("a lifted piece shows where it may go, in the midst of another choice too", () => {
  const moves = all(["move", "a1", "a2"], ["move", "b1", "b2"], ["move", "b1", "c2"]);
  assert.deepEqual([...(viewOfDrag(moves, NOTHING, "b1")?.next ?? [])], ["b2", "c2"]);
  const other = chosen(tap(moves, NOTHING, "b1"));
  assert.deepEqual([...(viewOfDrag(moves, other, "a1")?.next ?? [])], ["a2"]);
  assert.equal(viewOfDrag(moves, NOTHING, "d4"), null);
});

test("a set is tapped as a whole where none of it is tapped yet", () => {
  const moves = all(["swap", ["a1", "a2"]], ["swap", ["a1", "b1"]], ["move", "a1", "a2"]);
  assert.deepEqual(viewOf(moves, NOTHING).sets, [["a1", "a2"], ["a1", "b1"]]);
  assert.equal(played(tapSet(moves, NOTHING, ["a1", "b1"])), "swap {a1,b1}");
  assert.equal(played(tapSet(moves, NOTHING, ["a1", "a2"])), "swap {a1,a2}");
  const larger = all(["swap", ["a1", "a2"]], ["swap", ["a1", "a2", "b1", "b2"]]);
  assert.equal(played(tapSet(larger, NOTHING, ["a1", "a2"])), "swap {a1,a2}");
  const begun = chosen(tap(moves, NOTHING, "a1"));
  assert.deepEqual(viewOf(moves, begun).sets, []);
});

test("a set that comes after a cell is tapped as a whole after that cell", () => {
  const shapes = { wall: { types: ["cell", "set of cells"], line: 1 } };
  const offers = { complete: true, moves: [["wall", "c3", ["a1", "a2"]], ["wall", "c3", ["b1", "b2"]]] as Word[][] };
  const moves = candidatesOf(offers, shapes);
  assert.deepEqual(viewOf(moves, NOTHING).sets, []);
  const begun = { ...NOTHING, taps: ["c3"] };
  assert.equal(played(tapSet(moves, begun, ["b1", "b2"])), "wall c3 {b1,b2}");
});

test("cells that can be chosen are shown unless nearly all that look so can be", () => {
  const cells = ["a", "b", "c", "d", "e"].flatMap((column) => [1, 2].map((row) => `${column}${row}`));
  const onto = (names: readonly string[]) => viewOf(all(...names.map((name) => ["move", name, "a1"])), NOTHING);
  const stones = { e1: "X", e2: "O" };
  assert.equal(isTelling(onto(cells), cells, {}), false, "all cells");
  assert.equal(isTelling(onto(cells.slice(1)), cells, {}), false, "all but one, which is forbidden");
  assert.equal(isTelling(onto(cells.slice(0, 8)), cells, stones), false, "all empty cells");
  assert.equal(isTelling(onto(cells.slice(0, 5)), cells, {}), true, "one half of an empty board");
  assert.equal(isTelling(onto(cells.slice(0, 4)), cells, stones), true, "few cells");
  const begun = { ...onto(cells), selected: new Set(["a1"]) };
  assert.equal(isTelling(begun, cells, {}), true, "whatever may follow what is chosen");
});

test("words that follow a cell in the move are asked for after it", () => {
  const shapes = {
    carry: { types: ["cell", "number", "direction"], line: 1 },
    place: { types: ["word", "cell"], line: 2 },
    lay: { types: ["cell", "piece"], from: [[], ["supply"]], line: 3 },
  };
  const some = (...moves: Word[][]) => candidatesOf({ complete: true, moves }, shapes);
  const keys = (moves: ReturnType<typeof some>, choice: Choice) => viewOf(moves, choice).groups.map(({ key }) => key);
  const carried = ["a1", "b1"].flatMap((cell) =>
    ["1", "2"].flatMap((n) => ["north", "east"].map((d): Word[] => ["carry", cell, n, d])),
  );
  assert.deepEqual(keys(some(...carried), NOTHING), []);
  assert.deepEqual(keys(some(...carried), { ...NOTHING, taps: ["a1"] }), ["number 1", "direction 1"]);
  assert.deepEqual(keys(some(...carried.slice(0, 4)), NOTHING), ["number 1", "direction 1"], "only one cell");
  const placed = ["good", "evil"].flatMap((word) => ["a1", "b1"].map((cell): Word[] => ["place", word, cell]));
  assert.deepEqual(keys(some(...placed), NOTHING), ["word 1"]);
  const laid = ["x", "y"].flatMap((piece) => ["a1", "b1"].map((cell): Word[] => ["lay", cell, piece]));
  assert.deepEqual(keys(some(...laid), NOTHING), ["piece 1"], "what lies there is chosen first, too");
});

const SLIDES = { slide: { types: ["cell", "direction"], line: 1 }, go: { types: ["word", "cell", "step"], line: 2 } };
const landing = (lands: (string | null)[], ...moves: Word[][]) => candidatesOf({ complete: true, moves, lands }, SLIDES);

test("the cell where a piece lands is tapped in place of a direction, or first, or not at all", () => {
  const moves = landing(
    ["a3", "d1", "d2", null],
    ["slide", "a1", "north"], ["slide", "a1", "east"], ["slide", "a2", "east"], ["slide", "b2", "east"],
  );
  assert.deepEqual([...viewOf(moves, NOTHING).next], ["a1", "a2", "b2"]);
  const begun = chosen(tap(moves, NOTHING, "a1"));
  const view = viewOf(moves, begun);
  assert.deepEqual([...view.next], ["a3", "d1"]);
  assert.deepEqual(view.groups.map(({ key }) => key), ["direction 1"]);
  assert.equal(played(tap(moves, begun, "d1")), "slide a1 east");
  assert.equal(played(choose(moves, begun, "direction 1", "north")), "slide a1 north");
  assert.equal(played(tap(moves, chosen(tap(moves, NOTHING, "d2")), "a2")), "slide a2 east");
  assert.equal(played(drag(moves, NOTHING, "a1", "a3")), "slide a1 north");
  assert.equal(played(drag(moves, NOTHING, "a1", "d2")), "impossible");
});

test("a landing that several moves reach is not played before the rest is chosen", () => {
  const shapes = { march: { types: ["cell", "direction", "number"], line: 1 } };
  const texts = ["march d2 north 1", "march d2 north 2", "march d2 east 1", "march d2 east 2"];
  const offers = { moves: texts.map((text) => text.split(" ")), lands: ["d3", null, "e2", null], reaches: [[], ["d3"], [], []] };
  const moves = candidatesOf({ complete: true, ...offers }, shapes);
  for (const [first, second] of [["d2", "d3"], ["d3", "d2"]] as const) {
    const both = chosen(tap(moves, chosen(tap(moves, NOTHING, first)), second));
    assert.deepEqual(viewOf(moves, both).left.map(({ text }) => text), texts.slice(0, 2));
    for (const number of ["1", "2"]) assert.equal(played(choose(moves, both, "number 1", number)), `march d2 north ${number}`);
  }
  const two = chosen(choose(moves, chosen(tap(moves, NOTHING, "d2")), "number 1", "2"));
  assert.equal(played(tap(moves, two, "d3")), "march d2 north 2");
  assert.equal(played(tap(moves, chosen(tap(moves, NOTHING, "d2")), "e2")), "march d2 east 1");
});

test("a landing that is left alone is tapped, or its button pressed", () => {
  const moves = landing(["a3", "d2"], ["slide", "a1", "north"], ["slide", "a2", "east"]);
  const begun = chosen(tap(moves, NOTHING, "a1"));
  assert.deepEqual([...viewOf(moves, begun).next], ["a3"]);
  assert.deepEqual(viewOf(moves, begun).ready.map(({ text }) => text), ["slide a1 north"]);
  assert.equal(played(tap(moves, begun, "a3")), "slide a1 north");
});

test("where two moves land on one cell, what tells them apart is asked", () => {
  const moves = landing(
    ["a2", "a2", "b1"],
    ["go", "tiger", "a1", "north"], ["go", "crab", "a1", "north"], ["go", "crab", "a1", "east"],
  );
  const begun = chosen(tap(moves, NOTHING, "a1"));
  assert.equal(played(tap(moves, begun, "b1")), "go crab a1 east");
  const landed = chosen(tap(moves, begun, "a2"));
  const [group] = viewOf(moves, landed).groups;
  assert.deepEqual(group?.values.map(({ value }) => value), ["tiger", "crab"]);
  assert.equal(played(choose(moves, landed, "word 1", "crab")), "go crab a1 north");
  assert.deepEqual(chosen(tap(moves, landed, "a2")).taps, ["a1"]);
});

const LATER = {
  bid: { types: ["number", "number"], line: 1 },
  slide: { types: ["cell", "direction", "number"], line: 2 },
  go: { types: ["cell", "cell", "number"], line: 3 },
};
const sliding = (moves: string[], lands?: string[]) =>
  candidatesOf({ complete: true, moves: moves.map((move) => move.split(" ")), ...(lands && { lands }) }, LATER);
const ready = (moves: ReturnType<typeof sliding>, choice: Choice) => viewOf(moves, choice).ready.map(({ text }) => text);

test("a move is not played while a word that follows its cells is left to the rules; it is a button", () => {
  const bids = sliding(["bid 1 2", "bid 1 3", "bid 3 4"]);
  const bid = chosen(choose(bids, NOTHING, "number 1", "3"));
  assert.deepEqual(ready(bids, bid), ["bid 3 4"]);
  assert.equal(played(choose(bids, NOTHING, "number 1", "3", true)), "bid 3 4");
  const two = chosen(choose(bids, NOTHING, "number 1", "1"));
  assert.equal(played(choose(bids, two, "number 2", "3")), "bid 1 3");
  const one = sliding(["slide a1 north 1", "slide a1 east 2", "slide a1 north 2"]);
  const east = chosen(choose(one, chosen(tap(one, NOTHING, "a1")), "direction 1", "east"));
  assert.deepEqual(ready(one, east), ["slide a1 east 2"]);
  const both = sliding(["slide a1 north 1", "slide b1 east 2"]);
  assert.deepEqual(ready(both, chosen(tap(both, NOTHING, "a1"))), ["slide a1 north 1"]);
  const ends = sliding(["go a1 a2 1", "go b1 b2 2"]);
  const end = chosen(tap(ends, chosen(tap(ends, NOTHING, "a2")), "a1"));
  assert.deepEqual(ready(ends, end), ["go a1 a2 1"]);
  assert.equal(played(tap(ends, end, "a2")), "go a1 a2 1", "its end again plays it");
  assert.equal(played(tap(ends, chosen(tap(ends, NOTHING, "a2")), "a2")), "go a1 a2 1", "the second tap plays it");
});

test("a word that is the same in every move, or none, is left to no one", () => {
  const same = sliding(["slide a1 north 1", "slide a1 east 1", "slide b1 east 1"]);
  assert.equal(played(choose(same, chosen(tap(same, NOTHING, "a1")), "direction 1", "north")), "slide a1 north 1");
  const none = sliding(["go a1 a2 none", "go b1 b2 1", "go b1 b2 2"]);
  assert.equal(played(tap(none, chosen(tap(none, NOTHING, "a1")), "a2")), "go a1 a2 none");
});

test("a landing that is tapped leaves no word open", () => {
  const moves = sliding(["slide a1 north 1", "slide a1 east 2", "slide a1 east 1"], ["a2", "c1", "b1"]);
  const begun = chosen(tap(moves, NOTHING, "a1"));
  assert.equal(played(tap(moves, begun, "c1")), "slide a1 east 2");
  assert.deepEqual(ready(moves, chosen(choose(moves, begun, "direction 1", "north"))), ["slide a1 north 1"]);
});

test("buttons of different actions that stand together say which action they are for", () => {
  const shapes = {
    lay: { types: ["word of card"], parameters: ["card"], line: 1 },
    bid: { types: ["number"], parameters: ["n"], line: 2 },
    show: { types: ["word of card"], parameters: ["card"], line: 3 },
  };
  const moves: Word[][] = [["lay", "rose"], ["lay", "skull"], ["bid", "1"], ["bid", "2"]];
  const called = (offered: Word[][]) =>
    viewOf(candidatesOf({ complete: true, moves: offered }, shapes), NOTHING).groups.map((group) => group.called);
  assert.deepEqual(called(moves), ["lay", "bid"]);
  assert.deepEqual(called(moves.slice(0, 2)), [""]);
  assert.deepEqual(called([...moves, ["show", "rose"]]), ["lay", "show", "bid"]);
});

test("a word that two actions share has buttons for each, so that none plays the other action unsaid", () => {
  const shapes = { approach: { types: ["cell", "direction"], line: 1 }, withdraw: { types: ["cell", "direction"], line: 2 } };
  const texts = ["approach a1 north", "approach a1 east", "withdraw a1 north", "withdraw b1 north"];
  const moves = candidatesOf({ complete: true, moves: texts.map((text) => text.split(" ")) }, shapes);
  const begun = chosen(tap(moves, NOTHING, "a1"));
  const shown = viewOf(moves, begun).groups.map(({ called, values }) => [called, ...values.map(({ value }) => value)]);
  assert.deepEqual(shown, [["approach", "north", "east"], ["withdraw", "north"]]);
  assert.equal(played(choose(moves, begun, "direction 1", "north", false, "withdraw")), "withdraw a1 north");
});

test("of two numbers each says which it is, by its name or else by its place", () => {
  const moves: Word[][] = ["2", "3", "4", "5"].flatMap((many) => ["2", "3", "4", "5"].map((face) => ["bid", many, face]));
  const called = (parameters: string[]) => {
    const shapes = { bid: { types: ["number", "number"], parameters, line: 1 } };
    return viewOf(candidatesOf({ complete: true, moves }, shapes), NOTHING).groups.map((group) => group.called);
  };
  assert.deepEqual(called(["how_many", "face"]), ["how_many", "face"]);
  assert.deepEqual(called(["i", "n"]), ["first number", "second number"]);
  const one = { bid: { types: ["number"], parameters: ["n"], line: 1 } };
  const single = candidatesOf({ complete: true, moves: [["bid", "2"], ["bid", "3"]] }, one);
  assert.deepEqual(viewOf(single, NOTHING).groups.map((group) => group.called), [""]);
});

test("few moves without cells are each a button, unless one tap on a word plays each, or the words may be drawn", () => {
  const shapes = {
    keep: { types: ["number"], line: 1 }, double_it: { types: ["number"], line: 2 },
    guess: { types: ["number", "number"], line: 3 }, hold: { types: ["piece"], line: 4 }, lay: { types: ["piece"], line: 5 },
  };
  const view = (...texts: string[]) =>
    viewOf(candidatesOf({ complete: true, moves: texts.map((text) => text.split(" ")) }, shapes), NOTHING);
  const shown = ({ groups, ready }: ReturnType<typeof view>) => [groups.map(({ key }) => key), ready.map(({ text }) => text)];
  const dice = ["keep 1", "keep 5", "double_it 1", "double_it 5"];
  assert.deepEqual(shown(view(...dice)), [[], dice]);
  assert.deepEqual(shown(view("guess 1 3", "guess 2 4")), [[], ["guess 1 3", "guess 2 4"]]);
  assert.deepEqual(shown(view("keep 1", "keep 5")), [["number 1"], []]);
  assert.deepEqual(shown(view("hold ox", "hold elk", "lay ox", "lay elk")), [["piece 1"], []]);
  const many = ["1", "2", "3", "4", "5", "6", "7"].flatMap((number) => [`keep ${number}`, `double_it ${number}`]);
  assert.deepEqual(shown(view(...many)), [["number 1", "number 1"], []]);
});

test("a number that several actions take has buttons for each, which choose the action too", () => {
  const shapes = {
    bid: { types: ["number"], line: 1 }, raise: { types: ["number", "number"], parameters: ["n", "face"], line: 2 },
    hide: { types: ["number", "cell"], line: 3 },
  };
  const bids = ["1", "2", "3"].map((n): Word[] => ["bid", n]);
  const raises = ["2", "3", "4"].flatMap((n) => ["5", "6", "7", "8"].map((face): Word[] => ["raise", n, face]));
  const moves = candidatesOf({ complete: true, moves: [...bids, ...raises, ["hide", "2", "a1"], ["hide", "2", "b1"]] }, shapes);
  const shown = (choice: Choice) =>
    viewOf(moves, choice).groups.map(({ called, values }) =>
      `${called}: ${values.map(({ value, chosen }) => (chosen ? `[${value}]` : value)).join(" ")}`);
  assert.deepEqual(shown(NOTHING), ["bid: 1 2 3", "raise first number: 2 3 4", "hide: 2", "raise face: 5 6 7 8"]);
  assert.equal(played(choose(moves, NOTHING, "number 1", "2", false, "bid")), "bid 2");
  const raised = chosen(choose(moves, NOTHING, "number 1", "2", false, "raise"));
  assert.deepEqual(viewOf(moves, raised).left.map(({ action }) => action), ["raise", "raise", "raise", "raise"]);
  assert.deepEqual(shown(raised), ["bid: 1 2 3", "raise first number: [2] 3 4", "hide: 2", "raise face: 5 6 7 8"]);
  const hidden = chosen(choose(moves, raised, "number 1", "2", false, "hide"));
  assert.equal(played(tap(moves, hidden, "b1")), "hide 2 b1");
  assert.deepEqual(chosen(choose(moves, hidden, "number 1", "2", false, "hide")), NOTHING);
  const loose = chosen(choose(moves, NOTHING, "number 1", "2")); // where it lies, for whatever action
  assert.equal(viewOf(moves, loose).left.length, 7);
});

const LAID = candidatesOf({
  complete: true,
  moves: [
    ...["lay", "bid"].flatMap((action) => ["ox", "elk"].flatMap((piece) =>
      ["1", "2", "3"].flatMap((n) => ["a1", "b1"].map((cell): Word[] => [action, piece, n, cell])))),
    ["bid", "elk", "4", "a1"], ["bid", "elk", "4", "b1"], ["lay", "elk", "4", "c1"],
  ],
}, { lay: { types: ["piece", "number", "cell"], line: 1 }, bid: { types: ["piece", "number", "cell"], line: 2 } });

test("the numbers of another action stay, and a number that is given up takes its action along, whatever else is chosen", () => {
  const shown = (choice: Choice) =>
    viewOf(LAID, choice).groups.map(({ called, values }) =>
      `${called}: ${values.map(({ value, chosen }) => (chosen ? `[${value}]` : value)).join(" ")}`);
  const ox = chosen(choose(LAID, NOTHING, "piece 1", "ox"));
  const laid = chosen(choose(LAID, ox, "number 1", "2", false, "lay"));
  assert.deepEqual(shown(laid).slice(1), ["lay: 1 [2] 3", "bid: 1 2 3"]);
  const bid = chosen(choose(LAID, laid, "number 1", "3", false, "bid"));
  assert.deepEqual(shown(bid).slice(1), ["lay: 1 2 3", "bid: 1 2 [3]"]);
  assert.deepEqual(chosen(choose(LAID, bid, "number 1", "3", false, "bid")), ox);
  const other = chosen(choose(LAID, laid, "piece 1", "ox"));
  assert.deepEqual([other.words, other.action], [{ "number 1": "2" }, "lay"], "another word leaves the action");
});

test("the action of a number stays chosen with another beginning, by a tap or by lifting a piece", () => {
  const four = chosen(choose(LAID, NOTHING, "number 1", "2", false, "bid"));
  const begun = chosen(tap(LAID, four, "a1"));
  assert.equal(chosen(tap(LAID, begun, "b1")).action, "bid");
  assert.equal(viewOfDrag(LAID, begun, "b1")?.choice.action, "bid");
});

test("a number that does not go with what is chosen begins anew, with its action", () => {
  const ox = chosen(choose(LAID, NOTHING, "piece 1", "ox"));
  const { words, action, taps } = chosen(choose(LAID, ox, "number 1", "4", false, "bid"));
  assert.deepEqual([words, action, taps], [{ "number 1": "4" }, "bid", []]);
});

test("an impossible cell is asked about with what was chosen, in the order of the move", () => {
  const shapes = { place: { types: ["cell", "word of spy, scout"], puts: null, line: 1 } };
  const moves = candidatesOf({ complete: true, moves: [["place", "a1", "spy"], ["place", "a1", "scout"], ["place", "b1", "spy"]] }, shapes);
  const begun = tap(moves, NOTHING, "a1");
  assert.ok(begun.kind === "chosen");
  assert.deepEqual(tap(moves, begun.choice, "a6"), { kind: "impossible", words: ["a6"], action: "place" });
  const spy = choose(moves, NOTHING, "word of spy, scout 1", "spy");
  assert.ok(spy.kind === "chosen");
  assert.deepEqual(tap(moves, spy.choice, "a6"), { kind: "impossible", words: ["a6", "spy"], action: "place" });
});
