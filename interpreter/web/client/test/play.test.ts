// Who plays in an exported page: a hint that comes while another position is looked at.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Legend } from "../src/export/legend";
import type { Match } from "../src/export/match";
import { Play } from "../src/export/play";
import type { Found } from "../src/export/rules";
import type { Searcher } from "../src/export/worker";

const LEGEND = { players: ["Red"], forms: { 1: ["go", [["cell", 2]]] }, lists: { cell: ["a1"] }, cells: ["a1"], points: null };
const MATCH = { played: [{}, {}], offers: [], moves: [], seat: 0, position: () => ({}) };
const FOUND = { moves: [{ move: 1n, visits: 3 }], expected: [0.5], simulations: 3 };

/** What a hint draws, where something is done before it comes. */
async function drawn(meanwhile: (play: Play) => void): Promise<unknown[]> {
  let answer: (found: Found) => void = () => undefined;
  const searcher = { stop: () => undefined, search: () => new Promise<Found>((go) => (answer = go)) };
  const play = new Play(LEGEND as unknown as Legend, MATCH as unknown as Match, searcher as unknown as Searcher);
  const hint = play.hint();
  meanwhile(play);
  answer(FOUND as unknown as Found);
  await hint;
  return play.shares;
}

test("a hint that comes late draws nothing on an earlier position", async () => {
  assert.equal((await drawn(() => undefined)).length, 1);
  assert.deepEqual(await drawn((play) => play.look(1)), []);
});
