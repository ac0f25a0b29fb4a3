import assert from "node:assert/strict";
import { test } from "node:test";
import { candidatesOf, NOTHING, tap, viewOf } from "../src/board/selection";
import { asked } from "../src/table/prompt";
import type { Position, Word } from "../src/wire";

const SHAPES = {
  found: { types: ["colour", "cell", "cell"], puts: "stone", line: 1 },
  mark: { types: ["colour", "cell"], puts: null, line: 2 },
  choose: { types: ["colour"], line: 3 },
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

test("where the colour is chosen too, the cell is for nobody yet", () => {
  const moves = offered(["found", "White", ["a1", "a2"]], ["found", "Black", ["a1", "b1"]]);
  assert.equal(said(viewOf(moves, NOTHING)), "found – choose an empty cell");
});

test("a prompt names few answers, and only the sort of many", () => {
  assert.equal(said(viewOf(offered(["choose", "Black"], ["choose", "White"]), NOTHING)), "choose – Black or White?");
  const bids = ["1", "2", "3", "4", "5"].map((number) => ["bid", number]);
  assert.equal(said(viewOf(offered(...bids), NOTHING)), "bid – choose a number");
});
