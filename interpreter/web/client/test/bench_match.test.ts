// The match of the workbench: when chance and agents move by themselves.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { BenchMatch } from "../src/workbench/match";
import type { ToBench } from "../src/workbench/protocol";
import type { Position } from "../src/wire";

const THROW = { ply: 2, length: 2, over: false, chance: true, acting: null } as unknown as Position;

test("nothing moves by itself while rules have cut the match short", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const sent: ToBench[] = [];
  const match = new BenchMatch({ send: (message) => sent.push(message), changed: () => undefined });
  const later = (): number => (mock.timers.tick(1000), sent.length);

  match.show(THROW, [], true);
  assert.equal(match.isWaiting, true);
  assert.equal(later(), 0);
  match.show(THROW, [], false); // the rules are back
  assert.equal(later(), 1);
  match.show(THROW, [], true);
  match.setSeat(0, "random"); // says who plays, not that they shall
  assert.equal(later(), 1);
  match.setPaused(false); // “Let them play”
  assert.equal(later(), 2);
  assert.equal(sent[1]?.type, "agent");
  mock.timers.reset();
});
